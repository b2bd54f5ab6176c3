// The block in place of a reduction: quote, outcome, words of the tree,
// directive, call. Its header is included only where there is one.
//
// RUN: %redistc %s -o %t.cpp -- -std=c++17
// RUN: FileCheck %s --input-file=%t.cpp
// RUN: grep -c '^#include <redist/Reduce.h>' %t.cpp | grep -x 1
#include <map>
#include <vector>

std::map<int, long> merge(const std::map<int, long> &,
                          const std::map<int, long> &);

void tree(std::map<int, long> &words) {
  #pragma reduce(merge : words) root(0) onto(16) cost(transfer: 2.0e-3, combine: 3.1e-3)
}

void planned(double *x, long n, int k) {
#pragma reduce(+ : x[0 : n], *x) ordered transfers(k) strategy(greedy) nowait(sum)
#pragma reduce wait(sum)
}

// CHECK:      {{^}}#include <redist/redist.h>
// CHECK-NEXT: {{^}}#include <redist/Reduce.h>
// CHECK-NEXT: {{^}}#line 13 "{{.*}}reduce-block-structure.cpp"
// CHECK-NEXT: {{^}}void tree(
// CHECK-NEXT: {{^}}  {
// CHECK-NEXT: {{^}}    // #pragma reduce(merge : words) root(0) onto(16) cost(transfer: 2.0e-3, combine: 3.1e-3)
// CHECK-NEXT: {{^}}    // tree embedded: 16 ranks, length 0.0184 s, the least possible (bound 0.0124 s);
// CHECK-NEXT: {{^}}    // the binomial tree takes 0.0204 s
// CHECK-NEXT: {{^}}    static constexpr ::std::uint32_t redistWords0[] = {
// CHECK-NEXT: {{^}}        {{[0-9]+u(, [0-9]+u)*}},
// CHECK:      {{^}}    };
// CHECK-NEXT: {{^}}    static constexpr ::redist::embedded_schedule redistSchedules[] = {
// CHECK-NEXT: {{^}}        {redistWords0, sizeof(redistWords0) / sizeof(redistWords0[0])},
// CHECK-NEXT: {{^}}    };
// CHECK-NEXT: {{^}}    static constexpr ::redist::directive redistDirective = {
// CHECK-NEXT: {{^}}        "{{.*}}reduce-block-structure.cpp", 14,
// CHECK-NEXT: {{^}}        "reduce(merge : words) root(0) onto(16) cost(transfer: 2.0e-3, combine: 3.1e-3)",
// CHECK-NEXT: {{^}}        "auto", redistSchedules, 1};
// CHECK-NEXT: {{^}}#line 14 "{{.*}}reduce-block-structure.cpp"
// CHECK-NEXT: {{^}}    ::redist::reduce(redistDirective, ::redist::reduction().root(0).onto(16).cost(2.0e-3, 3.1e-3).uniform(), MPI_COMM_WORLD, [&](auto &&...redistOperands)
// CHECK-SAME: -> decltype(merge(static_cast<decltype(redistOperands)>(redistOperands)...)) {
// CHECK-SAME: , words);
// CHECK-NEXT: {{^}}  }
// CHECK-NEXT: {{^}}#line 15 "{{.*}}reduce-block-structure.cpp"

// CHECK:      {{^}}void planned(
// CHECK-NEXT: {{^}}// #pragma reduce(+ : x[0 : n], *x) ordered transfers(k) strategy(greedy) nowait(sum)
// CHECK-NEXT: {{^}}// the runtime plans: no onto(...) is given: the number of ranks is known at run time only;
// CHECK-NEXT: {{^}}// 'k' is not a constant;
// CHECK-NEXT: {{^}}// no cost(...) is given: the runtime takes costs that never change how numbers are rounded
// CHECK-NEXT: {{^}}static constexpr ::redist::directive redistDirective1_ = {
// CHECK-NEXT: {{^}}    "{{.*}}reduce-block-structure.cpp", 18,
// CHECK-NEXT: {{^}}    "reduce(+ : x[0 : n], *x) ordered transfers(k) strategy(greedy) nowait(sum)",
// CHECK-NEXT: {{^}}    "greedy", nullptr, 0};
// CHECK-NEXT: {{^}}#line 18 "{{.*}}reduce-block-structure.cpp"
// CHECK-NEXT: {{^}}::redist::request sum = ::redist::start_reduce(redistDirective1_, ::redist::reduction().transfers(static_cast<::std::int64_t>(k)).ordered(), MPI_COMM_WORLD, ::redist::plus{}, ::redist::elements(x, 0, static_cast<::std::int64_t>(n), 1), (*x));
// CHECK-NEXT: {{^}}#line 19
// CHECK-NEXT: {{^}}::redist::wait(sum); // #pragma reduce wait(sum)
// CHECK-NEXT: {{^}}#line 20
