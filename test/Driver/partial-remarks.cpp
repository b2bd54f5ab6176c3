// Parts: a schedule is embedded where all targets combine; the runtime plans
// where copies may combine stripes.
// REQUIRES: compiler
// RUN: %redistc --remarks --dump=sema %s > %t.txt 2>&1
// RUN: FileCheck %s --input-file=%t.txt
#include <redist/redist.h>

#include <vector>

using redist::layout;

void f(std::vector<double> &a, long n) {
#pragma redistribute a[n] from(cyclic(3) onto(2, partial(+, 2))) to(cyclic onto(4))
// CHECK: partial-remarks.cpp:[[#@LINE-1]]:1: remark: schedule embedded: {{[0-9]+}} steps
#pragma redistribute a[100] from(* onto(partial(+, 4))) to(* onto(copies(4)))
// CHECK: partial-remarks.cpp:[[#@LINE-1]]:1: remark: schedule embedded: 3 steps
#pragma redistribute a[100000] from(* onto(partial(+, 4))) to(* onto(copies(4)))
// CHECK: partial-remarks.cpp:[[#@LINE-1]]:1: remark: the runtime plans: copies of many combined values combine a stripe each
#pragma redistribute a[n] from(* onto(partial(+, 4))) to(* onto(copies(4)))
// CHECK: partial-remarks.cpp:[[#@LINE-1]]:1: remark: the runtime plans: copies of many combined values combine a stripe each
}

// The layout of an array tells the parts, and an operator that is built in.
void g(MPI_Comm comm) {
  redist::array<double, 1> a({120}, layout({redist::cyclic(3)}).onto({2, redist::partial(redist::plus{}, 2)}), comm);
#pragma redistribute a[120] to(block onto(4))
// CHECK: partial-remarks.cpp:[[#@LINE-1]]:1: remark: schedule embedded: {{[0-9]+}} steps
}
// CHECK: from: cyclic(3) onto(2, partial(+ (built in), 2)) at(0)
// CHECK: reaching: cyclic(3) onto(2, partial(+ (built in), 2))
