// The block in place of a directive: quote, outcome, words, directive, call.
//
// RUN: %redistc %s -o %t.cpp -- -std=c++17
// RUN: FileCheck %s --input-file=%t.cpp
#include <vector>

void reblock(std::vector<double> &a, long n) {
  #pragma redistribute a[n] from(cyclic(3) onto(16)) to(cyclic(5) onto(16))
}

// What everybody reads first.
// CHECK:      {{^}}#ifndef REDIST_REWRITTEN
// CHECK-NEXT: {{^}}#define REDIST_REWRITTEN 1
// CHECK-NEXT: {{^}}#endif
// CHECK-NEXT: {{^}}#line 1 "{{.*}}block-structure.cpp"
// CHECK-NEXT: {{^}}// The block in place of

// CHECK:      {{^}}#include <vector>
// CHECK:      {{^}}#include <redist/redist.h>
// CHECK-NEXT: {{^}}#line 7 "{{.*}}block-structure.cpp"
// CHECK-NEXT: {{^}}void reblock

// CHECK-NEXT: {{^}}  {
// CHECK-NEXT: {{^}}    // #pragma redistribute a[n] from(cyclic(3) onto(16)) to(cyclic(5) onto(16))
// CHECK-NEXT: {{^}}    // CYCLIC(3) on 16 -> CYCLIC(5) on 16, superblock of 240:
// CHECK-NEXT: {{^}}    // schedule embedded: 7 steps, the fewest possible;
// CHECK-NEXT: {{^}}    // total cost 15 a superblock, the least possible (
// CHECK-NEXT: {{^}}    static constexpr ::std::uint32_t redistWords0[] = {
// CHECK-NEXT: {{^}}        {{[0-9]+u(, [0-9]+u)*}},
// CHECK:      {{^}}    };
// CHECK-NEXT: {{^}}    static constexpr ::redist::embedded_schedule redistSchedules[] = {
// CHECK-NEXT: {{^}}        {redistWords0, sizeof(redistWords0) / sizeof(redistWords0[0])},
// CHECK-NEXT: {{^}}    };
// CHECK-NEXT: {{^}}    static constexpr ::redist::directive redistDirective = {
// CHECK-NEXT: {{^}}        "{{.*}}block-structure.cpp", 8,
// CHECK-NEXT: {{^}}        "a[n] from(cyclic(3) onto(16)) to(cyclic(5) onto(16))",
// CHECK-NEXT: {{^}}        "auto", redistSchedules, 1};
// CHECK-NEXT: {{^}}#line 8 "{{.*}}block-structure.cpp"
// CHECK-NEXT: {{^}}    ::redist::redistribute(redistDirective, ::redist::redistribution({::redist::whole(static_cast<::std::int64_t>(n))}).from(::redist::layout({::redist::cyclic(3)}).onto({16})).to(::redist::layout({::redist::cyclic(5)}).onto({16})), MPI_COMM_WORLD, a);
// CHECK-NEXT: {{^}}  }
// CHECK-NEXT: {{^}}#line 9 "{{.*}}block-structure.cpp"
// CHECK-NEXT: {{^}}}
