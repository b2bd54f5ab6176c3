// Instances are united: what one of them carries, all do.
// REQUIRES: compiler
// RUN: %check_redistc %s %t --dump=sema
#include "Inputs/pipeline.h"

template <typename T> T twice(T x) { return x + x; }
template <typename T, bool longWay>
void unite(const std::vector<T> &in, std::vector<T> &out) {
#pragma pipeline
  for (const T &x : in) {
    T y{}, z{};
#pragma pipeline stage
    {
      y = twice(x);
      if constexpr (longWay)
        z = y;
    }
#pragma pipeline stage
    {
      if constexpr (longWay)
        y = z;
    }
#pragma pipeline stage
    out.push_back(y);
  }
}
template void unite<int, true>(const std::vector<int> &, std::vector<int> &);
template void unite<long, false>(const std::vector<long> &,
                                 std::vector<long> &);
// CHECK: {{^}}sema: pipeline 0 at line 9{{$}}
// CHECK-NEXT: {{^}}  comm: MPI_COMM_WORLD{{$}}
// CHECK-NEXT: {{^}}  mapping: auto{{$}}
// CHECK-NEXT: {{^}}  header: every rank{{$}}
// CHECK-NEXT: {{^}}  stage: 1 at line 12, movable{{$}}
// CHECK-NEXT: {{^}}    carries: y (int), z (int, 4 bytes){{$}}
// CHECK-NEXT: {{^}}  stage: 2 at line 18, movable{{$}}
// CHECK-NEXT: {{^}}    carries: y (int){{$}}
// CHECK-NEXT: {{^}}  stage: 3 at line 23, movable{{$}}
// CHECK-NEXT: {{^}}  state: out (std::vector<int>) of stage 3{{$}}
// CHECK-NEXT: {{^}}  item: y, z{{$}}
// CHECK-NEXT: {{^}}  instance: unite<int, true>{{$}}
// CHECK-NEXT: {{^}}    stage 1 bytes: 8{{$}}
// CHECK-NEXT: {{^}}    stage 2 bytes: 4{{$}}
// CHECK-NEXT: {{^}}    stage 3 bytes: 0{{$}}
// CHECK-NEXT: {{^}}  instance: unite<long, false>{{$}}
// CHECK-NEXT: {{^}}    stage 1 bytes: 8{{$}}
// CHECK-NEXT: {{^}}    stage 2 bytes: 8{{$}}
// CHECK-NEXT: {{^}}    stage 3 bytes: 0{{$}}
