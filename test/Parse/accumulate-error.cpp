// What stands in accumulate(...).
// REQUIRES: compiler
// RUN: %check_redistc %s %t -- -ferror-limit=0
#include "../Inputs/mock.h"

void f(std::vector<double> &a, std::vector<double> &b, long n) {
#pragma redistribute a[n] from(block onto(4)) to(cyclic onto(4)) into(b) accumulate()
// CHECK: {{^}}accumulate-error.cpp:[[#@LINE-1]]:85: error: expected '+', '*', '&', '|', '^', '&&', '||', 'min', 'max' or the name of an operator, found ')'
#pragma redistribute a[n] from(block onto(4)) to(cyclic onto(4)) into(b) accumulate(-)
// CHECK: {{^}}accumulate-error.cpp:[[#@LINE-1]]:85: error: expected '+', '*', '&', '|', '^', '&&', '||', 'min', 'max' or the name of an operator, found '-'
#pragma redistribute a[n] from(block onto(4)) to(cyclic onto(4)) into(b) accumulate(+ : b)
// CHECK: {{^}}accumulate-error.cpp:[[#@LINE-1]]:87: error: expected ')' after '+', found ':'
#pragma redistribute a[n] from(block onto(4)) to(cyclic onto(4)) into(b) accumulate(+) accumulate(*)
// CHECK: {{^}}accumulate-error.cpp:[[#@LINE-1]]:88: error: clause 'accumulate' may appear only once
// CHECK: {{^}}accumulate-error.cpp:[[#@LINE-2]]:74: note: first 'accumulate' is here
#pragma redistribute a[n] from(block onto(4)) to(cyclic onto(4)) into(b) accumulate(std::plus<>())
// CHECK: {{^}}accumulate-error.cpp:[[#@LINE-1]]:85: error: 'std::plus<>()' is an expression, and no name of an operator: write '+' instead
#pragma redistribute a[n] from(block onto(4)) to(cyclic onto(4)) into(b) acumulate(+)
// CHECK: {{^}}accumulate-error.cpp:[[#@LINE-1]]:74: error: unknown clause 'acumulate'; did you mean 'accumulate'?
#pragma redistribute a[n] from(block onto(4)) to(cyclic onto(4)) into(b) accumulate
// CHECK: {{^}}accumulate-error.cpp:[[#@LINE-1]]:84: error: expected '(' after 'accumulate', found end of directive
}
