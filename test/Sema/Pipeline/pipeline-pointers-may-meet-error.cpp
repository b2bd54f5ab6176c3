// Pointers of which nothing is known may refer to one object.
// REQUIRES: compiler
// RUN: %check_redistc %s %t -- -ferror-limit=0
#include "Inputs/pipeline.h"

int produce(int);
void meet(int n, const int *in, int *out, double *other, int *__restrict own) {
#pragma pipeline
  for (int i = 0; i < n; ++i) {
    int x;
#pragma pipeline stage
    x = in[i];
#pragma pipeline stage
    {
      out[i] = x;
      other[i] = x;
      own[i] = x;
    }
  }
}
// CHECK: {{^}}pipeline-pointers-may-meet-error.cpp:12:9: error: what 'in' refers to, read by stage 1, may be the same as what 'out' refers to, which stage 2 writes; declare pointers '__restrict' where they never meet
// CHECK: {{^}}pipeline-pointers-may-meet-error.cpp:15:7: note: what 'out' refers to is written by stage 2 here
