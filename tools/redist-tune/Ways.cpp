//===- Ways.cpp - What redistributions take, in every way -----------------===//
#include "Ways.h"

#include "Call/CallParameters.h"
#include "Execution/FlowOptions.h"
#include "Redistribute/PlanCache.h"
#include "SharedMemory/SharedSegment.h"

#include <mpi.h>

#include <algorithm>
#include <limits>
#include <memory>

namespace redisttune {

using redist::measured_ways;
using redist::runtime::MachineCosts;
using redist::runtime::PlanCache;
using redist::runtime::ReadyPlan;
using redist::schedule::messageMethods;
using redist::schedule::MethodTimes;

static constexpr redist::directive here = {"redist-tune", 1,       "",
                                           "auto",        nullptr, 0};

/// Of all ranks, at most 16.
class Members {
public:
  Members() {
    constexpr int most = 16;
    int rank = 0, size = 1;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    const int stride = (size + most - 1) / most;
    const bool isMember = rank % stride == 0;
    MPI_Comm_split(MPI_COMM_WORLD, isMember ? 0 : MPI_UNDEFINED, rank,
                   &communicator);
    if (isMember) {
      MPI_Comm_rank(communicator, &ownRank);
      MPI_Comm_size(communicator, &count);
    }
  }
  Members(const Members &) = delete;
  Members &operator=(const Members &) = delete;
  ~Members() {
    if (contains())
      MPI_Comm_free(&communicator);
  }

  bool contains() const { return communicator != MPI_COMM_NULL; }
  MPI_Comm get() const { return communicator; }
  int rank() const { return ownRank; }
  int size() const { return count; }
  double slowest(double own) const {
    double all = 0;
    MPI_Allreduce(&own, &all, 1, MPI_DOUBLE, MPI_MAX, communicator);
    return all;
  }

private:
  MPI_Comm communicator = MPI_COMM_NULL;
  int ownRank = 0, count = 0;
};

/// A vector of doubles, between ranks and blocks of some.
struct TransferCosts {
  std::int64_t sources, targets, sourceBlock, targetBlock, extent;

  redist::redistribution clauses() const {
    return redist::redistribution({redist::whole(extent)})
        .from(redist::layout({redist::cyclic(sourceBlock)}).onto({sources}))
        .to(redist::layout({redist::cyclic(targetBlock)}).onto({targets}));
  }
};

/// One way of one movement, planned, with the storage of a rank.
class PlannedWay {
public:
  PlannedWay(const TransferCosts &movement, std::size_t way,
             const Members &members, const MachineCosts &machine)
      : plans(members.get(), members.rank(), members.size(), machine) {
    double place = 0; // neither its size nor its address matters to a plan
    redist::detail::object_entry entry;
    entry.element_size = sizeof place;
    entry.source = entry.target = &place;
    redist::runtime::Call call;
    redist::runtime::completeCall(here, movement.clauses(), {&entry, 1}, call);
    std::vector<std::int64_t> words;
    redist::runtime::appendWords(call, words);
    plan = plans.find(std::span(words).subspan(1), call, here);
    plan->useMethod(static_cast<redist::schedule::TransferMethod>(way));
  }

  const ReadyPlan &ready() const { return *plan; }
  void run(const std::vector<double> &source, std::vector<double> &target) {
    const void *const from = source.data();
    void *const to = target.data();
    plan->executor().run(&from, &to, nullptr);
  }

private:
  PlanCache plans;
  std::shared_ptr<ReadyPlan> plan;
};

/// On all members alike.
static measured_ways measure(const TransferCosts &movement,
                             const Members &members,
                             const MachineCosts &machine, int rounds) {
  constexpr std::int64_t enough = 64 * 1024; // doubles in a turn, on a rank
  std::vector<std::unique_ptr<PlannedWay>> ways;
  for (std::size_t way = 0; way < messageMethods; ++way)
    ways.push_back(
        std::make_unique<PlannedWay>(movement, way, members, machine));
  const ReadyPlan &plan = ways.front()->ready();
  std::vector<double> source(static_cast<std::size_t>(plan.sourceElements()));
  std::vector<double> target(static_cast<std::size_t>(plan.targetElements()));
  const auto repeats = static_cast<int>(std::max<std::int64_t>(
      1,
      enough * std::min(movement.sources, movement.targets) / movement.extent));
  MethodTimes least;
  least.fill(std::numeric_limits<double>::infinity());
  for (int round = 0; round < rounds; ++round)
    for (std::size_t way = 0; way < messageMethods; ++way) {
      ways[way]->run(source, target); // caches hold what the way before moved
      MPI_Barrier(members.get());
      const double begin = MPI_Wtime();
      for (int i = 0; i < repeats; ++i)
        ways[way]->run(source, target);
      least[way] = std::min(least[way],
                            members.slowest((MPI_Wtime() - begin) / repeats));
    }
  const auto traffic = redist::runtime::trafficOf(plan.plan());
  return {static_cast<double>(movement.sources),
          static_cast<double>(movement.targets),
          traffic.run,
          traffic.piece,
          traffic.typical,
          least[0],
          least[1],
          least[2],
          least[3]};
}

/// Messages of `bytes` from each to each, in pieces on both sides, or whole on
/// one of them.
static void addMovements(std::int64_t sources, std::int64_t targets,
                         std::int64_t bytes, std::vector<TransferCosts> &all) {
  const std::int64_t extent =
      sources * targets * bytes / static_cast<std::int64_t>(sizeof(double));
  for (const std::int64_t blocks : {1, 16, 256})
    all.push_back({sources, targets, 2 * blocks, 3 * blocks, extent});
  for (const std::int64_t block : {1, 64}) {
    all.push_back(
        {sources, targets, (extent + sources - 1) / sources, block, extent});
    all.push_back(
        {sources, targets, block, (extent + targets - 1) / targets, extent});
  }
}

static std::vector<TransferCosts> movements(std::int64_t ranks) {
  constexpr std::int64_t maxBytes = 16 << 20; // of a rank
  const std::int64_t sides[][2] = {
      {ranks, ranks}, {ranks, ranks / 2}, {ranks / 2, ranks}};
  std::vector<TransferCosts> all;
  for (const auto &[sources, targets] : sides)
    for (const std::int64_t bytes : {4 << 10, 64 << 10, 1 << 20, 4 << 20})
      if (bytes <= maxBytes / ranks)
        addMovements(sources, targets, bytes, all);
  return all;
}

std::vector<measured_ways> measureWays(const redist::machine_profile &messages,
                                       int rounds) {
  const Members members;
  if (!members.contains())
    return {};
  double numbers[] = {messages.alpha, messages.beta, messages.call,
                      messages.packing, messages.fan_in};
  MPI_Bcast(numbers, std::size(numbers), MPI_DOUBLE, 0, members.get());
  redist::machine_profile known;
  known.alpha = numbers[0];
  known.beta = numbers[1];
  known.call = numbers[2];
  known.packing = numbers[3];
  known.fan_in = numbers[4];
  const bool areTogether = redist::runtime::isOneNode(members.get());
  const redist::schedule::NetworkCosts usual =
      areTogether ? redist::schedule::nodeCosts()
                  : redist::schedule::NetworkCosts();
  const MachineCosts machine{
      redist::runtime::networkCostsOf(known, usual), {}, "", areTogether};
  std::vector<measured_ways> all;
  for (const TransferCosts &movement : movements(members.size()))
    all.push_back(
        measure(movement, members, machine, std::max(3, rounds / 10)));
  return members.rank() == 0 ? all : std::vector<measured_ways>();
}

} // namespace redisttune
