// What crosses each cut: from the stage that writes to the last that reads.
// REQUIRES: compiler
// RUN: %check_redistc %s %t --dump=sema
#include "Inputs/pipeline.h"

std::vector<char> read_chunk(int);
std::vector<char> compress(const std::vector<char> &raw) { return raw; }
struct Sink {
  Sink(const Sink &) = delete;
  void write(const std::vector<char> &all) { last = all; }
  std::vector<char> last;
};
struct Pixel {
  int x, y;
};
void language(Sink &sink, int chunks) {
  long bytes = 0;
#pragma pipeline
  for (int i = 0; i < chunks; ++i) {
    std::vector<char> raw, packed;
#pragma pipeline stage
    {
      raw = read_chunk(i);
    }
#pragma pipeline stage work(8.0)
    {
      packed = compress(raw);
    }
#pragma pipeline stage
    {
      sink.write(packed);
      bytes += packed.size();
    }
  }
}
void overwritten(int n, bool often) {
  long sum = 0;
#pragma pipeline
  for (int i = 0; i < n; ++i) {
    int far = 0, fresh = 0, sometimes = 0, unread = 0;
    Pixel pixel = {1, 2};
#pragma pipeline stage
    {
      far = i;
      fresh = i;
      sometimes = i;
      unread = i;
      pixel.x = i;
    }
#pragma pipeline stage
    {
      fresh = far + 1;
      pixel.y = 2;
      if (often)
        sometimes = 3;
      else if (far > 3)
        continue;
      else {
        sometimes = 4;
      }
    }
#pragma pipeline stage
    {
      unread = fresh;
      if (often)
        sometimes = unread;
    }
#pragma pipeline stage
    sum += far + sometimes + pixel.x;
  }
}
// CHECK: {{^}}sema: pipeline 0 at line 18{{$}}
// CHECK-NEXT: {{^}}  comm: MPI_COMM_WORLD{{$}}
// CHECK-NEXT: {{^}}  mapping: auto{{$}}
// CHECK-NEXT: {{^}}  header: every rank{{$}}
// CHECK-NEXT: {{^}}  stage: 1 at line 21, stays: it calls 'read_chunk', whose body is not visible{{$}}
// CHECK-NEXT: {{^}}    carries: raw (std::vector<char>){{$}}
// CHECK-NEXT: {{^}}  stage: 2 at line 25, movable{{$}}
// CHECK-NEXT: {{^}}    carries: packed (std::vector<char>){{$}}
// CHECK-NEXT: {{^}}  stage: 3 at line 29, stays: its state cannot travel: 'sink', of type 'Sink'{{$}}
// CHECK-NEXT: {{^}}  state: sink (Sink) of stage 3, stays there{{$}}
// CHECK-NEXT: {{^}}  state: bytes (long) of stage 3{{$}}
// CHECK-NEXT: {{^}}  item: raw, packed{{$}}
// CHECK-NEXT: {{^}}  instance: (here){{$}}
// CHECK-NEXT: {{^}}    stage 2 work: 8.0 = 8{{$}}
// CHECK-NEXT: {{^}}    stage 3 bytes: 0{{$}}
// CHECK: {{^}}sema: pipeline 4 at line 38{{$}}
// CHECK-NEXT: {{^}}  comm: MPI_COMM_WORLD{{$}}
// CHECK-NEXT: {{^}}  mapping: auto{{$}}
// CHECK-NEXT: {{^}}  header: every rank{{$}}
// CHECK-NEXT: {{^}}  stage: 1 at line 42, movable{{$}}
// CHECK-NEXT: {{^}}    carries: far (int, 4 bytes), pixel (Pixel, 8 bytes){{$}}
// CHECK-NEXT: {{^}}  stage: 2 at line 50, movable{{$}}
// CHECK-NEXT: {{^}}    carries: far (int, 4 bytes), fresh (int, 4 bytes), sometimes (int, 4 bytes), pixel (Pixel, 8 bytes){{$}}
// CHECK-NEXT: {{^}}  stage: 3 at line 62, movable{{$}}
// CHECK-NEXT: {{^}}    carries: far (int, 4 bytes), sometimes (int, 4 bytes), pixel (Pixel, 8 bytes){{$}}
// CHECK-NEXT: {{^}}  stage: 4 at line 68, movable{{$}}
// CHECK-NEXT: {{^}}  state: sum (long) of stage 4{{$}}
// CHECK-NEXT: {{^}}  item: far, fresh, sometimes, pixel{{$}}
// CHECK-NEXT: {{^}}  instance: (here){{$}}
// CHECK-NEXT: {{^}}    stage 1 bytes: 12{{$}}
// CHECK-NEXT: {{^}}    stage 2 bytes: 20{{$}}
// CHECK-NEXT: {{^}}    stage 3 bytes: 16{{$}}
// CHECK-NEXT: {{^}}    stage 4 bytes: 0{{$}}
