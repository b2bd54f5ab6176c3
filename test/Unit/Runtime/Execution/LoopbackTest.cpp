//===- LoopbackTest.cpp - Redistribution on virtual ranks -----------------===//
//
// Every rank's target storage is compared, byte by byte, with what the owner of
// each element by the layouts' definition says.
//
//===----------------------------------------------------------------------===//
#include "Execution/Executor.h"
#include "LoopbackTransport.h"

#include <gtest/gtest.h>

#include <unistd.h>

#include <memory>
#include <random>
#include <string>

using namespace redist;
using namespace redist::runtime;
using schedule::BlockCyclic;
using schedule::StrategyKind;

struct Case {
  BlockCyclic source, target;
  std::int64_t extent;
  std::int64_t sourceFirst = 0, targetFirst = 0;
  std::int64_t elementSize = 8;
  StrategyKind strategy = StrategyKind::Auto;
  ExecutorOptions options{64, 2, 1, 64};
  int ranksPerNode = 0; ///< 0: no rings
  RingShape ring{128, 2};
  /// The ranks of a node see each other's storage, instead of rings.
  bool copies = false;
  SharedAccess access = SharedAccess::Pull;
  std::int64_t shift = 0; ///< bytes of storage before the first element

  std::string accessText() const {
    if (!copies)
      return "";
    return access == SharedAccess::Pull ? ", read" : ", written";
  }
  int ranks() const {
    return static_cast<int>(std::max(sourceFirst + source.ranks,
                                     targetFirst + target.ranks)) +
           1; // one that takes no part
  }
  std::string text() const {
    return "P " + std::to_string(source.ranks) + " r " +
           std::to_string(source.block) + " at " + std::to_string(sourceFirst) +
           ", Q " + std::to_string(target.ranks) + " s " +
           std::to_string(target.block) + " at " + std::to_string(targetFirst) +
           ", N " + std::to_string(extent) + ", bytes " +
           std::to_string(elementSize) + ", strategy " +
           std::string(schedule::name(strategy)) + ", chunk " +
           std::to_string(options.chunkBytes) + ", window " +
           std::to_string(options.window) + " and " +
           std::to_string(options.receiveWindow) +
           (options.lastFirst ? " backwards" : "") + ", interleave " +
           std::to_string(options.interleave) + ", round " +
           std::to_string(options.roundBytes) + ", ranks of a node " +
           std::to_string(ranksPerNode) + ", slots " +
           std::to_string(ring.slots) + " of " +
           std::to_string(ring.slotBytes) + accessText() + ", shift " +
           std::to_string(shift);
  }
};

/// Byte b of element i, for every i another.
static std::byte contentOf(std::int64_t element, std::int64_t b) {
  return static_cast<std::byte>((element * 131 + b * 29 + (element >> 8)) &
                                255);
}

/// Local storage of `rank`, with guard bytes behind it.
using Storage = std::vector<std::byte>;
static constexpr std::size_t guardBytes = 16;

static Storage filled(const BlockCyclic &layout, std::int64_t coordinate,
                      const Case &c, bool withContent) {
  const std::int64_t extent = layout.localExtent(c.extent, coordinate);
  Storage storage(static_cast<std::size_t>(extent * c.elementSize + c.shift) +
                      guardBytes,
                  std::byte{0xcd});
  if (!withContent)
    return storage;
  for (std::int64_t i = 0; i < c.extent; ++i)
    if (layout.owner(i) == coordinate)
      for (std::int64_t b = 0; b < c.elementSize; ++b)
        storage[static_cast<std::size_t>(
            c.shift + layout.localIndex(i) * c.elementSize + b)] =
            contentOf(i, b);
  return storage;
}

static schedule::Assignment assignmentOf(const BlockCyclic &source,
                                         const BlockCyclic &target,
                                         std::optional<std::int64_t> extent) {
  schedule::Assignment assignment;
  assignment.axes = {{{source.ranks, source.block, {}},
                      {target.ranks, target.block, {}},
                      extent}};
  return assignment;
}

static PlanParameters parametersOf(const Case &c, int rank) {
  PlanParameters parameters;
  parameters.assignment = assignmentOf(c.source, c.target, c.extent);
  parameters.source.firstRank = c.sourceFirst;
  parameters.target.firstRank = c.targetFirst;
  parameters.sourceExtents = parameters.targetExtents = {c.extent};
  parameters.elementSizes = {c.elementSize};
  parameters.rank = rank;
  parameters.rankCount = c.ranks();
  return parameters;
}

/// For the extent, or for every extent.
static schedule::Result<schedule::GridSchedule>
scheduleOf(const Case &c, bool forExtent = true) {
  return schedule::makeGridSchedule(
      assignmentOf(c.source, c.target,
                   forExtent ? std::optional(c.extent) : std::nullopt),
      c.strategy);
}

/// By rank: whether it is another one of the same node, whose storage this one
/// sees.
static std::vector<bool> neighboursOf(const Case &c, int rank) {
  std::vector<bool> result(static_cast<std::size_t>(c.ranks()), false);
  for (int other = 0; c.copies && other < c.ranks(); ++other)
    result[static_cast<std::size_t>(other)] =
        other != rank && other / c.ranksPerNode == rank / c.ranksPerNode;
  return result;
}

static ExecutorOptions optionsOf(const Case &c,
                                 const std::vector<bool> &neighbours) {
  ExecutorOptions options = c.options;
  options.copying = &neighbours;
  if (c.strategy == StrategyKind::AllToAll)
    options.method = schedule::TransferMethod::Alltoallv;
  return options;
}

/// One virtual rank with all it needs.
struct Rank {
  RedistributionPlan plan;
  std::vector<bool> neighbours;
  DirectCopies storage;
  std::optional<FusedGather> tiles;
  LoopbackTransport transport;
  BufferArena arena;
  Executor executor;
  Storage source, target;

  Rank(const Case &c, const schedule::GridSchedule &schedule,
       LoopbackNetwork &network, int rank)
      : plan(parametersOf(c, rank), schedule),
        neighbours(neighboursOf(c, rank)), storage(plan, neighbours, c.access),
        transport(network, rank),
        executor(plan, transport, arena, optionsOf(c, neighbours), storage,
                 exchangeOf(c.options.method, plan, network)),
        source(filled(c.source, rank - c.sourceFirst, c, true)),
        target(filled(c.target, rank - c.targetFirst, c, false)) {
    if (!c.copies)
      tiles = FusedGather::make(plan, plan.receives());
    if (tiles)
      executor.useTiles(*tiles);
  }
};

static void seeNeighbours(const Case &c,
                          const std::vector<std::unique_ptr<Rank>> &ranks,
                          Rank &own) {
  const std::vector<PlannedMessage> &copies = own.storage.neighbours();
  for (std::size_t i = 0; i < copies.size(); ++i) {
    Rank &peer = *ranks[static_cast<std::size_t>(copies[i].peer)];
    if (c.access == SharedAccess::Pull)
      own.storage.setSource(i, 0, peer.source.data() + c.shift);
    else
      own.storage.setTarget(i, 0, peer.target.data() + c.shift);
  }
}

/// Adds to `tiling` the ranks that have written their targets round by round.
static void check(const Case &c,
                  const schedule::Result<schedule::GridSchedule> &schedule,
                  int &tiling) {
  SCOPED_TRACE(c.text());
  ASSERT_TRUE(schedule) << schedule.error().message;
  LoopbackNetwork network =
      c.ranksPerNode > 0 && !c.copies
          ? LoopbackNetwork(c.ranks(), c.ranksPerNode, c.ring)
          : LoopbackNetwork(c.ranks());
  std::vector<std::unique_ptr<Rank>> ranks;
  std::vector<Executor *> executors;
  for (int rank = 0; rank < c.ranks(); ++rank) {
    ranks.push_back(std::make_unique<Rank>(c, *schedule, network, rank));
    executors.push_back(&ranks.back()->executor);
  }
  for (int repeat = 0; repeat < 2; ++repeat) {
    for (int rank = 0; rank < c.ranks(); ++rank)
      ranks[static_cast<std::size_t>(rank)]->target =
          filled(c.target, rank - c.targetFirst, c, false);
    for (int rank = 0; rank < c.ranks(); ++rank) {
      Rank &own = *ranks[static_cast<std::size_t>(rank)];
      const void *const from = own.source.data() + c.shift;
      void *const to = own.target.data() + c.shift;
      seeNeighbours(c, ranks, own);
      own.executor.start(&from, &to, nullptr);
    }
    ASSERT_TRUE(runAll(executors)) << "deadlock";
    for (int rank = 0; rank < c.ranks(); ++rank) {
      const Rank &own = *ranks[static_cast<std::size_t>(rank)];
      ASSERT_EQ(own.target, filled(c.target, rank - c.targetFirst, c, true))
          << "rank " << rank;
      ASSERT_EQ(own.source, filled(c.source, rank - c.sourceFirst, c, true))
          << "source of rank " << rank << " was changed";
      tiling += own.executor.writesTiles();
    }
  }
}

/// With the schedule that the runtime makes for the extent, and with the one
/// for every extent.
static int check(const Case &c) {
  int tiling = 0;
  check(c, scheduleOf(c), tiling);
  check(c, scheduleOf(c, false), tiling);
  return tiling;
}

static constexpr StrategyKind everywhere[] = {
    StrategyKind::Auto,   StrategyKind::Exact,       StrategyKind::Stepwise,
    StrategyKind::Greedy, StrategyKind::Caterpillar, StrategyKind::AllToAll,
    StrategyKind::Direct};

TEST(Loopback, RandomLayoutsOffsetsSizesAndChunks) {
  std::mt19937 random(20240607);
  const auto pick = [&](std::int64_t low, std::int64_t high) {
    return std::uniform_int_distribution<std::int64_t>(low, high)(random);
  };
  const std::int64_t sizes[] = {1, 3, 4, 8, 16, 24};
  for (int i = 0; i < 1500; ++i) {
    Case c{{pick(1, 7), pick(1, 12)}, {pick(1, 7), pick(1, 12)}, pick(0, 700)};
    c.sourceFirst = pick(0, 4);
    c.targetFirst = pick(0, 8);
    c.elementSize = sizes[pick(0, 5)];
    c.strategy =
        everywhere[static_cast<std::size_t>(i) % std::size(everywhere)];
    c.options = {pick(1, 4) == 1 ? 1 << 20 : pick(1, 300),
                 static_cast<int>(pick(1, 4) == 1 ? pick(1, 60) : pick(1, 5)),
                 pick(1, 5), pick(1, 4) == 1 ? 1 << 20 : pick(1, 300)};
    c.ranksPerNode = static_cast<int>(pick(0, 1) * pick(1, 8));
    c.ring = {pick(1, 8) * 64, pick(1, 5)};
    c.options.stores = static_cast<StoreKind>(pick(0, 1));
    c.options.receiveWindow = static_cast<int>(pick(0, 1) * pick(1, 5));
    c.options.lastFirst = pick(0, 1) == 1;
    c.shift = pick(0, 64);
    c.copies = c.ranksPerNode > 0 && pick(0, 1) == 1 &&
               c.strategy != StrategyKind::AllToAll;
    c.access = static_cast<SharedAccess>(pick(0, 1));
    if (c.strategy == StrategyKind::Direct)
      c.options = defaultOptions(schedule::TransferMethod::Eager);
    check(c);
    if (HasFatalFailure())
      return;
  }
}

TEST(Loopback, RoundsFromRingsAndOwnSourceByLines) {
  std::mt19937 random(20261122);
  const auto pick = [&](std::int64_t low, std::int64_t high) {
    return std::uniform_int_distribution<std::int64_t>(low, high)(random);
  };
  int tiling = 0;
  for (int i = 0; i < 400; ++i) {
    Case c{{pick(1, 5), pick(1, 9)}, {pick(1, 5), pick(1, 9)}, pick(0, 9000)};
    c.sourceFirst = pick(0, 2);
    c.targetFirst = pick(0, 2);
    c.elementSize = i % 4 == 0 ? pick(1, 7) : 4 * pick(1, 4);
    c.ranksPerNode = static_cast<int>(c.ranks());
    c.ring = {pick(8, 64) * 64, pick(1, 5)};
    c.options = {c.ring.slotBytes, 16, 64, c.ring.slotBytes,
                 static_cast<StoreKind>(pick(0, 1))};
    c.shift = pick(0, 16) * 4;
    tiling += check(c);
    if (HasFatalFailure())
      return;
  }
  EXPECT_EQ(tiling > 500, lineKernel(widestVectors(), 8) != nullptr);
}

TEST(Loopback, RoundsFromMessagesAndOwnSourceByLines) {
  std::mt19937 random(20261123);
  const auto pick = [&](std::int64_t low, std::int64_t high) {
    return std::uniform_int_distribution<std::int64_t>(low, high)(random);
  };
  int tiling = 0;
  for (int i = 0; i < 300; ++i) {
    Case c{{pick(1, 5), pick(1, 9)}, {pick(1, 5), pick(1, 9)}, pick(0, 9000)};
    c.sourceFirst = pick(0, 2);
    c.targetFirst = pick(0, 2);
    c.elementSize = 4 * pick(1, 4);
    const std::int64_t bytes = pick(8, 64) * 64;
    c.options = {bytes, static_cast<int>(pick(5, 16)), 64, bytes,
                 static_cast<StoreKind>(pick(0, 1))};
    c.options.receiveWindow = static_cast<int>(pick(0, 1) * pick(2, 20));
    c.options.lastFirst = pick(0, 1) == 1;
    c.shift = pick(0, 16) * 4;
    tiling += check(c);
    if (HasFatalFailure())
      return;
  }
  EXPECT_EQ(tiling > 400, widestVectors() >= Vectors::Avx2);
}

TEST(Loopback, FromStorageToStorage) {
  for (const std::int64_t n : {0, 1, 13, 500, 777})
    for (const std::int64_t bytes : {1, 8, 24}) {
      Case c{{3, 4}, {4, 5}, n};
      c.elementSize = bytes;
      c.targetFirst = 1;
      c.options.method = schedule::TransferMethod::Alltoallw;
      check(c);
      if (HasFatalFailure())
        return;
    }
}

TEST(Loopback, BlockLayoutsBothWays) {
  for (std::int64_t n : {0, 1, 2, 7, 64, 101, 1000})
    for (std::int64_t p = 1; p <= 4; ++p)
      for (std::int64_t s : {1, 3, 50}) {
        const BlockCyclic block{p, std::max<std::int64_t>(1, (n + p - 1) / p)};
        check({block, {3, s}, n});
        check({{3, s}, block, n});
        if (HasFatalFailure())
          return;
      }
}

TEST(Loopback, DisjointGridsMoveEverything) {
  Case c{{3, 4}, {4, 5}, 777};
  c.targetFirst = 3;
  check(c);
}

TEST(Loopback, EqualLayoutsSendNothing) {
  const Case c{{4, 3}, {4, 3}, 1000};
  check(c);
  const auto schedule = scheduleOf(c);
  ASSERT_TRUE(schedule);
  const RedistributionPlan plan(parametersOf(c, 1), *schedule);
  // 83 superblocks of 3 elements a rank; of the last 4 rank 1 has one.
  EXPECT_TRUE(plan.sends().empty());
  EXPECT_TRUE(plan.receives().empty());
  EXPECT_EQ(plan.keptElements(), 250);
}

TEST(Loopback, StepwiseStrategiesForTheirCases) {
  Case circulant{{4, 1}, {6, 5}, 500};
  circulant.strategy = StrategyKind::Circulant;
  check(circulant);
  Case classes{{5, 3}, {7, 4}, 900}; // gcd(r, Q) = gcd(s, P) = 1
  classes.strategy = StrategyKind::Classes;
  check(classes);
}

/// One message of 2^31 + 14 bytes, a matrix of two columns that becomes one of
/// two rows on another rank.
TEST(Loopback, TransposesMoreThan2To31BytesInOneMessage) {
  const std::int64_t rows = (std::int64_t{1} << 30) + 7;
  constexpr std::int64_t spareBytes = std::int64_t{1} << 30;
  if (sysconf(_SC_AVPHYS_PAGES) <
      (4 * rows + spareBytes) / sysconf(_SC_PAGESIZE))
    GTEST_SKIP() << "not enough memory";
  PlanParameters parameters;
  parameters.assignment.axes = {{{}, {}, 2}, {{}, {}, rows}};
  parameters.assignment.sourceDimension = {1, 0};
  parameters.target.firstRank = 1;
  parameters.sourceExtents = {rows, 2};
  parameters.targetExtents = {2, rows};
  parameters.elementSizes = {1};
  parameters.rankCount = 2;
  const auto schedule =
      schedule::makeGridSchedule(parameters.assignment, StrategyKind::Auto);
  ASSERT_TRUE(schedule) << schedule.error().message;
  const auto contentOfRow = [](std::int64_t row) {
    return static_cast<std::uint8_t>(row ^ (row >> 8) ^ (row >> 24));
  };
  std::vector<std::uint8_t> source(static_cast<std::size_t>(2 * rows));
  for (std::int64_t row = 0; row < rows; ++row) {
    source[static_cast<std::size_t>(2 * row)] = contentOfRow(row);
    source[static_cast<std::size_t>(2 * row + 1)] =
        static_cast<std::uint8_t>(~contentOfRow(row));
  }
  std::vector<std::uint8_t> target(source.size());
  LoopbackNetwork network(2);
  LoopbackTransport sender(network, 0), receiver(network, 1);
  BufferArena arenas[2];
  const RedistributionPlan sends(parameters, *schedule);
  parameters.rank = 1;
  const RedistributionPlan receives(parameters, *schedule);
  ASSERT_EQ(sends.sends().size(), 1U);
  EXPECT_EQ(sends.sends().front().elements, 2 * rows);
  const ExecutorOptions options =
      defaultOptions(schedule::TransferMethod::Stepwise);
  DirectCopies kept[] = {DirectCopies(sends), DirectCopies(receives)};
  Executor from(sends, sender, arenas[0], options, kept[0]);
  Executor to(receives, receiver, arenas[1], options, kept[1]);
  const void *const none = nullptr;
  void *nowhere = nullptr;
  const void *const sourceData = source.data();
  void *const targetData = target.data();
  from.start(&sourceData, &nowhere, nullptr);
  to.start(&none, &targetData, nullptr);
  Executor *const both[] = {&from, &to};
  ASSERT_TRUE(runAll(both)) << "deadlock";
  std::int64_t wrong = 0;
  for (std::int64_t row = 0; row < rows; ++row)
    wrong += target[static_cast<std::size_t>(row)] != contentOfRow(row) ||
             target[static_cast<std::size_t>(rows + row)] !=
                 static_cast<std::uint8_t>(~contentOfRow(row));
  EXPECT_EQ(wrong, 0);
}

TEST(Plan, HoldsGroupsNotElements) {
  // 2^40 elements: an index list would not fit any memory.
  const std::int64_t extent = std::int64_t{1} << 40;
  const Case c{{4, extent / 4}, {4, 1}, extent};
  const auto schedule = scheduleOf(c);
  ASSERT_TRUE(schedule);
  const RedistributionPlan plan(parametersOf(c, 0), *schedule);
  std::int64_t elements = plan.keptElements();
  for (const PlannedMessage &message : plan.sends()) {
    elements += message.elements;
    const AxisRuns &runs = *message.pattern.levels().front();
    EXPECT_LE(runs.tailRuns().groups().size() +
                  runs.periodRuns().groups().size(),
              6u);
  }
  EXPECT_EQ(elements, extent / 4);
}

static void expectEqual(const std::vector<PlannedMessage> &a,
                        const std::vector<PlannedMessage> &b) {
  ASSERT_EQ(a.size(), b.size());
  for (std::size_t i = 0; i < a.size(); ++i) {
    EXPECT_EQ(a[i].peer, b[i].peer);
    EXPECT_EQ(a[i].step, b[i].step);
    EXPECT_EQ(a[i].elements, b[i].elements);
  }
}

/// An embedded schedule of less than a superblock gives the plan that the
/// runtime makes by itself, and moves the same.
TEST(Plan, EmbeddedIsPlannedBelowASuperblock) {
  for (const StrategyKind strategy : everywhere)
    for (const std::int64_t extent : {0, 1, 7, 40, 59, 104}) {
      Case c{{5, 3}, {7, 2}, extent}; // L = 210
      c.strategy = strategy;
      if (strategy == StrategyKind::Direct)
        c.options = defaultOptions(schedule::TransferMethod::Eager);
      const auto made = scheduleOf(c);
      ASSERT_TRUE(made);
      const auto decoded = schedule::decodeGrid(schedule::encode(*made));
      ASSERT_TRUE(decoded) << decoded.error().message;
      int tiling = 0;
      check(c, decoded, tiling);
      for (int rank = 0; rank < c.ranks(); ++rank) {
        const PlanParameters own = parametersOf(c, rank);
        const RedistributionPlan here(own, *made), there(own, *decoded);
        EXPECT_EQ(here.hash(), there.hash());
        EXPECT_EQ(here.stepCount(), there.stepCount());
        EXPECT_EQ(here.costBytes(), there.costBytes());
        expectEqual(here.sends(), there.sends());
        expectEqual(here.receives(), there.receives());
      }
    }
}

/// Blocks of 4 on 3 ranks become blocks of 3 on 4: two steps of 3 and of 2
/// elements at most, where a superblock would take three.
TEST(Plan, CostIsThatOfTheExtent) {
  const Case c{{3, 4}, {4, 3}, 11};
  const auto made = scheduleOf(c);
  ASSERT_TRUE(made);
  const RedistributionPlan plan(parametersOf(c, 1), *made);
  EXPECT_EQ(plan.stepCount(), 2);
  EXPECT_EQ(plan.costBytes(), 8 * static_cast<double>(made->totalCost()));
}

TEST(Plan, HashTellsExtentsApart) {
  Case c{{2, 3}, {3, 2}, 100};
  const auto schedule = scheduleOf(c, false);
  ASSERT_TRUE(schedule);
  const RedistributionPlan a(parametersOf(c, 0), *schedule);
  const RedistributionPlan onOtherRank(parametersOf(c, 1), *schedule);
  c.extent = 101;
  const RedistributionPlan b(parametersOf(c, 0), *schedule);
  EXPECT_EQ(a.hash(), onOtherRank.hash());
  EXPECT_NE(a.hash(), b.hash());
}
