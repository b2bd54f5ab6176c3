// shift(e) stands once behind a distribution.
// REQUIRES: compiler
// RUN: %check_redistc %s %t -- -ferror-limit=0
#include "../Inputs/mock.h"

void f(std::vector<double> &a) {
#pragma redistribute a[10] from(cyclic shift onto(4)) to(cyclic onto(4))
// CHECK: {{^}}redistribute-shift-error.cpp:[[#@LINE-1]]:46: error: expected '(' after 'shift', found 'onto'
#pragma redistribute a[10] from(cyclic shift() onto(4)) to(cyclic onto(4))
// CHECK: {{^}}redistribute-shift-error.cpp:[[#@LINE-1]]:46: error: expected an expression, found ')'
#pragma redistribute a[10] from(cyclic shift(1) shift(2) onto(4)) to(cyclic onto(4))
// CHECK: {{^}}redistribute-shift-error.cpp:[[#@LINE-1]]:49: error: clause 'shift' may appear only once
}
