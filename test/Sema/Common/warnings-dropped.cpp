// Warnings of the program are for the compiler proper, also with -Werror.
// REQUIRES: compiler
// RUN: %check_redistc %s %t -- -Wall -Wextra -Werror -pedantic
#include "../../Inputs/mock.h"

#warning of the user
void f(std::vector<double> &a, unsigned n) {
  int unused;
  if (n < -1)
    return;
#pragma redistribute a[n] from(block onto(4)) to(cyclic onto(4))
}
// CHECK-NOT: {{.}}
