// room, halo and lead behind onto: what is not the grammar, and what makes no sense.
// REQUIRES: compiler
// RUN: %check_redistc %s %t -- -ferror-limit=0
#include "../../Inputs/mock.h"
#include "Inputs/array.h"

void f(std::vector<double> &a, std::vector<double> &b, long n, long ld) {
#pragma redistribute a[n] from(block onto(4) room(1 : 2 : 3)) to(block onto(2))
// CHECK: {{^}}room-error.cpp:[[#@LINE-1]]:57: error: expected ',' or ')': a width is 'w' or 'before : after'
#pragma redistribute a[n] from(block onto(4) room(: 2)) to(block onto(2))
// CHECK: {{^}}room-error.cpp:[[#@LINE-1]]:51: error: expected an expression, found ':'
#pragma redistribute a[n] from(block onto(4) room()) to(block onto(2))
// CHECK: {{^}}room-error.cpp:[[#@LINE-1]]:51: error: expected an expression, found ')'
#pragma redistribute a[n] from(block onto(4) room(1) room(1)) to(block onto(2))
// CHECK: {{^}}room-error.cpp:[[#@LINE-1]]:54: error: clause 'room' may appear only once
// CHECK: {{^}}room-error.cpp:[[#@LINE-2]]:46: note: first 'room' is here
#pragma redistribute a[n] from(block onto(4) rom(1)) to(block onto(2))
// CHECK: {{^}}room-error.cpp:[[#@LINE-1]]:46: error: unknown word 'rom' in a layout; did you mean 'room'?
#pragma redistribute a[n] from(block onto(4) halo(1) room(1)) to(block onto(2))
// CHECK: {{^}}room-error.cpp:[[#@LINE-1]]:54: error: 'room' and 'halo' both say how much room there is: one of them is enough
// CHECK: {{^}}room-error.cpp:[[#@LINE-2]]:46: note: first 'halo' is here
#pragma redistribute a[n] from(block onto(4) room(-1)) to(block onto(2))
// CHECK: {{^}}room-error.cpp:[[#@LINE-1]]:51: error: width must not be negative, found -1
#pragma redistribute a[n] from(block onto(4) room(1.5)) to(block onto(2))
// CHECK: {{^}}room-error.cpp:[[#@LINE-1]]:51: error: expected an integer for the width, found an expression of type 'double'
#pragma redistribute a[n][n] from(block, * onto(4) room(1)) to(*, * onto(1))
// CHECK: {{^}}room-error.cpp:[[#@LINE-1]]:57: error: 'room' has 1 dimension, but 'a' has 2
// CHECK: {{^}}room-error.cpp:[[#@LINE-2]]:23: note: the brackets of 'a' are here
#pragma redistribute a[n] from(block onto(4) lead(ld)) to(block onto(2))
// CHECK: {{^}}room-error.cpp:[[#@LINE-1]]:51: error: 'lead' is the distance between neighbouring rows, and an array of one dimension has no rows
#pragma redistribute a[n][n] from(block, * onto(4) lead(-5)) to(*, * onto(1))
// CHECK: {{^}}room-error.cpp:[[#@LINE-1]]:57: error: lead must not be negative, found -5
}

void halos(std::vector<double> &a, std::vector<double> &b, long n) {
#pragma redistribute a[16] from(block onto(4)) to(cyclic(2) onto(4) halo(1)) into(b)
// CHECK: {{^}}room-error.cpp:[[#@LINE-1]]:51: error: 'halo' needs one interval of elements on each rank: cyclic(2) on 4 ranks deals 16 elements in several blocks a rank, which have no neighbours there
#pragma redistribute a[8] from(block onto(4)) to(cyclic(2) onto(4) halo(1)) into(b)
#pragma redistribute a[16] from(block onto(4)) to(cyclic(2) onto(4) halo(n)) into(b) // which may be 0
#pragma redistribute a[0 : n] from(block(9) onto(4)) to(block(9) onto(4) halo(n)) into(b[0 : n])
#pragma redistribute a[0 : n] from(block(9) onto(4)) to(block(9) onto(4) halo(1)) into(b[0 : n])
// CHECK: {{^}}room-error.cpp:[[#@LINE-1]]:57: error: 'halo' needs the whole extent, which a section does not tell, unless 'of' does
#pragma redistribute a[n] from(cyclic(2) onto(4) halo(1)) to(block onto(4))
}

void fixed(double *p) {
  double c[24];
  std::vector<double> v;
#pragma redistribute v[8] from(cyclic onto(5)) to(block onto(2) room(10)) into(c)
#pragma redistribute v[8] from(cyclic onto(5)) to(block onto(2) room(10 : 11)) into(c)
// CHECK: {{^}}room-error.cpp:[[#@LINE-1]]:85: error: 'c' holds 24 elements, but the target layout needs 25 on a rank
// CHECK: {{^}}room-error.cpp:[[#@LINE-5]]:10: note: 'c' declared here
#pragma redistribute p[8] from(block onto(2) room(1)) to(block onto(2) room(1))
#pragma redistribute p[8] from(block onto(2)) to(block onto(2) room(1))
// CHECK: {{^}}room-error.cpp:[[#@LINE-1]]:22: error: cannot redistribute pointer 'p' in place: the target layout needs 6 elements on rank 0 of its grid, the source layout has 4; use 'into', 'capacity', or a container that can be resized
// CHECK: {{^}}room-error.cpp:[[#@LINE-10]]:20: note: 'p' declared here
}

void ofArray(redist::array<double, 2> &x, long n) {
#pragma redistribute x[n][n] to(block, * onto(2) room(1, 1) lead(n))
// CHECK: {{^}}room-error.cpp:[[#@LINE-1]]:66: error: 'lead' is for raw storage: 'x' is a redist::array, which makes its own
// CHECK: {{^}}room-error.cpp:[[#@LINE-3]]:40: note: 'x' declared here
}
