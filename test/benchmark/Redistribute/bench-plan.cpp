//===- bench-plan.cpp - What one rank's plan costs among many -------------===//
//
// One process plans for one rank of a thousand to a million ranks, 100 on each
// node, with 8 KB of a vector of doubles each: time and memory of the plan with
// its schedule, and the messages of the rank. The other ranks do not exist:
// nothing is sent.
//
//===----------------------------------------------------------------------===//
#include "Support/CommandLine.h"
#include "Support/CountedMemory.h"
#include "Support/Timing.h"

#include "Call/CallParameters.h"
#include "Redistribute/PlanCache.h"

#include <algorithm>
#include <cstdio>
#include <string>
#include <vector>

namespace runtime = redist::runtime;

struct Options {
  int rounds = 7;
  std::int64_t most = 100'000; ///< ranks
  bool json = false;
};

/// CYCLIC(source) on all ranks to CYCLIC(target) on `share` of a hundred of
/// them; 0 is BLOCK.
struct Problem {
  std::int64_t source, target, share;
};
static constexpr Problem problems[] = {
    {3, 5, 100}, {64, 96, 100}, {64, 96, 70}, {0, 1, 100}, {0, 0, 70}};
static constexpr std::int64_t rankCounts[] = {1'000, 10'000, 100'000,
                                              1'000'000};
static constexpr std::int64_t elementsEach = 1024, ranksPerNode = 100;

static constexpr redist::directive here = {"bench-plan", 1,       "",
                                           "auto",       nullptr, 0};

struct Result {
  std::string name;
  std::int64_t ranks, messages;
  std::vector<double> times;
  std::int64_t bytes; ///< allocated, given back or not
};

static std::string nameOf(std::int64_t block) {
  return block ? "cyclic(" + std::to_string(block) + ")" : "block";
}

static redist::layout layoutOf(std::int64_t block, std::int64_t ranks) {
  return redist::layout({block ? redist::cyclic(block) : redist::block()})
      .onto({static_cast<int>(ranks)});
}

static runtime::MachineCosts machineOf(std::int64_t ranks) {
  runtime::MachineCosts machine;
  machine.mayStartEarly = true;
  machine.costs.ranksOnPort = ranksPerNode;
  machine.nodeOfRank.resize(static_cast<std::size_t>(ranks));
  for (std::int64_t rank = 0; rank < ranks; ++rank)
    machine.nodeOfRank[static_cast<std::size_t>(rank)] =
        static_cast<int>(rank / ranksPerNode);
  return machine;
}

static Result measure(const Problem &problem, std::int64_t ranks, int rounds) {
  const std::int64_t targets = ranks * problem.share / 100;
  Result result{nameOf(problem.source) + " → " + nameOf(problem.target) +
                    (problem.share == 100
                         ? ""
                         : " on " + std::to_string(problem.share) + " %"),
                ranks,
                0,
                {},
                0};
  double place = 0; // neither its size nor its address matters to a plan
  redist::detail::object_entry entry;
  entry.element_size = sizeof place;
  entry.source = entry.target = &place;
  const redist::redistribution what =
      redist::redistribution({redist::whole(elementsEach * ranks)})
          .from(layoutOf(problem.source, ranks))
          .to(layoutOf(problem.target, targets));
  for (int round = 0; round < rounds; ++round) {
    runtime::PlanCache plans(MPI_COMM_SELF, static_cast<int>(targets / 2),
                             static_cast<int>(ranks), machineOf(ranks));
    const std::int64_t before = bench::countedMemory().bytes;
    result.times.push_back(bench::slowest([&] {
      runtime::Call call;
      runtime::completeCall(here, what, {&entry, 1}, call);
      std::vector<std::int64_t> words;
      runtime::appendWords(call, words);
      const runtime::RedistributionPlan &plan =
          plans.find(std::span(words).subspan(1), call, here)->plan();
      result.messages = static_cast<std::int64_t>(plan.sends().size() +
                                                  plan.receives().size());
    }));
    result.bytes = bench::countedMemory().bytes - before;
  }
  return result;
}

static void showText(const std::vector<Result> &results) {
  std::printf("%lld ranks a node, %lld doubles each\n",
              static_cast<long long>(ranksPerNode),
              static_cast<long long>(elementsEach));
  std::printf("%-36s %8s %8s %10s %10s %10s\n", "plan", "ranks", "messages",
              "min [us]", "median", "bytes");
  for (const Result &one : results)
    std::printf("%-36s %8lld %8lld %10.1f %10.1f %10lld\n", one.name.c_str(),
                static_cast<long long>(one.ranks),
                static_cast<long long>(one.messages),
                bench::least(one.times) * 1e6, bench::median(one.times) * 1e6,
                static_cast<long long>(one.bytes));
}

static void showJson(const std::vector<Result> &results) {
  std::printf("{\"ranks_per_node\":%lld,\"elements\":%lld,\"plans\":[",
              static_cast<long long>(ranksPerNode),
              static_cast<long long>(elementsEach));
  for (const Result &one : results)
    std::printf("%s\n  {\"name\":\"%s\",\"ranks\":%lld,\"messages\":%lld,"
                "\"minimum\":%.6g,\"median\":%.6g,\"bytes\":%lld}",
                &one == results.data() ? "" : ",", one.name.c_str(),
                static_cast<long long>(one.ranks),
                static_cast<long long>(one.messages), bench::least(one.times),
                bench::median(one.times), static_cast<long long>(one.bytes));
  std::printf("\n]}\n");
}

static const char usage[] =
    "usage: bench-plan [options]\n"
    "  --ranks N      largest number of ranks (100000)\n"
    "  --rounds K     each plans anew (7)\n"
    "  --json         machine-readable output, in seconds\n"
    "  --help         this text\n"
    "Time, memory and messages of one rank's plan among 1e3 to 1e6 ranks.\n";

int main(int argc, char **argv) {
  Options options;
  bench::CommandLine line("bench-plan", usage, argc, argv);
  while (line.next())
    if (line.is("--json"))
      options.json = true;
    else if (line.is("--ranks"))
      options.most = line.number<std::int64_t>();
    else if (line.is("--rounds"))
      options.rounds = line.number<int>();
    else
      line.refuseUnknown();
  MPI_Init(&argc, &argv);
  std::vector<Result> results;
  for (const Problem &problem : problems)
    for (const std::int64_t ranks : rankCounts)
      if (ranks <= options.most)
        results.push_back(measure(problem, ranks, options.rounds));
  if (options.json)
    showJson(results);
  else
    showText(results);
  MPI_Finalize();
}
