// A translation unit for which Clang generates no code.
// REQUIRES: compiler
// RUN: %check_redistc %s %t
extern "C" void other() __attribute__((alias("missing")));
long twice(int n) {
  long sum = 0;
#pragma pipeline
  for (int i = 0; i < n; ++i) {
    long x = 0;
#pragma pipeline stage
    x = i;
#pragma pipeline stage
    sum += x;
  }
  return sum;
}
// CHECK: {{^}}pipeline-no-code-error.cpp:8:3: error: cannot see what the stages of this pipeline do: Clang generates no code for the translation unit
