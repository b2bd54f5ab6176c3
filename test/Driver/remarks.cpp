// For every directive and instance: which happened, and why.
//
// RUN: %redistc --remarks %s -o %t.cpp 2>&1 | FileCheck %s \
// RUN:   --implicit-check-not=remark: --implicit-check-not=error:
// RUN: %redistc %s -o %t.cpp 2>&1 | count 0
// RUN: %redistc --remarks --max-embedded-entries=3 %s -o %t.cpp 2>&1 \
// RUN:   | FileCheck %s --check-prefix=LIMIT
// RUN: FileCheck --input-file=%t.cpp %s --check-prefix=LIMITED
#include <vector>

template <int K> void reblock(std::vector<int> &a, long n) {
  #pragma redistribute a[n] from(cyclic(K) onto(15)) to(cyclic(5) onto(15))
}
template <int K> void unused(std::vector<int> &a, long n) {
  #pragma redistribute a[n] from(cyclic(K) onto(15)) to(cyclic(5) onto(15))
}
void f(std::vector<int> &a, long n, int ranks) {
#pragma redistribute a[n] from(cyclic(3) onto(16)) to(cyclic(5) onto(16))
#pragma redistribute a[n] from(cyclic(3) onto(ranks)) to(block onto(ranks))
#pragma redistribute a[n] from(block onto(4)) to(cyclic onto(4)) strategy(exact)
#pragma redistribute a[n] from(block onto(4)) to(cyclic onto(4)) \
    strategy(alltoall)
  reblock<3>(a, n);
  reblock<4>(a, n);
}

// CHECK-DAG: remarks.cpp:12:3: remark: in 'reblock<3>{{.*}}': schedule embedded: 10 steps, the fewest possible; total cost 21 a superblock, the least possible
// CHECK-DAG: remarks.cpp:12:3: remark: in 'reblock<4>{{.*}}': schedule embedded:
// CHECK-DAG: remarks.cpp:15:3: remark: the runtime plans: 'K' is not a constant and nothing in this file instantiates the template
// CHECK-DAG: remarks.cpp:18:1: remark: schedule embedded: 7 steps, the fewest possible; total cost 15 a superblock, the least possible
// CHECK-DAG: remarks.cpp:19:1: remark: the runtime plans: 'ranks' and 'n' are not constants
// CHECK-DAG: remarks.cpp:20:1: remark: the runtime plans: 'n' is not a constant; strategy 'exact' is 'auto' there
// CHECK-DAG: remarks.cpp:21:1: remark: no schedule embedded: strategy 'alltoall' has no steps to embed

// A closed form has no table, so that the limit does not touch it.
// LIMIT: remarks.cpp:12:3: remark: in 'reblock<3>{{.*}}': the runtime plans: the schedule has {{[0-9]+}} table entries, more than --max-embedded-entries=3
// LIMIT: remarks.cpp:18:1: remark: schedule embedded: 7 steps
// LIMITED: {{^}}    // in reblock<3>{{.*}}: the runtime plans: the schedule has
// LIMITED: {{^}}        "auto", nullptr, 0};
