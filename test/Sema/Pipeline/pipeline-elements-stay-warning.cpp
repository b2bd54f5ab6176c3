// Behind a pointer that a stage calculates with, nobody knows how much there
// is: a warning where other code will look for it.
// REQUIRES: compiler
// RUN: %check_redistc %s %t
#include "Inputs/pipeline.h"

int produce(int i) { return i; }
void fill(double *values, int n);

void given(double *out, double *filled, double *next, long *one, int n) {
#pragma pipeline
  for (int i = 0; i < n; ++i) {
    int x = 0;
#pragma pipeline stage
    {
      x = produce(i);
      *one += x;
    }
#pragma pipeline stage
    {
      out[i] = x;
      fill(filled, n);
      *next++ = x;
    }
  }
}
// CHECK: {{^}}pipeline-elements-stay-warning.cpp:21:7: warning: what 'out' refers to is up to date on the rank of stage 2 alone: the number of its elements is not known; a std::span knows it
// CHECK: {{^}}pipeline-elements-stay-warning.cpp:22:12: warning: what 'filled' refers to is up to date on the rank of stage 2 alone: the number of its elements is not known; a std::span knows it
// CHECK: {{^}}pipeline-elements-stay-warning.cpp:23:7: warning: what 'next' refers to is up to date on the rank of stage 2 alone: the number of its elements is not known; a std::span knows it
