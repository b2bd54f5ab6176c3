// Lambdas write what they capture by reference, wherever they are called.
// REQUIRES: compiler
// RUN: %check_redistc %s %t -- -ferror-limit=0
#include "Inputs/pipeline.h"

int produce(int);
void lambdas(int n) {
  int total = 0, other = 0;
  auto add = [&](int x) { total += x; };
  std::function<void(int)> stored = [&other](int x) { other = x; };
  auto copy = [total](int x) { return total + x; };
#pragma pipeline
  for (int i = 0; i < n; ++i) {
    int x;
#pragma pipeline stage
    {
      x = copy(i);
      add(x);
      stored(x);
    }
#pragma pipeline stage
    add(x);
#pragma pipeline stage
    stored(x);
  }
}
// CHECK: {{^}}pipeline-lambda-error.cpp:22:5: error: 'total' is written by two stages, 1 and 2: what outlives an item is the state of one stage
// CHECK: {{^}}pipeline-lambda-error.cpp:9:27: note: in function 'operator()', here
// CHECK: {{^}}pipeline-lambda-error.cpp:18:7: note: 'total' is written by stage 1 here
// CHECK: {{^}}pipeline-lambda-error.cpp:9:27: note: in function 'operator()', here
// CHECK: {{^}}pipeline-lambda-error.cpp:24:5: error: 'other' is written by two stages, 1 and 3: what outlives an item is the state of one stage
// CHECK: {{^}}pipeline-lambda-error.cpp:10:55: note: in function 'operator()', here
// CHECK: {{^}}pipeline-lambda-error.cpp:19:7: note: 'other' is written by stage 1 here
// CHECK: {{^}}pipeline-lambda-error.cpp:10:55: note: in function 'operator()', here
