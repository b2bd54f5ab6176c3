// The layouts that reach a directive on a redist::array whose from() is left
// out: one, several, or none that is constant. The runtime checks them all.
//
// RUN: %redistc --remarks --dump=sema %s > %t.txt 2>&1
// RUN: FileCheck %s --input-file=%t.txt --check-prefix=SEMA --implicit-check-not=reaching:
// RUN: FileCheck %s --input-file=%t.txt --check-prefix=REMARK
#include <redist/redist.h>

#include <utility>
#include <vector>

using Array = redist::array<double, 1>;
using redist::layout;

void change(Array &);
void look(const Array &);
Array make(long n);

void constructed(long n, MPI_Comm comm) {
  Array a({n}, layout({redist::cyclic(3)}).onto({4}), comm);
  look(a);
  a.fill(2);
#pragma redistribute a[n] to(cyclic(5) onto(4))
}
// SEMA-LABEL: line 23
// SEMA:       reaching: cyclic(3) onto(4) at(0)
// REMARK-DAG: reaching-layouts.cpp:23:1: remark: schedule embedded:

void fromConstants(long n, int ranks) {
  const auto rows = layout({redist::block(70)}).onto({4}).at(1);
  static constexpr auto other = layout({redist::cyclic()}).onto({2});
  Array a({n}, rows), b({n}, other),
      c({n}, layout({redist::cyclic(3)}).onto({ranks}));
#pragma redistribute a[n], b[n] to(cyclic(5) onto(4))
#pragma redistribute c[n] to(cyclic(5) onto(4))
}
// SEMA-LABEL: line 34
// SEMA:       reaching: {{block\(70\) onto\(4\) at\(1\)|cyclic\(1\) onto\(2\) at\(0\)}}
// SEMA-LABEL: line 35
// REMARK-DAG: reaching-layouts.cpp:35:1: remark: the runtime plans: the layout of 'c' is known at run time only

void branches(long n, bool first) {
  auto a = Array({n}, layout({redist::cyclic(3)}).onto({4}));
  if (first) {
#pragma redistribute a[n] to(cyclic(2) onto(3))
  }
#pragma redistribute a[n] to(cyclic(5) onto(4))
}
// SEMA-LABEL: line 45
// SEMA:       reaching: cyclic(3) onto(4) at(0)
// SEMA-LABEL: line 47
// SEMA:       reaching: cyclic(3) onto(4) at(0)
// SEMA:       reaching: cyclic(2) onto(3) at(0)
// REMARK-DAG: reaching-layouts.cpp:47:1: remark: 2 schedules embedded, for the layouts that may reach it: CYCLIC(3) on 4 -> CYCLIC(5) on 4

void loops(Array &a, long n) {
#pragma redistribute a[n] to(cyclic(2) onto(4))
  for (int i = 0; i < 3; ++i) {
#pragma redistribute a[n] to(cyclic(7) onto(4))
#pragma redistribute a[n] to(cyclic(6) onto(4))
  }
}
// SEMA-LABEL: line 57
// SEMA-LABEL: line 59
// SEMA:       reaching: cyclic(2) onto(4) at(0)
// SEMA:       reaching: cyclic(6) onto(4) at(0)
// SEMA-LABEL: line 60
// SEMA:       reaching: cyclic(7) onto(4) at(0)
// REMARK-DAG: reaching-layouts.cpp:57:1: remark: the runtime plans: the layout of 'a' is known at run time only

void lost(long n) {
  Array a({n}, layout({redist::cyclic(3)}).onto({4}));
  change(a);
#pragma redistribute a[n] to(cyclic(5) onto(4))
  Array *pointer = &a;
#pragma redistribute a[n] to(cyclic(4) onto(4))
  a = make(n);
#pragma redistribute a[n] to(cyclic(5) onto(4))
  *pointer = make(n);
}
// SEMA-LABEL: line 74
// SEMA-LABEL: line 76
// SEMA-LABEL: line 78

void moved(long n) {
  Array a({n}, layout({redist::cyclic(3)}).onto({4}));
  Array b = std::move(a);
#pragma redistribute b[n] to(cyclic(5) onto(4))
  a = std::move(b);
#pragma redistribute a[n] to(cyclic(9) onto(4))
  Array c = a.copy(), d({n}, layout({redist::cyclic(8)}).onto({2}));
  swap(c, d);
#pragma redistribute c[n] to(cyclic(2) onto(4))
  d.redistribute(layout({redist::cyclic(7)}).onto({2}));
#pragma redistribute d[n] to(cyclic(2) onto(4))
  b = Array({n}, layout({redist::cyclic(6)}).onto({3}));
#pragma redistribute b[n] to(cyclic(2) onto(4))
}
// SEMA-LABEL: line 88
// SEMA:       reaching: cyclic(3) onto(4) at(0)
// SEMA-LABEL: line 90
// SEMA:       reaching: cyclic(5) onto(4) at(0)
// SEMA-LABEL: line 93
// SEMA:       reaching: cyclic(8) onto(2) at(0)
// SEMA-LABEL: line 95
// SEMA:       reaching: cyclic(7) onto(2) at(0)
// SEMA-LABEL: line 97
// SEMA:       reaching: cyclic(6) onto(3) at(0)

// What goes into another array gives that its layout.
void into(long n) {
  Array a({n}, layout({redist::cyclic(3)}).onto({4})),
      b({n}, layout({redist::cyclic(4)}).onto({4}));
#pragma redistribute a[n] to(cyclic(4) onto(4)) into(b)
#pragma redistribute b[n] to(cyclic(2) onto(4)) into(a)
#pragma redistribute b[n] to(cyclic(5) onto(4))
}
// SEMA-LABEL: line 114
// SEMA:       reaching: cyclic(3) onto(4) at(0)
// SEMA-LABEL: line 115
// SEMA:       reaching: cyclic(4) onto(4) at(0)
// SEMA-LABEL: line 116
// SEMA:       reaching: cyclic(4) onto(4) at(0)

template <int K> void instance(long n) {
  redist::array<float, 2> a(
      {n, n},
      layout({redist::cyclic(K), redist::undistributed()}).onto({4}));
#pragma redistribute a[n][n] to(*, cyclic(K) onto(4))
}
template void instance<3>(long);
template void instance<9>(long);
// SEMA-LABEL: line 129
// SEMA:       instance: instance<3>
// SEMA:       reaching: cyclic(3), * onto(4) at(0)
// SEMA:       instance: instance<9>
// SEMA:       reaching: cyclic(9), * onto(4) at(0)

// A lambda is a function of its own; what it refers to may be changed by it.
void inLambda(long n) {
  Array a({n}, layout({redist::cyclic(3)}).onto({4}));
  const auto run = [&] {
#pragma redistribute a[n] to(cyclic(5) onto(4))
#pragma redistribute a[n] to(cyclic(6) onto(4))
  };
  run();
#pragma redistribute a[n] to(cyclic(2) onto(4))
}
// SEMA-LABEL: line 143
// SEMA-LABEL: line 144
// SEMA:       reaching: cyclic(5) onto(4) at(0)
// SEMA-LABEL: line 147
