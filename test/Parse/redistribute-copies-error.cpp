// copies in onto: a number, and nothing around it.
// REQUIRES: compiler
// RUN: %check_redistc %s %t -- -ferror-limit=0
#include "../Inputs/mock.h"

void f(std::vector<double> &a, long n) {
#pragma redistribute a[n] from(* onto(1)) to(* onto(copies()))
// CHECK: {{^}}redistribute-copies-error.cpp:[[#@LINE-1]]:60: error: expected an expression, found ')'
#pragma redistribute a[n] from(* onto(1)) to(block onto(2, copies(3), ))
// CHECK: {{^}}redistribute-copies-error.cpp:[[#@LINE-1]]:71: error: expected an expression, found ')'
#pragma redistribute a[n] from(* onto(1)) to(block onto(2, copies(3) + 1))
// CHECK: {{^}}redistribute-copies-error.cpp:[[#@LINE-1]]:60: error: use of undeclared identifier 'copies'
#pragma redistribute a[n] from(* onto(1)) to(block onto(copies))
// CHECK: {{^}}redistribute-copies-error.cpp:[[#@LINE-1]]:57: error: use of undeclared identifier 'copies'
#pragma redistribute a[n] from(copies(2) onto(1)) to(block onto(2))
// CHECK: {{^}}redistribute-copies-error.cpp:[[#@LINE-1]]:32: error: expected '*', 'block', 'block(...)', 'cyclic', 'cyclic(...)', 'gen_block(...)', 'indirect(...)' or 'listed(...)', found 'copies'
}
