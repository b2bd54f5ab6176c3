// All arithmetic on floating-point numbers depends on how results are rounded.
// REQUIRES: compiler
// RUN: %check_redistc %s %t -- -ferror-limit=0
#include <cfenv>
#include <cmath>

long rounded(int n) {
  long sum = 0;
#pragma pipeline
  for (int i = 0; i < n; ++i) {
    long x = 0;
#pragma pipeline stage
    {
      std::fesetround(i % 2 ? FE_UPWARD : FE_DOWNWARD);
      x = i;
    }
#pragma pipeline stage
    sum += x + std::lrint(0.3 * i);
  }
  return sum;
}
// Integers are not rounded.
long exact(int n) {
  long sum = 0;
#pragma pipeline
  for (int i = 0; i < n; ++i) {
    long x = 0;
#pragma pipeline stage
    {
      std::fesetround(i % 2 ? FE_UPWARD : FE_DOWNWARD);
      x = std::lrint(0.3 * i);
    }
#pragma pipeline stage
    sum += x;
  }
  return sum;
}
// CHECK: {{^}}pipeline-rounding-error.cpp:18:33: error: the floating-point environment is read by stage 2, but stage 1 writes it: memory that outlives the item belongs to one stage
// CHECK: {{^}}pipeline-rounding-error.cpp:14:7: note: the floating-point environment is written here
