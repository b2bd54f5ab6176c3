// A call that gives one object to two parameters is seen.
// REQUIRES: compiler
// RUN: %check_redistc %s %t -- -ferror-limit=0
#include "Inputs/pipeline.h"

static void together(std::vector<int> &in, std::vector<int> &out, int n) {
#pragma pipeline
  for (int i = 0; i < n; ++i) {
    int x;
#pragma pipeline stage
    x = in[i];
#pragma pipeline stage
    out[i] = x;
  }
}
void caller(int n) {
  std::vector<int> both;
  together(both, both, n);
}
// CHECK: {{^}}pipeline-parameters-meet-error.cpp:11:9: error: 'in', read by stage 1, may be the same as 'out', which stage 2 writes; declare pointers '__restrict' where they never meet
// CHECK: {{^}}pipeline-parameters-meet-error.cpp:13:5: note: 'out' is written by stage 2 here
