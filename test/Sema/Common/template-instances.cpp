// In a template every instantiation has constants of its own; one that nobody
// instantiates has none that depend on its parameters.
// REQUIRES: compiler
// RUN: %check_redistc %s %t --dump=sema
#include "../../Inputs/mock.h"

template <int N, typename T> void function(std::vector<T> &a, long n) {
  if constexpr (N > 3) {
#pragma redistribute a[n] from(cyclic(N) onto(4)) to(block onto(N - 1))
  }
  auto generic = [&](auto value) {
#pragma redistribute a[n] from(cyclic(N) onto(5)) to(block onto(sizeof(value)))
  };
  generic(3);
  generic('c');
}
// CHECK-LABEL: redistribute 0 at line 9
// CHECK:       instance: function<4, double>
// CHECK-NEXT:    extent: n = ?
// CHECK-NEXT:    from: cyclic(N = 4) onto(4) at(0)
// CHECK-NEXT:    to: block onto(N - 1 = 3) at(0)
// CHECK-NOT:   instance: function<2
// CHECK-LABEL: redistribute 1 at line 12
// CHECK:       instance: function<4, double>::(lambda)<int>
// CHECK-NEXT:    extent: n = ?
// CHECK-NEXT:    from: cyclic(N = 4) onto(5) at(0)
// CHECK-NEXT:    to: block onto(sizeof(value) = 4) at(0)
// CHECK:       instance: function<4, double>::(lambda)<char>
// CHECK:         to: block onto(sizeof(value) = 1) at(0)
// CHECK:       instance: function<2, int>::(lambda)<int>
// CHECK:       instance: function<2, int>::(lambda)<char>

template <int N> struct Outer {
  std::vector<double> member;
  Outer() {
#pragma redistribute member[100] from(cyclic(N) onto(6)) to(block onto(4))
  }
  struct Inner {
    template <int M> void nested(double *s, double *d, long n) {
#pragma redistribute s[n] from(cyclic(N) onto(M)) to(block onto(4)) into(d)
    }
  };
};
// CHECK-LABEL: redistribute 2 at line 36
// CHECK:       instance: Outer<7>::Outer
// CHECK-NEXT:    extent: 100
// CHECK-NEXT:    from: cyclic(N = 7) onto(6) at(0)
// CHECK-LABEL: redistribute 3 at line 40
// CHECK-NEXT:  object: s (pointer)
// CHECK-NEXT:  into: d (pointer)
// CHECK:       instance: Outer<8>::Inner::nested<3>
// CHECK-NEXT:    extent: n = ?
// CHECK-NEXT:    from: cyclic(N = 8) onto(M = 3) at(0)

template <int N> void never(double *a) {
#pragma redistribute a[100] from(cyclic(N) onto(2)) to(block onto(4))
}
// CHECK-LABEL: redistribute 4 at line 56
// CHECK:       instance: (here)
// CHECK-NEXT:    extent: 100
// CHECK-NEXT:    from: cyclic(N = ?) onto(2) at(0)
// CHECK-NEXT:    to: block onto(4) at(0)

template <typename T> void special(T value) {
#pragma redistribute value[9] from(block onto(3)) to(cyclic onto(3))
}
template void special(std::vector<int>);
template <> void special(std::vector<char> value) {
#pragma redistribute value[9] from(block onto(3)) to(cyclic onto(3))
}
// CHECK-LABEL: redistribute 5 at line 65
// CHECK:       instance: special<std::vector<int>>
// CHECK-LABEL: redistribute 6 at line 69
// CHECK:       instance: (here)

void use(std::vector<double> &a, std::vector<int> &b, double *x, double *y) {
  function<4>(a, 3);
  function<2>(b, 5);
  Outer<7> outer;
  Outer<8>::Inner().nested<3>(x, y, 10);
}
