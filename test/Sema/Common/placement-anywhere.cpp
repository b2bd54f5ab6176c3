// Wherever statements follow one another a directive may stand.
// REQUIRES: compiler
// RUN: %check_redistc %s %t --dump=sema
#include "../../Inputs/mock.h"

std::vector<double> a;
long n;
void function(int x) {
#pragma redistribute a[n] from(block onto(4)) to(cyclic onto(1))
  switch (x) {
  case 1: {
#pragma redistribute a[n] from(block onto(4)) to(cyclic onto(2))
  } break;
#pragma redistribute a[n] from(block onto(4)) to(cyclic onto(3))
  default:;
  }
  auto lambda = [] {
#pragma redistribute a[n] from(block onto(4)) to(cyclic onto(4))
  };
  int value = ({
#pragma redistribute a[n] from(block onto(4)) to(cyclic onto(5))
    5;
  });
  struct Local {
    void member() {
#pragma redistribute a[n] from(block onto(4)) to(cyclic onto(6))
    }
    int initialised = [] {
#pragma redistribute a[n] from(block onto(4)) to(cyclic onto(7))
      return 3;
    }();
  };
#pragma redistribute a[n] from(block onto(4)) to(cyclic onto(8))
#pragma redistribute a[n] from(block onto(4)) to(cyclic onto(9))
}
int variable = [] {
#pragma redistribute a[n] from(block onto(4)) to(cyclic onto(10))
  return 1;
}();
inline int function(int k, int) {
  if (k)
    return 1;
#pragma redistribute a[n] from(block onto(4)) to(cyclic onto(11))
  return 2;
}
namespace {
void handler() try {
#pragma redistribute a[n] from(block onto(4)) to(cyclic onto(12))
} catch (...) {
#pragma redistribute a[n] from(block onto(4)) to(cyclic onto(13))
}
struct Class {
  Class();
  friend void befriended() {
#pragma redistribute a[n] from(block onto(4)) to(cyclic onto(14))
  }
  Class &operator=(int) {
#pragma redistribute a[n] from(block onto(4)) to(cyclic onto(15))
    return *this;
  }
  ~Class() {
#pragma redistribute a[n] from(block onto(4)) to(cyclic onto(16))
  }
};
Class::Class() {
#pragma redistribute a[n] from(block onto(4)) to(cyclic onto(17))
}
} // namespace
extern "C" void c(int k = [] {
#pragma redistribute a[n] from(block onto(4)) to(cyclic onto(18))
  return 2;
}()) {
#pragma redistribute a[n] from(block onto(4)) to(cyclic onto(19))
}
std::array<int, 1> listed = {{[] {
#pragma redistribute a[n] from(block onto(4)) to(cyclic onto(20))
  return 1;
}()}};
#include "Inputs/open.h"
#pragma redistribute a[n] from(block onto(4)) to(cyclic onto(21))
#include "Inputs/close.h"
// CHECK: to: cyclic(1) onto(1) at(0)
// CHECK: to: cyclic(1) onto(2) at(0)
// CHECK: to: cyclic(1) onto(3) at(0)
// CHECK: to: cyclic(1) onto(4) at(0)
// CHECK: to: cyclic(1) onto(5) at(0)
// CHECK: to: cyclic(1) onto(6) at(0)
// CHECK: to: cyclic(1) onto(7) at(0)
// CHECK: to: cyclic(1) onto(8) at(0)
// CHECK: to: cyclic(1) onto(9) at(0)
// CHECK: to: cyclic(1) onto(10) at(0)
// CHECK: to: cyclic(1) onto(11) at(0)
// CHECK: to: cyclic(1) onto(12) at(0)
// CHECK: to: cyclic(1) onto(13) at(0)
// CHECK: to: cyclic(1) onto(14) at(0)
// CHECK: to: cyclic(1) onto(15) at(0)
// CHECK: to: cyclic(1) onto(16) at(0)
// CHECK: to: cyclic(1) onto(17) at(0)
// CHECK: to: cyclic(1) onto(18) at(0)
// CHECK: to: cyclic(1) onto(19) at(0)
// CHECK: instance: (here)
// CHECK-NOT: instance
// CHECK: to: cyclic(1) onto(20) at(0)
// CHECK: to: cyclic(1) onto(21) at(0)
