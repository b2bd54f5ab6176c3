// A header that depends on no stage is evaluated by every rank.
// REQUIRES: compiler
// RUN: %check_redistc %s %t --dump=sema
#include "Inputs/pipeline.h"

struct Node {
  Node *next;
  int value;
};
int limit() { return 10; }
void everywhere(const std::vector<int> &in, std::vector<int> &out, Node *list) {
  for (int round = 0; round < 3; ++round) {
#pragma pipeline
    for (const int &x : in) {
      int y;
#pragma pipeline stage
      y = x + in.size();
#pragma pipeline stage
      out[round] += y + x;
    }
  }
#pragma pipeline
  for (Node *node = list; node; node = node->next) {
    int y;
#pragma pipeline stage
    y = node->value;
#pragma pipeline stage
    out.push_back(y + node->value);
  }
  int i = 0;
#pragma pipeline
  while (i++ < limit()) {
    int y;
#pragma pipeline stage
    y = i;
#pragma pipeline stage
    out.push_back(y + i);
  }
}
// CHECK: {{^}}sema: pipeline 0 at line 13{{$}}
// CHECK-NEXT: {{^}}  comm: MPI_COMM_WORLD{{$}}
// CHECK-NEXT: {{^}}  mapping: auto{{$}}
// CHECK-NEXT: {{^}}  header: every rank{{$}}
// CHECK-NEXT: {{^}}  stage: 1 at line 16, movable{{$}}
// CHECK-NEXT: {{^}}    carries: y (int, 4 bytes){{$}}
// CHECK-NEXT: {{^}}  stage: 2 at line 18, movable{{$}}
// CHECK-NEXT: {{^}}  state: out (std::vector<int>) of stage 2{{$}}
// CHECK-NEXT: {{^}}  item: y{{$}}
// CHECK-NEXT: {{^}}  instance: (here){{$}}
// CHECK-NEXT: {{^}}    stage 1 bytes: 4{{$}}
// CHECK-NEXT: {{^}}    stage 2 bytes: 0{{$}}
// CHECK: {{^}}sema: pipeline 3 at line 22{{$}}
// CHECK-NEXT: {{^}}  comm: MPI_COMM_WORLD{{$}}
// CHECK-NEXT: {{^}}  mapping: auto{{$}}
// CHECK-NEXT: {{^}}  header: every rank{{$}}
// CHECK-NEXT: {{^}}  stage: 1 at line 25, movable{{$}}
// CHECK-NEXT: {{^}}    carries: y (int, 4 bytes){{$}}
// CHECK-NEXT: {{^}}  stage: 2 at line 27, movable{{$}}
// CHECK-NEXT: {{^}}  state: out (std::vector<int>) of stage 2{{$}}
// CHECK-NEXT: {{^}}  item: y{{$}}
// CHECK-NEXT: {{^}}  instance: (here){{$}}
// CHECK-NEXT: {{^}}    stage 1 bytes: 4{{$}}
// CHECK-NEXT: {{^}}    stage 2 bytes: 0{{$}}
// CHECK: {{^}}sema: pipeline 6 at line 31{{$}}
// CHECK-NEXT: {{^}}  comm: MPI_COMM_WORLD{{$}}
// CHECK-NEXT: {{^}}  mapping: auto{{$}}
// CHECK-NEXT: {{^}}  header: every rank{{$}}
// CHECK-NEXT: {{^}}  stage: 1 at line 34, movable{{$}}
// CHECK-NEXT: {{^}}    carries: y (int, 4 bytes){{$}}
// CHECK-NEXT: {{^}}  stage: 2 at line 36, movable{{$}}
// CHECK-NEXT: {{^}}  state: out (std::vector<int>) of stage 2{{$}}
// CHECK-NEXT: {{^}}  item: y{{$}}
// CHECK-NEXT: {{^}}  instance: (here){{$}}
// CHECK-NEXT: {{^}}    stage 1 bytes: 4{{$}}
// CHECK-NEXT: {{^}}    stage 2 bytes: 0{{$}}
