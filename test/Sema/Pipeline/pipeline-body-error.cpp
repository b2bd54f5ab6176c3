// The body of the loop holds item declarations, then two stages or more.
// REQUIRES: compiler
// RUN: %check_redistc %s %t -- -ferror-limit=0
#include "Inputs/pipeline.h"

int produce(int);
void bodies(int n) {
#pragma pipeline
  for (int i = 0; i < n; ++i)
    produce(i);
#pragma pipeline
  for (int i = 0; i < n; ++i) {
  }
#pragma pipeline
  for (int i = 0; i < n; ++i) {
    int x;
#pragma pipeline stage
    x = produce(i);
  }
#pragma pipeline
  for (int i = 0; i < n; ++i) {
    int x;
    x = produce(i);
    if (x)
      continue;
#pragma pipeline stage
    x = produce(i);
    int y = 2;
    produce(x);
#pragma pipeline stage
    x = produce(x);
    for (;;)
      ;
#pragma pipeline stage
    int z = 3;
#pragma pipeline stage
  }
#pragma pipeline
  for (int i = 0; i < n; ++i) {
#pragma pipeline stage
#pragma pipeline stage
    produce(i);
#pragma reduce(+ : n)
  }
}
// CHECK: {{^}}pipeline-body-error.cpp:10:5: error: expected '{' before the body of a pipeline's loop, found a call: it holds item declarations, then stages
// CHECK: {{^}}pipeline-body-error.cpp:11:1: error: a pipeline has at least two stages, found none
// CHECK: {{^}}pipeline-body-error.cpp:14:1: error: a pipeline has at least two stages, found one
// CHECK: {{^}}pipeline-body-error.cpp:17:1: note: the only stage begins here
// CHECK: {{^}}pipeline-body-error.cpp:23:5: error: an assignment is in no stage: expected '#pragma pipeline stage' before it
// CHECK: {{^}}pipeline-body-error.cpp:20:1: note: the pipeline is here
// CHECK: {{^}}pipeline-body-error.cpp:24:5: error: an 'if' statement is in no stage: expected '#pragma pipeline stage' before it
// CHECK: {{^}}pipeline-body-error.cpp:20:1: note: the pipeline is here
// CHECK: {{^}}pipeline-body-error.cpp:28:5: error: declaration of 'y' behind a stage: the variables of an item are declared before the first stage
// CHECK: {{^}}pipeline-body-error.cpp:26:1: note: the first stage begins here
// CHECK: {{^}}pipeline-body-error.cpp:29:5: error: a call is in no stage: expected '#pragma pipeline stage' before it
// CHECK: {{^}}pipeline-body-error.cpp:20:1: note: the pipeline is here
// CHECK: {{^}}pipeline-body-error.cpp:32:5: error: a 'for' statement is in no stage: expected '#pragma pipeline stage' before it
// CHECK: {{^}}pipeline-body-error.cpp:20:1: note: the pipeline is here
// CHECK: {{^}}pipeline-body-error.cpp:35:5: error: a stage cannot be a declaration: declare 'z' before the first stage, and assign it here
// CHECK: {{^}}pipeline-body-error.cpp:34:1: note: the stage begins here
// CHECK: {{^}}pipeline-body-error.cpp:36:1: error: expected a statement after '#pragma pipeline stage', found the end of the loop's body
// CHECK: {{^}}pipeline-body-error.cpp:40:1: error: expected a statement after '#pragma pipeline stage', found '#pragma pipeline stage'
// CHECK: {{^}}pipeline-body-error.cpp:43:1: error: '#pragma reduce' between the stages of a pipeline: ranks that skip an item would not take part
// CHECK: {{^}}pipeline-body-error.cpp:38:1: note: the pipeline is here
