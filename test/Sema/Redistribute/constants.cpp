// What Clang can evaluate is a constant, the rest is left to the runtime.
// REQUIRES: compiler
// RUN: %check_redistc %s %t --dump=sema
#include "../../Inputs/mock.h"

enum { team = 6 };
struct Traits {
  static constexpr int block = 7;
};
constexpr long square(long x) { return x * x; }
template <int A, int B> constexpr int sum() { return A + B; }
#define NP 16
#define LAYOUT(k) cyclic(k) onto(NP)
void f(std::vector<double> &a, long n, int p) {
  const int folded = 4;
  const int unknown = p;
#pragma redistribute a[100] from(cyclic(folded) onto(team)) \
                            to(cyclic(Traits::block) onto(NP))
// CHECK:      extent: 100
// CHECK-NEXT: from: cyclic(folded = 4) onto(team = 6) at(0)
// CHECK-NEXT: to: cyclic(Traits::block = 7) onto(NP = 16) at(0)
#pragma redistribute a[n + 1] from(cyclic(unknown) onto(p + 1)) \
                              to(block onto(sizeof(long)) at(square(3)))
// CHECK:      extent: n + 1 = ?
// CHECK-NEXT: from: cyclic(unknown = ?) onto(p + 1 = ?) at(0)
// CHECK-NEXT: to: block onto(sizeof(long) = 8) at(square(3) = 9)
#pragma redistribute a[n] from(LAYOUT(2)) \
                          to(block(p) onto(std::integral_constant<int, 5>{}))
// CHECK:      extent: n = ?
// CHECK-NEXT: from: cyclic(2) onto(16) at(0)
// CHECK-NEXT: to: block(p = ?) onto(std::integral_constant<int, 5>{} = 5) at(0)
#pragma redistribute a[p > 1 ? n : 3] from(block onto(sum<1, 2>())) \
                                      to(cyclic onto(true))
// CHECK:      extent: p > 1 ? n : 3 = ?
// CHECK-NEXT: from: block onto(sum<1, 2>() = 3) at(0)
// CHECK-NEXT: to: cyclic(1) onto(true = 1) at(0)
}
