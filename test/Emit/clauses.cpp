// How each clause reaches the call.
//
// RUN: %redistc %s -o %t.cpp
// RUN: FileCheck %s --input-file=%t.cpp
// RUN: %mpicxx -std=c++17 @%S/Inputs/warnings.txt -I %source_dir/include %t.cpp
#include <mpi.h>
#include <vector>

void clauses(std::vector<int> &a, std::vector<int> &b, int *p, long n, int k,
             MPI_Comm team) {
#pragma redistribute a[n] from(block onto(4)) to(block(k) onto(3) at(1))
// CHECK: {{^}}  ::redist::redistribute(redistDirective, ::redist::redistribution({::redist::whole(static_cast<::std::int64_t>(n))}).from(::redist::layout({::redist::block()}).onto({4})).to(::redist::layout({::redist::block(static_cast<::std::int64_t>(k))}).onto({3}).at(1)), MPI_COMM_WORLD, a);
#pragma redistribute a[n] from(cyclic onto(k + 1)) to(cyclic(2) onto(4)) into(b)
// CHECK: {{^}}  ::redist::redistribute_into(redistDirective, ::redist::redistribution({{.*}}).from(::redist::layout({::redist::cyclic(1)}).onto({static_cast<::std::int64_t>(k + 1)})).to({{.*}}), MPI_COMM_WORLD, ::redist::objects(a), ::redist::objects(b));
#pragma redistribute p[100] comm(team) into(b) strategy(stepwise) to(block onto(4)) from(cyclic(3) onto(4))
// CHECK: {{^}}      "stepwise", redistSchedules, 1};
// CHECK: {{^}}  ::redist::redistribute_into(redistDirective, ::redist::redistribution({::redist::whole(100)}).from(::redist::layout({::redist::cyclic(3)}).onto({4})).to(::redist::layout({::redist::block()}).onto({4})), team, ::redist::objects(p), ::redist::objects(b));
#pragma redistribute a[n] into(b[k]) from(cyclic onto(4)) to(cyclic onto(4))
// CHECK: {{^}}  ::redist::redistribute_into({{.*}}.into({::redist::whole(static_cast<::std::int64_t>(k))}), MPI_COMM_WORLD, ::redist::objects(a), ::redist::objects(b));
#pragma redistribute a[n] from(cyclic onto(4)) to(block onto(3)) into(b) accumulate(min)
// CHECK: {{^}}  ::redist::accumulate_into(redistDirective, {{.*}}.onto({3})), MPI_COMM_WORLD, ::redist::minimum{}, ::redist::objects(a), ::redist::objects(b));
#pragma redistribute p[n] capacity(k + 1) from(cyclic onto(4)) to(block onto(3))
// CHECK: {{^}}  ::redist::redistribute(redistDirective, {{.*}}.onto({3})).capacity(static_cast<::std::int64_t>(k + 1)), MPI_COMM_WORLD, p);
#pragma redistribute a[n] from(cyclic(3) onto(4)) to(cyclic(5) onto(4)) strategy(direct)
// CHECK: {{^}}  // no schedule embedded: strategy 'direct' has no steps to embed
// CHECK: {{^}}      "direct", nullptr, 0};
}

// Several dimensions: `*`, a grid extent for each distributed dimension, gen_block,
// permute, order, sections, several objects, relabel.
void dimensions(std::vector<int> &a, std::vector<int> &b, const std::vector<int> &x,
                std::vector<int> &y, const std::vector<int> &sizes, long n, long m, int k, int &where) {
#pragma redistribute a[n][m] from(block, * onto(4)) to(cyclic(2), gen_block(sizes) onto(2, 2))
// CHECK: // the runtime plans: 'n' is not a constant, and the sizes of 'gen_block(sizes)' are known at run time only
// CHECK: {{^}}  ::redist::redistribute(redistDirective, ::redist::redistribution({::redist::whole(static_cast<::std::int64_t>(n)), ::redist::whole(static_cast<::std::int64_t>(m))}).from(::redist::layout({::redist::block(), ::redist::undistributed()}).onto({4})).to(::redist::layout({::redist::cyclic(2), ::redist::gen_block(sizes)}).onto({2, 2})), MPI_COMM_WORLD, a);
#pragma redistribute a[n][m], b[n][m] from(cyclic(3), * onto(4)) to(cyclic, * onto(4)) permute(1, 0) order(column)
// CHECK: {{^}}  // (* -> CYCLIC(1) on 4, superblock of 4) x (CYCLIC(3) on 4 -> *, superblock of 12), dimensions 1 0 of the source{{.*}}:
// CHECK: {{^}}  ::redist::redistribute(redistDirective, {{.*}}.permute({1, 0}).stored(::redist::storage_order::column), MPI_COMM_WORLD, a, b);
#pragma redistribute x[1 : n][3 : m : -2] from(cyclic(3), * onto(4)) to(cyclic, * onto(4)) into(y[n : n + 1][n - 1 : m + 1 : 2])
// CHECK: {{^}}  ::redist::redistribute_into(redistDirective, ::redist::redistribution({::redist::slice(1, static_cast<::std::int64_t>(n)), ::redist::slice(3, static_cast<::std::int64_t>(m), static_cast<::std::int64_t>(-2))}){{.*}}.into({::redist::slice(static_cast<::std::int64_t>(n), static_cast<::std::int64_t>(n + 1)), ::redist::section{static_cast<::std::int64_t>(n - 1), static_cast<::std::int64_t>(m + 1), 2, false}}), MPI_COMM_WORLD, ::redist::objects(x), ::redist::objects(y));
#pragma redistribute x[1 : n : k of m][0 : 4 of n + m] from(block, * onto(4)) to(block, * onto(4)) into(y[n - 1 : n + 0 of m][0 : 4 of 4])
// CHECK: {{^}}  ::redist::redistribute_into(redistDirective, ::redist::redistribution({::redist::slice(1, static_cast<::std::int64_t>(n), static_cast<::std::int64_t>(k)).of(static_cast<::std::int64_t>(m)), ::redist::slice(0, 4).of(static_cast<::std::int64_t>(n + m))}){{.*}}.into({::redist::section{static_cast<::std::int64_t>(n - 1), static_cast<::std::int64_t>(n + 0), 1, false}.of(static_cast<::std::int64_t>(m)), ::redist::slice(0, 4).of(4)}), MPI_COMM_WORLD, ::redist::objects(x), ::redist::objects(y));
#pragma redistribute a[n] from(cyclic(3) onto(4)) to(cyclic(5) onto(4)) relabel(where)
// CHECK: {{^}}  // the runtime plans: 'relabel' chooses the target ranks at run time
// CHECK: {{^}}  ::redist::redistribute(redistDirective, {{.*}}.relabel(where), MPI_COMM_WORLD, a);
}

// The request is declared where the directive stands, with names of its own.
int mix(const int &, const int &);
void requests(std::vector<int> &a, std::vector<int> &b, long n) {
#pragma redistribute a[n] from(cyclic(3) onto(4)) to(cyclic(5) onto(4)) nowait(first)
#pragma redistribute b[n] from(cyclic(3) onto(4)) to(cyclic(5) onto(4)) into(a) nowait(second)
#pragma redistribute wait(second)
#pragma redistribute wait(first)
#pragma redistribute b[n] from(cyclic(3) onto(4)) to(cyclic(5) onto(4)) into(a) nowait(third) accumulate(mix)
#pragma redistribute wait(third)
}
// CHECK:      {{^}}// #pragma redistribute a[n] {{.*}} nowait(first)
// CHECK:      {{^}}static constexpr ::std::uint32_t redistWords12_0[] = {
// CHECK:      {{^}}::redist::request first = ::redist::start_redistribute(redistDirective12_, {{.*}}, MPI_COMM_WORLD, a);
// CHECK-NEXT: {{^}}#line
// CHECK:      {{^}}::redist::request second = ::redist::start_redistribute_into(redistDirective13_, {{.*}}, MPI_COMM_WORLD, ::redist::objects(b), ::redist::objects(a));
// CHECK-NEXT: {{^}}#line
// CHECK-NEXT: {{^}}::redist::wait(second); // #pragma redistribute wait(second)
// CHECK-NEXT: {{^}}#line
// CHECK-NEXT: {{^}}::redist::wait(first); // #pragma redistribute wait(first)
// CHECK-NEXT: {{^}}#line
// CHECK:      {{^}}::redist::request third = ::redist::start_accumulate_into(redistDirective16_, {{.*}}, MPI_COMM_WORLD, [&](auto &&...redistOperands16_) noexcept(noexcept(mix({{.*}}))) -> decltype(mix({{.*}})) { return mix({{.*}}); }, ::redist::objects(b), ::redist::objects(a));

// Shifts, and any ranks of a grid.
void anyGrid(std::vector<int> &a, const std::vector<int> &sizes, long n, long m, int k) {
#pragma redistribute a[n][m] from(cyclic(3) shift(k + 1), * onto(4)) to(cyclic(2) shift(-3), gen_block(sizes) shift(1) onto(2, 2) ranks(sizes))
// CHECK: // the runtime plans: 'k + 1' is not a constant, and the sizes of 'gen_block(sizes)' are known at run time only
// CHECK: {{^}}  ::redist::redistribute(redistDirective, {{.*}}.from(::redist::layout({::redist::cyclic(3).shift(static_cast<::std::int64_t>(k + 1)), ::redist::undistributed()}).onto({4})).to(::redist::layout({::redist::cyclic(2).shift(static_cast<::std::int64_t>(-3)), ::redist::gen_block(sizes).shift(1)}).onto({2, 2}).ranks(sizes)), MPI_COMM_WORLD, a);
#pragma redistribute a[60][m] from(block, * onto(4) ranks(sizes)) to(cyclic(3) shift(2), * onto(4))
// CHECK: {{^}}  // (CYCLIC(15) on 4 -> CYCLIC(3) on 4 from 2, 60 elements) x {{.*}}
}

// Sides of an intercommunicator.
void between(std::vector<int> &a, std::vector<int> &b, long n, MPI_Comm team) {
#pragma redistribute a[n] from(block onto(4)) to(remote) comm(team)
// CHECK: {{^}}  // the runtime plans: 'remote' is known at run time only
// CHECK: {{^}}  ::redist::redistribute_to_remote(redistDirective, {{.*}}.from(::redist::layout({::redist::block()}).onto({4})).to(::redist::remote()), team, a);
#pragma redistribute a[n], b[n] to(block onto(4)) from(remote) comm(team) nowait(arrival)
// CHECK: {{^}}::redist::request arrival = ::redist::start_redistribute_from_remote(redistDirective{{[0-9]+}}_, {{.*}}.from(::redist::remote()).to(::redist::layout({::redist::block()}).onto({4})), team, a, b);
#pragma redistribute wait(arrival)
#pragma redistribute a[n] to(block onto(4)) from(remote) comm(team) accumulate(+)
// CHECK: {{^}}  ::redist::accumulate_from_remote(redistDirective, {{.*}}, team, ::redist::plus{}, a);
}
