// The whole grammar of pipelines and stages: clauses in any order, over lines,
// with comments and macros, and as _Pragma; no clause at all.
// REQUIRES: compiler
// RUN: %check_redistc %s %t --dump=parse
#include "../Inputs/mock.h"

#define NP 3
void f(long n, const double (&speeds)[3], double (&matrix)[3][3], int x, int y) {
#pragma pipeline // end
// CHECK:      {{^}}parse: pipeline at 9:1
// CHECK-NEXT: {{^}}  spelling: #pragma pipeline{{$}}
  for (long i = 0; i < n; ++i) {
#pragma pipeline stage
    { x = 1; }
// CHECK-NEXT: {{^}}parse: pipeline stage at 13:1
// CHECK-NEXT: {{^}}  spelling: #pragma pipeline stage{{$}}
    #  pragma pipeline /* why */ stage at(n % 2) replicate(1) \
       data(1.0 / n) work(NP)
    { y = 1; }
// CHECK-NEXT: {{^}}parse: pipeline stage at 17:5
// CHECK-NEXT: spelling: # pragma pipeline /* why */ stage at(n % 2) replicate(1) data(1.0 / n) work(NP){{$}}
// CHECK-NEXT: work: NP
// CHECK-NEXT: data: 1.0 / n
// CHECK-NEXT: replicate: 1
// CHECK-NEXT: at: n % 2
  }
#pragma pipeline comm(MPI_COMM_WORLD) mapping(h7b) depth(2 * n) latency(1e-3) \
    onto(NP) speeds(1, n, 2.5) bandwidth(1e9)
// CHECK-NEXT: {{^}}parse: pipeline at 27:1
// CHECK-NEXT: spelling: #pragma pipeline comm(MPI_COMM_WORLD) mapping(h7b) depth(2 * n) latency(1e-3) onto(NP) speeds(1, n, 2.5) bandwidth(1e9){{$}}
// CHECK-NEXT: onto: NP
// CHECK-NEXT: speeds: 1, n, 2.5
// CHECK-NEXT: bandwidth: 1e9
// CHECK-NEXT: mapping: h7b
// CHECK-NEXT: latency: 1e-3
// CHECK-NEXT: depth: 2 * n
// CHECK-NEXT: comm: MPI_COMM_WORLD
  for (long i = 0; i < n; ++i) {
    _Pragma("pipeline stage replicate(auto) work(NP)") { int y = x; ++y; }
// CHECK-NEXT: {{^}}parse: pipeline stage at 39:5 (_Pragma)
// CHECK-NEXT: spelling: #pragma pipeline stage replicate(auto) work(3){{$}}
// CHECK-NEXT: work: 3
// CHECK-NEXT: replicate: auto
    _Pragma("pipeline stage") { y = 1; }
// CHECK-NEXT: {{^}}parse: pipeline stage at 44:5 (_Pragma)
// CHECK-NEXT: spelling: #pragma pipeline stage{{$}}
  }
  _Pragma("pipeline") for (long i = 0; i < n; ++i) {
// CHECK-NEXT: {{^}}parse: pipeline at 48:3 (_Pragma)
// CHECK-NEXT: spelling: #pragma pipeline{{$}}
#pragma pipeline stage
    ;
// CHECK-NEXT: {{^}}parse: pipeline stage at 51:1
// CHECK-NEXT: spelling
#if 0
#pragma pipeline stage bogus
#endif
#pragma pipeline stage
    ;
// CHECK-NEXT: {{^}}parse: pipeline stage at 58:1
// CHECK-NEXT: spelling
  }
#pragma pipeline speeds(speeds) bandwidth(matrix)
// CHECK-NEXT: {{^}}parse: pipeline at 63:1
// CHECK-NEXT: spelling
// CHECK-NEXT: speeds: speeds
// CHECK-NEXT: bandwidth: matrix
  while (x < n) {
#pragma pipeline stage
    ++x;
#pragma pipeline stage
    ;
  }
// CHECK-NEXT: {{^}}parse: pipeline stage at 69:1
// CHECK-NEXT: spelling
// CHECK-NEXT: {{^}}parse: pipeline stage at 71:1
// CHECK-NEXT: spelling
#pragma pipeline
// CHECK-NEXT: {{^}}parse: pipeline at 78:1
// CHECK-NEXT: spelling
  while (x < n) {
#pragma pipeline stage out(x) in(n, (y)) at(0)
    x = y + n;
// CHECK-NEXT: {{^}}parse: pipeline stage at 82:1
// CHECK-NEXT: spelling
// CHECK-NEXT: in: n, (y){{$}}
// CHECK-NEXT: out: x{{$}}
// CHECK-NEXT: at: 0
#pragma pipeline stage in(matrix)
    (void)matrix[0][0];
// CHECK-NEXT: {{^}}parse: pipeline stage at 89:1
// CHECK-NEXT: spelling
// CHECK-NEXT: in: matrix{{$}}
  }
#pragma pipeline carry(p[0 : n], item.rows[NP - NP : item.count + 1]) depth(1)
// CHECK-NEXT: {{^}}parse: pipeline at [[#@LINE-1]]:1
// CHECK-NEXT: spelling
// CHECK-NEXT: depth: 1
// CHECK-NEXT: carry: p[0 : n], item.rows[NP - NP : item.count + 1]{{$}}
  while (x < n) {
    struct { double *rows; long count; } item = {};
    double *p = nullptr;
#pragma pipeline stage at(0)
    { p = nullptr; item = {}; x = 1; }
// CHECK-NEXT: {{^}}parse: pipeline stage at [[#@LINE-2]]:1
// CHECK-NEXT: spelling
// CHECK-NEXT: at: 0
#pragma pipeline stage
    y = p && item.rows;
// CHECK-NEXT: {{^}}parse: pipeline stage at [[#@LINE-2]]:1
// CHECK-NEXT: spelling
  }
// CHECK-NOT: parse:
}
