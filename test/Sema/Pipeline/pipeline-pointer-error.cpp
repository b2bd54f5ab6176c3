// Pointers and references lead to what they are bound to.
// REQUIRES: compiler
// RUN: %check_redistc %s %t -- -ferror-limit=0
#include "Inputs/pipeline.h"

int produce(int);
void pointers(int n, std::vector<int> &values) {
  int count = 0, sum = 0;
  int *p = &count;
  int &r = sum;
  auto *data = values.data();
#pragma pipeline
  for (int i = 0; i < n; ++i) {
    int x;
#pragma pipeline stage
    {
      x = produce(i);
      ++*p;
      r += x;
      data[i] = x;
    }
#pragma pipeline stage
    x = count;
#pragma pipeline stage
    x = sum;
#pragma pipeline stage
    x = values[i];
  }
}
// CHECK: {{^}}pipeline-pointer-error.cpp:23:9: error: 'count' is read by stage 2, but is the state of stage 1, which writes it: a variable of the item can travel from stage to stage
// CHECK: {{^}}pipeline-pointer-error.cpp:18:9: note: 'count' is written by stage 1 here
// CHECK: {{^}}pipeline-pointer-error.cpp:25:9: error: 'sum' is read by stage 3, but is the state of stage 1, which writes it: a variable of the item can travel from stage to stage
// CHECK: {{^}}pipeline-pointer-error.cpp:19:7: note: 'sum' is written by stage 1 here
// CHECK: {{^}}pipeline-pointer-error.cpp:27:9: error: 'values' is read by stage 4, but is the state of stage 1, which writes it: a variable of the item can travel from stage to stage
// CHECK: {{^}}pipeline-pointer-error.cpp:20:7: note: 'values' is written by stage 1 here
