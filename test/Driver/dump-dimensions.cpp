// The stages as text: several dimensions and objects, sections, permute, order,
// requests, layouts that reach an array.
//
// RUN: %redistc --dump=parse %s | FileCheck %s --check-prefix=PARSE
// RUN: %redistc --dump=sema %s | FileCheck %s --check-prefix=SEMA
// RUN: %redistc --dump=plan %s | FileCheck %s --check-prefix=PLAN
#include <redist/redist.h>

#include <vector>

using Part = std::vector<int>;
enum { grid = 2 };

void f(Part &a, Part &b, const Part &x, Part &y, const Part &sizes, long n) {
#pragma redistribute a[n][40], b[n][40] from(block(8), * onto(4)) \
    to(cyclic(3), cyclic onto(grid, 2) at(1)) permute(1, 0) order(column) nowait(id)
#pragma redistribute wait(id)
#pragma redistribute x[5 : 20 : 2] from(cyclic(3) onto(4)) to(gen_block(sizes) onto(4)) into(y[n : 20])
}
void g(redist::array<double, 1> &a, long n, int &where) {
#pragma redistribute a[n] to(cyclic(2) onto(4))
#pragma redistribute a[n] to(cyclic(3) onto(4)) relabel(where)
}
void h(int *p, int *q, long n) {
#pragma redistribute p[n] from(cyclic onto(4)) to(block onto(4)) capacity(grid + n)
#pragma redistribute p[n] from(cyclic onto(4)) to(block onto(4)) into(q) capacity(grid)
#pragma redistribute p[5 : 20 : 2 of 50] from(block onto(4)) to(block onto(4)) into(q[1 : 20 of grid * 20])
#pragma redistribute p[n] from(cyclic onto(4)) to(block onto(4)) into(q) accumulate(max)
}

// PARSE:      {{^}}parse: redistribute at 15:1
// PARSE-NEXT: {{^}}  spelling:
// PARSE-NEXT: {{^}}  object: a[n][40], b[n][40]
// PARSE-NEXT: {{^}}  from: block(8), * onto(4)
// PARSE-NEXT: {{^}}  to: cyclic(3), cyclic onto(grid, 2) at(1)
// PARSE-NEXT: {{^}}  order: column
// PARSE-NEXT: {{^}}  permute: 1, 0
// PARSE-NEXT: {{^}}  nowait: id
// PARSE-NEXT: {{^}}parse: redistribute wait at 17:1
// PARSE-NEXT: {{^}}  spelling:
// PARSE-NEXT: {{^}}  wait: id
// PARSE-NEXT: {{^}}parse: redistribute at 18:1
// PARSE-NEXT: {{^}}  spelling:
// PARSE-NEXT: {{^}}  object: x[5 : 20 : 2]
// PARSE-NEXT: {{^}}  from: cyclic(3) onto(4)
// PARSE-NEXT: {{^}}  to: gen_block(sizes) onto(4)
// PARSE-NEXT: {{^}}  into: y[n : 20]
// PARSE:      {{^}}parse: redistribute at 22:1
// PARSE:      {{^}}  relabel: where
// PARSE:      {{^}}parse: redistribute at 25:1
// PARSE:      {{^}}  capacity: grid + n
// PARSE:      {{^}}  accumulate: max

// SEMA:      {{^}}sema: redistribute 0 at line 15
// SEMA-NEXT: {{^}}  object: a, b
// SEMA-NEXT: {{^}}  comm: MPI_COMM_WORLD
// SEMA-NEXT: {{^}}  strategy: auto
// SEMA-NEXT: {{^}}  order: column
// SEMA-NEXT: {{^}}  permute: 1, 0
// SEMA-NEXT: {{^}}  nowait: id
// SEMA-NEXT: {{^}}  instance: (here)
// SEMA-NEXT: {{^}}    extent: n = ?, 40
// SEMA-NEXT: {{^}}    from: block(8), * onto(4) at(0)
// SEMA-NEXT: {{^}}    to: cyclic(3), cyclic(1) onto(grid = 2, 2) at(1)
// SEMA-NEXT: {{^}}sema: redistribute 1 at line 17
// SEMA-NEXT: {{^}}  wait: id
// SEMA-NEXT: {{^}}sema: redistribute 2 at line 18
// SEMA-NEXT: {{^}}  object: x
// SEMA-NEXT: {{^}}  into: y
// SEMA-NEXT: {{^}}  comm: MPI_COMM_WORLD
// SEMA-NEXT: {{^}}  strategy: auto
// SEMA-NEXT: {{^}}  instance: (here)
// SEMA-NEXT: {{^}}    extent: [5 : 20 : 2]
// SEMA-NEXT: {{^}}    into extent: [n = ? : 20 : 1]
// SEMA-NEXT: {{^}}    from: cyclic(3) onto(4) at(0)
// SEMA-NEXT: {{^}}    to: gen_block(sizes) onto(4) at(0)
// SEMA-NEXT: {{^}}sema: redistribute 3 at line 21
// SEMA-NEXT: {{^}}  object: a (array)
// SEMA:      {{^}}    extent: n = ?
// SEMA-NEXT: {{^}}    to: cyclic(2) onto(4) at(0)
// SEMA-NEXT: {{^}}sema: redistribute 4 at line 22
// SEMA:      {{^}}  relabel: where
// SEMA:      {{^}}    reaching: cyclic(2) onto(4) at(0)
// SEMA-NEXT: {{^}}    to: cyclic(3) onto(4) at(0)
// SEMA:      {{^}}    to: block onto(4) at(0)
// SEMA-NEXT: {{^}}    capacity: grid + n = ?
// SEMA:      {{^}}    to: block onto(4) at(0)
// SEMA-NEXT: {{^}}    capacity: grid = 2
// SEMA:      {{^}}    extent: [5 : 20 : 2 of 50]
// SEMA-NEXT: {{^}}    into extent: [1 : 20 : 1 of grid * 20 = 40]
// SEMA:      {{^}}  accumulate: max (built in)

// Axis 0 is dimension 0 of the target and dimension 1 of the source.
// PLAN:      {{^}}plan: redistribute 0 at line 15
// PLAN-NEXT: {{^}}  strategy: auto
// PLAN-NEXT: {{^}}  embedded: P=1 r=1 Q=2 s=3 {{.*}} | P=4 r=8 Q=2 s=1 {{.*}} permute=1,0 {{.*}}steps=
// PLAN-NEXT: {{^}}  instance: (here): schedule embedded:
// PLAN-NEXT: {{^}}plan: redistribute 1 at line 17
// PLAN-NEXT: {{^}}  wait: id
// PLAN-NEXT: {{^}}plan: redistribute 2 at line 18
// PLAN-NEXT: {{^}}  strategy: auto
// PLAN-NEXT: {{^}}  instance: (here): the runtime plans: 'n' is not a constant, and the sizes of 'gen_block(sizes)' are known at run time only
// PLAN:      {{^}}  instance: (here): the runtime plans: the layout of 'a' is known at run time only
// PLAN:      {{^}}  instance: (here): the runtime plans: 'relabel' chooses the target ranks at run time
// PLAN:      {{^}}plan: redistribute 7 at line 27
// PLAN-NEXT: {{^}}  strategy: auto
// PLAN-NEXT: {{^}}  embedded: P=4 r=13 Q=4 s=10 {{.*}}steps=
