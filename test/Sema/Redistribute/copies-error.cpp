// copies in onto: positive integers, beside an extent for each dimension.
// REQUIRES: compiler
// RUN: %check_redistc %s %t -- -ferror-limit=0
#include "../../Inputs/mock.h"

constexpr int six[6] = {0, 1, 2, 3, 4, 5};
constexpr int five[5] = {0, 1, 2, 3, 4};

void f(std::vector<double> &a, long n, int k) {
#pragma redistribute a[n] from(* onto(copies(k))) to(block onto(copies(k), 2, copies(1)))
#pragma redistribute a[n] from(* onto(1, copies(k))) to(block onto(copies(3), 2) ranks(six))
#pragma redistribute a[n] from(* onto(1)) to(* onto(copies(0)))
// CHECK: {{^}}copies-error.cpp:[[#@LINE-1]]:60: error: number of copies must be positive, found 0
#pragma redistribute a[n] from(* onto(1)) to(* onto(copies(2.5)))
// CHECK: {{^}}copies-error.cpp:[[#@LINE-1]]:60: error: expected an integer for the number of copies, found an expression of type 'double'
#pragma redistribute a[n] from(* onto(1)) to(block onto(copies(2)))
// CHECK: {{^}}copies-error.cpp:[[#@LINE-1]]:46: error: 'onto' has 0 extents for 1 distributed dimension
#pragma redistribute a[n] from(* onto(1)) to(* onto(copies(2), 3))
// CHECK: {{^}}copies-error.cpp:[[#@LINE-1]]:64: error: no dimension of this layout is distributed: expected 'onto(1)'
#pragma redistribute a[n] from(* onto(1)) to(block onto(2, copies(1), copies(1), copies(1), copies(1), copies(k)))
// CHECK: {{^}}copies-error.cpp:[[#@LINE-1]]:111: error: 'onto' has 'copies' or 'partial' 5 times, but at most 4 are possible
#pragma redistribute a[n] from(* onto(1)) to(block onto(2, copies(3)) ranks(five))
// CHECK: {{^}}copies-error.cpp:[[#@LINE-1]]:77: error: 'five' holds 5 ranks, but the grid has 6 positions
// CHECK: {{^}}copies-error.cpp:7:15: note: 'five' declared here
}
// Each of the copies needs storage of its own.
void pointers(double *p, double *q, int position) {
#pragma redistribute p[8] from(* onto(1)) to(* onto(copies(4)))
// CHECK: {{^}}copies-error.cpp:[[#@LINE-1]]:22: error: cannot redistribute pointer 'p' in place: the target layout needs 8 elements on rank 1 of its grid, the source layout has 0; use 'into', 'capacity', or a container that can be resized
// CHECK: {{^}}copies-error.cpp:[[#@LINE-3]]:23: note: 'p' declared here
#pragma redistribute p[8] from(block onto(2)) to(block onto(2, copies(2)))
// CHECK: {{^}}copies-error.cpp:[[#@LINE-1]]:22: error: {{.*}}: the target layout needs 4 elements on rank 2 of its grid, the source layout has 0;
// CHECK: {{^}}copies-error.cpp:[[#@LINE-6]]:23: note: 'p' declared here
#pragma redistribute p[7] from(block onto(4)) to(block onto(2, copies(2)))
// CHECK: {{^}}copies-error.cpp:[[#@LINE-1]]:22: error: {{.*}}: the target layout needs 4 elements on rank 0 of its grid, the source layout has 2;
// CHECK: {{^}}copies-error.cpp:[[#@LINE-9]]:23: note: 'p' declared here
  // 4 4 3 3 and 4 3 4 3 elements.
#pragma redistribute p[7] from(block onto(2, copies(2))) to(block onto(copies(2), 2))
// CHECK: {{^}}copies-error.cpp:[[#@LINE-1]]:22: error: {{.*}}: the target layout needs 4 elements on rank 2 of its grid, the source layout has 3;
// CHECK: {{^}}copies-error.cpp:[[#@LINE-13]]:23: note: 'p' declared here
#pragma redistribute p[7] from(block onto(copies(2), 2)) to(block onto(2, copies(2)) at(1))
// CHECK: {{^}}copies-error.cpp:[[#@LINE-1]]:22: error: {{.*}}: the target layout needs 4 elements on rank 0 of its grid, the source layout has 3;
// CHECK: {{^}}copies-error.cpp:[[#@LINE-16]]:23: note: 'p' declared here
#pragma redistribute p[8] from(block onto(2)) to(block onto(1000, copies(2000)))
// CHECK: {{^}}copies-error.cpp:[[#@LINE-1]]:22: error: {{.*}}: the ranks of the grids are too many to look at each,
// CHECK: {{^}}copies-error.cpp:[[#@LINE-19]]:23: note: 'p' declared here
  // These have room enough.
#pragma redistribute p[8] from(block onto(copies(2), 2)) to(block onto(2, copies(2)))
#pragma redistribute p[8] from(* onto(copies(4))) to(block onto(2, copies(2)))
#pragma redistribute p[8] from(* onto(copies(1000000000))) to(block onto(1000000000))
#pragma redistribute p[8][6] from(*, block onto(copies(2), 2)) to(block, * onto(2, copies(2)))
  // Of three elements, the rank that holds one may get the part of two.
#pragma redistribute p[3] from(block onto(2)) to(cyclic onto(2)) relabel(position)
// CHECK: {{^}}copies-error.cpp:[[#@LINE-1]]:22: error: {{.*}}: the target layout needs 2 elements on rank 1 of its grid, the source layout has 1;
// CHECK: {{^}}copies-error.cpp:[[#@LINE-28]]:23: note: 'p' declared here
#pragma redistribute p[4] from(block onto(2)) to(cyclic onto(2)) relabel(position)
}
