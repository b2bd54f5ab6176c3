// What a reduction becomes: operator, items, clauses with their constants, and
// whether rounding can matter.
// REQUIRES: compiler
// RUN: %check_redistc %s %t --dump=sema
#include "Inputs/containers.h"

constexpr int ranks = 8;
struct Stats {
  long count;
  int histogram[4];
};
struct Mean {
  double sum;
  long count;
};
void merge(Stats &, const Stats &);
Mean merge(const Mean &, const Mean &);
template <typename T> void join(T &, const T &);
void f(long n, double x, Stats stats, Mean mean, MPI_Comm comm,
       std::map<std::string, long> words, std::string text) {
#pragma reduce(+ : n)
// CHECK:      {{^}}sema: reduce 0 at line 21
// CHECK-NEXT: {{^}}  operator: + (built in)
// CHECK-NEXT: {{^}}  item: n
// CHECK-NEXT: {{^}}  comm: MPI_COMM_WORLD
// CHECK-NEXT: {{^}}  strategy: auto
// CHECK-NEXT: {{^}}  instance: (here)
// CHECK-NEXT: {{^}}    exact: yes
#pragma reduce(max : x, n) root(ranks - 1) onto(ranks) comm(comm) \
    cost(transfer: 1 / 4.0, combine: ranks) transfers(ranks / 4) reducers(n) \
    ordered strategy(fibonacci)
// CHECK:      {{^}}sema: reduce 1 at line 29
// CHECK-NEXT: operator: max (built in)
// CHECK-NEXT: item: x, n
// CHECK-NEXT: comm: comm
// CHECK-NEXT: strategy: fibonacci
// CHECK-NEXT: ordered: yes
// CHECK-NEXT: instance: (here)
// CHECK-NEXT: root: ranks - 1 = 7
// CHECK-NEXT: onto: ranks = 8
// CHECK-NEXT: transfer cost: 1 / 4.0 = 0.25
// CHECK-NEXT: combine cost: ranks = 8
// CHECK-NEXT: transfers: ranks / 4 = 2
// CHECK-NEXT: reducers: n = ?
// CHECK-NEXT: exact: yes
#pragma reduce(merge : stats, mean) nowait(id)
// CHECK:      operator: merge
// CHECK:      nowait: id
// CHECK:      exact: no
#pragma reduce wait(id)
// CHECK:      {{^}}sema: reduce 3 at line 50
// CHECK-NEXT: wait: id
#pragma reduce(merge : stats)
// CHECK:      operator: merge
// CHECK:      exact: yes
#pragma reduce(join : words) root(0)
// CHECK:      item: words
// CHECK:      root: 0{{$}}
// CHECK-NEXT: exact: yes
#pragma reduce(join : text)
// CHECK:      item: text
// CHECK:      exact: no
#pragma reduce(join : text) ordered
// CHECK:      ordered: yes
// CHECK:      exact: yes
}
template <typename T, int N> void instances(T value) {
#pragma reduce(+ : value) onto(N)
// CHECK:      item: value
// CHECK:      instance: instances<long, 4>
// CHECK-NEXT: onto: N = 4
// CHECK-NEXT: exact: yes
// CHECK-NEXT: instance: instances<double, 5>
// CHECK-NEXT: onto: N = 5
// CHECK-NEXT: exact: no
}
template void instances<long, 4>(long);
template void instances<double, 5>(double);
template <typename T> void uninstantiated(T value, T *more, long n) {
#pragma reduce(value.merge : value, more[n], more[0 : n])
// CHECK:      item: value, more[n], more[0 : n : 1]
// CHECK:      exact: no
}
// A const field does not make const what its class knows how to assign.
struct Tagged {
  Tagged &operator=(const Tagged &);
  template <typename A> void serialize(A &);
  const int tag;
  int value;
};
// Of what is behind a pointer to a base, cereal's table of types knows more.
struct Shape {
  virtual int area() const = 0;
};
void accepted(Tagged tagged, std::vector<std::unique_ptr<Shape>> shapes) {
#pragma reduce(join : tagged)
// CHECK:      item: tagged
#pragma reduce(join : shapes) ordered
// CHECK:      item: shapes
}
