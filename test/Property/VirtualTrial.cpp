//===- VirtualTrial.cpp - A redistribution on virtual ranks ---------------===//
//
// See VirtualTrial.h. Every byte of every rank's storage is compared with what
// the definition of the layouts says, element by element.
//
//===----------------------------------------------------------------------===//
#include "VirtualTrial.h"

#include "Execution/PostedMessages.h"
#include "LoopbackTransport.h"
#include "Plan/PlanShape.h"
#include "RandomStorage.h"

#include "redistSchedule/Layout/Stripes.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <numeric>
#include <thread>

using namespace redist::runtime;
namespace schedule = redist::schedule;
using redist::runtime::test::Case;
using redist::runtime::test::Side;
using redist::runtime::test::Storages;

static schedule::Assignment dimensionsOf(const Case &c) {
  std::vector<schedule::Axis> axes;
  std::vector<std::int32_t> sourceOf = c.sourceDimension;
  const auto takeFrom = [&](schedule::Axis &axis, std::int32_t dimension) {
    const auto j = static_cast<std::size_t>(dimension);
    axis.source = c.source.layouts[j];
    axis.sourceLower = c.source.lower[j];
    axis.sourceStride = c.source.stride[j];
  };
  for (std::size_t k = 0; k < c.lengths.size(); ++k) {
    schedule::Axis &axis = axes.emplace_back();
    axis.target = c.target.layouts[k];
    axis.length = c.lengths[k];
    axis.targetLower = c.target.lower[k];
    axis.targetStride = c.target.stride[k];
    if (sourceOf[k] < 0)
      axis.role = schedule::AxisRole::OfTarget;
    else
      takeFrom(axis, sourceOf[k]);
  }
  for (const std::int32_t j : c.lackedByTarget()) {
    schedule::Axis &axis = axes.emplace_back();
    axis.role = schedule::AxisRole::OfSource;
    axis.length = 1;
    takeFrom(axis, j);
    sourceOf.push_back(j);
  }
  return schedule::assignmentOf(axes, sourceOf);
}

static schedule::Assignment assignmentOf(const Case &c) {
  schedule::Assignment assignment = schedule::withHolders(
      dimensionsOf(c), c.source.holders, c.target.holders);
  const GridPlacement &source = c.source.placement;
  const GridPlacement &target = c.target.placement;
  if (!c.sharesRanks)
    return assignment;
  if (source.rankOf.empty() && target.rankOf.empty()) {
    assignment.sharing = {schedule::RankSharing::Kind::Shift,
                          target.firstRank - source.firstRank,
                          {}};
    return assignment;
  }
  assignment.sharing.kind = schedule::RankSharing::Kind::Map;
  for (std::int64_t q = 0; q < c.target.ranks(); ++q) {
    std::int64_t found = -1;
    for (std::int64_t p = 0; p < c.source.ranks(); ++p)
      if (source.rank(p) == target.rank(q))
        found = p;
    assignment.sharing.map.push_back(found);
  }
  return assignment;
}

static std::int64_t positionOf(const Side &side, int rank) {
  for (std::int64_t i = 0; i < side.ranks(); ++i)
    if (side.placement.rank(i) == rank)
      return i;
  return -1;
}

/// By rank: whether it is another one of the same node, whose storage this one
/// sees.
static std::vector<bool> neighboursOf(const Case &c, int rank) {
  std::vector<bool> result(static_cast<std::size_t>(c.rankCount), false);
  for (int other = 0; c.copies && other < c.rankCount; ++other)
    result[static_cast<std::size_t>(other)] =
        other != rank && other / c.ranksPerNode == rank / c.ranksPerNode;
  return result;
}

/// One virtual rank with all it needs.
class Rank {
public:
  Rank(const Case &c, const PlanParameters &parameters,
       const schedule::GridSchedule &schedule, LoopbackNetwork &network)
      : neighbours(neighboursOf(c, parameters.rank)),
        plan(parameters, schedule), storage(plan, neighbours, c.access),
        transport(network, parameters.rank),
        executor(plan, transport, arena, options(c), storage,
                 exchangeOf(c.options.method, plan, network)) {
    if (!c.copies && !plan.hasParts())
      tiles = FusedGather::make(plan, plan.receives());
    if (tiles)
      executor.useTiles(*tiles);
  }

  ExecutorOptions options(const Case &c) const {
    ExecutorOptions result = c.options;
    result.copying = &neighbours;
    if (c.strategy == schedule::StrategyKind::AllToAll)
      result.method = schedule::TransferMethod::Alltoallv;
    return result;
  }

  std::vector<bool> neighbours;

  RedistributionPlan plan;
  DirectCopies storage;
  std::optional<FusedGather> tiles;
  LoopbackTransport transport;
  BufferArena arena;
  Executor executor;
};

/// Numbers of the dimensions of a side, and `ofOthers` for the other axes.
template <typename Value>
static std::vector<Value> byAxis(const std::vector<Value> &numbers,
                                 const schedule::Assignment &assignment,
                                 bool ofSource,
                                 std::type_identity_t<Value> ofOthers) {
  std::vector<Value> made(assignment.dimensions());
  std::vector<bool> isDimension(made.size());
  for (std::size_t k = 0; k < made.size(); ++k)
    isDimension[ofSource ? assignment.sourceDimensionOf(k) : k] =
        ofSource ? assignment.axes[k].hasSource()
                 : assignment.axes[k].hasTarget();
  std::size_t next = 0;
  for (std::size_t k = 0; k < made.size(); ++k)
    made[k] = isDimension[k] ? numbers[next++] : ofOthers;
  return made;
}

static PlanParameters parametersOf(const Case &c,
                                   const schedule::Assignment &assignment,
                                   int rank, const Storages &source,
                                   const Storages &target) {
  PlanParameters parameters;
  parameters.assignment = assignment;
  parameters.source = c.source.placement;
  parameters.target = c.target.placement;
  parameters.sourceExtents = byAxis(c.source.extents, assignment, true, 1);
  parameters.targetExtents = byAxis(c.target.extents, assignment, false, 1);
  if (!c.source.room.empty())
    parameters.sourceRoom = byAxis(c.source.room, assignment, true, Margin{});
  if (!c.target.room.empty())
    parameters.targetRoom = byAxis(c.target.room, assignment, false, Margin{});
  parameters.columnMajor = c.columnMajor;
  parameters.combines = c.combines;
  parameters.elementSizes = c.elementSizes;
  parameters.rank = rank;
  parameters.rankCount = c.rankCount;
  const std::int64_t p = positionOf(c.source, rank);
  const std::int64_t q = positionOf(c.target, rank);
  if (c.gap > 0 && p >= 0)
    parameters.sourceStrides =
        byAxis(source.shapes[static_cast<std::size_t>(p)].strides, assignment,
               true, 0);
  if (c.gap > 0 && q >= 0)
    parameters.targetStrides =
        byAxis(target.shapes[static_cast<std::size_t>(q)].strides, assignment,
               false, 0);
  return parameters;
}

/// Storage of both sides, what is to come out, and the ranks that do it.
class Trial {
public:
  Trial(const Case &c, const schedule::GridSchedule &schedule,
        const schedule::Assignment &assignment)
      : given(c), source(c.source, c, c.sourceShift, 1),
        target(c.target, c, c.targetShift, 2), sourceBefore(source),
        targetBefore(target), expected(target),
        network(c.rankCount, rings() ? c.ranksPerNode : 1, c.ring) {
    assignElements(c, source, expected);
    for (int rank = 0; rank < c.rankCount; ++rank)
      ranks.push_back(std::make_unique<Rank>(
          c, parametersOf(c, assignment, rank, source, target), schedule,
          network));
  }

  /// The addresses of a rank's storage.
  struct Places {
    std::vector<const void *> from;
    std::vector<void *> to;
  };
  Places placesOf(int rank) {
    const std::size_t objects = given.elementSizes.size();
    const std::int64_t p = positionOf(given.source, rank);
    const std::int64_t q = positionOf(given.target, rank);
    Places places{std::vector<const void *>(objects, nullptr),
                  std::vector<void *>(objects, nullptr)};
    for (std::size_t o = 0; o < objects; ++o) {
      if (p >= 0)
        places.from[o] = source.at(p, o);
      if (q >= 0)
        places.to[o] = target.at(q, o);
    }
    DirectCopies &storage = ranks[static_cast<std::size_t>(rank)]->storage;
    for (std::size_t i = 0; i < storage.neighbours().size(); ++i)
      for (std::size_t o = 0; o < objects; ++o)
        seeNeighbour(storage, i, o);
    return places;
  }

  const Case &theCase() const { return given; }
  void begin() { target = targetBefore; }
  void check() {
    ASSERT_TRUE(target.bytes == expected.bytes) << "wrong target";
    ASSERT_TRUE(source.bytes == sourceBefore.bytes) << "the source was changed";
  }

private:
  void seeNeighbour(DirectCopies &storage, std::size_t i, std::size_t object) {
    const int peer = storage.neighbours()[i].peer;
    if (given.access == SharedAccess::Pull)
      storage.setSource(i, object,
                        source.at(positionOf(given.source, peer), object));
    else
      storage.setTarget(i, object,
                        target.at(positionOf(given.target, peer), object));
  }
  bool rings() const { return given.ranksPerNode > 0 && !given.copies; }

  const Case &given;
  Storages source, target;
  const Storages sourceBefore, targetBefore;
  Storages expected;
  LoopbackNetwork network;

public:
  std::vector<std::unique_ptr<Rank>> ranks;
};

/// Combines byte by byte.
template <std::byte (*Combined)(std::byte, std::byte)>
static void combineBytes(void *, std::byte *to, std::int64_t toStride,
                         const std::byte *from, std::int64_t fromStride,
                         std::int64_t runBytes, std::int64_t count) {
  for (std::int64_t i = 0; i < count; ++i)
    std::transform(to + i * toStride, to + i * toStride + runBytes,
                   from + i * fromStride, to + i * toStride, Combined);
}

/// What a case combines by.
class Operators {
public:
  explicit Operators(const Case &c)
      : ofParts(c.source.hasParts() ? c.elementSizes.size() : 0,
                {combineBytes<redist::runtime::test::combinedParts>, nullptr}),
        ofValues(
            c.combines ? c.elementSizes.size() : 0,
            {combineBytes<redist::runtime::test::combinedValues>, nullptr}) {}
  Combiners all() const { return {ofValues, ofParts}; }

private:
  std::vector<Combiner> ofParts, ofValues;
};

/// Rank by rank in turn, in this thread.
static void runInTurn(Trial &trial) {
  const Operators operators(trial.theCase());
  std::vector<Executor *> executors;
  for (std::size_t rank = 0; rank < trial.ranks.size(); ++rank) {
    executors.push_back(&trial.ranks[rank]->executor);
    const Trial::Places places = trial.placesOf(static_cast<int>(rank));
    executors.back()->start(places.from.data(), places.to.data(), nullptr,
                            operators.all());
  }
  ASSERT_TRUE(runAll(executors)) << "deadlock";
}

/// Each rank in a thread of its own.
static void runInThreads(Trial &trial) {
  const Operators operators(trial.theCase());
  std::vector<std::thread> threads;
  for (std::size_t rank = 0; rank < trial.ranks.size(); ++rank)
    threads.emplace_back([&trial, &operators, rank] {
      const Trial::Places places = trial.placesOf(static_cast<int>(rank));
      trial.ranks[rank]->executor.run(places.from.data(), places.to.data(),
                                      nullptr, operators.all());
    });
  for (std::thread &thread : threads)
    thread.join();
}

/// Out of posts, where all ranks' messages are short; whether they are.
static bool runOutOfPosts(Trial &trial) {
  struct Post {
    alignas(64) std::byte bytes[PostedMessages::maxBytes];
  };
  const Operators operators(trial.theCase());
  std::vector<PostedMessages> posted;
  std::vector<Trial::Places> places;
  for (std::size_t rank = 0; rank < trial.ranks.size(); ++rank) {
    auto made = PostedMessages::of(trial.ranks[rank]->plan, {});
    if (!made)
      return false;
    posted.push_back(*std::move(made));
    places.push_back(trial.placesOf(static_cast<int>(rank)));
  }
  std::vector<Post> posts(trial.ranks.size());
  for (std::size_t rank = 0; rank < posts.size(); ++rank)
    posted[rank].pack(trial.ranks[rank]->executor, places[rank].from.data(),
                      posts[rank].bytes);
  for (std::size_t rank = 0; rank < posts.size(); ++rank)
    trial.ranks[rank]->executor.runOutOf(
        posted[rank].find([&](int peer, int to) {
          const std::byte *const post =
              posts[static_cast<std::size_t>(peer)].bytes;
          return post + PostHeader::numbersOf(post)[to];
        }),
        places[rank].from.data(), places[rank].to.data(), operators.all());
  return true;
}

void redist::runtime::test::checkCase(const Case &c, bool inThreads,
                                      TakenWays &ways) {
  SCOPED_TRACE(textOf(c));
  const schedule::Assignment assignment = assignmentOf(c);
  ASSERT_FALSE(schedule::check(assignment));
  const auto made = schedule::makeGridSchedule(assignment, c.strategy);
  ASSERT_TRUE(made) << made.error().message;
  Trial trial(c, *made, assignment);
  for (const auto &rank : trial.ranks)
    ASSERT_EQ(rank->plan.hash(), trial.ranks.front()->plan.hash());
  for (int repeat = 0; repeat < 2 && !testing::Test::HasFatalFailure();
       ++repeat) {
    trial.begin();
    (inThreads ? runInThreads : runInTurn)(trial);
    trial.check();
  }
  for (const auto &rank : trial.ranks)
    ways.tiling += rank->executor.writesTiles();
  // Ranks that see each other's storage need no posts of it.
  if (!c.copies && !testing::Test::HasFatalFailure()) {
    trial.begin();
    if (runOutOfPosts(trial)) {
      ++ways.posted;
      trial.check();
    }
  }
}

std::optional<std::pair<Case, Case>>
redist::runtime::test::byStripes(const Case &c) {
  const schedule::Assignment dimensions = dimensionsOf(c);
  const auto stripes =
      schedule::stripesOf(dimensions, c.source.holders, c.target.holders);
  if (!stripes)
    return std::nullopt;
  Side between;
  for (const schedule::Axis &axis : stripes->combining.axes)
    if (axis.isDimension()) {
      between.layouts.push_back(axis.target);
      between.extents.push_back(*axis.length);
      between.lower.push_back(0);
      between.stride.push_back(1);
    }
  for (const std::int64_t position : stripes->targetOf)
    between.placement.rankOf.push_back(c.target.placement.rank(position));
  Case first = c, second = c;
  first.target = between;
  first.combines = false;
  first.lengths = between.extents;
  first.sourceDimension.clear();
  for (std::size_t k = 0; k < dimensions.dimensions(); ++k)
    first.sourceDimension.push_back(
        dimensions.axes[k].hasSource()
            ? static_cast<std::int32_t>(dimensions.sourceDimensionOf(k))
            : -1);
  std::ranges::replace(first.source.stride, 0, 1); // of single elements
  second.source = between;
  std::iota(second.sourceDimension.begin(), second.sourceDimension.end(), 0);
  second.sharesRanks = true;
  // The two are what the schedule library says.
  schedule::Assignment combining = assignmentOf(first),
                       spreading = assignmentOf(second);
  combining.sharing = {};
  spreading.sharing = {};
  EXPECT_EQ(combining, stripes->combining);
  EXPECT_EQ(spreading, stripes->spreading);
  return std::pair(first, second);
}
