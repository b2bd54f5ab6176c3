// A variable from outside the loop that two stages write.
// REQUIRES: compiler
// RUN: %check_redistc %s %t -- -ferror-limit=0
#include "Inputs/pipeline.h"

int produce(int);
int total;
struct Counter {
  int value = 0;
  void add(int x) { value += x; }
};
void writers(int n) {
  int count = 0;
  Counter counter;
#pragma pipeline
  for (int i = 0; i < n; ++i) {
    int x;
#pragma pipeline stage
    {
      x = produce(i);
      ++count;
      counter.add(x);
      total = x;
    }
#pragma pipeline stage
    count += x;
#pragma pipeline stage
    {
      counter.add(x);
      total += x;
    }
  }
}
// CHECK: {{^}}pipeline-two-writers-error.cpp:26:5: error: 'count' is written by two stages, 1 and 2: what outlives an item is the state of one stage
// CHECK: {{^}}pipeline-two-writers-error.cpp:21:9: note: 'count' is written by stage 1 here
// CHECK: {{^}}pipeline-two-writers-error.cpp:29:15: error: 'counter' is written by two stages, 1 and 3: what outlives an item is the state of one stage
// CHECK: {{^}}pipeline-two-writers-error.cpp:10:21: note: in function 'add', here
// CHECK: {{^}}pipeline-two-writers-error.cpp:22:15: note: 'counter' is written by stage 1 here
// CHECK: {{^}}pipeline-two-writers-error.cpp:10:21: note: in function 'add', here
// CHECK: {{^}}pipeline-two-writers-error.cpp:30:7: error: 'total' is written by two stages, 1 and 3: what outlives an item is the state of one stage
// CHECK: {{^}}pipeline-two-writers-error.cpp:23:7: note: 'total' is written by stage 1 here
