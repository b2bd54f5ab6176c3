// Arithmetic leaves flags behind, on the rank of its stage alone.
// REQUIRES: compiler
// RUN: %check_redistc %s %t -- -ferror-limit=0
#include <cfenv>

void exceptions(int n, double &sum) {
#pragma pipeline
  for (int i = 0; i < n; ++i) {
    long x = 0;
#pragma pipeline stage
    x = i + 1L;
#pragma pipeline stage
    sum += 1.0 / static_cast<double>(x);
  }
  if (std::fetestexcept(FE_INEXACT))
    sum = 0;
}
// CHECK: {{^}}pipeline-floating-point-behind-error.cpp:13:38: error: the floating-point environment is written by stage 2, and read behind the loop, but is up to date on the rank of that stage alone
// CHECK: {{^}}pipeline-floating-point-behind-error.cpp:15:7: note: the floating-point environment is read here
// CHECK: {{^}}pipeline-floating-point-behind-error.cpp:13:5: note: other ranks read what was there before the loop; where that is meant, state what stage 2 reads and writes with 'in(...)' and 'out(...)' that do not name it
