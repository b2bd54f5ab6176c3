//===- TransferCostModelTest.cpp - In which way messages are to go --------===//
#include "redistSchedule/CostModel/TransferCostModel.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

using namespace redist::schedule;

static constexpr std::int64_t kilobyte = 1024, megabyte = kilobyte * kilobyte;

/// 4 ranks to 4 in 3 steps of messages of so many bytes, in runs of so many.
static MessageTraffic traffic(std::int64_t message, double run) {
  return {4,           4,   3,  message, static_cast<double>(message),
          4 * message, run, run};
}

/// 0.4 ns a byte by steps.
static NetworkCosts costs() {
  NetworkCosts some;
  some.perByte = 1e-10;
  some.packing = 2e-10;
  some.perCall = 5e-7;
  return some;
}

/// Types take half the time for runs of 4 KB, and twice for 16 bytes; all at
/// once takes 0.8 for messages of 4 KB, and as long as steps for 1 MB.
static std::vector<MethodSample> measured() {
  std::vector<MethodSample> all;
  for (const double run : {16.0, 4096.0})
    for (const double message : {4096.0, 1048576.0})
      all.push_back({4, 4, run, run, message,
                     MethodTimes{1, message < 1e5 ? 0.8 : 1.0, 0.9,
                                 run < 100 ? 2.0 : 0.5}});
  return all;
}

static double shareOf(const PredictedTimes &forecast, TransferMethod way) {
  return forecast.seconds[indexOf(way)] / forecast.seconds[0];
}

TEST(TransferCostModel, CountsCallsAndBytesOfSteps) {
  const NetworkCosts some = costs();
  const MessageTraffic what = traffic(4 * megabyte, 512);
  const auto chunks =
      16.0 * megabyte / static_cast<double>(flowOf(what, some).chunkBytes);
  EXPECT_NEAR(predictTimes(what, some, {}).seconds[0],
              1e-6 * (3 + chunks) + 4e-10 * 16 * megabyte, 1e-9);
}

TEST(TransferCostModel, GoesByStepsWhereNothingIsMeasured) {
  for (const NetworkCosts &usual : {NetworkCosts(), nodeCosts(), costs()})
    for (double run = 8; run < 1e6; run *= 2) {
      const auto found = predictTimes(traffic(16 * kilobyte, run), usual, {});
      EXPECT_EQ(found.best(), TransferMethod::Stepwise) << run;
      EXPECT_TRUE(
          std::isinf(found.seconds[indexOf(TransferMethod::Alltoallw)]));
    }
}

TEST(TransferCostModel, ExpectsOfTheSameWhatWasMeasured) {
  for (const MethodSample &one : measured()) {
    const auto message = static_cast<std::int64_t>(one.message);
    const auto found =
        predictTimes(traffic(message, one.run), costs(), measured());
    EXPECT_NEAR(shareOf(found, TransferMethod::Alltoallw), one.seconds[3],
                1e-3);
    if (message < megabyte) {
      EXPECT_NEAR(shareOf(found, TransferMethod::Eager), one.seconds[1], 1e-3);
    }
  }
}

TEST(TransferCostModel, TakesWhatIsExpectedToTakeLeast) {
  const auto best = [](std::int64_t message, double run) {
    return predictTimes(traffic(message, run), costs(), measured()).best();
  };
  EXPECT_EQ(best(4 * kilobyte, 16), TransferMethod::Eager);
  EXPECT_EQ(best(4 * kilobyte, 4096), TransferMethod::Alltoallw);
  EXPECT_EQ(best(megabyte, 16), TransferMethod::Stepwise);
  EXPECT_EQ(best(megabyte, 4096), TransferMethod::Alltoallw);
  EXPECT_EQ(best(megabyte, 3000), TransferMethod::Alltoallw);
  EXPECT_EQ(best(megabyte, 24), TransferMethod::Stepwise);
}

TEST(TransferCostModel, LiesBetweenWhatWasMeasured) {
  double before = 2.1;
  for (double run = 16; run <= 4096; run *= 2) {
    const double share =
        shareOf(predictTimes(traffic(megabyte, run), costs(), measured()),
                TransferMethod::Alltoallw);
    EXPECT_LT(share, before) << run;
    EXPECT_GT(share, 0.49) << run;
    before = share;
  }
}

TEST(TransferCostModel, TellsShapesApart) {
  std::vector<MethodSample> all = measured();
  for (MethodSample &one : all)
    one.seconds[3] = 0.5;
  for (const MethodSample &one : measured()) {
    MethodSample narrow = one;
    narrow.targets = 2;
    narrow.seconds[3] = 2;
    all.push_back(narrow);
  }
  MessageTraffic narrow = traffic(megabyte, 512);
  EXPECT_EQ(predictTimes(narrow, costs(), all).best(),
            TransferMethod::Alltoallw);
  narrow.targets = 2;
  EXPECT_EQ(predictTimes(narrow, costs(), all).best(),
            TransferMethod::Stepwise);
  // As many by as few are alike, whatever the numbers.
  narrow.sources = 64;
  narrow.targets = 32;
  EXPECT_EQ(predictTimes(narrow, costs(), all).best(),
            TransferMethod::Stepwise);
}

TEST(TransferCostModel, BuffersNoMoreThanSteps) {
  std::vector<MethodSample> all = measured();
  for (MethodSample &one : all)
    one.seconds = {1, 0.1, 0.1, 2};
  EXPECT_EQ(predictTimes(traffic(megabyte, 64), costs(), all).best(),
            TransferMethod::Stepwise);
  EXPECT_NE(predictTimes(traffic(64 * kilobyte, 64), costs(), all).best(),
            TransferMethod::Stepwise);
}

/// A side that packs nothing changes which way is the fastest.
TEST(TransferCostModel, KnowsMessagesThatLieInOnePiece) {
  std::vector<MethodSample> all = measured();
  for (const MethodSample &one : measured()) {
    MethodSample whole = one;
    whole.piece = whole.message;
    whole.seconds = MethodTimes{1, 1, 0.25, 1};
    all.push_back(whole);
  }
  MessageTraffic what = traffic(megabyte / 16, 16);
  const double inPieces =
      shareOf(predictTimes(what, costs(), all), TransferMethod::Alltoallv);
  EXPECT_GT(inPieces, 0.6);
  what.piece = what.typical;
  EXPECT_LT(
      shareOf(predictTimes(what, costs(), all), TransferMethod::Alltoallv),
      0.4);
}

/// Of each pair of ranks, whether its elements follow each other on a side.
static bool isEachInOnePiece(const Axis &axis, bool onSource) {
  std::vector<std::int64_t> next(
      static_cast<std::size_t>(axis.source.ranks * axis.target.ranks), -1);
  for (std::int64_t i = 0; i < *axis.length; ++i) {
    const std::int64_t from = axis.sourceLower + i, to = axis.targetLower + i;
    const std::int64_t place =
        onSource ? axis.source.localIndex(from) : axis.target.localIndex(to);
    std::int64_t &expected = next[static_cast<std::size_t>(
        axis.source.owner(from) * axis.target.ranks + axis.target.owner(to))];
    if (expected >= 0 && expected != place)
      return false;
    expected = place + 1;
  }
  return true;
}

static Assignment dealt(std::int64_t length, const DimensionLayout &from,
                        const DimensionLayout &to, std::int64_t lower) {
  Assignment assignment;
  assignment.axes.resize(1);
  Axis &axis = assignment.axes.front();
  axis.source = from;
  axis.target = to;
  axis.length = length;
  axis.sourceLower = lower;
  return assignment;
}

TEST(TransferCostModel, FindsMessagesInOnePiece) {
  int found = 0;
  for (const std::int64_t length : {1, 7, 24, 60})
    for (const std::int64_t sources : {1, 2, 4})
      for (const std::int64_t targets : {1, 3, 4})
        for (const std::int64_t from : {1, 3, 6, 30})
          for (const std::int64_t to : {1, 2, 15, 20})
            for (const std::int64_t lower : {0, 5}) {
              const Assignment what =
                  dealt(length, {sources, from, {}}, {targets, to, {}}, lower);
              if (!areInOnePiece(what))
                continue;
              ++found;
              EXPECT_TRUE(isEachInOnePiece(what.axes[0], true) ||
                          isEachInOnePiece(what.axes[0], false))
                  << length << ": " << from << " on " << sources << " -> " << to
                  << " on " << targets << " from " << lower;
            }
  EXPECT_GT(found, 100);
  EXPECT_FALSE(areInOnePiece(dealt(100, {4, 2, {}}, {4, 3, {}}, 0)));
  Assignment block = dealt(100, {4, 25, {}}, {4, 1, {}}, 0);
  EXPECT_TRUE(areInOnePiece(block));
  EXPECT_EQ(pieceOf(block, 8, 200), 200);
  block.axes.push_back(block.axes.front());
  EXPECT_FALSE(areInOnePiece(block));
  EXPECT_EQ(pieceOf(block, 8, 200), 8);
}

/// An array of `bytes` on one rank to all of `ranks`: in one step; to stripes;
/// and from them.
static std::array<MessageTraffic, 3> broadcast(std::int64_t ranks,
                                               std::int64_t bytes) {
  MessageTraffic one, first, second;
  one.targets = first.targets = second.targets = second.sources = ranks;
  one.steps = first.steps = second.steps = ranks - 1;
  one.longest = bytes;
  first.longest = second.longest = bytes / ranks;
  one.typical = static_cast<double>(bytes);
  first.typical = second.typical = static_cast<double>(bytes / ranks);
  one.maxOnRank = (ranks - 1) * bytes;
  first.maxOnRank = second.maxOnRank = bytes - bytes / ranks;
  return {one, first, second};
}

/// Two steps have twice as many messages, and far fewer bytes: they are faster
/// from some number of bytes on, a smaller one the slower the network.
TEST(TransferCostModel, TakesTwoStepsOfMuchData) {
  NetworkCosts slow;
  slow.latency = 1e-5;
  slow.perByte = 8e-10;
  slow.packing = 1e-15;
  NetworkCosts fast = slow;
  fast.latency = 1e-6;
  fast.perByte = 8e-11;
  for (const std::int64_t ranks : {16, 64, 256}) {
    const auto least = [&](const NetworkCosts &costs) {
      std::int64_t bytes = ranks;
      for (;; bytes *= 2) {
        const auto [one, first, second] = broadcast(ranks, bytes);
        if (areFasterInTwo(one, first, second, costs))
          break;
      }
      for (std::int64_t more = bytes; more <= 1 << 20; more *= 2) {
        const auto [one, first, second] = broadcast(ranks, more);
        EXPECT_TRUE(areFasterInTwo(one, first, second, costs)) << more;
      }
      return bytes;
    };
    // About a call's microsecond, as bytes.
    EXPECT_GE(least(slow), 1024);
    EXPECT_LE(least(slow), 4096);
    EXPECT_GE(least(fast), 8192);
    EXPECT_LE(least(fast), 32768);
  }
}
