//===- bench-planner.cpp - How long planning takes ------------------------===//
//
// Times of the schedule library and of the exact solver: schedules as rules and
// with all their transfers, and `exact` over random grids with median and 99th
// percentile; reductions are in ReductionPlanning.cpp. Google Benchmark gives
// --help, filters and JSON (--benchmark_format=json).
//
//===----------------------------------------------------------------------===//
#include "redistSchedule/EdgeColouring/Colouring.h"
#include "redistSchedule/OneDimension/Schedule.h"
#include "redistc/Exact/ClassSolver.h"

#include <benchmark/benchmark.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <random>

using namespace redist::schedule;

static Redistribution redistribution(std::int64_t P, std::int64_t Q,
                                     std::int64_t r, std::int64_t s) {
  return {{P, r}, {Q, s}};
}

/// From the parameters to a schedule, without asking for its steps; P, Q, r, s.
static void makeAuto(benchmark::State &state) {
  const Redistribution parameters = redistribution(
      state.range(0), state.range(1), state.range(2), state.range(3));
  for (auto _ : state)
    benchmark::DoNotOptimize(makeSchedule(parameters, StrategyKind::Auto));
}

/// The same with the list of all transfers.
static void fullSchedule(benchmark::State &state) {
  const Redistribution parameters = redistribution(
      state.range(0), state.range(1), state.range(2), state.range(3));
  std::int64_t messages = 0;
  for (auto _ : state) {
    const Schedule schedule = *makeSchedule(parameters, StrategyKind::Auto);
    const std::vector<Step> steps = schedule.allSteps();
    benchmark::DoNotOptimize(steps.data());
    messages = schedule.grid().messageCount();
  }
  state.counters["messages"] = static_cast<double>(messages);
}

static void generalParameters(benchmark::internal::Benchmark *family) {
  family->ArgNames({"P", "Q", "r", "s"})->Unit(benchmark::kMicrosecond);
  for (const auto &[r, s] : {std::pair{1, 96},
                             {3, 5},
                             {12, 7},
                             {8, 25},
                             {16, 9},
                             {48, 31},
                             {64, 33}})
    family->Args({128, 128, r, s});
  family->Args({126, 128, 16, 9});
}
BENCHMARK(makeAuto)->Apply(generalParameters);
BENCHMARK(fullSchedule)->Apply(generalParameters);
BENCHMARK(fullSchedule)
    ->ArgNames({"P", "Q", "r", "s"})
    ->Args({1024, 1023, 32, 31})
    ->Unit(benchmark::kMillisecond);

/// `exact` on random grids, P, Q <= 128 and r, s <= 32; half of the numbers
/// have many divisors, as real machines and blocks have.
static std::vector<Redistribution> randomGrids(std::size_t count) {
  std::mt19937_64 random(3117);
  const auto upTo = [&](std::int64_t most) {
    const auto any = [&](std::int64_t n) {
      return static_cast<std::int64_t>(random() %
                                       static_cast<std::uint64_t>(n));
    };
    if (any(2) == 0)
      return 1 + any(most);
    std::int64_t product = 1;
    for (std::int64_t prime = 2; product * prime <= most;
         prime = std::array{2, 2, 2, 3, 3, 5}[static_cast<std::size_t>(any(6))])
      product *= prime;
    return product;
  };
  std::vector<Redistribution> grids;
  while (grids.size() < count) {
    const std::int64_t P = upTo(128), Q = upTo(128);
    const std::int64_t r = upTo(32), s = upTo(32);
    grids.push_back(redistribution(P, Q, r, s));
  }
  return grids;
}

static double percentile(std::vector<double> values, double share) {
  std::sort(values.begin(), values.end());
  const auto last = static_cast<double>(values.size() - 1);
  return values[static_cast<std::size_t>(share * last)];
}

/// One iteration plans every grid once; the counters are milliseconds a grid.
static void exactOnRandomGrids(benchmark::State &state) {
  const std::vector<Redistribution> grids =
      randomGrids(static_cast<std::size_t>(state.range(0)));
  const redistc::exact::ClassSolver solver;
  std::vector<double> times;
  double proved = 0;
  for (auto _ : state)
    for (const Redistribution &parameters : grids) {
      const auto begin = std::chrono::steady_clock::now();
      const Schedule schedule = *makeSchedule(parameters, StrategyKind::Exact,
                                              ScheduleOptions{&solver});
      const std::chrono::duration<double, std::milli> time =
          std::chrono::steady_clock::now() - begin;
      times.push_back(time.count());
      proved += schedule.provedOptimal() ? 1 : 0;
    }
  state.counters["median_ms"] = percentile(times, 0.5);
  state.counters["p90_ms"] = percentile(times, 0.9);
  state.counters["p99_ms"] = percentile(times, 0.99);
  state.counters["max_ms"] = percentile(times, 1.0);
  state.counters["proved"] = proved / static_cast<double>(times.size());
}
BENCHMARK(exactOnRandomGrids)
    ->Arg(1000)
    ->Iterations(1)
    ->Unit(benchmark::kMillisecond);

/// Kőnig colouring of K(1024, 1023), edges in class order.
static void colourCompleteGrid(benchmark::State &state) {
  BipartiteGraph graph{1024, 1023, {}};
  for (std::int32_t row = 0; row != graph.rows; ++row)
    for (std::int32_t column = 0; column != graph.columns; ++column)
      graph.edges.push_back({row, column, 1});
  for (auto _ : state)
    benchmark::DoNotOptimize(colourFast(graph));
}
BENCHMARK(colourCompleteGrid)->Unit(benchmark::kMillisecond);

BENCHMARK_MAIN();
