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
#include "Executor.h"
#include "LoopbackTransport.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <memory>
#include <numeric>
#include <random>
#include <sstream>
#include <string_view>

using namespace redist::runtime;
namespace schedule = redist::schedule;
using schedule::DimensionLayout;
using schedule::StrategyKind;

static std::int64_t caseCount = 20'000;
static constexpr int shardCount = 8;

/// Numbers are taken from the generator's bits themselves: the same everywhere.
class Dice {
public:
  explicit Dice(std::uint64_t seed) : random(seed) {}
  std::int64_t pick(std::int64_t low, std::int64_t high) {
    const auto width = static_cast<std::uint64_t>(high - low + 1);
    return low + static_cast<std::int64_t>(random() % width);
  }
  bool oneIn(std::int64_t n) { return pick(1, n) == 1; }
  template <typename T> void shuffle(std::vector<T> &values) {
    for (std::size_t i = values.size(); i > 1; --i)
      std::swap(values[i - 1], values[static_cast<std::size_t>(
                                   pick(0, static_cast<std::int64_t>(i) - 1))]);
  }

private:
  std::mt19937_64 random;
};

/// One side of a redistribution, by its own dimensions.
struct Side {
  std::vector<DimensionLayout> layouts;
  std::vector<std::int64_t> extents, lower, stride;
  GridPlacement placement;

  std::int64_t ranks() const {
    std::int64_t product = 1;
    for (const DimensionLayout &layout : layouts)
      product *= layout.ranks;
    return product;
  }
};

struct Case {
  Side source, target;
  std::vector<std::int64_t> lengths; ///< by dimension of the target
  std::vector<std::int32_t> sourceDimension;
  bool columnMajor = false;
  bool sharesRanks = false;
  int rankCount = 0;
  std::vector<std::int64_t> elementSizes;
  StrategyKind strategy = StrategyKind::Auto;
  ExecutorOptions options{64, 2, 1, 64};
  int ranksPerNode = 0; ///< 0: no rings
  RingShape ring{128, 2};
  std::int64_t gap = 0; ///< what local strides exceed the dense ones by
};

//===- Cases --------------------------------------------------------------===//

/// A layout of `extent` elements on `ranks` coordinates.
static DimensionLayout randomLayout(Dice &dice, std::int64_t ranks,
                                    std::int64_t extent) {
  if (ranks == 1 && !dice.oneIn(3))
    return {};
  if (dice.oneIn(4)) {
    DimensionLayout layout{ranks, 1, {}};
    std::int64_t left = extent;
    for (std::int64_t i = 0; i + 1 < ranks; ++i) {
      layout.sizes.push_back(dice.pick(0, std::min(left, 2 * extent / ranks)));
      left -= layout.sizes.back();
    }
    layout.sizes.push_back(left + dice.pick(0, 2));
    dice.shuffle(layout.sizes);
    return layout;
  }
  const std::int64_t block = (extent + ranks - 1) / ranks;
  if (dice.oneIn(3))
    return {ranks, std::max<std::int64_t>(1, block), {}};
  return {ranks, dice.pick(1, dice.oneIn(2) ? 3 : 9), {}};
}

/// Section of `length` elements somewhere in an extent that has room for it.
static void addSection(Dice &dice, Side &side, std::size_t j,
                       std::int64_t length) {
  std::int64_t lower = 0;
  std::int64_t stride = 1;
  std::int64_t extent = length;
  if (dice.oneIn(3)) {
    stride = dice.pick(1, dice.oneIn(4) ? 9 : 3);
    lower = dice.pick(0, 6);
    extent = lower + std::max<std::int64_t>(0, length - 1) * stride + 1 +
             dice.pick(0, 5);
    if (dice.oneIn(3)) {
      lower += std::max<std::int64_t>(0, length - 1) * stride;
      stride = -stride;
    }
  }
  side.lower[j] = lower;
  side.stride[j] = stride;
  side.extents[j] = extent;
}

/// Extents of a grid of at most `most` ranks.
static std::vector<std::int64_t> randomGrid(Dice &dice, std::size_t dimensions,
                                            std::int64_t most) {
  std::vector<std::int64_t> grid(dimensions, 1);
  for (std::int64_t &ranks : grid) {
    ranks = dice.oneIn(3) ? 1 : dice.pick(1, std::min<std::int64_t>(5, most));
    most /= ranks;
  }
  dice.shuffle(grid);
  return grid;
}

static void placeRanks(Dice &dice, Case &c) {
  const std::int64_t p = c.source.ranks();
  const std::int64_t q = c.target.ranks();
  c.sharesRanks = !dice.oneIn(3);
  c.source.placement.firstRank = dice.pick(0, 2);
  c.target.placement.firstRank =
      c.sharesRanks ? dice.pick(0, 4) : c.source.placement.firstRank + p;
  c.rankCount = static_cast<int>(std::max(c.source.placement.firstRank + p,
                                          c.target.placement.firstRank + q) +
                                 1); // one that takes no part
  if (!dice.oneIn(3))
    return;
  std::vector<int> ranks(static_cast<std::size_t>(c.rankCount));
  std::iota(ranks.begin(), ranks.end(), 0);
  dice.shuffle(ranks);
  c.source.placement = {0, {ranks.begin(), ranks.begin() + p}};
  if (c.sharesRanks)
    dice.shuffle(ranks);
  else
    std::rotate(ranks.begin(), ranks.begin() + p, ranks.end());
  c.target.placement = {0, {ranks.begin(), ranks.begin() + q}};
}

static void chooseTravel(Dice &dice, Case &c) {
  static constexpr StrategyKind strategies[] = {
      StrategyKind::Auto,   StrategyKind::Auto,        StrategyKind::Stepwise,
      StrategyKind::Greedy, StrategyKind::Caterpillar, StrategyKind::AllToAll,
      StrategyKind::Direct};
  c.strategy = strategies[dice.pick(0, 6)];
  c.options = {
      dice.oneIn(4) ? 1 << 20 : dice.pick(1, 300),
      static_cast<int>(dice.oneIn(4) ? dice.pick(1, 60) : dice.pick(1, 5)),
      dice.pick(1, 5), dice.oneIn(4) ? 1 << 20 : dice.pick(1, 300)};
  c.ranksPerNode = static_cast<int>(dice.pick(0, 1) * dice.pick(1, 8));
  c.ring = {dice.pick(1, 8) * 64, dice.pick(1, 5)};
  c.options.stores = static_cast<StoreKind>(dice.pick(0, 1));
  if (c.strategy == StrategyKind::Direct)
    c.options = defaultOptions(ExecutionKind::Direct);
}

static Case randomCase(Dice &dice) {
  static constexpr std::int64_t sizes[] = {1, 3, 4, 8, 16, 24};
  Case c;
  const auto dimensions = static_cast<std::size_t>(dice.pick(1, 4));
  const std::vector<std::int64_t> sourceGrid = randomGrid(dice, dimensions, 12);
  const std::vector<std::int64_t> targetGrid = randomGrid(dice, dimensions, 12);
  for (Side *side : {&c.source, &c.target}) {
    side->extents.resize(dimensions);
    side->lower.resize(dimensions);
    side->stride.resize(dimensions);
    side->layouts.resize(dimensions);
  }
  c.sourceDimension.resize(dimensions);
  std::iota(c.sourceDimension.begin(), c.sourceDimension.end(), 0);
  if (dice.oneIn(2))
    dice.shuffle(c.sourceDimension);
  static constexpr std::int64_t longest[] = {400, 40, 14, 9};
  for (std::size_t k = 0; k < dimensions; ++k) {
    const std::int64_t length =
        dice.oneIn(40) ? 0
        : dice.oneIn(6)
            ? dice.pick(1, 3)
            : dice.pick(1, longest[dimensions - 1] * (dice.oneIn(9) ? 2 : 1));
    c.lengths.push_back(length);
    const auto j = static_cast<std::size_t>(c.sourceDimension[k]);
    addSection(dice, c.source, j, length);
    addSection(dice, c.target, k, length);
    c.source.layouts[j] =
        randomLayout(dice, sourceGrid[j], c.source.extents[j]);
    c.target.layouts[k] =
        randomLayout(dice, targetGrid[k], c.target.extents[k]);
  }
  c.columnMajor = dice.oneIn(2);
  c.gap = dice.oneIn(5) ? dice.pick(1, 3) : 0;
  for (std::int64_t object = dice.oneIn(4) ? dice.pick(2, 3) : 1; object > 0;
       --object)
    c.elementSizes.push_back(sizes[dice.pick(0, 5)]);
  placeRanks(dice, c);
  chooseTravel(dice, c);
  return c;
}

static std::string textOf(const Side &side) {
  std::ostringstream out;
  for (std::size_t j = 0; j < side.layouts.size(); ++j) {
    const DimensionLayout &layout = side.layouts[j];
    out << " [" << side.extents[j] << "; " << side.lower[j] << " step "
        << side.stride[j] << "] on " << layout.ranks;
    if (layout.isCyclic())
      out << " cyclic(" << layout.block << ")";
    for (const std::int64_t size : layout.sizes)
      out << " " << size;
  }
  out << " at " << side.placement.firstRank;
  for (const int rank : side.placement.rankOf)
    out << " " << rank;
  return out.str();
}

static std::string textOf(const Case &c) {
  std::ostringstream out;
  out << "lengths";
  for (const std::int64_t length : c.lengths)
    out << " " << length;
  out << ", permuted";
  for (const std::int32_t k : c.sourceDimension)
    out << " " << k;
  out << (c.columnMajor ? ", column" : ", row") << ", gap " << c.gap << "\nfrom"
      << textOf(c.source) << "\nto" << textOf(c.target) << "\nbytes";
  for (const std::int64_t size : c.elementSizes)
    out << " " << size;
  out << ", " << schedule::name(c.strategy) << ", chunk "
      << c.options.chunkBytes << ", window " << c.options.window
      << ", interleave " << c.options.interleave << ", round "
      << c.options.roundBytes << ", ranks of a node " << c.ranksPerNode
      << ", slots " << c.ring.slots << " of " << c.ring.slotBytes;
  return out.str();
}

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

/// One virtual rank with all it needs.
class Rank {
public:
  Rank(const Case &c, const PlanParameters &parameters,
       const schedule::GridSchedule &schedule, LoopbackNetwork &network)
      : plan(parameters, schedule), transport(network, parameters.rank),
        executor(plan, transport, arena, c.options) {}

  RedistributionPlan plan;
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
      c.ranksPerNode > 0 ? LoopbackNetwork(c.rankCount, c.ranksPerNode, c.ring)
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
