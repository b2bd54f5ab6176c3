// Parameters that all calls give different objects to do not meet.
// REQUIRES: compiler
// RUN: %check_redistc %s %t --dump=sema
#include "Inputs/pipeline.h"

static void apart(const int *in, int *out, int n) {
#pragma pipeline
  for (int i = 0; i < n; ++i) {
    int x;
#pragma pipeline stage
    x = in[i];
#pragma pipeline stage
    out[i] = x;
  }
}
void references(std::vector<int> &in, std::vector<int> &out) {
#pragma pipeline
  for (const int &i : in) {
    int x;
#pragma pipeline stage
    x = i;
#pragma pipeline stage
    out.push_back(x);
  }
}
void caller(int n) {
  std::vector<int> in, out;
  apart(in.data(), out.data(), n);
}
// CHECK: {{^}}sema: pipeline 0 at line 7{{$}}
// CHECK-NEXT: {{^}}  comm: MPI_COMM_WORLD{{$}}
// CHECK-NEXT: {{^}}  mapping: auto{{$}}
// CHECK-NEXT: {{^}}  header: every rank{{$}}
// CHECK-NEXT: {{^}}  stage: 1 at line 10, movable{{$}}
// CHECK-NEXT: {{^}}    carries: x (int, 4 bytes){{$}}
// CHECK-NEXT: {{^}}  stage: 2 at line 12, stays: its state cannot travel: what 'out' refers to, of type 'int'{{$}}
// CHECK-NEXT: {{^}}  state: *out (int) of stage 2, stays there{{$}}
// CHECK-NEXT: {{^}}  item: x{{$}}
// CHECK-NEXT: {{^}}  instance: (here){{$}}
// CHECK-NEXT: {{^}}    stage 1 bytes: 4{{$}}
// CHECK-NEXT: {{^}}    stage 2 bytes: 0{{$}}
// CHECK: {{^}}sema: pipeline 3 at line 17{{$}}
// CHECK-NEXT: {{^}}  comm: MPI_COMM_WORLD{{$}}
// CHECK-NEXT: {{^}}  mapping: auto{{$}}
// CHECK-NEXT: {{^}}  header: every rank{{$}}
// CHECK-NEXT: {{^}}  stage: 1 at line 20, movable{{$}}
// CHECK-NEXT: {{^}}    carries: x (int, 4 bytes){{$}}
// CHECK-NEXT: {{^}}  stage: 2 at line 22, movable{{$}}
// CHECK-NEXT: {{^}}  state: out (std::vector<int>) of stage 2{{$}}
// CHECK-NEXT: {{^}}  item: x{{$}}
// CHECK-NEXT: {{^}}  instance: (here){{$}}
// CHECK-NEXT: {{^}}    stage 1 bytes: 4{{$}}
// CHECK-NEXT: {{^}}    stage 2 bytes: 0{{$}}
// CHECK: {{^}}pipeline-parameters-apart.cpp:13:5: warning: what 'out' refers to is up to date on the rank of stage 2 alone: the number of its elements is not known; a std::span knows it
