// in() and out() count in place of what is found in the stage: what travels,
// what is whose state, and which stage may move.
// REQUIRES: compiler
// RUN: %check_redistc %s %t --dump=sema
#include "Inputs/pipeline.h"

struct Frame {
  int pixels[16];
};
void load(Frame &); // seen by nobody
void blur(Frame &, Frame &scratch);
long total;
int next() {
  static int count = 0;
  return ++count;
}

// 'raw' crosses the first three cuts: no stage overwrites it as far as anyone
// sees. 'scratch', which stages 2 and 3 may write, and 'shown' do not count.
struct Camera {
  int shots = 0;
  Frame last;
  void run(int n, int *__restrict report, Frame &scratch) {
#pragma pipeline
    for (int i = 0; i < n; ++i) {
      Frame raw, shown;
#pragma pipeline stage out(raw, shots)
      load(raw);
#pragma pipeline stage in(raw) out(raw, this->last)
      blur(raw, scratch);
#pragma pipeline stage in(raw, shown.pixels) out(*report)
      {
        blur(raw, scratch);
        *report += raw.pixels[i];
      }
#pragma pipeline stage in(raw)
      raw.pixels[0] += next();
    }
  }
};

// What is written whole needs no value from before; what nobody sees whole
// keeps the one that there was. Standard output, the stage's own static
// variables and the loop's variable need no name.
template <typename T> void parts(int n) {
#pragma pipeline
  for (int i = 0; i < n; ++i) {
    T one, two;
#pragma pipeline stage out(one, two)
    {
      one = i;
      two = i;
    }
#pragma pipeline stage out(one, two)
    {
      one = i;
      if (i % 2)
        two = 0;
    }
#pragma pipeline stage in(one, two) out(total)
    {
      static int seen = 0;
      total += one + two + ++seen;
    }
#pragma pipeline stage in(one)
    printf("%d", one);
  }
}
template void parts<int>(int);

// A pointer or view stands for what it refers to as well.
void average(double *, int);
void views(int n, int *sums, double *mean, const std::vector<int> &values) {
#pragma pipeline
  for (int i = 0; i < n; ++i) {
    const int *first = values.data();
    int x;
#pragma pipeline stage in(first) out(x)
    x = first[i];
#pragma pipeline stage in(x) out(sums)
    sums[i] = x;
#pragma pipeline stage in(x) out(*mean)
    average(mean, x);
  }
}
// CHECK: {{^}}sema: pipeline 0 at line 24{{$}}
// CHECK-NEXT: {{^}}  comm: MPI_COMM_WORLD{{$}}
// CHECK-NEXT: {{^}}  mapping: auto{{$}}
// CHECK-NEXT: {{^}}  header: every rank{{$}}
// CHECK-NEXT: {{^}}  stage: 1 at line 27, movable{{$}}
// CHECK-NEXT: {{^}}    in: nothing{{$}}
// CHECK-NEXT: {{^}}    out: raw, shots{{$}}
// CHECK-NEXT: {{^}}    carries: raw (Frame, 64 bytes){{$}}
// CHECK-NEXT: {{^}}  stage: 2 at line 29, movable{{$}}
// CHECK-NEXT: {{^}}    in: raw{{$}}
// CHECK-NEXT: {{^}}    out: raw, this->last{{$}}
// CHECK-NEXT: {{^}}    carries: raw (Frame, 64 bytes){{$}}
// CHECK-NEXT: {{^}}  stage: 3 at line 31, movable{{$}}
// CHECK-NEXT: {{^}}    in: raw, shown.pixels{{$}}
// CHECK-NEXT: {{^}}    out: *report{{$}}
// CHECK-NEXT: {{^}}    carries: raw (Frame, 64 bytes){{$}}
// CHECK-NEXT: {{^}}  stage: 4 at line 36, stays: it changes 'count', which 'out' cannot name{{$}}
// CHECK-NEXT: {{^}}    in: raw{{$}}
// CHECK-NEXT: {{^}}    out: nothing{{$}}
// CHECK-NEXT: {{^}}  state: this->shots (int) of stage 1{{$}}
// CHECK-NEXT: {{^}}  state: this->last (Frame) of stage 2{{$}}
// CHECK-NEXT: {{^}}  state: *report (int) of stage 3{{$}}
// CHECK-NEXT: {{^}}  item: raw{{$}}
// CHECK-NEXT: {{^}}  instance: (here){{$}}
// CHECK-NEXT: {{^}}    stage 1 bytes: 64{{$}}
// CHECK-NEXT: {{^}}    stage 2 bytes: 64{{$}}
// CHECK-NEXT: {{^}}    stage 3 bytes: 64{{$}}
// CHECK-NEXT: {{^}}    stage 4 bytes: 0{{$}}
// CHECK: {{^}}sema: pipeline 5 at line 46{{$}}
// CHECK-NEXT: {{^}}  comm: MPI_COMM_WORLD{{$}}
// CHECK-NEXT: {{^}}  mapping: auto{{$}}
// CHECK-NEXT: {{^}}  header: every rank{{$}}
// CHECK-NEXT: {{^}}  stage: 1 at line 49, movable{{$}}
// CHECK-NEXT: {{^}}    in: nothing{{$}}
// CHECK-NEXT: {{^}}    out: one, two{{$}}
// CHECK-NEXT: {{^}}    carries: two (int, 4 bytes){{$}}
// CHECK-NEXT: {{^}}  stage: 2 at line 54, movable{{$}}
// CHECK-NEXT: {{^}}    in: nothing{{$}}
// CHECK-NEXT: {{^}}    out: one, two{{$}}
// CHECK-NEXT: {{^}}    carries: one (int, 4 bytes), two (int, 4 bytes){{$}}
// CHECK-NEXT: {{^}}  stage: 3 at line 60, stays: its state cannot travel: 'seen', of type 'int'{{$}}
// CHECK-NEXT: {{^}}    in: one, two{{$}}
// CHECK-NEXT: {{^}}    out: total{{$}}
// CHECK-NEXT: {{^}}    carries: one (int, 4 bytes){{$}}
// CHECK-NEXT: {{^}}  stage: 4 at line 65, stays: it uses standard output{{$}}
// CHECK-NEXT: {{^}}    in: one{{$}}
// CHECK-NEXT: {{^}}    out: nothing{{$}}
// CHECK-NEXT: {{^}}  state: seen (int) of stage 3, stays there{{$}}
// CHECK-NEXT: {{^}}  state: ::total (long) of stage 3{{$}}
// CHECK-NEXT: {{^}}  item: one, two{{$}}
// CHECK-NEXT: {{^}}  instance: parts<int>{{$}}
// CHECK-NEXT: {{^}}    stage 1 bytes: 4{{$}}
// CHECK-NEXT: {{^}}    stage 2 bytes: 8{{$}}
// CHECK-NEXT: {{^}}    stage 3 bytes: 4{{$}}
// CHECK-NEXT: {{^}}    stage 4 bytes: 0{{$}}
// CHECK: {{^}}sema: pipeline 10 at line 74{{$}}
// CHECK-NEXT: {{^}}  comm: MPI_COMM_WORLD{{$}}
// CHECK-NEXT: {{^}}  mapping: auto{{$}}
// CHECK-NEXT: {{^}}  header: every rank{{$}}
// CHECK-NEXT: {{^}}  stage: 1 at line 78, movable{{$}}
// CHECK-NEXT: {{^}}    in: first{{$}}
// CHECK-NEXT: {{^}}    out: x{{$}}
// CHECK-NEXT: {{^}}    carries: x (int, 4 bytes){{$}}
// CHECK-NEXT: {{^}}  stage: 2 at line 80, stays: its state cannot travel: what 'sums' refers to, of type 'int'{{$}}
// CHECK-NEXT: {{^}}    in: x{{$}}
// CHECK-NEXT: {{^}}    out: sums{{$}}
// CHECK-NEXT: {{^}}    carries: x (int, 4 bytes){{$}}
// CHECK-NEXT: {{^}}  stage: 3 at line 82, movable{{$}}
// CHECK-NEXT: {{^}}    in: x{{$}}
// CHECK-NEXT: {{^}}    out: *mean{{$}}
// CHECK-NEXT: {{^}}  state: *sums (int) of stage 2, stays there{{$}}
// CHECK-NEXT: {{^}}  state: *mean (double) of stage 3{{$}}
// CHECK-NEXT: {{^}}  item: x{{$}}
// CHECK-NEXT: {{^}}  instance: (here){{$}}
// CHECK-NEXT: {{^}}    stage 1 bytes: 4{{$}}
// CHECK-NEXT: {{^}}    stage 2 bytes: 4{{$}}
// CHECK-NEXT: {{^}}    stage 3 bytes: 0{{$}}
// CHECK: {{^}}pipeline-stated.cpp:37:7: warning: 'raw' is changed by stage 4, whose clauses do not name it in 'out': it counts as if it were not
// CHECK: {{^}}pipeline-stated.cpp:80:34: warning: what 'sums' refers to is up to date on the rank of stage 2 alone: the number of its elements is not known; a std::span knows it
