// Behind a directive as the lone body of a 'do' its ';' ends nothing.
// REQUIRES: compiler
// RUN: %check_redistc %s %t -- -ferror-limit=0
#include "../../Inputs/mock.h"

void f(std::vector<int> &a, int n) {
  do
#pragma redistribute a[n] from(block onto(4)) to(cyclic onto(4))
  ;
  while (n-- > 0);
}
// CHECK: {{^}}placement-do-body-error.cpp:9:3: error: '#pragma redistribute' may not be the whole body of a loop without braces
// CHECK: {{^}}placement-do-body-error.cpp:7:3: note: to match this 'do'
