//===- HoldersRank.cpp - One rank of simulated copies and parts -----------===//
#include "Simulated/HoldersRank.h"

#include "Simulated/MovementRank.h"

#include "Execution/Executor.h"
#include "Execution/FlowOptions.h"
#include "Transport/MpiTransport.h"

#include "redistSchedule/Reduction/ReductionSchedule.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <limits>

using redist::runtime::Combiner;
using redist::runtime::PlanParameters;
using redist::runtime::RedistributionPlan;

namespace bench {

//===----------------------------------------------------------------------===//
// Elements
//===----------------------------------------------------------------------===//

/// Of all ranks together; with more, ranks share memory.
static constexpr std::int64_t maxBytes = std::int64_t{1} << 30;

static bool isTooMuch(const SimulatedHolders &holders,
                      const HoldersSide &side) {
  return side.ranks() * holders.elementsOn(side, 0) >
         maxBytes / holders.elementBytes();
}

static std::shared_ptr<Words>
wordsOf(const SimulatedHolders &holders, const HoldersSide &side, int rank,
        std::map<std::int64_t, std::weak_ptr<Words>> &shared) {
  constexpr std::int64_t word = sizeof(std::int64_t);
  const auto count = static_cast<std::size_t>(holders.elementsOn(side, rank) *
                                              holders.elementBytes() / word);
  if (!isTooMuch(holders, side))
    return std::make_shared<Words>(count);
  std::weak_ptr<Words> &known = shared[rank / side.holders];
  std::shared_ptr<Words> found = known.lock();
  if (!found)
    known = found = std::make_shared<Words>(count);
  return found;
}

HoldersRank::HoldersRank(MPI_Comm usedComm, const SimulatedHolders &usedHolders,
                         HoldersMemory &memory)
    : comm(usedComm), holders(usedHolders),
      sharesSource(isTooMuch(holders, holders.source())),
      sharesTarget(isTooMuch(holders, holders.target())) {
  MPI_Comm_rank(comm, &rank);
  source = wordsOf(holders, holders.source(), rank, memory.source);
  target = wordsOf(holders, holders.target(), rank, memory.target);
  fill();
}

/// All words of an element are the same.
template <typename Value>
static void fillElements(const SimulatedHolders &holders,
                         const HoldersSide &side, int rank, Words &words,
                         Value valueOf) {
  const std::int64_t words1 = holders.elementBytes() / 8;
  for (std::int64_t j = 0; j < holders.elementsOn(side, rank); ++j)
    std::fill_n(words.begin() + j * words1, words1,
                valueOf(side.layout.globalIndex(rank / side.holders, j)));
}

/// Of a part, its number is added, as far as it has memory of its own.
void HoldersRank::fill() {
  const HoldersSide &side = holders.source();
  const std::int64_t part =
      side.areParts && !sharesSource ? rank % side.holders : 0;
  fillElements(holders, side, rank, *source,
               [&](std::int64_t index) { return index + part; });
}

void HoldersRank::check(HoldersWay way) const {
  const HoldersSide &from = holders.source(), &to = holders.target();
  const std::int64_t parts = from.areParts ? from.holders : 1;
  const std::int64_t added = sharesSource ? 0 : parts * (parts - 1) / 2;
  const std::int64_t words = holders.elementBytes() / 8;
  for (std::int64_t j = 0; j < holders.elementsOn(to, rank); ++j) {
    const std::int64_t wanted =
        to.layout.globalIndex(rank / to.holders, j) * parts + added;
    const std::int64_t *const found = target->data() + j * words;
    if (std::any_of(found, found + words,
                    [&](std::int64_t one) { return one != wanted; })) {
      std::fprintf(stderr, "%s by %s: element %lld of rank %d is wrong\n",
                   name(holders.what()).c_str(), name(way),
                   static_cast<long long>(j), rank);
      std::exit(1);
    }
  }
}

/// A Combiner::Run: sums of words.
static void add(void *, std::byte *to, std::int64_t toStride,
                const std::byte *from, std::int64_t fromStride,
                std::int64_t runBytes, std::int64_t count) {
  for (std::int64_t i = 0; i < count; ++i)
    for (std::int64_t at = 0; at < runBytes; at += 8) {
      std::int64_t a = 0, b = 0;
      std::memcpy(&a, to + i * toStride + at, sizeof a);
      std::memcpy(&b, from + i * fromStride + at, sizeof b);
      a += b;
      std::memcpy(to + i * toStride + at, &a, sizeof a);
    }
}

static constexpr Combiner sum{add, nullptr};

//===----------------------------------------------------------------------===//
// Legs
//===----------------------------------------------------------------------===//

namespace {

/// A redistribution of this rank, ready to run.
struct ReadyMove {
  RedistributionPlan plan;
  redist::runtime::MpiTransport transport;
  redist::runtime::BufferArena arena;
  redist::runtime::DirectCopies storage;
  redist::runtime::Executor executor;

  ReadyMove(const PlanParameters &parameters, const Leg &leg, MPI_Comm comm,
            const redist::machine_profile &machine)
      : plan(parameters, *leg.schedule), transport(comm), storage(plan),
        executor(plan, transport, arena,
                 redist::runtime::optionsFor(
                     plan, redist::runtime::networkCostsOf(machine)),
                 storage) {}
};

/// This rank's place in the tree of its group, in ranks of the communicator:
/// of a reduction to the first rank, or the same backwards.
struct TreePlace {
  int parent = -1;
  std::vector<int> children;
};

} // namespace

static PlanParameters parametersOf(const Leg &leg, int rank) {
  PlanParameters parameters = leg.parameters;
  parameters.rank = rank;
  return parameters;
}

/// The best tree for what an element takes on the network.
static TreePlace placeIn(const TreeLeg &leg, std::int64_t bytes, int rank,
                         const redist::machine_profile &machine) {
  redist::schedule::ReductionProblem problem;
  problem.ranks = leg.ranks;
  problem.ordered = true;
  const auto ticks = [](double seconds) {
    return std::llround(seconds * 1e10);
  };
  problem.cost.transfer =
      ticks(machine.call + machine.beta * static_cast<double>(bytes));
  problem.cost.combine = 0;
  problem.cost.latency = ticks(machine.alpha - machine.call);
  const auto made = redist::schedule::makeReduction(problem);
  if (!made) {
    std::fprintf(stderr, "%s\n", made.error().message.c_str());
    std::exit(1);
  }
  const auto first = rank - rank % static_cast<int>(leg.ranks);
  const auto role = made->role(rank - first, 0);
  TreePlace place;
  if (role.parent >= 0)
    place.parent = first + static_cast<int>(role.parent);
  for (const redist::schedule::ReductionChild &child : role.children)
    place.children.push_back(first + static_cast<int>(child.rank));
  if (!leg.combines)
    std::ranges::reverse(place.children);
  return place;
}

static constexpr int treeTag = 77;

/// Receives are posted at once: the simulated MPI sends no sooner.
static void combineAlong(const TreePlace &place, Words &values, MPI_Comm comm) {
  const auto count = static_cast<int>(values.size());
  const std::size_t children = place.children.size();
  std::vector<Words> received(children, Words(values.size()));
  std::vector<MPI_Request> requests(children);
  for (std::size_t i = 0; i < children; ++i)
    MPI_Irecv(received[i].data(), count, MPI_INT64_T, place.children[i],
              treeTag, comm, &requests[i]);
  for (std::size_t i = 0; i < children; ++i) {
    MPI_Wait(&requests[i], MPI_STATUS_IGNORE);
    for (std::size_t j = 0; j < values.size(); ++j)
      values[j] += received[i][j];
  }
  if (place.parent >= 0)
    MPI_Send(values.data(), count, MPI_INT64_T, place.parent, treeTag, comm);
}

static void spreadAlong(const TreePlace &place, Words &values, MPI_Comm comm) {
  const auto count = static_cast<int>(values.size());
  if (place.parent >= 0)
    MPI_Recv(values.data(), count, MPI_INT64_T, place.parent, treeTag, comm,
             MPI_STATUS_IGNORE);
  for (const int child : place.children)
    MPI_Send(values.data(), count, MPI_INT64_T, child, treeTag, comm);
}

/// Words of this rank in the target of a redistribution.
static std::size_t wordsBehind(const Leg &leg, int rank) {
  const redist::schedule::Assignment &assignment = leg.parameters.assignment;
  const auto strides = assignment.targetRankStrides();
  for (std::int64_t q = 0; q < assignment.targetRanks(); ++q) {
    if (leg.parameters.target.rank(q) != rank)
      continue;
    for (std::size_t k = 0; k < assignment.dimensions(); ++k)
      if (const auto &axis = assignment.axes[k]; axis.isDimension())
        return static_cast<std::size_t>(
            axis.target.localExtent(*axis.length,
                                    q / strides[k] % axis.target.ranks) *
            leg.parameters.elementSizes.front() / 8);
  }
  return 0;
}

double HoldersRank::runLegs(const std::vector<Leg> &legs,
                            const redist::machine_profile &machine) {
  std::vector<std::unique_ptr<ReadyMove>> moves;
  std::vector<Words> between(legs.size());
  std::vector<TreePlace> places(legs.size());
  const auto isLastMove = [&](std::size_t i) {
    return i + 1 == legs.size() || (i + 2 == legs.size() && legs[i + 1].tree);
  };
  for (std::size_t i = 0; i < legs.size(); ++i) {
    moves.emplace_back();
    if (legs[i].tree) {
      const HoldersSide &side =
          legs[i].tree->combines ? holders.source() : holders.target();
      places[i] = placeIn(*legs[i].tree,
                          holders.elementsOn(side, 0) * holders.elementBytes(),
                          rank, machine);
      if (legs[i].tree->combines)
        between[i] = *source;
      continue;
    }
    moves.back() = std::make_unique<ReadyMove>(parametersOf(legs[i], rank),
                                               legs[i], comm, machine);
    if (!isLastMove(i))
      between[i].resize(wordsBehind(legs[i], rank));
  }
  SpendingRecorder spending(machine.packing);
  const std::span<const Combiner> parts(&sum, 1);
  const double begin = commonBeginning(comm);
  Words *values = source.get();
  for (std::size_t i = 0; i < legs.size(); ++i) {
    if (legs[i].tree && legs[i].tree->combines) {
      values = &between[i];
      combineAlong(places[i], *values, comm);
    } else if (legs[i].tree) {
      spreadAlong(places[i], *target, comm);
    } else {
      Words *const next = isLastMove(i) ? target.get() : &between[i];
      const void *const from = values->data();
      void *const to = next->data();
      redist::runtime::Combiners combiners;
      if (moves[i]->plan.hasParts())
        combiners.parts = parts;
      moves[i]->executor.run(&from, &to, &spending, combiners);
      values = next;
    }
  }
  return begin;
}

double HoldersRank::runMpi() {
  const auto count = [](const Words &words) {
    return static_cast<int>(words.size());
  };
  const std::vector<int> counts(static_cast<std::size_t>(holders.ranks()),
                                count(*target));
  if (holders.what().kind == Collective::Broadcast && rank == 0)
    *target = *source;
  const double begin = commonBeginning(comm);
  switch (holders.what().kind) {
  case Collective::Allgather:
    MPI_Allgather(source->data(), count(*source), MPI_INT64_T, target->data(),
                  count(*source), MPI_INT64_T, comm);
    break;
  case Collective::Broadcast:
    MPI_Bcast(target->data(), count(*target), MPI_INT64_T, 0, comm);
    break;
  case Collective::ReduceScatter:
    MPI_Reduce_scatter(source->data(), target->data(), counts.data(),
                       MPI_INT64_T, MPI_SUM, comm);
    break;
  case Collective::Allreduce:
    MPI_Allreduce(source->data(), target->data(), count(*target), MPI_INT64_T,
                  MPI_SUM, comm);
    break;
  }
  return begin;
}

//===----------------------------------------------------------------------===//
// Ways
//===----------------------------------------------------------------------===//

/// As PlanCache has it.
HoldersWay HoldersRank::chosen(const redist::machine_profile &machine) const {
  const std::vector<Leg> &stripes = holders.legs(HoldersWay::Stripes);
  if (stripes.empty() || holders.elements() * holders.elementBytes() <
                             redist::schedule::minBytesForStripes)
    return HoldersWay::OneStep;
  const auto planOf = [&](const Leg &leg) {
    return RedistributionPlan(parametersOf(leg, rank), *leg.schedule);
  };
  const Leg &one = holders.legs(HoldersWay::OneStep).front();
  return redist::runtime::areFasterInTwo(
             planOf(one), planOf(stripes[0]), planOf(stripes[1]),
             redist::runtime::networkCostsOf(machine))
             ? HoldersWay::Stripes
             : HoldersWay::OneStep;
}

/// Trees and MPI's own hold whole parts, and what the others send, apart.
bool HoldersRank::has(HoldersWay way) const {
  switch (way) {
  case HoldersWay::Auto:
    return true;
  case HoldersWay::Tree:
    return !(sharesSource && holders.what().hasParts());
  case HoldersWay::Mpi:
    return !holders.what().changes && !sharesSource && !sharesTarget;
  default:
    return !holders.legs(way).empty();
  }
}

double HoldersRank::run(HoldersWay way,
                        const redist::machine_profile &machine) {
  std::ranges::fill(*target, -1);
  const double begin =
      way == HoldersWay::Mpi
          ? runMpi()
          : runLegs(
                holders.legs(way == HoldersWay::Auto ? chosen(machine) : way),
                machine);
  const double seconds = greatest(MPI_Wtime(), comm) - begin;
  check(way);
  MPI_Barrier(comm); // ranks may share what they have looked at
  return seconds;
}

double HoldersRank::boundOf(const std::vector<Leg> &legs,
                            const redist::machine_profile &machine) const {
  double all = 0;
  for (const Leg &leg : legs) {
    const RedistributionPlan plan(parametersOf(leg, rank), *leg.schedule);
    const auto bytes = [&](std::int64_t elements) {
      return static_cast<double>(elements * plan.elementBytes());
    };
    const double sent = bytes(plan.sentElements());
    const double received = bytes(plan.receivedElements());
    const double port = std::max(sent, received) * machine.beta;
    const double packing =
        (sent + received + bytes(plan.keptElements())) * machine.packing;
    all += greatest(std::max(port, packing), comm);
  }
  return all;
}

double HoldersRank::bound(const redist::machine_profile &machine) const {
  const double oneStep = boundOf(holders.legs(HoldersWay::OneStep), machine);
  const std::vector<Leg> &stripes = holders.legs(HoldersWay::Stripes);
  return stripes.empty() ? oneStep
                         : std::min(oneStep, boundOf(stripes, machine));
}

} // namespace bench
