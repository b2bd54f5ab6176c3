// Clauses with their constants; ranges are left to the run time.
// REQUIRES: compiler
// RUN: %check_redistc %s %t --dump=sema
#include "Inputs/pipeline.h"

int produce(int x) { return x; }
void clauses(int n, std::vector<double> speeds) {
  const double matrix[3][3] = {};
#pragma pipeline onto(3) speeds(1, 2.5, n) bandwidth(1e9) latency(2) depth(4)  \
    mapping(h4)
  for (int i = 0; i < n; ++i) {
    int x;
#pragma pipeline stage work(2) data(8) at(1)
    x = produce(i);
#pragma pipeline stage work(n) replicate(2)
    produce(x);
  }
#pragma pipeline speeds(speeds) bandwidth(matrix)
  for (int i = 0; i < n; ++i) {
    int x;
#pragma pipeline stage
    x = produce(i);
#pragma pipeline stage replicate(auto)
    produce(x);
  }
}
// CHECK: {{^}}sema: pipeline 0 at line 9{{$}}
// CHECK-NEXT: {{^}}  comm: MPI_COMM_WORLD{{$}}
// CHECK-NEXT: {{^}}  mapping: h4{{$}}
// CHECK-NEXT: {{^}}  header: every rank{{$}}
// CHECK-NEXT: {{^}}  stage: 1 at line 13, movable{{$}}
// CHECK-NEXT: {{^}}    carries: x (int, 4 bytes){{$}}
// CHECK-NEXT: {{^}}  stage: 2 at line 15, movable{{$}}
// CHECK-NEXT: {{^}}  item: x{{$}}
// CHECK-NEXT: {{^}}  instance: (here){{$}}
// CHECK-NEXT: {{^}}    onto: 3{{$}}
// CHECK-NEXT: {{^}}    speeds: 1, 2.5, n = ?{{$}}
// CHECK-NEXT: {{^}}    bandwidth: 1e9 = 1000000000{{$}}
// CHECK-NEXT: {{^}}    latency: 2{{$}}
// CHECK-NEXT: {{^}}    depth: 4{{$}}
// CHECK-NEXT: {{^}}    stage 1 work: 2{{$}}
// CHECK-NEXT: {{^}}    stage 1 data: 8{{$}}
// CHECK-NEXT: {{^}}    stage 1 at: 1{{$}}
// CHECK-NEXT: {{^}}    stage 1 bytes: 4{{$}}
// CHECK-NEXT: {{^}}    stage 2 work: n = ?{{$}}
// CHECK-NEXT: {{^}}    stage 2 replicate: 2{{$}}
// CHECK-NEXT: {{^}}    stage 2 bytes: 0{{$}}
// CHECK: {{^}}sema: pipeline 3 at line 18{{$}}
// CHECK-NEXT: {{^}}  comm: MPI_COMM_WORLD{{$}}
// CHECK-NEXT: {{^}}  mapping: auto{{$}}
// CHECK-NEXT: {{^}}  speeds: speeds{{$}}
// CHECK-NEXT: {{^}}  bandwidth: matrix{{$}}
// CHECK-NEXT: {{^}}  header: every rank{{$}}
// CHECK-NEXT: {{^}}  stage: 1 at line 21, movable{{$}}
// CHECK-NEXT: {{^}}    carries: x (int, 4 bytes){{$}}
// CHECK-NEXT: {{^}}  stage: 2 at line 23, movable{{$}}
// CHECK-NEXT: {{^}}    replicate: auto{{$}}
// CHECK-NEXT: {{^}}  item: x{{$}}
// CHECK-NEXT: {{^}}  instance: (here){{$}}
// CHECK-NEXT: {{^}}    stage 1 bytes: 4{{$}}
// CHECK-NEXT: {{^}}    stage 2 bytes: 0{{$}}
