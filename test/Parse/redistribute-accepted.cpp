// The whole grammar of this version, in every order, over lines, with comments
// and macros, and as _Pragma.
// REQUIRES: compiler
// RUN: %check_redistc %s %t --dump=parse
#include "../Inputs/mock.h"

#define NP 16
#define LAYOUT(k) cyclic(k) onto(NP)
struct Grid {
  std::vector<double> data;
};
namespace space {
std::vector<double> a;
} // namespace space
void f(std::vector<double> &a, std::vector<double> &b, Grid &grid, long n) {
#pragma redistribute a[n] from(cyclic(3) onto(16)) to(cyclic(5) onto(NP)) // end
// CHECK:      {{^}}parse: redistribute at 16:1
// CHECK-NEXT: {{^}}  spelling: #pragma redistribute a[n] from(cyclic(3) onto(16)) to(cyclic(5) onto(NP)){{$}}
// CHECK-NEXT: {{^}}  object: a[n]
// CHECK-NEXT: {{^}}  from: cyclic(3) onto(16)
// CHECK-NEXT: {{^}}  to: cyclic(5) onto(NP)
  #  pragma redistribute a[n + \
 1] to(block(2) /* why */ onto(n)  at(1)) \
   strategy(auto) comm(MPI_COMM_WORLD) into(b) from(LAYOUT(n + 2))
// CHECK:      {{^}}parse: redistribute at 22:3
// CHECK-NEXT: spelling: # pragma redistribute a[n + 1] to(block(2) /* why */ onto(n) at(1)) strategy(auto) comm(MPI_COMM_WORLD) into(b) from(LAYOUT(n + 2)){{$}}
// CHECK-NEXT: object: a[n + 1]
// CHECK-NEXT: from: cyclic(n + 2) onto(16)
// CHECK-NEXT: to: block(2) onto(n) at(1)
// CHECK-NEXT: into: b
// CHECK-NEXT: comm: MPI_COMM_WORLD
// CHECK-NEXT: strategy: auto
  _Pragma("redistribute a[n] from(block onto(NP)) to(cyclic onto(2)) into(b[n])")
// CHECK:      {{^}}parse: redistribute at 33:3 (_Pragma)
// CHECK-NEXT: spelling: #pragma redistribute a[n] from(block onto(16)) to(cyclic onto(2)) into(b[n])
// CHECK-NEXT: object: a[n]
// CHECK-NEXT: from: block onto(16)
// CHECK-NEXT: to: cyclic onto(2)
// CHECK-NEXT: into: b[n]
#pragma redistribute ::space::a[n] from(block onto(2)) to(cyclic onto(2))
// CHECK: object: ::space::a[n]
#pragma redistribute grid.data[n] from(block onto(2)) to(cyclic onto(2))
// CHECK: object: grid.data[n]
  // A macro that mentions itself keeps its name, or it would expand once more.
  int self = 0;
#define self self + 1
#pragma redistribute a[n] from(block onto(self)) to(cyclic onto(2))
// CHECK: from: block onto(self)
}
