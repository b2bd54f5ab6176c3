//===- ReductionPlanning.cpp - How long planning a reduction takes --------===//
//
// Part of bench-planner: the optimal length and one rank's role by random
// access, whole trees, trees under limits. The counters and arguments d, c are
// ticks.
//
//===----------------------------------------------------------------------===//
#include "redistSchedule/Reduction/ReductionTree.h"

#include <benchmark/benchmark.h>

#include <array>
#include <random>

using namespace redist::schedule;

static constexpr std::int64_t manyRanks = 1000000000000000000;

static ReductionCost costOf(const benchmark::State &state) {
  return {state.range(0), state.range(1)};
}

/// From equal costs to those that seconds give, 30 bits each.
static void costs(benchmark::internal::Benchmark *family) {
  family->ArgNames({"d", "c"});
  for (const auto &[d, c] :
       {std::pair{1, 1}, {6, 7}, {1, 10}, {1, 0}, {1000000007, 777777777}})
    family->Args({d, c});
}

/// L*(10^18).
static void reductionLength(benchmark::State &state) {
  const ReductionCost cost = costOf(state);
  std::int64_t ranks = manyRanks;
  for (auto _ : state)
    benchmark::DoNotOptimize(optimalReductionLength(ranks--, cost));
}
BENCHMARK(reductionLength)->Apply(costs)->Unit(benchmark::kMicrosecond);

/// The role of one of 10^18 ranks, any root.
template <bool ordered> static void reductionRole(benchmark::State &state) {
  ReductionProblem problem = {manyRanks, costOf(state)};
  problem.ordered = ordered;
  const ReductionSchedule schedule = *makeReduction(problem);
  std::mt19937_64 random(7898);
  std::array<std::int64_t, 512> ranks{};
  for (std::int64_t &rank : ranks)
    rank = static_cast<std::int64_t>(random() % manyRanks);
  std::size_t at = 0;
  for (auto _ : state) {
    const std::int64_t rank = ranks[at++ % ranks.size()];
    benchmark::DoNotOptimize(schedule.role(rank, ranks[at % ranks.size()]));
  }
}
BENCHMARK(reductionRole<false>)->Apply(costs)->Unit(benchmark::kMicrosecond);
BENCHMARK(reductionRole<true>)->Apply(costs)->Unit(benchmark::kMicrosecond);

/// Planning and one role where machines have sizes that exist.
static void planReduction(benchmark::State &state) {
  const ReductionProblem problem = {state.range(0), {2, 1}};
  std::int64_t rank = 0;
  for (auto _ : state) {
    benchmark::DoNotOptimize(makeReduction(problem)->role(rank, 0));
    rank = (rank + 1) % problem.ranks;
  }
}
BENCHMARK(planReduction)
    ->ArgName("ranks")
    ->Arg(4)
    ->Arg(64)
    ->Arg(512)
    ->Arg(1000000);

/// Algorithm 1, parents and times of 10^7 machines.
static void wholeTree(benchmark::State &state) {
  const ReductionCost cost = costOf(state);
  for (auto _ : state)
    benchmark::DoNotOptimize(greedyTree(10000000, cost).parent.data());
}
BENCHMARK(wholeTree)->Apply(costs)->Unit(benchmark::kMillisecond);

static void limits(benchmark::internal::Benchmark *family) {
  family->ArgNames({"d", "c", "limit"})->Unit(benchmark::kMillisecond);
  for (const std::int64_t limit : {1, 8, 1000, 100000, 499999})
    family->Args({2, 3, limit})->Args({3, 2, limit});
}

/// Algorithm 2 for 10^6 machines.
static void limitedTransfers(benchmark::State &state) {
  const ReductionCost cost = costOf(state);
  for (auto _ : state)
    benchmark::DoNotOptimize(
        limitedTransfersTree(1000000, state.range(2), cost).parent.data());
}
BENCHMARK(limitedTransfers)->Apply(limits);

/// Algorithm 3 for 10^6 machines.
static void limitedReducers(benchmark::State &state) {
  const ReductionCost cost = costOf(state);
  for (auto _ : state)
    benchmark::DoNotOptimize(
        limitedReducersTree(1000000, state.range(2), cost).parent.data());
}
BENCHMARK(limitedReducers)->Apply(limits);

/// The binomial strategy with true times for 10^6 machines, which need sorting.
static void binomialStrategy(benchmark::State &state) {
  const ReductionCost cost = costOf(state);
  for (auto _ : state)
    benchmark::DoNotOptimize(binomialTree(1000000, cost).parent.data());
}
BENCHMARK(binomialStrategy)->Apply(costs)->Unit(benchmark::kMillisecond);
