// A source with errors of its own: Clang tells them, and nothing is written.
// REQUIRES: compiler
// RUN: %check_redistc %s %t -- -ferror-limit=0
#include "../../Inputs/mock.h"

void f(std::vector<double> &a, long n) {
  int unfinished = ;
// CHECK: {{^}}not-compiling-error.cpp:[[#@LINE-1]]:20: error: expected expression
#pragma redistribute a[n] from(block onto(4)) to(cyclic onto(4))
  unknownName();
// CHECK: {{^}}not-compiling-error.cpp:[[#@LINE-1]]:3: error: use of undeclared identifier 'unknownName'
}
