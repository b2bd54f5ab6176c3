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
// CHECK: {{^}}storage-error.cpp:[[#@LINE-1]]:22: error: cannot redistribute pointer 'p' in place: 'n' is not a constant, and without it the storage may be too small; use 'into', or a container that can be resized
// CHECK: {{^}}storage-error.cpp:[[#@LINE-3]]:23: note: 'p' declared here
#pragma redistribute p[40] from(block onto(4)) to(block onto(5))
// CHECK: {{^}}storage-error.cpp:[[#@LINE-1]]:22: error: cannot redistribute pointer 'p' in place: the target layout needs 8 elements on rank 4 of its grid, the source layout has 0; use 'into', or a container that can be resized
// CHECK: {{^}}storage-error.cpp:[[#@LINE-6]]:23: note: 'p' declared here
#pragma redistribute p[40] from(block onto(5)) to(block onto(4))
// CHECK: {{^}}storage-error.cpp:[[#@LINE-1]]:22: error: cannot redistribute pointer 'p' in place: the target layout needs 10 elements on rank 0 of its grid, the source layout has 8; use 'into', or a container that can be resized
// CHECK: {{^}}storage-error.cpp:[[#@LINE-9]]:23: note: 'p' declared here
#pragma redistribute p[40] from(block onto(4)) to(cyclic(2) onto(4) at(1))
// CHECK: {{^}}storage-error.cpp:[[#@LINE-1]]:22: error: cannot redistribute pointer 'p' in place: the target layout needs 10 elements on rank 3 of its grid, the source layout has 0; use 'into', or a container that can be resized
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
