// The whole grammar of reduce: operators, items, sections, clauses in any
// order, over lines, with comments and macros, and as _Pragma.
// REQUIRES: compiler
// RUN: %check_redistc %s %t --dump=parse
#include "../Inputs/mock.h"

#define NP 16
#define SLICE(n) 0 : n
struct Stats {
  long count;
};
struct Tools {
  Stats (*join)(const Stats &, const Stats &);
};
namespace space {
Stats merge(const Stats &, const Stats &);
template <int N> Stats pick(const Stats &, const Stats &);
} // namespace space
Stats operator+(const Stats &, const Stats &);
void f(Stats &stats, double *p, long n, Tools *tools, bool b, unsigned u) {
#pragma reduce(+ : n) // end
// CHECK:      {{^}}parse: reduce at 21:1
// CHECK-NEXT: {{^}}  spelling: #pragma reduce(+ : n){{$}}
// CHECK-NEXT: {{^}}  operator: +{{$}}
// CHECK-NEXT: {{^}}  item: n{{$}}
  #  pragma reduce (space::merge : stats) strategy(greedy) /* why */ ordered \
   root(n % 2) reducers(2) transfers(NP) cost(combine: 2, transfer: 1.0 / n) \
   comm(MPI_COMM_WORLD) onto(NP)
// CHECK:      {{^}}parse: reduce at 26:3
// CHECK-NEXT: spelling: # pragma reduce (space::merge : stats) strategy(greedy) /* why */ ordered root(n % 2) reducers(2) transfers(NP) cost(combine: 2, transfer: 1.0 / n) comm(MPI_COMM_WORLD) onto(NP){{$}}
// CHECK-NEXT: operator: space::merge
// CHECK-NEXT: item: stats
// CHECK-NEXT: root: n % 2
// CHECK-NEXT: onto: NP
// CHECK-NEXT: transfer cost: 1.0 / n
// CHECK-NEXT: combine cost: 2
// CHECK-NEXT: transfers: NP
// CHECK-NEXT: reducers: 2
// CHECK-NEXT: ordered: yes
// CHECK-NEXT: comm: MPI_COMM_WORLD
// CHECK-NEXT: strategy: greedy
  _Pragma("reduce(max : p[0 : n], n) onto(NP) nowait(id)")
// CHECK:      {{^}}parse: reduce at 42:3 (_Pragma)
// CHECK-NEXT: spelling: #pragma reduce(max : p[0 : n], n) onto(16) nowait(id)
// CHECK-NEXT: operator: max
// CHECK-NEXT: item: p[0 : n], n
// CHECK-NEXT: onto: 16
// CHECK-NEXT: nowait: id
#pragma reduce wait(id)
// CHECK:      {{^}}parse: reduce wait at 49:1
// CHECK-NEXT: spelling: #pragma reduce wait(id)
// CHECK-NEXT: wait: id
#pragma reduce(* : p[n], *p, stats.count, p[b ? 0 : 1], p[SLICE(n) : 2])
// CHECK: item: p[n], *p, stats.count, p[b ? 0 : 1], p[0 : n : 2]
#pragma reduce(& : u)
// CHECK: operator: &
#pragma reduce(bitor : u)
// CHECK: operator: |
#pragma reduce(^ : u)
// CHECK: operator: ^
#pragma reduce(and : b)
// CHECK: operator: &&
#pragma reduce(|| : b)
// CHECK: operator: ||
#pragma reduce(min : n)
// CHECK: operator: min
#pragma reduce(::space::pick<(3 > 2)> : stats)
// CHECK: operator: ::space::pick<(3 > 2)>
#pragma reduce(tools->join : stats)
// CHECK: operator: tools->join
#pragma reduce(operator+ : stats)
// CHECK: operator: operator+
}
