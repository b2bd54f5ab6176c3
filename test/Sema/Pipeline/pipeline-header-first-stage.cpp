// A header that reads a source is the rank's of stage 1; its variables travel.
// REQUIRES: compiler
// RUN: %check_redistc %s %t --dump=sema
#include "Inputs/pipeline.h"

struct Source {
  bool next(int &);
};
int work(int x) { return x * 2; }
int first() { return 1; }
void sources(Source source, std::istream &in) {
  int number = 0;
  long sum = 0;
#pragma pipeline
  while (source.next(number)) {
    int twice = number;
#pragma pipeline stage
    twice = work(number);
#pragma pipeline stage
    sum += twice + number;
  }
  std::string line;
  std::vector<std::string> lines;
#pragma pipeline
  while (std::getline(in, line)) {
#pragma pipeline stage
    ;
#pragma pipeline stage
    lines.push_back(line);
  }
  int left = 10;
#pragma pipeline
  for (int i = first(); left > 0; i += 2) {
    int x;
#pragma pipeline stage
    {
      left -= i;
      x = i;
    }
#pragma pipeline stage
    sum += x + i;
  }
}
// CHECK: {{^}}sema: pipeline 0 at line 14{{$}}
// CHECK-NEXT: {{^}}  comm: MPI_COMM_WORLD{{$}}
// CHECK-NEXT: {{^}}  mapping: auto{{$}}
// CHECK-NEXT: {{^}}  header: first stage{{$}}
// CHECK-NEXT: {{^}}  stage: 1 at line 17, stays: it calls 'next', whose body is not visible{{$}}
// CHECK-NEXT: {{^}}    carries: number (int, 4 bytes), twice (int, 4 bytes){{$}}
// CHECK-NEXT: {{^}}  stage: 2 at line 19, movable{{$}}
// CHECK-NEXT: {{^}}  state: number (int) of stage 1{{$}}
// CHECK-NEXT: {{^}}  state: source (Source) of stage 1{{$}}
// CHECK-NEXT: {{^}}  state: sum (long) of stage 2{{$}}
// CHECK-NEXT: {{^}}  item: twice{{$}}
// CHECK-NEXT: {{^}}  instance: (here){{$}}
// CHECK-NEXT: {{^}}    stage 1 bytes: 8{{$}}
// CHECK-NEXT: {{^}}    stage 2 bytes: 0{{$}}
// CHECK: {{^}}sema: pipeline 3 at line 24{{$}}
// CHECK-NEXT: {{^}}  comm: MPI_COMM_WORLD{{$}}
// CHECK-NEXT: {{^}}  mapping: auto{{$}}
// CHECK-NEXT: {{^}}  header: first stage{{$}}
// CHECK-NEXT: {{^}}  stage: 1 at line 26, stays: its state cannot travel: 'in', of type 'std::istream'{{$}}
// CHECK-NEXT: {{^}}    carries: line (std::string){{$}}
// CHECK-NEXT: {{^}}  stage: 2 at line 28, movable{{$}}
// CHECK-NEXT: {{^}}  state: in (std::istream) of stage 1, stays there{{$}}
// CHECK-NEXT: {{^}}  state: line (std::string) of stage 1{{$}}
// CHECK-NEXT: {{^}}  state: lines (std::vector<std::string>) of stage 2{{$}}
// CHECK-NEXT: {{^}}  instance: (here){{$}}
// CHECK-NEXT: {{^}}    stage 2 bytes: 0{{$}}
// CHECK: {{^}}sema: pipeline 6 at line 32{{$}}
// CHECK-NEXT: {{^}}  comm: MPI_COMM_WORLD{{$}}
// CHECK-NEXT: {{^}}  mapping: auto{{$}}
// CHECK-NEXT: {{^}}  header: first stage{{$}}
// CHECK-NEXT: {{^}}  stage: 1 at line 35, stays: it keeps 'i', which the header declares{{$}}
// CHECK-NEXT: {{^}}    carries: i (int, 4 bytes), x (int, 4 bytes){{$}}
// CHECK-NEXT: {{^}}  stage: 2 at line 40, movable{{$}}
// CHECK-NEXT: {{^}}  state: left (int) of stage 1{{$}}
// CHECK-NEXT: {{^}}  state: sum (long) of stage 2{{$}}
// CHECK-NEXT: {{^}}  item: x{{$}}
// CHECK-NEXT: {{^}}  instance: (here){{$}}
// CHECK-NEXT: {{^}}    stage 1 bytes: 8{{$}}
// CHECK-NEXT: {{^}}    stage 2 bytes: 0{{$}}
// Stage 1 may end the loop.
void ends(int n) {
  long sum = 0;
#pragma pipeline
  for (int i = 0; i < n; ++i) {
    int x = 0;
#pragma pipeline stage
    if (work(i) == 8)
      break;
#pragma pipeline stage
    sum += x + i;
  }
}
// CHECK: {{^}}sema: pipeline {{[0-9]+}} at line [[#@LINE-10]]{{$}}
// CHECK-NEXT: {{^}}  comm: MPI_COMM_WORLD{{$}}
// CHECK-NEXT: {{^}}  mapping: auto{{$}}
// CHECK-NEXT: {{^}}  header: first stage{{$}}
// CHECK-NEXT: {{^}}  stage: 1 at line [[#@LINE-11]], stays: it keeps 'i', which the header declares{{$}}
// CHECK-NEXT: {{^}}    carries: i (int, 4 bytes){{$}}
