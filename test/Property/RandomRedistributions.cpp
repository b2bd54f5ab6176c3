//===- RandomRedistributions.cpp - Everything at once, on virtual ranks ---===//
//
// Random redistributions of one to four dimensions on the loopback transport:
// layouts, grids, sections, permutations, storage orders, gaps in the storage,
// shared and disjoint ranks in any numbering, several objects, strategies,
// chunks, rounds, rings. Every byte of every rank's storage is compared with
// what the definition of the layouts says, element by element.
//
//   RandomRedistributionsTests --cases N   N cases in all shards together
//
//===----------------------------------------------------------------------===//
#include "LoopbackTransport.h"
#include "RandomCase.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <memory>
#include <string_view>

using namespace redist::runtime;
namespace schedule = redist::schedule;
using redist::runtime::test::Case;
using redist::runtime::test::Dice;
using redist::runtime::test::Side;
using schedule::DimensionLayout;

static std::int64_t caseCount = 20'000;
static constexpr int shardCount = 8;

//===- What the definitions say -------------------------------------------===//

struct Place {
  std::int64_t coordinate, local;
};

static Place placeOf(const DimensionLayout &layout, std::int64_t index) {
  if (layout.isCyclic())
    return {index / layout.block % layout.ranks,
            index / (layout.block * layout.ranks) * layout.block +
                index % layout.block};
  std::int64_t coordinate = 0;
  for (; index >= layout.sizes[static_cast<std::size_t>(coordinate)];
       ++coordinate)
    index -= layout.sizes[static_cast<std::size_t>(coordinate)];
  return {coordinate, index};
}

static std::int64_t localExtent(const DimensionLayout &layout,
                                std::int64_t extent, std::int64_t coordinate) {
  std::int64_t count = 0;
  for (std::int64_t i = 0; i < extent; ++i)
    count += placeOf(layout, i).coordinate == coordinate;
  return count;
}

/// The storage of one grid position: its shape, and a gap in every stride.
struct Shape {
  std::vector<std::int64_t> strides;
  std::int64_t elements = 0; ///< that it takes up

  Shape(const Side &side, std::int64_t position, const Case &c) {
    const std::size_t dimensions = side.layouts.size();
    std::vector<std::int64_t> extents(dimensions);
    for (std::size_t j = dimensions; j-- > 0;) {
      extents[j] = localExtent(side.layouts[j], side.extents[j],
                               position % side.layouts[j].ranks);
      position /= side.layouts[j].ranks;
    }
    strides.resize(dimensions);
    std::int64_t stride = c.gap > 2 ? 2 : 1;
    for (std::size_t i = 0; i < dimensions; ++i) {
      const std::size_t j = c.columnMajor ? i : dimensions - 1 - i;
      strides[j] = stride;
      stride = stride * extents[j] + c.gap;
    }
    elements = stride;
  }
};

/// Position in the grid, and offset in the storage there, of an element.
static std::pair<std::int64_t, std::int64_t>
locate(const Side &side, const std::vector<Shape> &shapes,
       const std::vector<std::int64_t> &index) {
  std::int64_t position = 0;
  std::vector<std::int64_t> local;
  for (std::size_t j = 0; j < index.size(); ++j) {
    const Place place = placeOf(side.layouts[j], index[j]);
    position = position * side.layouts[j].ranks + place.coordinate;
    local.push_back(place.local);
  }
  const Shape &shape = shapes[static_cast<std::size_t>(position)];
  std::int64_t offset = 0;
  for (std::size_t j = 0; j < index.size(); ++j)
    offset += local[j] * shape.strides[j];
  return {position, offset};
}

using Bytes = std::vector<std::byte>;

/// Storage of all positions of a grid, object by object.
struct Storages {
  std::vector<Shape> shapes;
  std::vector<std::vector<Bytes>> bytes; ///< [position][object]

  Storages(const Side &side, const Case &c, std::uint32_t salt) {
    std::uint32_t state = salt;
    for (std::int64_t i = 0; i < side.ranks(); ++i) {
      shapes.emplace_back(side, i, c);
      bytes.emplace_back();
      for (const std::int64_t size : c.elementSizes) {
        Bytes own(static_cast<std::size_t>(shapes.back().elements * size) + 16);
        for (std::byte &one : own) {
          state = state * 1664525U + 1013904223U;
          one = static_cast<std::byte>(state >> 24);
        }
        bytes.back().push_back(std::move(own));
      }
    }
  }
};

/// Y[section] = X[section], element by element.
static void assignElements(const Case &c, const Storages &source,
                           Storages &target) {
  const std::size_t dimensions = c.lengths.size();
  if (std::ranges::find(c.lengths, 0) != c.lengths.end())
    return;
  std::vector<std::int64_t> t(dimensions, 0), from(dimensions), to(dimensions);
  for (;;) {
    for (std::size_t k = 0; k < dimensions; ++k) {
      const auto j = static_cast<std::size_t>(c.sourceDimension[k]);
      from[j] = c.source.lower[j] + t[k] * c.source.stride[j];
      to[k] = c.target.lower[k] + t[k] * c.target.stride[k];
    }
    const auto [p, in] = locate(c.source, source.shapes, from);
    const auto [q, out] = locate(c.target, target.shapes, to);
    for (std::size_t o = 0; o < c.elementSizes.size(); ++o) {
      const std::int64_t size = c.elementSizes[o];
      std::copy_n(
          source.bytes[static_cast<std::size_t>(p)][o].begin() + in * size,
          size,
          target.bytes[static_cast<std::size_t>(q)][o].begin() + out * size);
    }
    std::size_t k = dimensions;
    while (k > 0 && ++t[k - 1] == c.lengths[k - 1])
      t[--k] = 0;
    if (k == 0)
      return;
  }
}

//===- What the runtime does ----------------------------------------------===//

static schedule::Assignment assignmentOf(const Case &c) {
  schedule::Assignment assignment;
  for (std::size_t k = 0; k < c.lengths.size(); ++k) {
    const auto j = static_cast<std::size_t>(c.sourceDimension[k]);
    assignment.axes.push_back({c.source.layouts[j], c.target.layouts[k],
                               c.lengths[k], c.source.lower[j],
                               c.source.stride[j], c.target.lower[k],
                               c.target.stride[k]});
  }
  assignment.sourceDimension = c.sourceDimension;
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
        plan(parameters, schedule), copies(plan.copiesFrom(neighbours)),
        transport(network, parameters.rank),
        executor(plan, transport, arena, options(c), copies) {
    if (auto periods = jointPeriods(plan, neighbours))
      joint.emplace(*std::move(periods), c.elementSizes);
    if (joint)
      executor.useJoint(&*joint);
  }

  ExecutorOptions options(const Case &c) const {
    ExecutorOptions result = c.options;
    result.copying = &neighbours;
    return result;
  }

  std::vector<bool> neighbours;

  RedistributionPlan plan;
  std::vector<PlannedMessage> copies;
  std::optional<JointCopy> joint;
  LoopbackTransport transport;
  BufferArena arena;
  Executor executor;
};

static PlanParameters parametersOf(const Case &c,
                                   const schedule::Assignment &assignment,
                                   int rank, const Storages &source,
                                   const Storages &target) {
  PlanParameters parameters;
  parameters.assignment = assignment;
  parameters.source = c.source.placement;
  parameters.target = c.target.placement;
  parameters.sourceExtents = c.source.extents;
  parameters.targetExtents = c.target.extents;
  parameters.columnMajor = c.columnMajor;
  parameters.elementSizes = c.elementSizes;
  parameters.rank = rank;
  parameters.rankCount = c.rankCount;
  const std::int64_t p = positionOf(c.source, rank);
  const std::int64_t q = positionOf(c.target, rank);
  if (c.gap > 0 && p >= 0)
    parameters.sourceStrides =
        source.shapes[static_cast<std::size_t>(p)].strides;
  if (c.gap > 0 && q >= 0)
    parameters.targetStrides =
        target.shapes[static_cast<std::size_t>(q)].strides;
  return parameters;
}

static void checkCase(const Case &c) {
  SCOPED_TRACE(textOf(c));
  const schedule::Assignment assignment = assignmentOf(c);
  ASSERT_FALSE(schedule::check(assignment));
  const auto made = schedule::makeGridSchedule(assignment, c.strategy);
  ASSERT_TRUE(made) << made.error().message;
  Storages source(c.source, c, 1);
  Storages target(c.target, c, 2);
  const Storages sourceBefore = source;
  Storages expected = target;
  assignElements(c, source, expected);
  LoopbackNetwork network =
      c.ranksPerNode > 0 && !c.copies
          ? LoopbackNetwork(c.rankCount, c.ranksPerNode, c.ring)
          : LoopbackNetwork(c.rankCount);
  std::vector<std::unique_ptr<Rank>> ranks;
  std::vector<Executor *> executors;
  for (int rank = 0; rank < c.rankCount; ++rank) {
    ranks.push_back(std::make_unique<Rank>(
        c, parametersOf(c, assignment, rank, source, target), *made, network));
    executors.push_back(&ranks.back()->executor);
    ASSERT_EQ(ranks.back()->plan.hash(), ranks.front()->plan.hash());
  }
  const Storages targetBefore = target;
  for (int repeat = 0; repeat < 2; ++repeat) {
    target = targetBefore;
    for (int rank = 0; rank < c.rankCount; ++rank) {
      const std::int64_t p = positionOf(c.source, rank);
      const std::int64_t q = positionOf(c.target, rank);
      std::vector<const void *> from(c.elementSizes.size(), nullptr);
      std::vector<void *> to(c.elementSizes.size(), nullptr);
      for (std::size_t o = 0; o < c.elementSizes.size(); ++o) {
        if (p >= 0)
          from[o] = source.bytes[static_cast<std::size_t>(p)][o].data();
        if (q >= 0)
          to[o] = target.bytes[static_cast<std::size_t>(q)][o].data();
      }
      Rank &own = *ranks[static_cast<std::size_t>(rank)];
      for (std::size_t i = 0; i < own.copies.size(); ++i)
        for (std::size_t o = 0; o < c.elementSizes.size(); ++o)
          own.executor.setCopySource(
              i, o,
              source
                  .bytes[static_cast<std::size_t>(
                      positionOf(c.source, own.copies[i].peer))][o]
                  .data());
      executors[static_cast<std::size_t>(rank)]->start(from.data(), to.data(),
                                                       nullptr);
    }
    ASSERT_TRUE(runAll(executors)) << "deadlock";
    ASSERT_TRUE(target.bytes == expected.bytes) << "wrong target";
    ASSERT_TRUE(source.bytes == sourceBefore.bytes) << "the source was changed";
  }
}

class RandomRedistributions : public testing::TestWithParam<int> {};

TEST_P(RandomRedistributions, GiveWhatTheDefinitionsSay) {
  const int shard = GetParam();
  for (std::int64_t i = shard; i < caseCount; i += shardCount) {
    Dice dice(static_cast<std::uint64_t>(i));
    SCOPED_TRACE("case " + std::to_string(i));
    checkCase(randomCase(dice));
    if (HasFatalFailure())
      return;
  }
}

INSTANTIATE_TEST_SUITE_P(Shards, RandomRedistributions,
                         testing::Range(0, shardCount));

int main(int argc, char **argv) {
  testing::InitGoogleTest(&argc, argv);
  for (int i = 1; i + 1 < argc; ++i)
    if (std::string_view(argv[i]) == "--cases")
      caseCount = std::atoll(argv[i + 1]);
  return RUN_ALL_TESTS();
}
