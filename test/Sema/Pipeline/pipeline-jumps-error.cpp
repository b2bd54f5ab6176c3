// A stage may end the item, and the first one the loop, by `break`; there is no
// other way out of the loop, and nothing jumps into it.
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
    {
      if (x)
        continue;
      while (x > 3)
        break;
      break;
    }
  }
  goto inside;
out:
  return 0;
}
void ends(std::vector<int> values, int n) {
#pragma pipeline
  for (int value : values) {
    int x;
#pragma pipeline stage
    {
      x = produce(value);
      if (x == 1)
        break;
      if (x == 2)
        break;
    }
#pragma pipeline stage
    produce(x);
  }
#pragma pipeline
  for (int i = 0; int left = n - i; ++i) {
    int x;
#pragma pipeline stage replicate(2)
    {
      x = produce(left);
      if (x == 1)
        break;
    }
#pragma pipeline stage
    produce(x);
  }
#pragma pipeline
  for (int i = 0; i < n; ++i) {
    int x;
#pragma pipeline stage replicate(auto)
    {
      x = produce(i);
      if (x == 1)
        break;
    }
#pragma pipeline stage
    produce(x);
  }
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
// CHECK: {{^}}pipeline-jumps-error.cpp:18:9: error: 'goto' leaves the loop of a pipeline: other ranks would wait for the rest; 'continue' ends an item, and 'break' in the first stage the loop
// CHECK: {{^}}pipeline-jumps-error.cpp:12:1: note: the stage begins here
// CHECK: {{^}}pipeline-jumps-error.cpp:26:11: error: 'return' leaves the loop of a pipeline: other ranks would wait for the rest; 'continue' ends an item, and 'break' in the first stage the loop
// CHECK: {{^}}pipeline-jumps-error.cpp:12:1: note: the stage begins here
// CHECK: {{^}}pipeline-jumps-error.cpp:43:7: error: 'break' leaves the loop of a pipeline: other ranks would wait for the rest; 'continue' ends an item, and 'break' in the first stage the loop
// CHECK: {{^}}pipeline-jumps-error.cpp:37:1: note: the stage begins here
// CHECK: {{^}}pipeline-jumps-error.cpp:46:3: error: this 'goto' jumps into a stage of a pipeline
// CHECK: {{^}}pipeline-jumps-error.cpp:12:1: note: the stage begins here
// CHECK: {{^}}pipeline-jumps-error.cpp:58:9: error: every rank iterates over the range of a pipeline, which must be the same for all of them, but stage 1 may end the loop by 'break'; use a 'while' loop, whose condition the rank of stage 1 evaluates
// CHECK: {{^}}pipeline-jumps-error.cpp:52:3: note: the loop is here
// CHECK: {{^}}pipeline-jumps-error.cpp:66:23: error: the condition declares 'left', and the rank of stage 1 alone can evaluate it, since stage 1 may end the loop by 'break': declare the variable before the loop, and assign it in the condition
// CHECK: {{^}}pipeline-jumps-error.cpp:80:34: error: stage 1 cannot be replicated: one rank alone evaluates the header of the loop, since stage 1 may end the loop by 'break'
// CHECK: {{^}}pipeline-jumps-error.cpp:96:7: error: this label of a 'switch' around it jumps into a stage of a pipeline
// CHECK: {{^}}pipeline-jumps-error.cpp:94:1: note: the stage begins here
