//===- FlowControlTest.cpp - How many messages, and how long --------------===//
#include "redistSchedule/CostModel/FlowControl.h"

#include <gtest/gtest.h>

using namespace redist::schedule;

static constexpr std::int64_t kilobyte = 1024, megabyte = kilobyte * kilobyte;

/// 16 ranks to 16, messages of so many bytes to each other.
static MessageTraffic traffic(std::int64_t messageBytes) {
  return {16,
          16,
          15,
          messageBytes,
          static_cast<double>(messageBytes),
          16 * messageBytes};
}

/// A port that is slower than packing.
static NetworkCosts slowPort() { return {1e-5, 8e-10, 5e-7, 2.5e-10, 1}; }
/// One that is faster.
static NetworkCosts fastPort() { return {1e-6, 8e-11, 5e-7, 2.5e-10, 1}; }

TEST(FlowControl, CutsByTheSquareRoot) {
  // c = sqrt(o B / (2 u)), to the next kilobyte.
  MessageTraffic some = traffic(256 * kilobyte);
  some.maxOnRank = 4 * megabyte;
  EXPECT_EQ(flowOf(some, slowPort()).chunkBytes, 63 * kilobyte);
  some.maxOnRank = 9 * megabyte;
  EXPECT_EQ(flowOf(some, slowPort()).chunkBytes, 95 * kilobyte);
}

TEST(FlowControl, CutsLongerWherePackingIsTheBottleneck) {
  const MessageTraffic some = traffic(256 * kilobyte);
  EXPECT_GT(flowOf(some, fastPort()).chunkBytes,
            flowOf(some, slowPort()).chunkBytes);
}

TEST(FlowControl, KeepsBuffersSmall) {
  for (const NetworkCosts &costs : {slowPort(), fastPort()})
    for (std::int64_t bytes = 1; bytes < 1024 * megabyte; bytes *= 3) {
      const FlowControl flow = flowOf(traffic(bytes), costs);
      EXPECT_GE(flow.receives, 4) << bytes;
      EXPECT_GE(flow.sends, flow.receives) << bytes;
      EXPECT_LE(std::min(flow.chunkBytes, bytes) * flow.sends, 3 * megabyte)
          << bytes;
    }
}

TEST(FlowControl, SendsSmallMessagesAtOnce) {
  MessageTraffic some = traffic(8 * kilobyte);
  some.steps = 77;
  EXPECT_EQ(flowOf(some, slowPort()).sends, 77);
  EXPECT_GE(flowOf(some, slowPort()).chunkBytes, some.longest);
}

TEST(FlowControl, ReceivesSmallMessagesAsFastAsTheyAreUnpacked) {
  MessageTraffic some = traffic(8 * kilobyte);
  some.steps = 77;
  // An answer takes 27.05 us, a message 3.05 us; of the other port 3.2 us.
  EXPECT_EQ(flowOf(some, slowPort()).receives, 1 + 17);
  EXPECT_EQ(flowOf(some, fastPort()).receives, 4);
  NetworkCosts unpacked = slowPort();
  unpacked.packing = 0;
  EXPECT_EQ(flowOf(some, unpacked).receives, 77);
  // From ranks that share ports, they come in no order.
  NetworkCosts shared = fastPort();
  shared.ranksOnPort = 2;
  EXPECT_EQ(flowOf(some, shared).receives, 77);
}

TEST(FlowControl, ReceivesHalfOfALittleAtOnce) {
  // 8 chunks of 63 KB; an answer takes no time to speak of.
  MessageTraffic some = traffic(63 * kilobyte);
  some.maxOnRank = 8 * 63 * kilobyte;
  NetworkCosts near = fastPort();
  near.latency = 1e-9;
  const FlowControl flow = flowOf(some, near);
  EXPECT_EQ(flow.sends, 8);
  EXPECT_EQ(flow.receives, 4);
}

TEST(FlowControl, MakesRoundsThatAreWorthACall) {
  // 8 calls take as long as 5 KB in one network, and 16 KB to pack in the
  // other.
  const MessageTraffic some = traffic(64 * kilobyte);
  const FlowControl slow = flowOf(some, slowPort());
  EXPECT_EQ(slow.roundBytes, slow.chunkBytes / 4);
  NetworkCosts fast = fastPort();
  fast.packing = 1.25e-10;
  const FlowControl few = flowOf(some, fast);
  EXPECT_GE(few.roundBytes, 32'000);
  EXPECT_LT(few.roundBytes, few.chunkBytes);
}

TEST(FlowControl, SendsTheLongestLastWhereManyWouldArriveTogether) {
  MessageTraffic some = traffic(2 * kilobyte);
  some.typical = 1 * kilobyte;
  // 14/2 (0.5 us + 0.26 us) > 1.05 ns * 2048; with 4 it is less, and alike
  // messages have no longest one.
  EXPECT_TRUE(flowOf(some, slowPort()).shortestFirst);
  some.steps = 4;
  EXPECT_FALSE(flowOf(some, slowPort()).shortestFirst);
  EXPECT_FALSE(flowOf(traffic(2 * kilobyte), slowPort()).shortestFirst);
}

TEST(FlowControl, LetsAllStepsTakeTurns) {
  EXPECT_EQ(flowOf(traffic(megabyte), slowPort()).interleave, 15);
}

TEST(FlowControl, FillsTheWayThere) {
  // 20 ms there and back: 12.5 MB a direction at 1.25 GB/s, were there as many.
  NetworkCosts far = slowPort();
  far.latency = 1e-2;
  const FlowControl flow = flowOf(traffic(64 * megabyte), far);
  EXPECT_GE(static_cast<double>(flow.chunkBytes) * flow.receives,
            2 * far.latency / far.perByte);
}

TEST(FlowControl, GoesStepByStepIntoANetworkThatLosesMessages) {
  NetworkCosts lossy = slowPort();
  lossy.fanIn = 1.5;
  MessageTraffic some = traffic(megabyte);
  some.sources = 33;
  EXPECT_EQ(flowOf(some, lossy).sends, 1);
  EXPECT_EQ(flowOf(some, lossy).receives, 1);
  EXPECT_EQ(flowOf(some, lossy).interleave, 1);
  EXPECT_GT(flowOf(some, slowPort()).receives, 1);
  some.sources = 32; // not so many more
  EXPECT_GT(flowOf(some, lossy).receives, 1);
}

TEST(FlowControl, TakesAnyNumbers) {
  for (const NetworkCosts &costs :
       {NetworkCosts{0, 0, 0, 0, 0}, NetworkCosts{1e3, 1e-30, 1e3, 1e-30, 1e9},
        NetworkCosts{1e-30, 1e3, 0, 1e3, 1}})
    for (const MessageTraffic &some :
         {MessageTraffic{}, traffic(1), traffic(std::int64_t{1} << 50)}) {
      const FlowControl flow = flowOf(some, costs);
      EXPECT_GE(flow.chunkBytes, 1);
      EXPECT_GE(flow.roundBytes, 1);
      EXPECT_GE(flow.receives, 1);
      EXPECT_LE(flow.sends, 1024);
      EXPECT_GE(flow.interleave, 1);
    }
}

TEST(FlowControl, KeepsWhatIsUnderWayInCaches) {
  NetworkCosts node = fastPort();
  node.cacheBytes = 512 * kilobyte;
  for (const std::int64_t steps : {1, 3, 7}) {
    MessageTraffic some = traffic(megabyte);
    some.steps = steps;
    const FlowControl flow = flowOf(some, node);
    // A chunk of every message is a round; two rounds at a time.
    EXPECT_EQ(flow.roundBytes, flow.chunkBytes);
    EXPECT_GE(flow.receives, 2 * steps);
    EXPECT_EQ(flow.interleave, steps);
    EXPECT_LE(flow.chunkBytes * flow.receives, node.cacheBytes);
    EXPECT_GE(flow.chunkBytes, 32 * kilobyte);
  }
  EXPECT_EQ(flowOf(traffic(kilobyte), node).sends,
            flowOf(traffic(kilobyte), fastPort()).sends);
}

TEST(FlowControl, CutsRunsWhereEitherSideBeginsAPiece) {
  EXPECT_DOUBLE_EQ(meanRun(1, 1), 1);
  EXPECT_DOUBLE_EQ(meanRun(4, 4), 4);
  EXPECT_DOUBLE_EQ(meanRun(2, 4), 2);
  for (const std::int64_t x : {1, 3, 6, 10})
    for (const std::int64_t y : {2, 5, 9, 12}) {
      const std::int64_t length = x * y;
      int runs = 0;
      for (std::int64_t i = 0; i < length; ++i)
        runs += i % x == 0 || i % y == 0;
      EXPECT_NEAR(meanRun(x, y), static_cast<double>(length) / runs, 1e-12)
          << x << ", " << y;
    }
}
