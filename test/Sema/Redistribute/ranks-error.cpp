// The ranks of a grid: ints, one for each position, and, where they are
// constants, none negative and none twice. The runtime checks all others.
// REQUIRES: compiler
// RUN: %check_redistc %s %t -- -ferror-limit=0
#include "../../Inputs/mock.h"

constexpr int four[4] = {3, 2, 1, 0};
constexpr std::array<int, 4> twice = {{3, 2, 1, 2}};

void f(std::vector<double> &a, std::vector<int> &v, double *p, long n) {
  const int negative[] = {0, -1, 2, 3};
  const long longs[] = {0, 1, 2, 3};
  double *const q = p;
#pragma redistribute a[n] from(block onto(4) ranks(four)) to(cyclic onto(4) ranks(v))
#pragma redistribute a[n][n] from(block, cyclic onto(2, 2) ranks(four)) to(block, * onto(4))
#pragma redistribute a[n][n] from(block, cyclic onto(2, 3) ranks(four)) to(block, * onto(4))
// CHECK: {{^}}ranks-error.cpp:[[#@LINE-1]]:66: error: 'four' holds 4 ranks, but the grid has 6 positions
// CHECK: {{^}}ranks-error.cpp:7:15: note: 'four' declared here
#pragma redistribute a[n] from(block onto(4) ranks(twice)) to(cyclic onto(4))
// CHECK: {{^}}ranks-error.cpp:[[#@LINE-1]]:52: error: rank 2 is at two positions of the grid in 'twice'
// CHECK: {{^}}ranks-error.cpp:8:30: note: 'twice' declared here
#pragma redistribute a[n] from(block onto(4) ranks(negative)) to(cyclic onto(4))
// CHECK: {{^}}ranks-error.cpp:[[#@LINE-1]]:52: error: rank 1 of 'negative' must not be negative, found -1
// CHECK: {{^}}ranks-error.cpp:11:13: note: 'negative' declared here
#pragma redistribute a[n] from(block onto(4) ranks(longs)) to(cyclic onto(4))
// CHECK: {{^}}ranks-error.cpp:[[#@LINE-1]]:52: error: 'longs' is not a range of ranks: expected an array, a pointer or a range with 'data()' and 'size()' of 'int', found 'const long[4]'
// CHECK: {{^}}ranks-error.cpp:12:14: note: 'longs' declared here
#pragma redistribute a[n] from(block onto(4) ranks(n)) to(cyclic onto(4))
// CHECK: {{^}}ranks-error.cpp:[[#@LINE-1]]:52: error: 'n' is not a range of ranks: expected an array, a pointer or a range with 'data()' and 'size()' of 'int', found 'long'
// CHECK: {{^}}ranks-error.cpp:10:69: note: 'n' declared here
#pragma redistribute q[8] from(block onto(4)) to(cyclic(2) onto(4) ranks(four))
// CHECK: {{^}}ranks-error.cpp:[[#@LINE-1]]:22: error: cannot redistribute pointer 'q' in place: redistc does not evaluate 'ranks(four)', and without it the storage may be too small{{.*}}
// CHECK: {{^}}ranks-error.cpp:13:17: note: 'q' declared here
}
