// A line marker may say that what follows is a system header's, as in the
// output of a preprocessor: such text is not the user's to be rewritten.
// REQUIRES: compiler
// RUN: %check_redistc %s %t
#include "../Inputs/mock.h"

# 100 "system.h" 3
void f(std::vector<double> &a, long n) {
#pragma redistribute a[n] from(block onto(4)) to(cyclic onto(4))
// CHECK: {{^}}system.h:101:1: error: '#pragma redistribute' stands where the text of the file cannot be replaced
}
