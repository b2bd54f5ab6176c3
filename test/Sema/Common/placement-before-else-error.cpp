// A directive that is ignored leaves an 'if' and its 'else' together; one that
// is not takes them apart.
// REQUIRES: compiler
// RUN: %check_redistc %s %t -- -ferror-limit=0
#include "../../Inputs/mock.h"

void f(std::vector<double> &a, long n) {
  if (n > 1)
    n = 1;
#pragma redistribute a[n] from(block onto(4)) to(cyclic onto(4)) // first
  // A comment.
  else
    // CHECK: {{^}}placement-before-else-error.cpp:[[#@LINE-1]]:3: error: 'else' after '#pragma redistribute': no directive may stand between an 'if' and its 'else'
    n = 2;
  if (n > 2) {
  }
  _Pragma("redistribute a[n] from(block onto(4)) to(cyclic onto(4))") else {}
  // CHECK: {{^}}placement-before-else-error.cpp:[[#@LINE-1]]:71: error: 'else' after '#pragma redistribute': no directive may stand between an 'if' and its 'else'
  if (n > 2) {
  }
#pragma redistribute a[n] from(block onto(4)) to(cyclic onto(4))
  n = 3;
  else {}
  // CHECK: {{^}}placement-before-else-error.cpp:[[#@LINE-1]]:3: error: expected expression
}
