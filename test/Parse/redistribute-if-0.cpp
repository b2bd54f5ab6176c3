// What the preprocessor leaves out is left alone.
// REQUIRES: compiler
// RUN: %check_redistc %s %t
#include "../Inputs/mock.h"

void f(std::vector<double> &a, long n) {
#if 0
#pragma redistribute nonsense
#pragma redistribute a[n] from(block onto(2)) to(cyclic onto(2))
#endif
}
// CHECK-NOT: {{.}}
