// Two stages that print would print in another order.
// REQUIRES: compiler
// RUN: %check_redistc %s %t -- -ferror-limit=0
#include "Inputs/pipeline.h"

int produce(int);
void print(int n) {
#pragma pipeline
  for (int i = 0; i < n; ++i) {
    int x;
#pragma pipeline stage
    {
      std::cout << i;
      x = rand();
    }
#pragma pipeline stage
    {
      printf("%d", x);
      x = rand();
    }
  }
}
// CHECK: {{^}}pipeline-standard-output-error.cpp:18:7: error: standard output is written by two stages, 1 and 2: what outlives an item is the state of one stage
// CHECK: {{^}}pipeline-standard-output-error.cpp:13:7: note: standard output is written by stage 1 here
// CHECK: {{^}}pipeline-standard-output-error.cpp:19:11: error: the state of 'rand' is written by two stages, 1 and 2: what outlives an item is the state of one stage
// CHECK: {{^}}pipeline-standard-output-error.cpp:14:11: note: the state of 'rand' is written by stage 1 here
