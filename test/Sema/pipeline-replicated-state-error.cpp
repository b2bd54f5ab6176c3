// A stage with state is not replicated.
// REQUIRES: compiler
// RUN: %check_redistc %s %t -- -ferror-limit=0
#include "Inputs/pipeline.h"

int produce(int);
void replicated(int n) {
  int count = 0;
#pragma pipeline
  for (int i = 0; i < n; ++i) {
    int x;
#pragma pipeline stage
    x = produce(i);
#pragma pipeline stage replicate(auto)
    count += x;
  }
#pragma pipeline
  for (int i = 0; i < n; ++i) {
    int x;
#pragma pipeline stage
    x = produce(i);
#pragma pipeline stage replicate(1)
    count += x;
#pragma pipeline stage replicate(n)
    printf("%d", x);
  }
}
// CHECK: {{^}}pipeline-replicated-state-error.cpp:14:34: error: a stage with state cannot be replicated: 'count' belongs to one rank
// CHECK: {{^}}pipeline-replicated-state-error.cpp:15:5: note: 'count' is written here
// CHECK: {{^}}pipeline-replicated-state-error.cpp:24:34: error: a stage with state cannot be replicated: standard output belongs to one rank
// CHECK: {{^}}pipeline-replicated-state-error.cpp:25:5: note: standard output is written here
