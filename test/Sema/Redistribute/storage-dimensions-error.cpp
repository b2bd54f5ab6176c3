// What storage holds and layouts of several dimensions need, where the compiler
// knows both.
// REQUIRES: compiler
// RUN: %check_redistc %s %t -- -ferror-limit=0
#include "../../Inputs/mock.h"

void fixed(std::vector<double> &v, long n) {
  double table[4][6];
  std::array<double, 24> flat;
  // 16 x 6 in block rows on 3 is 6 x 6 on rank 0.
#pragma redistribute v[16][6] from(block, * onto(3)) to(block, * onto(3)) \
    into(table)
// CHECK: {{^}}storage-dimensions-error.cpp:[[#@LINE-1]]:10: error: 'table' holds 24 elements, but the target layout needs 36 on a rank
// CHECK: {{^}}storage-dimensions-error.cpp:[[#@LINE-6]]:10: note: 'table' declared here
#pragma redistribute v[16][6] from(block, * onto(3)) to(block, block onto(3, 2)) \
    into(flat)
#pragma redistribute flat[6][16] from(*, block onto(4)) \
    to(cyclic(4), * onto(4)) permute(1, 0)
#pragma redistribute flat[5][16] from(*, block onto(4)) \
    to(*, cyclic(6) onto(4))
// CHECK: {{^}}storage-dimensions-error.cpp:[[#@LINE-2]]:22: error: 'flat' holds 24 elements, but the target layout needs 30 on a rank
// CHECK: {{^}}storage-dimensions-error.cpp:[[#@LINE-13]]:26: note: 'flat' declared here
#pragma redistribute table[n][6] from(block, * onto(4)) to(cyclic, * onto(4))
// An array of arrays tells its size: the runtime compares.
//
#pragma redistribute v[0 : 5 : 7][0 : 6] from(cyclic(2), * onto(3)) \
    to(cyclic(6), * onto(3)) into(flat[0 : 5][0 : 6])
// CHECK: {{^}}storage-dimensions-error.cpp:[[#@LINE-1]]:35: error: 'flat' holds 24 elements, but the target layout needs 30 on a rank
// CHECK: {{^}}storage-dimensions-error.cpp:[[#@LINE-20]]:26: note: 'flat' declared here
#pragma redistribute v[0 : 5 : 7][0 : 6] from(cyclic(2), * onto(3)) \
    to(cyclic(4), * onto(3)) into(flat[0 : 5][0 : 6])
}
void pointers(double *p, double *q, double (*rows)[6], int *sizes[], long n,
              const std::vector<int> &v) {
#pragma redistribute p[8][8] from(block, * onto(4)) to(*, block onto(4))
#pragma redistribute p[8][8] from(block, * onto(4)) to(block, block onto(2, 2))
#pragma redistribute p[8][6] from(block, * onto(4)) to(block, block onto(2, 2))
#pragma redistribute p[9][8] from(block, * onto(4)) to(block, block onto(2, 2))
// CHECK: {{^}}storage-dimensions-error.cpp:[[#@LINE-1]]:22: error: cannot redistribute pointer 'p' in place: the target layout needs 16 elements on rank 3 of its grid, the source layout has 0; use 'into', 'capacity', or a container that can be resized
// CHECK: {{^}}storage-dimensions-error.cpp:[[#@LINE-7]]:23: note: 'p' declared here
#pragma redistribute p[8][8] from(block, block onto(2, 2)) \
    to(cyclic, cyclic onto(2, 2) at(1))
// CHECK: {{^}}storage-dimensions-error.cpp:[[#@LINE-2]]:22: error: cannot redistribute pointer 'p' in place: the target layout needs 16 elements on rank 3 of its grid, the source layout has 0; use 'into', 'capacity', or a container that can be resized
// CHECK: {{^}}storage-dimensions-error.cpp:[[#@LINE-11]]:23: note: 'p' declared here
#pragma redistribute p[n][8] from(block, * onto(4)) to(*, block onto(4))
// CHECK: {{^}}storage-dimensions-error.cpp:[[#@LINE-1]]:22: error: cannot redistribute pointer 'p' in place: 'n' is not a constant, and without it the storage may be too small; use 'into', 'capacity', or a container that can be resized
// CHECK: {{^}}storage-dimensions-error.cpp:[[#@LINE-14]]:23: note: 'p' declared here
#pragma redistribute p[n][8] from(block, * onto(4)) to(block, * onto(4))
#pragma redistribute p[n][8] from(block, * onto(4)) to(*, block onto(4)) \
    permute(1, 0)
// CHECK: {{^}}storage-dimensions-error.cpp:[[#@LINE-2]]:22: error: cannot redistribute pointer 'p' in place: 'n' is not a constant, and without it the storage may be too small; use 'into', 'capacity', or a container that can be resized
// CHECK: {{^}}storage-dimensions-error.cpp:[[#@LINE-19]]:23: note: 'p' declared here
#pragma redistribute p[8] from(block onto(2)) to(gen_block(v) onto(2))
// CHECK: {{^}}storage-dimensions-error.cpp:[[#@LINE-1]]:22: error: cannot redistribute pointer 'p' in place: 'v' is not a constant, and without it the storage may be too small; use 'into', 'capacity', or a container that can be resized
// CHECK: {{^}}storage-dimensions-error.cpp:[[#@LINE-22]]:23: note: 'p' declared here
#pragma redistribute rows[8][6] from(block, * onto(4)) to(cyclic, * onto(3))
// CHECK: {{^}}storage-dimensions-error.cpp:[[#@LINE-1]]:22: error: cannot redistribute pointer 'rows' in place: the target layout needs 18 elements on rank 0 of its grid, the source layout has 12; use 'into', 'capacity', or a container that can be resized
// CHECK: {{^}}storage-dimensions-error.cpp:[[#@LINE-25]]:46: note: 'rows' declared here
#pragma redistribute p[9][9] from(cyclic, cyclic onto(3000, 3000)) \
    to(cyclic, cyclic onto(3000, 3001))
// CHECK: {{^}}storage-dimensions-error.cpp:[[#@LINE-2]]:22: error: cannot redistribute pointer 'p' in place: the ranks of the grids are too many to look at each, and without it the storage may be too small; use 'into', 'capacity', or a container that can be resized
// CHECK: {{^}}storage-dimensions-error.cpp:[[#@LINE-29]]:23: note: 'p' declared here
}
