// For every reduction and instance: the tree's length, the bound and what the
// binomial tree would cost, or why the runtime plans.
//
// RUN: %redistc --remarks %s -o %t.cpp 2>&1 | FileCheck %s \
// RUN:   --implicit-check-not=remark: --implicit-check-not=error:
// RUN: %redistc %s -o %t.cpp 2>&1 | count 0
// RUN: %redistc --remarks --max-embedded-entries=3 %s -o %t.cpp 2>&1 \
// RUN:   | FileCheck %s --check-prefix=LIMIT

template <int Ranks> void sum(int &x) {
  #pragma reduce(+ : x) onto(Ranks) cost(transfer: 1, combine: 1)
}
template <int Ranks> void unused(int &x) {
  #pragma reduce(+ : x) onto(Ranks) cost(transfer: 1, combine: 1)
}
void f(int &x, double &y, int ranks, double d) {
#pragma reduce(+ : x) onto(16) cost(transfer: 2.0e-3, combine: 3.1e-3)
#pragma reduce(+ : x) onto(1000000000000) cost(transfer: 1, combine: 1) root(0)
#pragma reduce(+ : x) onto(16) cost(transfer: 1, combine: 1) strategy(binomial)
#pragma reduce(+ : x) onto(5) cost(transfer: 1, combine: 1) reducers(1)
#pragma reduce(+ : x) onto(ranks) cost(transfer: d, combine: 1)
#pragma reduce(+ : x) onto(4)
#pragma reduce(+ : y) onto(4)
#pragma reduce(+ : x)
#pragma reduce(+ : x) strategy(mpi)
  sum<4>(x);
  sum<8>(x);
}

// d = c: A = 2, B = 1: 4 ranks need 2 + 2, 8 need 2 + 3 (there are 4 of at most
// 2, 7 of at most 3).
// CHECK-DAG: reduce-remarks.cpp:11:3: remark: in 'sum<4>{{.*}}': tree embedded: 4 ranks, length 4 s, the least possible (bound 2 s); the binomial tree takes 4 s
// CHECK-DAG: reduce-remarks.cpp:11:3: remark: in 'sum<8>{{.*}}': tree embedded: 8 ranks, length 5 s, the least possible (bound 3 s); the binomial tree takes 6 s
// CHECK-DAG: reduce-remarks.cpp:14:3: remark: the runtime plans: 'Ranks' is not a constant and nothing in this file instantiates the template
// CHECK-DAG: reduce-remarks.cpp:17:1: remark: tree embedded: 16 ranks, length 0.0184 s, the least possible (bound 0.0124 s); the binomial tree takes 0.0204 s
// CHECK-DAG: reduce-remarks.cpp:18:1: remark: tree embedded: 1000000000000 ranks, length {{[0-9]+}} s, the least possible (bound 40 s); the binomial tree takes at most 80 s
// CHECK-DAG: reduce-remarks.cpp:19:1: remark: tree embedded: 16 ranks, length 8 s (bound 4 s); every rank has the result after 12 s, by a broadcast behind the tree{{$}}
// CHECK-DAG: reduce-remarks.cpp:20:1: remark: tree embedded: 5 ranks, length 5 s, by theorem 9 the least possible within its limits (bound {{[0-9]+}} s); without the limit the binomial tree takes 4 s
// CHECK-DAG: reduce-remarks.cpp:21:1: remark: the runtime plans: 'ranks' and 'd' are not constants
// CHECK-DAG: reduce-remarks.cpp:22:1: remark: the runtime plans: no cost(...) is given: the runtime measures, or leaves it to MPI
// CHECK-DAG: reduce-remarks.cpp:23:1: remark: the runtime plans: no cost(...) is given: the runtime takes costs that never change how numbers are rounded, or leaves it to MPI
// CHECK-DAG: reduce-remarks.cpp:24:1: remark: the runtime plans: no onto(...) is given: the number of ranks is known at run time only; no cost(...) is given: the runtime measures, or leaves it to MPI
// CHECK-DAG: reduce-remarks.cpp:25:1: remark: no tree embedded: strategy 'mpi' leaves the tree to the MPI library

// A closed form has no table, so that the limit does not touch it.
// LIMIT: reduce-remarks.cpp:17:1: remark: tree embedded: 16 ranks
// LIMIT: reduce-remarks.cpp:20:1: remark: the runtime plans: the tree has 5 table entries, more than --max-embedded-entries=3
