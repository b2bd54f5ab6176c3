// A ';' forgotten before a directive: what follows looks like an initializer.
// REQUIRES: compiler
// RUN: %check_redistc %s %t -- -ferror-limit=0
#include "../../Inputs/mock.h"

void f(std::vector<double> &a, long n) {
  std::vector<double> b
#pragma redistribute a[n] from(block onto(4)) to(cyclic onto(4)) into(b)
// CHECK: {{^}}placement-semicolon-error.cpp:[[#@LINE-1]]:1: error: '#pragma redistribute' must stand where a statement may stand, inside a function body
// CHECK: {{^}}placement-semicolon-error.cpp:[[#@LINE-2]]:1: note: is a ';' missing before the directive?
}
