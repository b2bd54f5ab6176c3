// How each clause reaches the call.
//
// RUN: %redistc %s -o %t.cpp
// RUN: FileCheck %s --input-file=%t.cpp
#include <mpi.h>
#include <vector>

void clauses(std::vector<int> &a, std::vector<int> &b, int *p, long n, int k,
             MPI_Comm team) {
#pragma redistribute a[n] from(block onto(4)) to(block(k) onto(3) at(1))
// CHECK: {{^}}  ::redist::redistribute(redistDirective, a, static_cast<::std::int64_t>(n), ::redist::block_layout(4, 0), ::redist::block_layout(static_cast<::std::int64_t>(k), 3, 1), MPI_COMM_WORLD);
#pragma redistribute a[n] from(cyclic onto(k + 1)) to(cyclic(2) onto(4)) into(b)
// CHECK: {{^}}  ::redist::redistribute_into(redistDirective, a, b, static_cast<::std::int64_t>(n), ::redist::cyclic_layout(1, static_cast<::std::int64_t>(k + 1), 0), ::redist::cyclic_layout(2, 4, 0), MPI_COMM_WORLD);
#pragma redistribute p[100] comm(team) into(b) strategy(stepwise) to(block onto(4)) from(cyclic(3) onto(4))
// CHECK: {{^}}      "stepwise", redistSchedules, 1};
// CHECK: {{^}}  ::redist::redistribute_into(redistDirective, p, b, 100, ::redist::cyclic_layout(3, 4, 0), ::redist::block_layout(4, 0), team);
#pragma redistribute a[n] into(b[k]) from(cyclic onto(4)) to(cyclic onto(4))
// CHECK: {{^}}  ::redist::redistribute_into(redistDirective, a, b, static_cast<::std::int64_t>(n), ::redist::cyclic_layout(1, 4, 0), ::redist::cyclic_layout(1, 4, 0), MPI_COMM_WORLD, static_cast<::std::int64_t>(k));
#pragma redistribute a[n] from(cyclic(3) onto(4)) to(cyclic(5) onto(4)) strategy(direct)
// CHECK: {{^}}  // no schedule embedded: strategy 'direct' has no steps to embed
// CHECK: {{^}}      "direct", nullptr, 0};
}
