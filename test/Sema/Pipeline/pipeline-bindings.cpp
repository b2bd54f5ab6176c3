// Structured bindings, macros and references in stages.
// REQUIRES: compiler
// RUN: %check_redistc %s %t --dump=sema
#include "Inputs/pipeline.h"

std::pair<int, long> split(int x) { return {x, x}; }
std::pair<int, long> pairs[4];
#define TWICE(x) ((x) * 2)
void bindings(int n, long &sum) {
#pragma pipeline
  for (auto &[low, high] : pairs) {
    int a;
    auto [b, c] = std::pair<int, long>{1, 2};
#pragma pipeline stage
    {
      auto [x, y] = split(low);
      a = TWICE(x);
      b = y;
    }
#pragma pipeline stage
    {
      long &into = sum;
      into += a + b + c + high;
    }
  }
}
// CHECK: {{^}}sema: pipeline 0 at line 10{{$}}
// CHECK-NEXT: {{^}}  comm: MPI_COMM_WORLD{{$}}
// CHECK-NEXT: {{^}}  mapping: auto{{$}}
// CHECK-NEXT: {{^}}  header: every rank{{$}}
// CHECK-NEXT: {{^}}  stage: 1 at line 14, movable{{$}}
// CHECK-NEXT: {{^}}    carries: a (int, 4 bytes), b (int, 4 bytes){{$}}
// CHECK-NEXT: {{^}}  stage: 2 at line 20, movable{{$}}
// CHECK-NEXT: {{^}}  state: sum (long) of stage 2{{$}}
// CHECK-NEXT: {{^}}  item: a, b{{$}}
// CHECK-NEXT: {{^}}  instance: (here){{$}}
// CHECK-NEXT: {{^}}    stage 1 bytes: 8{{$}}
// CHECK-NEXT: {{^}}    stage 2 bytes: 0{{$}}
