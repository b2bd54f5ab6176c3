// Between the head and the body of a function or handler a directive takes the
// place of the body.
// REQUIRES: compiler
// RUN: %check_redistc %s %t -- -ferror-limit=0
#include "../../Inputs/mock.h"

std::vector<double> a;
void f(long n)
#pragma redistribute a[n] from(block onto(4)) to(cyclic onto(4))
// CHECK: {{^}}placement-function-body-error.cpp:[[#@LINE-1]]:1: error: '#pragma redistribute' stands in place of a body: expected '{' before it
void g();
void h(long n) {
  try {
  } catch (...)
#pragma redistribute a[n] from(block onto(4)) to(cyclic onto(4))
// CHECK: {{^}}placement-function-body-error.cpp:[[#@LINE-1]]:1: error: '#pragma redistribute' stands in place of a body: expected '{' before it
  {}
}
