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
// CHECK: {{^}}copies-error.cpp:[[#@LINE-1]]:111: error: 'onto' has 'copies' 5 times, but at most 4 are possible
#pragma redistribute a[n] from(* onto(1)) to(block onto(2, copies(3)) ranks(five))
// CHECK: {{^}}copies-error.cpp:[[#@LINE-1]]:77: error: 'five' holds 5 ranks, but the grid has 6 positions
// CHECK: {{^}}copies-error.cpp:7:15: note: 'five' declared here
}
