// Stages stand in the body of a pipeline's loop, and hold no directives.
// REQUIRES: compiler
// RUN: %check_redistc %s %t -- -ferror-limit=0
#include "Inputs/pipeline.h"

int produce(int);
void places(int n, double *x) {
#pragma pipeline stage
  produce(n);
  for (int i = 0; i < n; ++i) {
#pragma pipeline stage
    produce(i);
  }
#pragma pipeline
  for (int i = 0; i < n; ++i) {
#pragma pipeline stage
    {
#pragma pipeline stage
      produce(i);
    }
#pragma pipeline stage
    {
      auto later = [&] {
#pragma reduce(+ : n)
      };
      later();
    }
#pragma pipeline stage
    {
#pragma pipeline
      for (int k = 0; k < n; ++k) {
#pragma pipeline stage
        produce(k);
#pragma pipeline stage
        produce(k);
      }
    }
  }
}
// CHECK: {{^}}pipeline-stage-placement-error.cpp:8:1: error: '#pragma pipeline stage' stands in no pipeline: expected it in the body of the loop behind '#pragma pipeline'
// CHECK: {{^}}pipeline-stage-placement-error.cpp:11:1: error: '#pragma pipeline stage' stands in no pipeline: expected it in the body of the loop behind '#pragma pipeline'
// CHECK: {{^}}pipeline-stage-placement-error.cpp:24:1: error: '#pragma reduce' inside a stage: ranks that do not run the stage would not take part
// CHECK: {{^}}pipeline-stage-placement-error.cpp:21:1: note: the stage begins here
// CHECK: {{^}}pipeline-stage-placement-error.cpp:30:1: error: '#pragma pipeline' inside a stage: ranks that do not run the stage would not take part
// CHECK: {{^}}pipeline-stage-placement-error.cpp:28:1: note: the stage begins here
// CHECK: {{^}}pipeline-stage-placement-error.cpp:18:1: error: '#pragma pipeline stage' inside another stage
// CHECK: {{^}}pipeline-stage-placement-error.cpp:16:1: note: the other stage begins here
