// Expressions are parsed by Clang where the directive stands: its errors point
// into the directive.
// REQUIRES: compiler
// RUN: %check_redistc %s %t
#include "../../Inputs/mock.h"

void f(std::vector<double> &a, long n) {
#pragma redistribute absent[n] from(block onto(4)) to(cyclic onto(4))
// CHECK: {{^}}expressions-error.cpp:[[#@LINE-1]]:22: error: use of undeclared identifier 'absent'
#pragma redistribute a[missing] from(cyclic(a) onto(4)) to(block onto(absent))
// CHECK: {{^}}expressions-error.cpp:[[#@LINE-1]]:24: error: use of undeclared identifier 'missing'
// CHECK: {{^}}expressions-error.cpp:[[#@LINE-2]]:45: error: expected an integer for the block size, found an expression of type 'std::vector<double>'
// CHECK: {{^}}expressions-error.cpp:[[#@LINE-3]]:71: error: use of undeclared identifier 'absent'
#pragma redistribute a[n +] from(cyclic(3) onto(3 4)) to(block onto(2))
// CHECK: {{^}}expressions-error.cpp:[[#@LINE-1]]:27: error: expected expression
// CHECK: {{^}}expressions-error.cpp:[[#@LINE-2]]:51: error: expected ')'
// CHECK: {{^}}expressions-error.cpp:[[#@LINE-3]]:48: note: to match this '('
#pragma redistribute a[n] from(block onto(4)) to(cyclic onto(4)) into(absent)
// CHECK: {{^}}expressions-error.cpp:[[#@LINE-1]]:71: error: use of undeclared identifier 'absent'
#pragma redistribute a[n] from(block onto(4)) to(cyclic onto(4)) comm(absent)
// CHECK: {{^}}expressions-error.cpp:[[#@LINE-1]]:71: error: use of undeclared identifier 'absent'
}
