// A function that is declared constexpr cannot communicate; a lambda that could
// be constexpr but is not declared to be can.
// REQUIRES: compiler
// RUN: %check_redistc %s %t -- -std=c++20 -ferror-limit=0
#include "../../Inputs/mock.h"

std::vector<double> a;
constexpr int function(int n) {
  if (n > 3)
    return 1;
#pragma redistribute a[n] from(block onto(4)) to(cyclic onto(4))
// CHECK: {{^}}placement-constexpr-error.cpp:[[#@LINE-1]]:1: error: '#pragma redistribute' in a constexpr function: no communication is a constant expression
  return 2;
}
template <typename T> struct Class {
  constexpr void member(T n) {
#pragma redistribute a[n] from(block onto(4)) to(cyclic onto(4))
// CHECK: {{^}}placement-constexpr-error.cpp:[[#@LINE-1]]:1: error: '#pragma redistribute' in a constexpr function: no communication is a constant expression
  }
};
void use() {
  Class<int>().member(3);
  Class<long>().member(3);
  auto lambda = [](int n) {
#pragma redistribute a[n] from(block onto(4)) to(cyclic onto(4))
  };
}
