// A number that is asked for and cannot be had from a class: the user wrote no
// cast, and the error speaks of none.
// REQUIRES: compiler
// RUN: %check_redistc %s %t -- -ferror-limit=0
#include "../../Inputs/mock.h"

struct None {
  int value;
};
struct Explicit {
  explicit operator int() const;
};
struct Two {
  operator int() const;
  operator short() const;
};
struct Implicit {
  operator int() const;
};
struct Incomplete;
void nothing();

void f(std::vector<double> &a, None none, Explicit e, Two two, Implicit i,
       Incomplete &incomplete, long n) {
#pragma redistribute a[none] from(cyclic(e) onto(nothing())) \
    to(cyclic onto(4) at(two)) into(a[incomplete])
// CHECK: {{^}}class-as-number-error.cpp:[[#@LINE-2]]:24: error: expected an integer for the extent, found an expression of type 'None'
// CHECK: {{^}}class-as-number-error.cpp:[[#@LINE-3]]:42: error: expected an integer for the block size, found an expression of type 'Explicit'
// CHECK: {{^}}class-as-number-error.cpp:[[#@LINE-4]]:50: error: expected an integer for the number of ranks, found an expression of type 'void'
// CHECK: {{^}}class-as-number-error.cpp:[[#@LINE-4]]:26: error: expected an integer for the first rank, found an expression of type 'Two'
// CHECK: class-as-number-error.cpp:14:3: note: candidate function
// CHECK: class-as-number-error.cpp:15:3: note: candidate function
// CHECK: {{^}}class-as-number-error.cpp:[[#@LINE-7]]:39: error: expected an integer for the extent, found an expression of type 'Incomplete'
#pragma redistribute a[i] from(cyclic(i) onto(i)) to(cyclic onto(4))
  (void)(long)none;
  // CHECK: {{^}}class-as-number-error.cpp:[[#@LINE-1]]:9: error: cannot convert 'None' to 'long' without a conversion operator
}
template <typename T> void g(std::vector<double> &a, T t) {
#pragma redistribute a[8] from(cyclic onto(t)) to(cyclic onto(4))
  // CHECK: {{^}}class-as-number-error.cpp:[[#@LINE-1]]:44: error: expected an integer for the number of ranks, found an expression of type 'None'
}
template void g(std::vector<double> &, None);
// CHECK: class-as-number-error.cpp:[[#@LINE-1]]:15: note: in instantiation of function template specialization 'g<None>' requested here
template void g(std::vector<double> &, Implicit);
template void g(std::vector<double> &, int);
