// A stage may end the item, but not leave the loop, and nothing jumps into it.
// REQUIRES: compiler
// RUN: %check_redistc %s %t -- -ferror-limit=0
#include "Inputs/pipeline.h"

int produce(int);
int jumps(int n) {
#pragma pipeline
  while (--n > 0) {
    int x;
#pragma pipeline stage
    {
      x = produce(n);
      if (x == 1)
        break;
      if (x == 2)
        goto out;
    inside:
      for (int k = 0; k < x; ++k) {
        if (k == 3)
          break;
        if (k == 4)
          goto inside;
        if (k == 5)
          return 5;
      }
      switch (x) {
      case 1:
        break;
      default:
        continue;
      }
      auto f = [](int k) { return k; };
      f(x);
    }
#pragma pipeline stage
    if (x)
      continue;
  }
  goto inside;
out:
  return 0;
}
void choice(int n) {
  switch (n) {
#pragma pipeline
    while (--n) {
#pragma pipeline stage
      {
      case 1:
        produce(n);
      }
#pragma pipeline stage
      produce(n);
    }
  }
}
// CHECK: {{^}}pipeline-jumps-error.cpp:15:9: error: 'break' leaves the loop of a pipeline: other ranks would wait for the rest; 'continue' ends an item
// CHECK: {{^}}pipeline-jumps-error.cpp:11:1: note: the stage begins here
// CHECK: {{^}}pipeline-jumps-error.cpp:17:9: error: 'goto' leaves the loop of a pipeline: other ranks would wait for the rest; 'continue' ends an item
// CHECK: {{^}}pipeline-jumps-error.cpp:11:1: note: the stage begins here
// CHECK: {{^}}pipeline-jumps-error.cpp:25:11: error: 'return' leaves the loop of a pipeline: other ranks would wait for the rest; 'continue' ends an item
// CHECK: {{^}}pipeline-jumps-error.cpp:11:1: note: the stage begins here
// CHECK: {{^}}pipeline-jumps-error.cpp:40:3: error: this 'goto' jumps into a stage of a pipeline
// CHECK: {{^}}pipeline-jumps-error.cpp:11:1: note: the stage begins here
// CHECK: {{^}}pipeline-jumps-error.cpp:50:7: error: this label of a 'switch' around it jumps into a stage of a pipeline
// CHECK: {{^}}pipeline-jumps-error.cpp:48:1: note: the stage begins here
