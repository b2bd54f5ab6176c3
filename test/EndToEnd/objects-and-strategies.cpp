// Every kind of object, every strategy, constants and run-time parameters,
// disjoint and overlapping grids, a split communicator: after each directive
// every rank compares each of its elements with the global index that the
// rule of block-cyclic layouts, applied element by element, gives it.
//
// REQUIRES: compiler, runtime
// RUN: %redistc %s -o %t.cpp -- -std=c++20 -I %S
// RUN: %mpicxx -std=c++20 -O1 -I %source_dir/include %t.cpp \
// RUN:   %build_dir/lib/libredistRuntime.a %build_dir/lib/libredistSchedule.a \
// RUN:   -o %t
// RUN: %mpirun 1 %t | FileCheck %s -DRANKS=1
// RUN: %mpirun 2 %t | FileCheck %s -DRANKS=2
// RUN: %mpirun 3 %t | FileCheck %s -DRANKS=3
// RUN: %mpirun 4 %t | FileCheck %s -DRANKS=4
// RUN: %mpirun 7 %t | FileCheck %s -DRANKS=7
// RUN: %mpicxx -std=c++20 -fsyntax-only -Wno-unknown-pragmas %s
// CHECK: {{^}}[[RANKS]] ranks, 0 wrong
#include <mpi.h>

#include <array>
#include <cstdio>
#include <span>
#include <vector>

using Index = long long;

struct Dealt {
  Index block, ranks, first;
};

static int worldRank, worldSize;
static long long wrong;

/// Global indices of what `rank` holds, found by walking over all elements.
static std::vector<Index> owned(Index extent, Dealt dealt, Index rank) {
  std::vector<Index> result;
  for (Index i = 0; i < extent; ++i)
    if (dealt.first + i / dealt.block % dealt.ranks == rank)
      result.push_back(i);
  return result;
}

template <typename Range>
static void fill(Range &range, Index extent, Dealt dealt, int rank) {
  const auto indices = owned(extent, dealt, rank);
  for (std::size_t i = 0; i < indices.size(); ++i)
    range[i] = indices[i];
}

template <typename Range>
static void expect(const Range &range, Index extent, Dealt dealt, int rank,
                   int line) {
  const auto indices = owned(extent, dealt, rank);
  for (std::size_t i = 0; i < indices.size(); ++i)
    if (range[i] != indices[i]) {
      std::fprintf(stderr, "line %d, rank %d: %lld at %zu, expected %lld\n",
                   line, rank, static_cast<long long>(range[i]), i, indices[i]);
      ++wrong;
    }
}

static std::vector<Index> part(Index extent, Dealt dealt, int rank) {
  std::vector<Index> result(owned(extent, dealt, rank).size());
  fill(result, extent, dealt, rank);
  return result;
}

template <int K, int Q> static void instance(Index extent) {
  const int ranks = worldSize;
  auto a = part(extent, {3, ranks, 0}, worldRank);
#pragma redistribute a[extent] from(cyclic(3) onto(ranks)) to(cyclic(K) onto(Q))
  expect(a, extent, {K, Q, 0}, worldRank, __LINE__);
}

static void objects(Index n) {
  const Dealt from{2, worldSize, 0}, to{3, worldSize, 0};
  const auto source = part(n, from, worldRank);
  {
    std::array<Index, 1000> a{};
    fill(a, n, from, worldRank);
#pragma redistribute a[n] from(cyclic(2) onto(worldSize)) \
    to(cyclic(3) onto(worldSize))
    expect(a, n, to, worldRank, __LINE__);
  }
  {
    Index a[1000];
    std::vector<Index> b;
    fill(a, n, from, worldRank);
#pragma redistribute a[n] from(cyclic(2) onto(worldSize)) \
    to(cyclic(3) onto(worldSize)) into(b[n])
    expect(b, n, to, worldRank, __LINE__);
    expect(a, n, from, worldRank, __LINE__);
  }
  std::vector<Index> storage(1000);
  std::span<Index> view(storage);
  const Index *pointer = source.data();
#pragma redistribute pointer[n] into(view) from(cyclic(2) onto(worldSize)) \
    to(cyclic(3) onto(worldSize))
  expect(view, n, to, worldRank, __LINE__);
  Index *raw = storage.data();
#pragma redistribute view[n] from(cyclic(3) onto(worldSize)) to(block onto(1)) \
    into(raw)
  expect(storage, n, {n > 0 ? n : 1, 1, 0}, worldRank, __LINE__);
}

static void strategies(Index n) {
  const Dealt to{5, worldSize, 0};
  const Dealt from{3, worldSize, 0};
#define TRY(name)                                                              \
  {                                                                            \
    auto a = part(n, from, worldRank);                                         \
    run_##name(a, n);                                                          \
    expect(a, n, to, worldRank, __LINE__);                                     \
  }
  const auto run_auto = [](std::vector<Index> &a, Index m) {
#pragma redistribute a[m] from(cyclic(3) onto(worldSize)) \
    to(cyclic(5) onto(worldSize)) strategy(auto)
  };
  const auto run_exact = [](std::vector<Index> &a, Index m) {
#pragma redistribute a[m] from(cyclic(3) onto(worldSize)) \
    to(cyclic(5) onto(worldSize)) strategy(exact)
  };
  const auto run_stepwise = [](std::vector<Index> &a, Index m) {
#pragma redistribute a[m] from(cyclic(3) onto(worldSize)) \
    to(cyclic(5) onto(worldSize)) strategy(stepwise)
  };
  const auto run_greedy = [](std::vector<Index> &a, Index m) {
#pragma redistribute a[m] from(cyclic(3) onto(worldSize)) \
    to(cyclic(5) onto(worldSize)) strategy(greedy)
  };
  const auto run_caterpillar = [](std::vector<Index> &a, Index m) {
#pragma redistribute a[m] from(cyclic(3) onto(worldSize)) \
    to(cyclic(5) onto(worldSize)) strategy(caterpillar)
  };
  const auto run_alltoall = [](std::vector<Index> &a, Index m) {
#pragma redistribute a[m] from(cyclic(3) onto(worldSize)) \
    to(cyclic(5) onto(worldSize)) strategy(alltoall)
  };
  const auto run_direct = [](std::vector<Index> &a, Index m) {
#pragma redistribute a[m] from(cyclic(3) onto(worldSize)) \
    to(cyclic(5) onto(worldSize)) strategy(direct)
  };
  TRY(auto)
  TRY(exact)
  TRY(stepwise)
  TRY(greedy)
  TRY(caterpillar)
  TRY(alltoall)
  TRY(direct)
}

static void grids(Index n) {
  const int half = worldSize / 2;
  if (half > 0) { // disjoint, then overlapping by one rank
    auto a = part(n, {2, half, 0}, worldRank);
#pragma redistribute a[n] from(cyclic(2) onto(half)) \
    to(cyclic(7) onto(worldSize - half) at(half))
    expect(a, n, {7, worldSize - half, half}, worldRank, __LINE__);
#pragma redistribute a[n] from(cyclic(7) onto(worldSize - half) at(half)) \
    to(cyclic(4) onto(half + 1))
    expect(a, n, {4, half + 1, 0}, worldRank, __LINE__);
  }
  MPI_Comm team;
  MPI_Comm_split(MPI_COMM_WORLD, worldRank % 2, -worldRank, &team);
  int rank, size;
  MPI_Comm_rank(team, &rank);
  MPI_Comm_size(team, &size);
  auto a = part(n, {1, size, 0}, rank);
#pragma redistribute a[n] comm(team) from(cyclic onto(size)) \
    to(cyclic(6) onto(size))
  expect(a, n, {6, size, 0}, rank, __LINE__);
  MPI_Comm_free(&team);
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &worldRank);
  MPI_Comm_size(MPI_COMM_WORLD, &worldSize);
  for (const Index n : {0, 1, 2, 13, 97, 360, 361}) {
    instance<5, 1>(n);
    if (worldSize >= 2)
      instance<4, 2>(n);
    if (worldSize >= 4)
      instance<1, 4>(n);
    if (worldSize >= 7)
      instance<5, 7>(n);
    objects(n);
    strategies(n);
    grids(n);
  }
  long long all = 0;
  MPI_Reduce(&wrong, &all, 1, MPI_LONG_LONG, MPI_SUM, 0, MPI_COMM_WORLD);
  if (worldRank == 0)
    std::printf("%d ranks, %lld wrong\n", worldSize, all);
  MPI_Finalize();
  return wrong != 0;
}
