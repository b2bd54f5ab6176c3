// remote: one side of an intercommunicator, and what has no place beside it.
// REQUIRES: compiler
// RUN: %check_redistc %s %t -- -ferror-limit=0
#include "../../Inputs/mock.h"

void f(std::vector<double> &a, std::vector<double> &b, const std::vector<double> &c, double *p, long n, MPI_Comm other) {
#pragma redistribute a[n] from(block onto(2)) to(remote) comm(other)
#pragma redistribute c[n], a[n] from(block onto(2)) to(remote) comm(other) strategy(greedy)
#pragma redistribute a[n] from(remote) to(block onto(2)) comm(other)
#pragma redistribute p[n] from(remote) to(block onto(2)) comm(other) capacity(n) accumulate(+)
#pragma redistribute a[3 : 4 of n] from(remote) to(block onto(2)) comm(other)
#pragma redistribute a[3 : 4 of n] from(block onto(3)) to(remote) comm(other)

#pragma redistribute a[n] from(remote) to(remote) comm(other)
// CHECK: {{^}}remote-error.cpp:[[#@LINE-1]]:43: error: 'remote' in 'from' and in 'to': one of them is the layout of this side
#pragma redistribute a[n] from(block onto(2)) to(remote)
// CHECK: {{^}}remote-error.cpp:[[#@LINE-1]]:50: error: 'remote' needs 'comm' with an intercommunicator, and 'MPI_COMM_WORLD' is none
#pragma redistribute a[n] from(remote) to(block onto(2))
// CHECK: {{^}}remote-error.cpp:[[#@LINE-1]]:32: error: 'remote' needs 'comm' with an intercommunicator, and 'MPI_COMM_WORLD' is none
#pragma redistribute a[n] from(remote) to(block onto(2)) into(b) comm(other)
// CHECK: {{^}}remote-error.cpp:[[#@LINE-1]]:63: error: 'into' has no place beside 'to(remote)' or 'from(remote)': the object itself is sent or received
  int position;
#pragma redistribute a[n] from(remote) to(block onto(2)) relabel(position) comm(other)
// CHECK: {{^}}remote-error.cpp:[[#@LINE-1]]:66: error: 'relabel' has no place beside 'to(remote)' or 'from(remote)': no rank has a part of both layouts
#pragma redistribute a[n] from(block onto(2)) to(remote) accumulate(+) comm(other)
// CHECK: {{^}}remote-error.cpp:[[#@LINE-1]]:69: error: 'accumulate' has no place beside 'to(remote)': the side that receives combines
#pragma redistribute p[n] from(block onto(2)) to(remote) capacity(n) comm(other)
// CHECK: {{^}}remote-error.cpp:[[#@LINE-1]]:67: error: 'capacity' has no place beside 'to(remote)': nothing is written
  std::vector<int> owners;
#pragma redistribute a[n] from(indirect(owners) onto(2)) to(remote) comm(other)
// CHECK: {{^}}remote-error.cpp:[[#@LINE-1]]:32: error: 'indirect' has no place beside 'to(remote)' or 'from(remote)': who has which element is found within one group
#pragma redistribute a[n] from(remote) to(listed(owners) onto(2)) comm(other)
// CHECK: {{^}}remote-error.cpp:[[#@LINE-1]]:43: error: 'listed' has no place beside 'to(remote)' or 'from(remote)': who has which element is found within one group
#pragma redistribute a[n] from(* onto(partial(+, 2))) to(remote) comm(other)
// CHECK: {{^}}remote-error.cpp:[[#@LINE-1]]:39: error: 'partial' has no place beside 'to(remote)' or 'from(remote)': combine the parts in a directive before it
#pragma redistribute a[n] to(remote) comm(other)
// CHECK: {{^}}remote-error.cpp:[[#@LINE-1]]:1: error: '#pragma redistribute' needs a 'from' clause
#pragma redistribute a[n] from(remote) comm(other)
// CHECK: {{^}}remote-error.cpp:[[#@LINE-1]]:1: error: '#pragma redistribute' needs a 'to' clause
#pragma redistribute c[n] from(remote) to(block onto(2)) comm(other)
// CHECK: {{^}}remote-error.cpp:[[#@LINE-1]]:22: error: 'c' cannot be redistributed into: its elements are const
// CHECK: {{^}}remote-error.cpp:6:83: note: 'c' declared here
#pragma redistribute a[n], a[n] from(remote) to(block onto(2)) comm(other)
// CHECK: {{^}}remote-error.cpp:[[#@LINE-1]]:28: error: 'a' is named twice in one directive
// CHECK: {{^}}remote-error.cpp:[[#@LINE-2]]:22: note: 'a' is first named here
#pragma redistribute a[n][n] from(remote) to(block onto(2)) comm(other)
// CHECK: {{^}}remote-error.cpp:[[#@LINE-1]]:46: error: 'to' has 1 dimension, but 'a' has 2
// CHECK: {{^}}remote-error.cpp:[[#@LINE-2]]:23: note: the brackets of 'a' are here
}
void small() {
  double x[3] = {};
  MPI_Comm other = MPI_COMM_WORLD;
#pragma redistribute x[8] from(remote) to(block onto(2)) comm(other)
// CHECK: {{^}}remote-error.cpp:[[#@LINE-1]]:22: error: 'x' holds 3 elements, but the target layout needs 4 on a rank
// CHECK: {{^}}remote-error.cpp:[[#@LINE-4]]:10: note: 'x' declared here
#pragma redistribute x[8] from(block onto(2)) to(remote) comm(other)
// CHECK: {{^}}remote-error.cpp:[[#@LINE-1]]:22: error: 'x' holds 3 elements, but the source layout needs 4 on a rank
// CHECK: {{^}}remote-error.cpp:[[#@LINE-7]]:10: note: 'x' declared here
}
