// Objects, sections and layouts of several dimensions, and the clauses that go
// with them. A comma or colon inside brackets, behind a '?', or among template
// arguments separates nothing.
// REQUIRES: compiler
// RUN: %check_redistc %s %t --dump=parse
#include "../Inputs/mock.h"

template <int A, int B> constexpr int sum() { return A + B; }
template <int A, int B> constexpr int product = A * B;
namespace space {
constexpr int four = 4;
}
#define DEAL block, cyclic(2), *
#define GRID 2, space::four

void f(std::vector<double> &a, std::vector<double> &b, std::vector<double> &c,
       std::vector<double> &sparse, std::vector<int> &sizes, long n, long m, int where) {
#pragma redistribute a[n][m][2], b[n][m][2] from(DEAL onto(GRID)) \
    to(*, *, gen_block(sizes) onto(product<2, 1>) at(1)) permute(2, 0, 1) \
    order(column) relabel(where)
#pragma redistribute a[0 : n][n > m ? 1 : 2 : m : -1], sparse[0 : n][n > m ? 1 : 2 : m : -1] into(b[n < 2 ? n : m : 2][m], c[n < 2 ? n : m : 2][m]) \
    from(block(sum<1, 2>()), block(n < m) onto(sum<1, 2>(), n < m)) to(*, * onto())
#pragma redistribute a[n] from(* onto(1)) to(block onto(::space::four)) nowait(id)
#pragma redistribute wait(id)
  _Pragma("redistribute a[n][m] from(block, * onto(4)) to(*, block onto(4)) nowait(again)")
  _Pragma("redistribute wait(again)")
}
void g(std::vector<double> &a, std::vector<double> &b, long n, long of) {
#pragma redistribute a[0 : n of 8][1 : n : -1 of (n)] to(*, * onto(1)) \
    into(b[0 : (n) of of][of : of of of]) from(*, * onto(1))
#pragma redistribute a[of] to(* onto(1)) into(b[(long)of : sizeof of + of]) from(* onto(1))
#pragma redistribute a[0 : (n) of sizeof(long)][0 : (n) of static_cast<long>(of)] to(*, * onto(1)) from(*, * onto(1))
}
// CHECK:      {{^}}parse: redistribute at 18:1{{$}}
// CHECK-NEXT: {{^}}  spelling: #pragma redistribute a[n][m][2], b[n][m][2] from(DEAL onto(GRID)) to(*, *, gen_block(sizes) onto(product<2, 1>) at(1)) permute(2, 0, 1) order(column) relabel(where){{$}}
// CHECK-NEXT: {{^}}  object: a[n][m][2], b[n][m][2]{{$}}
// CHECK-NEXT: {{^}}  from: block, cyclic(2), * onto(2, space::four){{$}}
// CHECK-NEXT: {{^}}  to: *, *, gen_block(sizes) onto(product<2, 1>) at(1){{$}}
// CHECK-NEXT: {{^}}  order: column{{$}}
// CHECK-NEXT: {{^}}  permute: 2, 0, 1{{$}}
// CHECK-NEXT: {{^}}  relabel: where{{$}}
// CHECK:      {{^}}parse: redistribute at 21:1{{$}}
// CHECK-NEXT: {{^}}  spelling: #pragma redistribute a[0 : n][n > m ? 1 : 2 : m : -1], sparse[0 : n][n > m ? 1 : 2 : m : -1] into(b[n < 2 ? n : m : 2][m], c[n < 2 ? n : m : 2][m]) from(block(sum<1, 2>()), block(n < m) onto(sum<1, 2>(), n < m)) to(*, * onto()){{$}}
// CHECK-NEXT: {{^}}  object: a[0 : n][n > m ? 1 : 2 : m : -1], sparse[0 : n][n > m ? 1 : 2 : m : -1]{{$}}
// CHECK-NEXT: {{^}}  from: block(sum<1, 2>()), block(n < m) onto(sum<1, 2>(), n < m){{$}}
// CHECK-NEXT: {{^}}  to: *, *{{$}}
// CHECK-NEXT: {{^}}  into: b[n < 2 ? n : m : 2][m], c[n < 2 ? n : m : 2][m]{{$}}
// CHECK:      {{^}}parse: redistribute at 23:1{{$}}
// CHECK-NEXT: {{^}}  spelling: #pragma redistribute a[n] from(* onto(1)) to(block onto(::space::four)) nowait(id){{$}}
// CHECK-NEXT: {{^}}  object: a[n]{{$}}
// CHECK-NEXT: {{^}}  from: * onto(1){{$}}
// CHECK-NEXT: {{^}}  to: block onto(::space::four){{$}}
// CHECK-NEXT: {{^}}  nowait: id{{$}}
// CHECK:      {{^}}parse: redistribute wait at 24:1{{$}}
// CHECK-NEXT: {{^}}  spelling: #pragma redistribute wait(id){{$}}
// CHECK-NEXT: {{^}}  wait: id{{$}}
// CHECK:      {{^}}parse: redistribute at 25:3 (_Pragma){{$}}
// CHECK-NEXT: {{^}}  spelling: #pragma redistribute a[n][m] from(block, * onto(4)) to(*, block onto(4)) nowait(again){{$}}
// CHECK-NEXT: {{^}}  object: a[n][m]{{$}}
// CHECK-NEXT: {{^}}  from: block, * onto(4){{$}}
// CHECK-NEXT: {{^}}  to: *, block onto(4){{$}}
// CHECK-NEXT: {{^}}  nowait: again{{$}}
// CHECK:      {{^}}parse: redistribute wait at 26:3 (_Pragma){{$}}
// CHECK-NEXT: {{^}}  spelling: #pragma redistribute wait(again){{$}}
// CHECK-NEXT: {{^}}  wait: again{{$}}
// CHECK:      {{^}}parse: redistribute at 29:1{{$}}
// CHECK:      {{^}}  object: a[0 : n of 8][1 : n : -1 of (n)]{{$}}
// CHECK:      {{^}}  into: b[0 : (n) of of][of : of of of]{{$}}
// CHECK:      {{^}}parse: redistribute at 31:1{{$}}
// CHECK:      {{^}}  object: a[of]{{$}}
// CHECK:      {{^}}  into: b[(long)of : sizeof of + of]{{$}}
// CHECK:      {{^}}parse: redistribute at 32:1{{$}}
// CHECK:      {{^}}  object: a[0 : (n) of sizeof(long)][0 : (n) of static_cast<long>(of)]{{$}}
