// Which stages may move to another rank, and why others do not.
// REQUIRES: compiler
// RUN: %check_redistc %s %t --dump=sema
#include "Inputs/pipeline.h"

struct Sink {
  Sink(const Sink &) = delete;
  void write(int);
};
int unseen(int);
int seen(int x) { return x + 1; }
long total;
struct App {
  Sink sink;
  int count = 0;
  void run(int n) {
    int *pointer = nullptr;
#pragma pipeline
    for (int i = 0; i < n; ++i) {
      int x;
#pragma pipeline stage
      {
        x = seen(i);
        ++count;
        total += x;
      }
#pragma pipeline stage
      x = unseen(x);
#pragma pipeline stage replicate(auto)
      x = unseen(x);
#pragma pipeline stage
      {
        sink.write(x);
      }
#pragma pipeline stage
      printf("%d", x);
#pragma pipeline stage
      {
        static int calls = 0;
        ++calls;
      }
#pragma pipeline stage
      pointer = &pointer[x];
    }
  }
};
// CHECK: {{^}}sema: pipeline 0 at line 18{{$}}
// CHECK-NEXT: {{^}}  comm: MPI_COMM_WORLD{{$}}
// CHECK-NEXT: {{^}}  mapping: auto{{$}}
// CHECK-NEXT: {{^}}  header: every rank{{$}}
// CHECK-NEXT: {{^}}  stage: 1 at line 21, movable{{$}}
// CHECK-NEXT: {{^}}    carries: x (int, 4 bytes){{$}}
// CHECK-NEXT: {{^}}  stage: 2 at line 27, stays: it calls 'unseen', whose body is not visible{{$}}
// CHECK-NEXT: {{^}}    carries: x (int, 4 bytes){{$}}
// CHECK-NEXT: {{^}}  stage: 3 at line 29, movable{{$}}
// CHECK-NEXT: {{^}}    replicate: auto{{$}}
// CHECK-NEXT: {{^}}    carries: x (int, 4 bytes){{$}}
// CHECK-NEXT: {{^}}  stage: 4 at line 31, stays: its state cannot travel: 'sink', of type 'Sink'{{$}}
// CHECK-NEXT: {{^}}    carries: x (int, 4 bytes){{$}}
// CHECK-NEXT: {{^}}  stage: 5 at line 35, stays: it uses standard output{{$}}
// CHECK-NEXT: {{^}}    carries: x (int, 4 bytes){{$}}
// CHECK-NEXT: {{^}}  stage: 6 at line 37, stays: its state cannot travel: 'calls', of type 'int'{{$}}
// CHECK-NEXT: {{^}}    carries: x (int, 4 bytes){{$}}
// CHECK-NEXT: {{^}}  stage: 7 at line 42, stays: its state cannot travel: 'pointer', of type 'int *'{{$}}
// CHECK-NEXT: {{^}}  state: this->count (int) of stage 1{{$}}
// CHECK-NEXT: {{^}}  state: ::total (long) of stage 1{{$}}
// CHECK-NEXT: {{^}}  state: this->sink (Sink) of stage 4, stays there{{$}}
// CHECK-NEXT: {{^}}  state: calls (int) of stage 6, stays there{{$}}
// CHECK-NEXT: {{^}}  state: pointer (int *) of stage 7, stays there{{$}}
// CHECK-NEXT: {{^}}  item: x{{$}}
// CHECK-NEXT: {{^}}  instance: (here){{$}}
// CHECK-NEXT: {{^}}    stage 1 bytes: 4{{$}}
// CHECK-NEXT: {{^}}    stage 2 bytes: 4{{$}}
// CHECK-NEXT: {{^}}    stage 3 bytes: 4{{$}}
// CHECK-NEXT: {{^}}    stage 4 bytes: 4{{$}}
// CHECK-NEXT: {{^}}    stage 5 bytes: 4{{$}}
// CHECK-NEXT: {{^}}    stage 6 bytes: 4{{$}}
// CHECK-NEXT: {{^}}    stage 7 bytes: 0{{$}}
