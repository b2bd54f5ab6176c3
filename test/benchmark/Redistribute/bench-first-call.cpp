//===- bench-first-call.cpp - What a redistribution's first call costs ----===//
//
// Planning alone: a rank's plan of a vector of 1e4 to 1e9 doubles, which must
// take no more time and memory for more elements. And whole calls: the first
// one after so many others that its plan and its schedule are gone beside the
// next ones, on the same memory, private or in arrays. Before each of them the
// same is moved by another plan, which is there: so caches have the same of it.
// And requests: 100 to 800 of them pending at once, which must not cost more
// each where there are more. Times are those of the slowest rank; ratios are
// taken within a round.
//
//===----------------------------------------------------------------------===//
#include "Redistribute/BenchCase.h"
#include "Support/CommandLine.h"
#include "Support/CoreLatency.h"
#include "Support/CountedMemory.h"
#include "Support/Timing.h"

#include "Call/CallParameters.h"
#include "Redistribute/PlanCache.h"

#include "redist/Array.h"
#include "redist/Request.h"

#include <algorithm>
#include <cstdio>
#include <string>
#include <vector>

using bench::worldSize;

struct Options {
  std::int64_t elements = 1 << 20; ///< of the calls: 8 MB
  int rounds = 21;
  bool json = false;
};

/// CYCLIC(source) to CYCLIC(target); 0 is BLOCK.
struct Blocks {
  std::int64_t source, target;
};
static constexpr Blocks allBlocks[] = {{3, 5},       {7, 11}, {64, 96},
                                       {1000, 1500}, {0, 1},  {1, 0}};
static constexpr std::int64_t planned[] = {10'000, 1'000'000, 1'000'000'000};

static std::string nameOf(const Blocks &blocks) {
  const auto one = [](std::int64_t block) {
    return block ? "cyclic(" + std::to_string(block) + ")" : "block";
  };
  return one(blocks.source) + " -> " + one(blocks.target);
}

static redist::layout layoutOf(std::int64_t block) {
  return redist::layout({block ? redist::cyclic(block) : redist::block()})
      .onto({worldSize()});
}

static redist::redistribution clausesOf(const Blocks &blocks,
                                        std::int64_t elements) {
  return redist::redistribution({redist::whole(elements)})
      .from(layoutOf(blocks.source))
      .to(layoutOf(blocks.target));
}

static constexpr redist::directive here = {
    "bench-first-call", 1, "", "auto", nullptr, 0};
/// Has a plan of its own for the same.
static constexpr redist::directive other = {"bench-first-call", 2,       "",
                                            "stepwise",         nullptr, 0};

//===----------------------------------------------------------------------===//
// Planning
//===----------------------------------------------------------------------===//

struct Planning {
  Blocks blocks;
  std::int64_t elements;
  std::vector<double> times;
  bench::CountedMemory memory; ///< of one plan, with its schedule
};

static Planning measurePlanning(const Blocks &blocks, std::int64_t elements,
                                int rounds) {
  namespace runtime = redist::runtime;
  Planning result{blocks, elements, {}, {}};
  double place = 0; // neither its size nor its address matters to a plan
  redist::detail::object_entry entry;
  entry.element_size = sizeof place;
  entry.source = entry.target = &place;
  const redist::redistribution what = clausesOf(blocks, elements);
  for (int round = 0; round < rounds; ++round) {
    runtime::PlanCache plans(MPI_COMM_WORLD, bench::worldRank(), worldSize(),
                             {});
    const bench::CountedMemory before = bench::countedMemory();
    result.times.push_back(bench::slowest([&] {
      runtime::Call call;
      runtime::completeCall(here, what, {&entry, 1}, call);
      std::vector<std::int64_t> words;
      runtime::appendWords(call, words);
      plans.find(std::span(words).subspan(1), call, here);
    }));
    const bench::CountedMemory after = bench::countedMemory();
    result.memory = {after.allocations - before.allocations,
                     after.bytes - before.bytes};
  }
  return result;
}

//===----------------------------------------------------------------------===//
// Calls
//===----------------------------------------------------------------------===//

struct Calls {
  Blocks blocks;
  const char *storage;
  std::vector<double> first, next, ratios;
};

/// So many others that the runtime keeps no older plan and no older schedule.
static void forgetPlans() {
  constexpr std::int64_t others = 300;
  std::vector<double> source(64), target(64);
  for (std::int64_t i = 2; i < others + 2; ++i)
    redist::redistribute_into(here, clausesOf({i, i + 1}, 64), MPI_COMM_WORLD,
                              redist::objects(source), redist::objects(target));
}

/// On memory that has been moved before.
template <typename Object>
static Calls measureCalls(const Blocks &blocks, const char *storage,
                          Object &source, Object &target,
                          const Options &options) {
  constexpr int callsEach = 5;
  Calls calls{blocks, storage, {}, {}, {}};
  const redist::redistribution what = clausesOf(blocks, options.elements);
  const auto moveBy = [&](const redist::directive &plan) {
    redist::redistribute_into(plan, what, MPI_COMM_WORLD,
                              redist::objects(source), redist::objects(target));
  };
  const auto timed = [&] {
    moveBy(other);
    return bench::slowest([&] { moveBy(here); });
  };
  std::fill(source.begin(), source.end(), 1.0);
  moveBy(here);
  for (int round = 0; round < options.rounds; ++round) {
    forgetPlans();
    for (int i = 0; i < callsEach; ++i)
      moveBy(other);
    const double first = timed();
    std::vector<double> next;
    for (int i = 0; i < callsEach; ++i)
      next.push_back(timed());
    calls.first.push_back(first);
    calls.next.push_back(bench::median(next));
    calls.ratios.push_back(first / bench::median(next));
  }
  return calls;
}

/// Elements that this rank has.
static std::size_t ownElements(std::int64_t block, std::int64_t elements) {
  const std::int64_t ranks = worldSize();
  return static_cast<std::size_t>(redist::local_extent(
      elements, block ? block : (elements + ranks - 1) / ranks, ranks,
      bench::worldRank()));
}

static Calls measurePrivate(const Blocks &blocks, const Options &options) {
  std::vector<double> source(ownElements(blocks.source, options.elements));
  std::vector<double> target(ownElements(blocks.target, options.elements));
  return measureCalls(blocks, "private", source, target, options);
}

static Calls measureShared(const Blocks &blocks, const Options &options) {
  using Array = redist::array<double, 1>;
  Array source({options.elements}, layoutOf(blocks.source), MPI_COMM_WORLD);
  Array target({options.elements}, layoutOf(blocks.target), MPI_COMM_WORLD);
  return measureCalls(blocks, "arrays", source, target, options);
}

//===----------------------------------------------------------------------===//
// Requests
//===----------------------------------------------------------------------===//

static constexpr int pendingCounts[] = {100, 800, 6400};

struct Requests {
  int count;
  std::vector<double> times; ///< of a start and its wait
};

/// Moves 8 KB by each, so that what is known of requests counts.
static std::vector<Requests> measureRequests(int rounds) {
  constexpr std::int64_t elements = 1024;
  constexpr Blocks blocks = {3, 5};
  const redist::redistribution what = clausesOf(blocks, elements);
  const std::vector<double> source(ownElements(blocks.source, elements));
  std::vector<std::vector<double>> targets(
      static_cast<std::size_t>(std::ranges::max(pendingCounts)),
      std::vector<double>(ownElements(blocks.target, elements)));
  const auto pass = [&](int count) {
    std::vector<redist::request> requests;
    for (int i = 0; i < count; ++i)
      requests.push_back(redist::start_redistribute_into(
          here, what, MPI_COMM_WORLD, redist::objects(source),
          redist::objects(targets[static_cast<std::size_t>(i)])));
    for (redist::request &one : requests)
      redist::wait(one);
  };
  std::vector<Requests> result;
  for (const int count : pendingCounts) {
    pass(count); // makes what is kept
    result.push_back({count, {}});
    for (int round = 0; round < rounds; ++round)
      result.back().times.push_back(bench::slowest([&] { pass(count); }) /
                                    count);
  }
  return result;
}

//===----------------------------------------------------------------------===//
// What is shown
//===----------------------------------------------------------------------===//

static void showText(const std::vector<Planning> &plans,
                     const std::vector<Calls> &calls,
                     const std::vector<Requests> &requests) {
  std::printf("%-30s %11s %9s %9s %12s %9s\n", "planning", "elements",
              "min [us]", "median", "allocations", "bytes");
  for (const Planning &one : plans)
    std::printf("%-30s %11lld %9.2f %9.2f %12lld %9lld\n",
                nameOf(one.blocks).c_str(),
                static_cast<long long>(one.elements),
                bench::least(one.times) * 1e6, bench::median(one.times) * 1e6,
                static_cast<long long>(one.memory.allocations),
                static_cast<long long>(one.memory.bytes));
  std::printf("\n%-30s %-8s %9s %9s  %s\n", "calls", "", "first", "next [us]",
              "first / next: min, median");
  for (const Calls &one : calls)
    std::printf("%-30s %-8s %9.1f %9.1f  %6.3f %6.3f\n",
                nameOf(one.blocks).c_str(), one.storage,
                bench::median(one.first) * 1e6, bench::median(one.next) * 1e6,
                bench::least(one.ratios), bench::median(one.ratios));
  std::printf("\n%-30s %9s %9s\n", "requests pending", "min [us]", "median");
  for (const Requests &one : requests)
    std::printf("%-30d %9.2f %9.2f\n", one.count, bench::least(one.times) * 1e6,
                bench::median(one.times) * 1e6);
}

static void showJson(const std::vector<Planning> &plans,
                     const std::vector<Calls> &calls,
                     const std::vector<Requests> &requests,
                     const Options &options) {
  std::printf("{\"ranks\":%d,\"planning\":[", worldSize());
  for (const Planning &one : plans)
    std::printf("%s\n  {\"name\":\"%s\",\"elements\":%lld,\"minimum\":%.6g,"
                "\"median\":%.6g,\"allocations\":%lld,\"bytes\":%lld}",
                &one == plans.data() ? "" : ",", nameOf(one.blocks).c_str(),
                static_cast<long long>(one.elements), bench::least(one.times),
                bench::median(one.times),
                static_cast<long long>(one.memory.allocations),
                static_cast<long long>(one.memory.bytes));
  std::printf("\n],\"elements\":%lld,\"calls\":[",
              static_cast<long long>(options.elements));
  for (const Calls &one : calls)
    std::printf("%s\n  {\"name\":\"%s\",\"storage\":\"%s\",\"first\":%.6g,"
                "\"next\":%.6g,\"ratio\":{\"minimum\":%.4g,\"median\":%.4g}}",
                &one == calls.data() ? "" : ",", nameOf(one.blocks).c_str(),
                one.storage, bench::median(one.first), bench::median(one.next),
                bench::least(one.ratios), bench::median(one.ratios));
  std::printf("\n],\"requests\":[");
  for (const Requests &one : requests)
    std::printf("%s\n  {\"pending\":%d,\"minimum\":%.6g,\"median\":%.6g}",
                &one == requests.data() ? "" : ",", one.count,
                bench::least(one.times), bench::median(one.times));
  std::printf("\n]}\n");
}

static const char usage[] =
    "usage: mpirun -n RANKS bench-first-call [options]\n"
    "  --elements N   doubles that the calls move (1048576)\n"
    "  --rounds K     each with a first call (21)\n"
    "  --json         machine-readable output, in seconds\n"
    "  --help         this text\n"
    "Planning: time and memory of a rank's plan. Calls: the first one with "
    "its\n"
    "parameters, and the median of the next five. Requests: a start and its "
    "wait,\n"
    "with so many pending.\n";

static Options parse(int argc, char **argv) {
  Options options;
  bench::CommandLine line("bench-first-call", usage, argc, argv);
  while (line.next())
    if (line.is("--json"))
      options.json = true;
    else if (line.is("--elements"))
      options.elements = line.number<std::int64_t>(1 << 10);
    else if (line.is("--rounds"))
      options.rounds = line.number<int>();
    else
      line.refuseUnknown();
  return options;
}

int main(int argc, char **argv) {
  const Options options = parse(argc, argv); // before MPI: --help needs none
  MPI_Init(&argc, &argv);
  bench::bindRanks();
  std::vector<Planning> plans;
  std::vector<Calls> calls;
  for (const Blocks &blocks : allBlocks)
    for (const std::int64_t elements : planned)
      plans.push_back(measurePlanning(blocks, elements, options.rounds));
  for (const Blocks &blocks : allBlocks) {
    calls.push_back(measurePrivate(blocks, options));
    calls.push_back(measureShared(blocks, options));
  }
  const std::vector<Requests> requests = measureRequests(options.rounds);
  if (bench::worldRank() == 0 && options.json)
    showJson(plans, calls, requests, options);
  else if (bench::worldRank() == 0)
    showText(plans, calls, requests);
  MPI_Finalize();
}
