// Objects of one directive have the same brackets. What is written otherwise,
// and may be the same, the runtime compares; in a template that is the same in
// all instances.
// REQUIRES: compiler
// RUN: %check_redistc %s %t --dump=sema
// RUN: %redistc %s | FileCheck %s --check-prefix=TEXT
#include "../../Inputs/mock.h"

void f(std::vector<double> &a, std::vector<double> &b, std::vector<double> &c,
       std::vector<double> &d, long n, long m) {
#pragma redistribute a[2 * n], b[2*n], c[m], d[4] from(block onto(4)) to(cyclic onto(4))
// CHECK: {{^}}sema: redistribute 0 at line [[#@LINE-1]]{{$}}
// CHECK: {{^}}    extent: 2 * n = ?{{$}}
// CHECK-NEXT: {{^}}    compared: c: m = ? with a{{$}}
// CHECK-NEXT: {{^}}    compared: d: 4 with a{{$}}
// CHECK-NEXT: {{^}}    from:
// TEXT: ::redist::redistribution({::redist::whole(static_cast<::std::int64_t>(2 * n))}).also("c", {::redist::whole(static_cast<::std::int64_t>(m))}, "a").also("d", {::redist::whole(4)}, "a").from(
#pragma redistribute a[0 : 8], b[0 : 2 * 4] from(cyclic onto(4)) to(cyclic(2) onto(4)) \
    into(c[n : 8], d[n : 8])
// CHECK: {{^}}sema: redistribute 1 at line [[#@LINE-2]]{{$}}
// CHECK: {{^}}    into extent: [n = ? : 8 : 1]{{$}}
// CHECK-NEXT: {{^}}    from:
// TEXT: ::redist::redistribution({::redist::slice(0, 8)}).from(
#pragma redistribute a[n][5], b[n][5] from(*, cyclic onto(4)) to(*, cyclic(2) onto(4)) \
    into(c[n][5], d[m][5])
// CHECK: {{^}}sema: redistribute 2 at line [[#@LINE-2]]{{$}}
// CHECK: {{^}}    into extent: n = ?, 5{{$}}
// CHECK-NEXT: {{^}}    compared: d: m = ?, 5 with c{{$}}
// CHECK-NEXT: {{^}}    from:
// TEXT: .into({::redist::whole(static_cast<::std::int64_t>(n)), ::redist::whole(5)}).also_into("d", {::redist::whole(static_cast<::std::int64_t>(m)), ::redist::whole(5)}, "c"));
}

template <int N, int M>
void g(std::vector<double> &a, std::vector<double> &b) {
#pragma redistribute a[N], b[M] from(block onto(4)) to(cyclic onto(4))
// CHECK: {{^}}sema: redistribute 3 at line [[#@LINE-1]]{{$}}
// CHECK: {{^}}  instance: g<8, 8>{{$}}
// CHECK-NEXT: {{^}}    extent: N = 8{{$}}
// CHECK-NEXT: {{^}}    compared: b: M = 8 with a{{$}}
// TEXT: .also("b", {::redist::whole(static_cast<::std::int64_t>(M))}, "a")
}
template void g<8, 8>(std::vector<double> &, std::vector<double> &);
