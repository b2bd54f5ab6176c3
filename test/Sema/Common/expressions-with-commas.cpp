// A comma in the user's own brackets is inside of one expression: the operator
// in parentheses, and what separates arguments.
// REQUIRES: compiler
// RUN: %check_redistc %s %t --dump=sema
#include "../../Inputs/mock.h"

template <int A, int B> struct Grid {
  static constexpr int size = A * B;
  static std::vector<double> part;
};
template <int A, int B> constexpr int sum() { return A + B; }
template <int A, int B> std::vector<double> storage;
int call();
constexpr int pure() { return 1; }

void f(std::vector<double> &a, long n) {
#pragma redistribute a[(call(), n)] from(cyclic(sum<1, 2>()) onto(4)) \
    to(cyclic onto(Grid<2, 3>::size))
  // CHECK: object: a
  // CHECK: extent: (call(), n) = ?
  // CHECK: from: cyclic(sum<1, 2>() = 3) onto(4) at(0)
  // CHECK: to: cyclic(1) onto(Grid<2, 3>::size = 6) at(0)
#pragma redistribute storage<1, (2 > 1)>[n] from(cyclic onto((pure(), 3))) \
    to(cyclic onto(4) at((0, 1))) into(Grid<1, 2>::part)
  // CHECK: object: storage<1, (2 > 1)>
  // CHECK: into: Grid<1, 2>::part
  // CHECK: from: cyclic(1) onto((pure(), 3) = 3) at(0)
  // CHECK: to: cyclic(1) onto(4) at((0, 1) = 1)
}
