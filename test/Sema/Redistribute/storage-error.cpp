// Storage whose size the compiler knows, and storage whose size nobody knows.
// REQUIRES: compiler
// RUN: %check_redistc %s %t -- -ferror-limit=0
#include "../../Inputs/mock.h"

void fixed() {
  double c[10];
  std::array<double, 10> a;
  std::vector<double> v;
  // block onto(4) of 44 elements is 11 on rank 0.
#pragma redistribute c[44] from(block onto(4)) to(cyclic onto(5))
// CHECK: {{^}}storage-error.cpp:[[#@LINE-1]]:22: error: 'c' holds 10 elements, but the source layout needs 11 on a rank
// CHECK: {{^}}storage-error.cpp:[[#@LINE-6]]:10: note: 'c' declared here
#pragma redistribute a[44] from(cyclic onto(5)) to(block onto(4))
// CHECK: {{^}}storage-error.cpp:[[#@LINE-1]]:22: error: 'a' holds 10 elements, but the target layout needs 11 on a rank
// CHECK: {{^}}storage-error.cpp:[[#@LINE-8]]:26: note: 'a' declared here
#pragma redistribute v[44] from(cyclic onto(5)) to(block onto(4)) into(c)
// CHECK: {{^}}storage-error.cpp:[[#@LINE-1]]:72: error: 'c' holds 10 elements, but the target layout needs 11 on a rank
// CHECK: {{^}}storage-error.cpp:[[#@LINE-12]]:10: note: 'c' declared here
#pragma redistribute a[40] from(cyclic onto(5)) to(block onto(4))
}
void pointers(double *p, double *q, long n) {
#pragma redistribute p[n] from(block onto(4)) to(block onto(5))
// CHECK: {{^}}storage-error.cpp:[[#@LINE-1]]:22: error: cannot redistribute pointer 'p' in place: 'n' is not a constant, and without it the storage may be too small; use 'into', 'capacity', or a container that can be resized
// CHECK: {{^}}storage-error.cpp:[[#@LINE-3]]:23: note: 'p' declared here
#pragma redistribute p[40] from(block onto(4)) to(block onto(5))
// CHECK: {{^}}storage-error.cpp:[[#@LINE-1]]:22: error: cannot redistribute pointer 'p' in place: the target layout needs 8 elements on rank 4 of its grid, the source layout has 0; use 'into', 'capacity', or a container that can be resized
// CHECK: {{^}}storage-error.cpp:[[#@LINE-6]]:23: note: 'p' declared here
#pragma redistribute p[40] from(block onto(5)) to(block onto(4))
// CHECK: {{^}}storage-error.cpp:[[#@LINE-1]]:22: error: cannot redistribute pointer 'p' in place: the target layout needs 10 elements on rank 0 of its grid, the source layout has 8; use 'into', 'capacity', or a container that can be resized
// CHECK: {{^}}storage-error.cpp:[[#@LINE-9]]:23: note: 'p' declared here
#pragma redistribute p[40] from(block onto(4)) to(cyclic(2) onto(4) at(1))
// CHECK: {{^}}storage-error.cpp:[[#@LINE-1]]:22: error: cannot redistribute pointer 'p' in place: the target layout needs 10 elements on rank 3 of its grid, the source layout has 0; use 'into', 'capacity', or a container that can be resized
// CHECK: {{^}}storage-error.cpp:[[#@LINE-12]]:23: note: 'p' declared here
#pragma redistribute p[40] from(block onto(4)) to(cyclic(5) onto(4))
#pragma redistribute p[n] from(block onto(4)) to(block onto(5)) into(q)
  // Identical layouts need the same storage, whatever the extent is.
#pragma redistribute p[n] from(cyclic(3) onto(4)) to(cyclic(3) onto(4))
#pragma redistribute p[n] from(block onto(4) at(1)) to(block onto(4) at(1))
#pragma redistribute p[n] from(block onto(4)) to(block onto(4) at(1))
// CHECK: {{^}}storage-error.cpp:[[#@LINE-1]]:22: error: cannot redistribute pointer 'p' in place: 'n' is not a constant,
// CHECK: {{^}}storage-error.cpp:[[#@LINE-20]]:23: note: 'p' declared here
}
struct Grid {
  int ranks, sizes[4];
};
int next();
void equalNumbers(double *p, double *q, long n, int ranks, int k, Grid &g, int *sizes) {
  // The same names and numbers in one directive have the same value.
#pragma redistribute p[n] from(block onto(ranks) room(k)) to(block onto(ranks) halo(k))
#pragma redistribute q[n] from(cyclic(2 * k) onto(g.ranks) at(1)) to(cyclic(2 * k) onto(g.ranks) at(1))
#pragma redistribute p[n] from(gen_block(sizes) onto(ranks) room(k)) to(gen_block(sizes) onto(ranks) halo(k))
#pragma redistribute p[n] from(gen_block(g.sizes) onto(4) room(1)) to(gen_block(sizes) onto(4) halo(1))
// CHECK: {{^}}storage-error.cpp:[[#@LINE-1]]:22: error: cannot redistribute pointer 'p' in place: 'n' is not a constant,
// CHECK: {{^}}storage-error.cpp:[[#@LINE-7]]:27: note: 'p' declared here
#pragma redistribute p[n] from(block onto(ranks) room(1)) to(block onto(ranks) halo(k))
// CHECK: {{^}}storage-error.cpp:[[#@LINE-1]]:22: error: cannot redistribute pointer 'p' in place: 'n' is not a constant,
// CHECK: {{^}}storage-error.cpp:[[#@LINE-10]]:27: note: 'p' declared here
#pragma redistribute p[n] from(block onto(next())) to(block onto(next()))
// CHECK: {{^}}storage-error.cpp:[[#@LINE-1]]:22: error: cannot redistribute pointer 'p' in place: 'n' is not a constant,
// CHECK: {{^}}storage-error.cpp:[[#@LINE-13]]:27: note: 'p' declared here
#pragma redistribute p[n] from(block onto(k++)) to(block onto(k++))
// CHECK: {{^}}storage-error.cpp:[[#@LINE-1]]:22: error: cannot redistribute pointer 'p' in place: 'n' is not a constant,
// CHECK: {{^}}storage-error.cpp:[[#@LINE-16]]:27: note: 'p' declared here
}
void capacities(double *p, double *q, double (*rows)[3],
                std::vector<double> &v, std::array<double, 9> &a, double variable[],
                long n, double x) {
#pragma redistribute p[n] from(block onto(4)) to(cyclic onto(3)) capacity(n)
#pragma redistribute p[40] from(block onto(4)) to(cyclic onto(5)) capacity(10)
#pragma redistribute p[n], v[n] from(block onto(4)) to(cyclic onto(3)) capacity(n)
#pragma redistribute v[n] from(block onto(4)) to(cyclic onto(3)) into(p) capacity(n)
#pragma redistribute variable[n] from(block onto(4)) to(cyclic onto(3)) capacity(n)
  // Of [n] an element is a row, of [n][3] a number.
#pragma redistribute rows[8] from(block onto(4)) to(block onto(2)) capacity(4)
#pragma redistribute rows[8][3] from(block, * onto(4)) to(block, * onto(2)) capacity(12)
#pragma redistribute rows[8][3] from(block, * onto(4)) to(block, * onto(2)) capacity(4)
// CHECK: {{^}}storage-error.cpp:[[#@LINE-1]]:22: error: 'rows' holds 4 elements, but the source layout needs 6 on a rank
// CHECK: {{^}}storage-error.cpp:[[#@LINE-13]]:48: note: 'rows' declared here
#pragma redistribute p[40] from(block onto(4)) to(block onto(3)) capacity(13)
// CHECK: {{^}}storage-error.cpp:[[#@LINE-1]]:22: error: 'p' holds 13 elements, but the target layout needs 14 on a rank
// CHECK: {{^}}storage-error.cpp:[[#@LINE-16]]:25: note: 'p' declared here
#pragma redistribute v[40] from(block onto(4)) to(block onto(3)) into(q) capacity(13)
// CHECK: {{^}}storage-error.cpp:[[#@LINE-1]]:71: error: 'q' holds 13 elements, but the target layout needs 14 on a rank
// CHECK: {{^}}storage-error.cpp:[[#@LINE-19]]:36: note: 'q' declared here
#pragma redistribute p[n] from(block onto(4)) to(block onto(3)) capacity(-1)
// CHECK: {{^}}storage-error.cpp:[[#@LINE-1]]:74: error: capacity must not be negative, found -1
#pragma redistribute p[n] from(block onto(4)) to(block onto(3)) capacity(x)
// CHECK: {{^}}storage-error.cpp:[[#@LINE-1]]:74: error: expected an integer for the capacity, found an expression of type 'double'
#pragma redistribute p[n] from(block onto(4)) to(block onto(3)) capacity(n, 2)
// CHECK: {{^}}storage-error.cpp:[[#@LINE-1]]:77: error: expected one expression for the capacity, found a list
#pragma redistribute v[n], a[n] from(block onto(4)) to(block onto(3)) capacity(n)
// CHECK: {{^}}storage-error.cpp:[[#@LINE-1]]:80: error: 'capacity' says how much storage a pointer refers to: no object of this directive is a pointer
#pragma redistribute p[n] from(block onto(4)) to(block onto(3)) into(v) capacity(n)
// CHECK: {{^}}storage-error.cpp:[[#@LINE-1]]:82: error: 'capacity' says how much storage a pointer refers to: no destination of this directive is a pointer
}
// What is no pointer in one instance may be one in another.
template <typename Storage> void redeal(Storage &s, long n) {
#pragma redistribute s[n] from(block onto(4)) to(block onto(3)) capacity(n)
// CHECK: {{^}}storage-error.cpp:[[#@LINE-1]]:74: error: 'capacity' says how much storage a pointer refers to: no object of this directive is a pointer
// CHECK: {{^}}storage-error.cpp:[[#@LINE-2]]:1: note: in the instantiation 'redeal<std::vector<double>>'
}
template void redeal(double *&, long);
template void redeal(std::vector<double> &, long);
