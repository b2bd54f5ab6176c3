// Requests that are waited for on some way, in whatever takes part in it.
// REQUIRES: compiler
// RUN: %check_redistc %s %t --dump=sema
#include "../../Inputs/mock.h"

void function(std::vector<double> &a, std::vector<double> &b, long n) {
#pragma redistribute a[n] from(block onto(4)) to(cyclic onto(4)) nowait(first)
#pragma redistribute b[n] from(block onto(4)) to(cyclic onto(4)) nowait(second)
  if (n > 4) {
#pragma redistribute wait(second)
    int first = 3;
    (void)first;
  }
#pragma redistribute wait(first)
}
void loops(std::vector<double> &a, long n) {
  while (n-- > 0) {
#pragma redistribute a[n] from(block onto(4)) to(cyclic onto(4)) nowait(id)
    try {
      if (n == 3)
        throw 3;
    } catch (int) {
#pragma redistribute wait(id)
      continue;
    }
#pragma redistribute wait(id)
  }
}
void lambdas(std::vector<double> &a, long n) {
#pragma redistribute a[n] from(block onto(4)) to(cyclic onto(4)) nowait(outer)
  auto finish = [&] {
#pragma redistribute wait(outer)
  };
  finish();
  auto generic = [](auto &object, auto size) {
#pragma redistribute object[size] from(block onto(4)) to(cyclic onto(4)) \
    nowait(inner)
#pragma redistribute wait(inner)
  };
  generic(a, n);
}
template <typename T> struct Class {
  std::vector<T> a;
  void member() {
#pragma redistribute a[8] from(block onto(4)) to(cyclic onto(4)) nowait(id)
#pragma redistribute wait(id)
  }
};
template struct Class<int>;
template <int N> void never(std::vector<double> &a) {
#pragma redistribute a[N] from(block onto(4)) to(cyclic onto(4)) nowait(id)
#pragma redistribute wait(id)
}
// CHECK:      {{^}}sema: redistribute 0 at line 7{{$}}
// CHECK-NEXT: {{^}}  object: a{{$}}
// CHECK-NEXT: {{^}}  comm: MPI_COMM_WORLD{{$}}
// CHECK-NEXT: {{^}}  strategy: auto{{$}}
// CHECK-NEXT: {{^}}  nowait: first{{$}}
// CHECK-NEXT: {{^}}  instance: (here){{$}}
// CHECK-NEXT: {{^}}    extent: n = ?{{$}}
// CHECK-NEXT: {{^}}    from: block onto(4) at(0){{$}}
// CHECK-NEXT: {{^}}    to: cyclic(1) onto(4) at(0){{$}}
// CHECK:      {{^}}sema: redistribute 1 at line 8{{$}}
// CHECK-NEXT: {{^}}  object: b{{$}}
// CHECK-NEXT: {{^}}  comm: MPI_COMM_WORLD{{$}}
// CHECK-NEXT: {{^}}  strategy: auto{{$}}
// CHECK-NEXT: {{^}}  nowait: second{{$}}
// CHECK-NEXT: {{^}}  instance: (here){{$}}
// CHECK-NEXT: {{^}}    extent: n = ?{{$}}
// CHECK-NEXT: {{^}}    from: block onto(4) at(0){{$}}
// CHECK-NEXT: {{^}}    to: cyclic(1) onto(4) at(0){{$}}
// CHECK:      {{^}}sema: redistribute 2 at line 10{{$}}
// CHECK-NEXT: {{^}}  wait: second{{$}}
// CHECK:      {{^}}sema: redistribute 3 at line 14{{$}}
// CHECK-NEXT: {{^}}  wait: first{{$}}
// CHECK:      {{^}}sema: redistribute 4 at line 18{{$}}
// CHECK-NEXT: {{^}}  object: a{{$}}
// CHECK-NEXT: {{^}}  comm: MPI_COMM_WORLD{{$}}
// CHECK-NEXT: {{^}}  strategy: auto{{$}}
// CHECK-NEXT: {{^}}  nowait: id{{$}}
// CHECK-NEXT: {{^}}  instance: (here){{$}}
// CHECK-NEXT: {{^}}    extent: n = ?{{$}}
// CHECK-NEXT: {{^}}    from: block onto(4) at(0){{$}}
// CHECK-NEXT: {{^}}    to: cyclic(1) onto(4) at(0){{$}}
// CHECK:      {{^}}sema: redistribute 5 at line 23{{$}}
// CHECK-NEXT: {{^}}  wait: id{{$}}
// CHECK:      {{^}}sema: redistribute 6 at line 26{{$}}
// CHECK-NEXT: {{^}}  wait: id{{$}}
// CHECK:      {{^}}sema: redistribute 7 at line 30{{$}}
// CHECK-NEXT: {{^}}  object: a{{$}}
// CHECK-NEXT: {{^}}  comm: MPI_COMM_WORLD{{$}}
// CHECK-NEXT: {{^}}  strategy: auto{{$}}
// CHECK-NEXT: {{^}}  nowait: outer{{$}}
// CHECK-NEXT: {{^}}  instance: (here){{$}}
// CHECK-NEXT: {{^}}    extent: n = ?{{$}}
// CHECK-NEXT: {{^}}    from: block onto(4) at(0){{$}}
// CHECK-NEXT: {{^}}    to: cyclic(1) onto(4) at(0){{$}}
// CHECK:      {{^}}sema: redistribute 8 at line 32{{$}}
// CHECK-NEXT: {{^}}  wait: outer{{$}}
// CHECK:      {{^}}sema: redistribute 9 at line 36{{$}}
// CHECK-NEXT: {{^}}  object: object{{$}}
// CHECK-NEXT: {{^}}  comm: MPI_COMM_WORLD{{$}}
// CHECK-NEXT: {{^}}  strategy: auto{{$}}
// CHECK-NEXT: {{^}}  nowait: inner{{$}}
// CHECK-NEXT: {{^}}  instance: lambdas::(lambda)<std::vector<double>, long>{{$}}
// CHECK-NEXT: {{^}}    extent: size = ?{{$}}
// CHECK-NEXT: {{^}}    from: block onto(4) at(0){{$}}
// CHECK-NEXT: {{^}}    to: cyclic(1) onto(4) at(0){{$}}
// CHECK:      {{^}}sema: redistribute 10 at line 38{{$}}
// CHECK-NEXT: {{^}}  wait: inner{{$}}
// CHECK:      {{^}}sema: redistribute 11 at line 45{{$}}
// CHECK-NEXT: {{^}}  object: a{{$}}
// CHECK-NEXT: {{^}}  comm: MPI_COMM_WORLD{{$}}
// CHECK-NEXT: {{^}}  strategy: auto{{$}}
// CHECK-NEXT: {{^}}  nowait: id{{$}}
// CHECK-NEXT: {{^}}  instance: Class<int>::member{{$}}
// CHECK-NEXT: {{^}}    extent: 8{{$}}
// CHECK-NEXT: {{^}}    from: block onto(4) at(0){{$}}
// CHECK-NEXT: {{^}}    to: cyclic(1) onto(4) at(0){{$}}
// CHECK:      {{^}}sema: redistribute 12 at line 46{{$}}
// CHECK-NEXT: {{^}}  wait: id{{$}}
// CHECK:      {{^}}sema: redistribute 13 at line 51{{$}}
// CHECK-NEXT: {{^}}  object: a{{$}}
// CHECK-NEXT: {{^}}  comm: MPI_COMM_WORLD{{$}}
// CHECK-NEXT: {{^}}  strategy: auto{{$}}
// CHECK-NEXT: {{^}}  nowait: id{{$}}
// CHECK-NEXT: {{^}}  instance: (here){{$}}
// CHECK-NEXT: {{^}}    extent: N = ?{{$}}
// CHECK-NEXT: {{^}}    from: block onto(4) at(0){{$}}
// CHECK-NEXT: {{^}}    to: cyclic(1) onto(4) at(0){{$}}
// CHECK:      {{^}}sema: redistribute 14 at line 52{{$}}
// CHECK-NEXT: {{^}}  wait: id{{$}}
