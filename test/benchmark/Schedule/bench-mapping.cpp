//===- bench-mapping.cpp - How long mapping takes, how good it is ---------===//
//
// Instances as in the four experiments of Benoit and Robert, section 5: b = 10,
// speeds 1..20, and
//
//   1  work 1..20        data 10        3  work 10..1000      data 1..20
//   2  work 1..20        data 1..100    4  work 0.01..10.00   data 1..20
//
// exactMapping: times of one instance over many, and how many are proved.
// anytime, anytimeDifferentLinks: the same of `auto` where few are.
// heuristicGap: how far each heuristic is from the proved optimum, in percent,
// for n = 1..20 and p = 10. differentLinks: exact, all links 1..20. The draws
// are fixed. Google Benchmark gives --help, filters and JSON
// (--benchmark_format=json).
//
//===----------------------------------------------------------------------===//
#include "redistSchedule/Pipeline/MakeMapping.h"

#include <benchmark/benchmark.h>

#include <algorithm>
#include <chrono>
#include <stdexcept>

using namespace redist::schedule;

/// Numbers that are the same everywhere (Steele, Lea, Flood: SplitMix).
class Draws {
public:
  explicit Draws(std::uint64_t seed) : state(seed) {}

  std::int64_t number(std::int64_t least, std::int64_t most) {
    state += 0x9E3779B97F4A7C15U;
    std::uint64_t bits = state;
    bits = (bits ^ (bits >> 30)) * 0xBF58476D1CE4E5B9U;
    bits = (bits ^ (bits >> 27)) * 0x94D049BB133111EBU;
    bits ^= bits >> 31;
    return least + static_cast<std::int64_t>(
                       bits % static_cast<std::uint64_t>(most - least + 1));
  }

private:
  std::uint64_t state;
};

static Fraction workOf(Draws &draws, std::int64_t experiment) {
  if (experiment == 3)
    return {draws.number(10, 1000), 1};
  if (experiment == 4)
    return {draws.number(1, 1000), 100};
  return {draws.number(1, 20), 1};
}

static Fraction dataOf(Draws &draws, std::int64_t experiment) {
  if (experiment == 1)
    return {10, 1};
  return {draws.number(1, experiment == 2 ? 100 : 20), 1};
}

static PipelineInstance instanceOf(std::int64_t experiment, std::int64_t n,
                                   std::int64_t p, std::int64_t number,
                                   bool sameLinks = true) {
  Draws draws(static_cast<std::uint64_t>(
      ((experiment * 10000 + n) * 10000 + p) * 10000 + number));
  PipelineProblem problem;
  for (std::int64_t k = 0; k < n; ++k)
    problem.work.push_back(workOf(draws, experiment));
  for (std::int64_t k = 0; k <= n; ++k)
    problem.data.push_back(dataOf(draws, experiment));
  for (std::int64_t u = 0; u < p; ++u)
    problem.speeds.push_back({draws.number(1, 20), 1});
  problem.bandwidth = {{10, 1}};
  if (!sameLinks) {
    problem.bandwidth.clear();
    for (std::int64_t i = 0; i < (p + 2) * (p + 2); ++i)
      problem.bandwidth.push_back({draws.number(1, 20), 1});
  }
  Result<PipelineInstance> instance = makeInstance(problem);
  if (!instance)
    throw std::logic_error(instance.error().message);
  return *std::move(instance);
}

static double periodOf(const MadeMapping &made) {
  return static_cast<double>(made.cost.period) /
         static_cast<double>(made.cost.periodDivisor);
}

/// Milliseconds and gaps of many instances, as counters.
static void measure(benchmark::State &state,
                    const std::vector<PipelineInstance> &instances,
                    MappingKind kind) {
  std::vector<double> times;
  double proved = 0, maxGap = 0;
  for (auto _ : state)
    for (const PipelineInstance &instance : instances) {
      const auto begin = std::chrono::steady_clock::now();
      const Result<MadeMapping> made = makeMapping(instance, kind);
      const std::chrono::duration<double, std::milli> time =
          std::chrono::steady_clock::now() - begin;
      times.push_back(time.count());
      if (!made)
        throw std::logic_error(made.error().message);
      proved += made->isOptimal ? 1 : 0;
      if (!made->isOptimal)
        maxGap = std::max(
            maxGap,
            100 *
                (periodOf(*made) / static_cast<double>(made->periodBound) - 1));
    }
  std::sort(times.begin(), times.end());
  state.counters["min_ms"] = times.front();
  state.counters["median_ms"] = times[times.size() / 2];
  state.counters["max_ms"] = times.back();
  state.counters["proved"] = proved / static_cast<double>(times.size());
  state.counters["max_gap_percent"] = maxGap;
}

static void exactMapping(benchmark::State &state) {
  std::vector<PipelineInstance> instances;
  for (std::int64_t i = 0; i < state.range(3); ++i)
    instances.push_back(
        instanceOf(state.range(0), state.range(1), state.range(2), i));
  measure(state, instances, MappingKind::Exact);
}

static void experiments(benchmark::internal::Benchmark *family) {
  family->ArgNames({"experiment", "n", "p", "instances"})
      ->Iterations(1)
      ->Unit(benchmark::kMillisecond);
  for (const std::int64_t experiment : {1, 2, 3, 4}) {
    family->Args({experiment, 20, 10, 100});
    family->Args({experiment, 50, 10, 100});
    family->Args({experiment, 50, 100, 100});
    family->Args({experiment, 60, 30, 20});
    family->Args({experiment, 200, 20, 10});
    family->Args({experiment, 100, 50, 10});
    family->Args({experiment, 200, 100, 5});
    family->Args({experiment, 1000, 10, 3});
  }
}
BENCHMARK(exactMapping)->Apply(experiments);

/// `auto`, where a proof is out of reach: how near its bound it comes.
static void anytime(benchmark::State &state) {
  std::vector<PipelineInstance> instances;
  for (std::int64_t i = 0; i < 3; ++i)
    instances.push_back(
        instanceOf(state.range(0), state.range(1), state.range(2), i));
  measure(state, instances, MappingKind::Auto);
}

static void longPipelines(benchmark::internal::Benchmark *family) {
  family->ArgNames({"experiment", "n", "p"})
      ->Iterations(1)
      ->Unit(benchmark::kMillisecond);
  for (const std::int64_t experiment : {1, 2, 3, 4}) {
    family->Args({experiment, 700, 300});
    family->Args({experiment, 1000, 100});
    family->Args({experiment, 5000, 20});
    family->Args({experiment, 100'000, 1000});
  }
}
BENCHMARK(anytime)->Apply(longPipelines);

static void measureLinks(benchmark::State &state, std::int64_t instances,
                         MappingKind kind) {
  std::vector<PipelineInstance> drawn;
  for (std::int64_t i = 0; i < instances; ++i)
    drawn.push_back(instanceOf(2, state.range(0), state.range(1), i, false));
  measure(state, drawn, kind);
}

static void anytimeDifferentLinks(benchmark::State &state) {
  measureLinks(state, 3, MappingKind::Auto);
}
BENCHMARK(anytimeDifferentLinks)
    ->ArgNames({"n", "p"})
    ->Args({20, 100})
    ->Args({50, 300})
    ->Args({100, 30})
    ->Args({200, 64})
    ->Args({1000, 64})
    ->Args({10'000, 20})
    ->Iterations(1)
    ->Unit(benchmark::kMillisecond);

static void differentLinks(benchmark::State &state) {
  measureLinks(state, 10, MappingKind::Exact);
}
BENCHMARK(differentLinks)
    ->ArgNames({"n", "p"})
    ->Args({20, 8})
    ->Args({20, 10})
    ->Args({20, 12})
    ->Args({20, 16})
    ->Iterations(1)
    ->Unit(benchmark::kMillisecond);

/// Arguments: which heuristic (as MappingKind), which experiment.
static void heuristicGap(benchmark::State &state) {
  const auto kind = static_cast<MappingKind>(state.range(0));
  double sum = 0, most = 0, optimal = 0, count = 0;
  for (auto _ : state)
    for (std::int64_t n = 1; n <= 20; ++n)
      for (std::int64_t i = 0; i < 100; ++i) {
        const PipelineInstance instance = instanceOf(state.range(1), n, 10, i);
        const Result<MadeMapping> best =
            makeMapping(instance, MappingKind::Exact);
        const Result<MadeMapping> made = makeMapping(instance, kind);
        if (!best || !made || !best->isOptimal)
          throw std::logic_error("no optimum to compare with");
        const double gap = 100 * (periodOf(*made) / periodOf(*best) - 1);
        sum += gap;
        most = std::max(most, gap);
        optimal += made->cost.period == best->cost.period ? 1 : 0;
        ++count;
      }
  state.SetLabel(std::string(nameOf(kind)));
  state.counters["mean_gap_percent"] = sum / count;
  state.counters["max_gap_percent"] = most;
  state.counters["optimal"] = optimal;
  state.counters["of"] = count;
}

static void heuristics(benchmark::internal::Benchmark *family) {
  family->ArgNames({"heuristic", "experiment"})
      ->Iterations(1)
      ->Unit(benchmark::kMillisecond);
  for (auto kind = static_cast<std::int64_t>(MappingKind::H1a);
       kind <= static_cast<std::int64_t>(MappingKind::H7b); ++kind)
    for (const std::int64_t experiment : {1, 2, 3, 4})
      family->Args({kind, experiment});
}
BENCHMARK(heuristicGap)->Apply(heuristics);

/// Equal speeds; n, p.
static void homogeneous(benchmark::State &state) {
  Draws draws(7);
  PipelineProblem problem;
  for (std::int64_t k = 0; k < state.range(0); ++k)
    problem.work.push_back({draws.number(1, 20), 1});
  for (std::int64_t k = 0; k <= state.range(0); ++k)
    problem.data.push_back({draws.number(1, 30), 1});
  problem.speeds.assign(static_cast<std::size_t>(state.range(1)), {7, 1});
  problem.bandwidth = {{10, 1}};
  const Result<PipelineInstance> instance = makeInstance(problem);
  if (!instance)
    throw std::logic_error(instance.error().message);
  for (auto _ : state)
    benchmark::DoNotOptimize(makeMapping(*instance, MappingKind::Interval));
}
BENCHMARK(homogeneous)
    ->ArgNames({"n", "p"})
    ->Args({100'000, 1000})
    ->Args({1'000'000, 10'000})
    ->Unit(benchmark::kMillisecond);

BENCHMARK_MAIN();
