// One run shows the errors of syntax, of the program, and of meaning.
// REQUIRES: compiler
// RUN: %check_redistc %s %t -- -ferror-limit=0
#include "../../Inputs/mock.h"

void f(std::vector<double> &a, long n) {
#pragma redistribute a[n] from(block onto(4)) too(cyclic onto(4))
// CHECK: {{^}}syntax-and-meaning-error.cpp:[[#@LINE-1]]:47: error: unknown clause 'too'; did you mean 'to'?
#pragma redistribute a[n] from(block onto(4)) to(cyclic onto(4)
// CHECK: {{^}}syntax-and-meaning-error.cpp:[[#@LINE-1]]:64: error: expected ')', found end of directive
// CHECK: {{^}}syntax-and-meaning-error.cpp:[[#@LINE-2]]:49: note: to match this '('
  int value = undeclared;
// CHECK: {{^}}syntax-and-meaning-error.cpp:[[#@LINE-1]]:15: error: use of undeclared identifier 'undeclared'
#pragma redistribute a[n] from(cyclic(0) onto(4)) to(cyclic onto(-4))
// CHECK: {{^}}syntax-and-meaning-error.cpp:[[#@LINE-1]]:39: error: block size must be positive, found 0
// CHECK: {{^}}syntax-and-meaning-error.cpp:[[#@LINE-2]]:66: error: number of ranks must be positive, found -4
}
