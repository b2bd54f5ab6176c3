// The stages of reductions as text, the same every time.
//
// RUN: %redistc --dump=parse %s | FileCheck %s --check-prefix=PARSE
// RUN: %redistc --dump=sema %s | FileCheck %s --check-prefix=SEMA
// RUN: %redistc --dump=plan %s | FileCheck %s --check-prefix=PLAN
#include <string>
#include <vector>

enum { team = 16 };
constexpr double transferTime = 2e-3;

std::string join(const std::string &, const std::string &);

void f(std::vector<double> &x, std::string &text, long n, int k) {
#pragma reduce(join : text) ordered root(team - 1) onto(team) \
    cost(combine: 3.1e-3, transfer: transferTime) nowait(id)
  _Pragma("reduce(min : x[1 : n : 2], *x.data()) reducers(k) strategy(fibonacci)")
#pragma reduce wait(id)
}

// PARSE:      {{^}}parse: reduce at 15:1
// PARSE-NEXT: {{^}}  spelling: #pragma reduce(join : text) ordered root(team - 1) onto(team) cost(combine: 3.1e-3, transfer: transferTime) nowait(id)
// PARSE-NEXT: {{^}}  operator: join
// PARSE-NEXT: {{^}}  item: text
// PARSE-NEXT: {{^}}  root: team - 1
// PARSE-NEXT: {{^}}  onto: team
// PARSE-NEXT: {{^}}  transfer cost: transferTime
// PARSE-NEXT: {{^}}  combine cost: 3.1e-3
// PARSE-NEXT: {{^}}  ordered: yes
// PARSE-NEXT: {{^}}  nowait: id
// PARSE-NEXT: {{^}}parse: reduce at 17:3 (_Pragma)
// PARSE-NEXT: {{^}}  spelling: #pragma reduce
// PARSE-NEXT: {{^}}  operator: min
// PARSE-NEXT: {{^}}  item: x[1 : n : 2], *x.data()
// PARSE-NEXT: {{^}}  reducers: k
// PARSE-NEXT: {{^}}  strategy: fibonacci
// PARSE-NEXT: {{^}}parse: reduce wait at 18:1
// PARSE-NEXT: {{^}}  spelling: #pragma reduce wait(id)
// PARSE-NEXT: {{^}}  wait: id

// SEMA:      {{^}}sema: reduce 0 at line 15
// SEMA-NEXT: {{^}}  operator: join
// SEMA-NEXT: {{^}}  item: text
// SEMA-NEXT: {{^}}  comm: MPI_COMM_WORLD
// SEMA-NEXT: {{^}}  strategy: auto
// SEMA-NEXT: {{^}}  ordered: yes
// SEMA-NEXT: {{^}}  nowait: id
// SEMA-NEXT: {{^}}  instance: (here)
// SEMA-NEXT: {{^}}    root: team - 1 = 15
// SEMA-NEXT: {{^}}    onto: team = 16
// SEMA-NEXT: {{^}}    transfer cost: transferTime = 0.002
// SEMA-NEXT: {{^}}    combine cost: 3.1e-3 = 0.0031
// SEMA-NEXT: {{^}}    exact: yes
// SEMA-NEXT: {{^}}sema: reduce 1 at line 17
// SEMA-NEXT: {{^}}  operator: min (built in)
// SEMA-NEXT: {{^}}  item: x[1 : n : 2], *x.data()
// SEMA-NEXT: {{^}}  comm: MPI_COMM_WORLD
// SEMA-NEXT: {{^}}  strategy: fibonacci
// SEMA-NEXT: {{^}}  instance: (here)
// SEMA-NEXT: {{^}}    reducers: k = ?
// SEMA-NEXT: {{^}}    exact: yes
// SEMA-NEXT: {{^}}sema: reduce 2 at line 18
// SEMA-NEXT: {{^}}  wait: id

// A = 51, B = 31 ticks: the 15th smallest a A + b B is 133.
// PLAN:      {{^}}plan: reduce 0 at line 15
// PLAN-NEXT: {{^}}  strategy: auto
// PLAN-NEXT: {{^}}  embedded: ranks=16 transfer=20 combine=31 ordered length=0.0184 bound=0.0124 binomial=0.0204 optimal=yes words=
// PLAN-NEXT: {{^}}  instance: (here): tree embedded: 16 ranks, length 0.0184 s, the least possible (bound 0.0124 s); the binomial tree takes 0.0204 s
// PLAN-NEXT: {{^}}plan: reduce 1 at line 17
// PLAN-NEXT: {{^}}  strategy: fibonacci
// PLAN-NEXT: {{^}}  instance: (here): the runtime plans: no onto(...) is given: the number of ranks is known at run time only; 'k' is not a constant; no cost(...) is given: the runtime measures
// PLAN-NEXT: {{^}}plan: reduce 2 at line 18
// PLAN-NEXT: {{^}}  wait: id
