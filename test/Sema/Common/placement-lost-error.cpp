// A directive that is preprocessed and then not compiled is not lost in silence.
// REQUIRES: compiler
// RUN: %check_redistc %s %t -- -fms-extensions
#include "../../Inputs/mock.h"

void f(std::vector<double> &a, long n) {
  __if_exists(nothing) {
#pragma redistribute a[n] from(block onto(4)) to(cyclic onto(4))
// CHECK: {{^}}placement-lost-error.cpp:[[#@LINE-1]]:1: error: internal: '#pragma redistribute' is in no code that redistc sees compiled; please report this
  }
}
