// The stages as text, the same every time.
//
// RUN: %redistc --dump=parse %s | FileCheck %s --check-prefix=PARSE
// RUN: %redistc --dump=sema %s | FileCheck %s --check-prefix=SEMA
// RUN: %redistc --dump=plan %s | FileCheck %s --check-prefix=PLAN
// RUN: %redistc --dump=plan %s -o %t.cpp | FileCheck %s --check-prefix=PLAN
// RUN: grep -q redistDirective %t.cpp
#include <vector>

enum { team = 15 };
#define BLOCK 3

void f(std::vector<int> &a, std::vector<int> &b, long n) {
#pragma redistribute a[n] from(cyclic(BLOCK) onto(team)) \
    to(cyclic(5) onto(team)) into(b) strategy(exact)
  _Pragma("redistribute a[n] from(block onto(2)) to(cyclic onto(2) at(1))")
}

// PARSE:      {{^}}parse: redistribute at 14:1
// PARSE-NEXT: {{^}}  spelling: #pragma redistribute a[n] from(cyclic(BLOCK) onto(team)) to(cyclic(5) onto(team)) into(b) strategy(exact)
// PARSE-NEXT: {{^}}  object: a[n]
// PARSE-NEXT: {{^}}  from: cyclic(BLOCK) onto(team)
// PARSE-NEXT: {{^}}  to: cyclic(5) onto(team)
// PARSE-NEXT: {{^}}  into: b
// PARSE-NEXT: {{^}}  strategy: exact
// PARSE-NEXT: {{^}}parse: redistribute at 16:3 (_Pragma)
// PARSE-NEXT: {{^}}  spelling:
// PARSE-NEXT: {{^}}  object: a[n]
// PARSE-NEXT: {{^}}  from: block onto(2)
// PARSE-NEXT: {{^}}  to: cyclic onto(2) at(1)

// SEMA:      {{^}}sema: redistribute 0 at line 14
// SEMA-NEXT: {{^}}  object: a
// SEMA-NEXT: {{^}}  into: b
// SEMA-NEXT: {{^}}  comm: MPI_COMM_WORLD
// SEMA-NEXT: {{^}}  strategy: exact
// SEMA-NEXT: {{^}}  instance: (here)
// SEMA-NEXT: {{^}}    extent: n = ?
// SEMA-NEXT: {{^}}    from: cyclic(BLOCK = 3) onto(team = 15) at(0)
// SEMA-NEXT: {{^}}    to: cyclic(5) onto(team = 15) at(0)
// SEMA-NEXT: {{^}}sema: redistribute 1 at line 16

// Desprez et al., example 3: 10 steps cost 25 at least; 21 where ranks keep what
// stays.
// PLAN:      {{^}}plan: redistribute 0 at line 14
// PLAN-NEXT: {{^}}  strategy: exact
// PLAN-NEXT: {{^}}  embedded: P=15 r=3 Q=15 s=5 superblock=225 shift=0 steps=10 least=10 cost=21 bound=21 proved=yes of=superblock words=
// PLAN-NEXT: {{^}}  instance: (here): schedule embedded: 10 steps, the fewest possible; total cost 21 a superblock, the least possible
// PLAN-NEXT: {{^}}plan: redistribute 1 at line 16
// PLAN-NEXT: {{^}}  strategy: auto
// PLAN-NEXT: {{^}}  instance: (here): the runtime plans: 'n' is not a constant
