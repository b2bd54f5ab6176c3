// A list in braces is no expression.
// REQUIRES: compiler
// RUN: %check_redistc %s %t
#include "../Inputs/mock.h"

void f(std::vector<double> &a, long n) {
#pragma redistribute a[n] from(gen_block({1, 2, 3, 4}) onto(4)) to(cyclic onto({4}))
// CHECK: {{^}}redistribute-braces-error.cpp:[[#@LINE-1]]:42: error: expected an expression, found '{'
// CHECK: {{^}}redistribute-braces-error.cpp:[[#@LINE-2]]:80: error: expected an expression, found '{'
#pragma redistribute a[({ n; })] from(block onto(int{4})) to(cyclic onto(4))
}
