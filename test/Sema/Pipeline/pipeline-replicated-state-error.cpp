// A stage with state, that of the header, or one at a rank is not replicated.
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
bool more();
void replicatedFirst(int n) {
  int sum = 0;
#pragma pipeline
  while (more()) {
    int x;
#pragma pipeline stage replicate(2)
    x = produce(n);
#pragma pipeline stage
    sum += x;
  }
#pragma pipeline
  for (int i = 0; i < n; ++i) {
    int x;
#pragma pipeline stage replicate(2) at(1)
    x = produce(i);
#pragma pipeline stage replicate(1) at(1)
    x = produce(x);
#pragma pipeline stage
    sum += x;
  }
}
// CHECK: {{^}}pipeline-replicated-state-error.cpp:14:34: error: a stage with state cannot be replicated: 'count' belongs to one rank
// CHECK: {{^}}pipeline-replicated-state-error.cpp:15:5: note: 'count' is written here
// CHECK: {{^}}pipeline-replicated-state-error.cpp:24:34: error: a stage with state cannot be replicated: standard output belongs to one rank
// CHECK: {{^}}pipeline-replicated-state-error.cpp:25:5: note: standard output is written here
// CHECK: {{^}}pipeline-replicated-state-error.cpp:34:34: error: stage 1 cannot be replicated: one rank alone evaluates the header of the loop, since it calls 'more', whose body is not visible
// CHECK: {{^}}pipeline-replicated-state-error.cpp:42:34: error: a stage at one rank cannot be replicated
// CHECK: {{^}}pipeline-replicated-state-error.cpp:42:40: note: the rank is here
