// A variable that one stage writes and another reads.
// REQUIRES: compiler
// RUN: %check_redistc %s %t -- -ferror-limit=0
#include "Inputs/pipeline.h"

int produce(int);
void reader(int n) {
  int count = 0, limit = 0;
#pragma pipeline
  for (int i = 0; i < n; ++i) {
    int x;
#pragma pipeline stage
    x = produce(limit);
#pragma pipeline stage
    {
      ++count;
      limit = x;
    }
#pragma pipeline stage
    x = produce(count);
  }
}
// CHECK: {{^}}pipeline-read-of-state-error.cpp:13:17: error: 'limit' is read by stage 1, but is the state of stage 2, which writes it: a variable of the item can travel from stage to stage
// CHECK: {{^}}pipeline-read-of-state-error.cpp:17:7: note: 'limit' is written by stage 2 here
// CHECK: {{^}}pipeline-read-of-state-error.cpp:20:17: error: 'count' is read by stage 3, but is the state of stage 2, which writes it: a variable of the item can travel from stage to stage
// CHECK: {{^}}pipeline-read-of-state-error.cpp:16:9: note: 'count' is written by stage 2 here
