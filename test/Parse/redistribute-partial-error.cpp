// partial in onto: an operator and a number.
// REQUIRES: compiler
// RUN: %check_redistc %s %t -- -ferror-limit=0
#include "../Inputs/mock.h"

void f(std::vector<double> &a, long n) {
#pragma redistribute a[n] from(* onto(partial())) to(* onto(1))
// CHECK: {{^}}redistribute-partial-error.cpp:[[#@LINE-1]]:47: error: expected '+', '*', '&', '|', '^', '&&', '||', 'min', 'max' or the name of an operator, found ')'
#pragma redistribute a[n] from(* onto(partial(+))) to(* onto(1))
// CHECK: {{^}}redistribute-partial-error.cpp:[[#@LINE-1]]:48: error: expected ',' after '+', found ')'
#pragma redistribute a[n] from(* onto(partial(+, ))) to(* onto(1))
// CHECK: {{^}}redistribute-partial-error.cpp:[[#@LINE-1]]:50: error: expected an expression, found ')'
#pragma redistribute a[n] from(* onto(partial(4))) to(* onto(1))
// CHECK: {{^}}redistribute-partial-error.cpp:[[#@LINE-1]]:47: error: expected '+', '*', '&', '|', '^', '&&', '||', 'min', 'max' or the name of an operator, found '4'
#pragma redistribute a[n] from(* onto(partial(-, 4))) to(* onto(1))
// CHECK: {{^}}redistribute-partial-error.cpp:[[#@LINE-1]]:47: error: expected '+', '*', '&', '|', '^', '&&', '||', 'min', 'max' or the name of an operator, found '-'
#pragma redistribute a[n] from(* onto(partial(+ 1, 4))) to(* onto(1))
// CHECK: {{^}}redistribute-partial-error.cpp:[[#@LINE-1]]:49: error: expected ',' after '+', found '1'
}
