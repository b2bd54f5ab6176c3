//===- FlowControl.cpp - Chunk lengths and window ------------------------===//
#include "redistSchedule/CostModel/FlowControl.h"

#include <algorithm>
#include <cmath>
#include <numeric>

using namespace redist::schedule;

// Chunks: below, a rendezvous takes too large a share of the time; above, they
// do not stay in a cache from packing to sending.
static constexpr double shortestChunk = 32 * 1024;
static constexpr double longestChunk = 256 * 1024;
/// Messages of no more than this are not worth waiting for each other.
static constexpr std::int64_t smallMessage = 16 * 1024;
/// Bytes in flight, in either direction: memory for them is kept with a plan.
static constexpr double maxInFlight = 2 * 1024 * 1024;
static constexpr int minWindow = 4;
static constexpr int largestWindow = 1024;
static constexpr int maxSmallMessages = 128;
/// A network that is so much slower when many send to one.
static constexpr double lossyFanIn = 1.15;

/// Of a network that loses messages: many senders, few receivers.
static bool isFanIn(const MessageTraffic &traffic, const NetworkCosts &costs) {
  return costs.fanIn > lossyFanIn && traffic.sources > 2 * traffic.targets;
}

/// Whether ranks that send and receive are kept busy by that, not their ports.
static bool isBoundByPacking(const NetworkCosts &costs) {
  return costs.perByte < 2 * costs.packing;
}

/// Where unpacking takes next to no time, there is nothing to begin early.
static bool isUnpackingFree(const NetworkCosts &costs) {
  return 8 * costs.packing < costs.perByte;
}

/// In steps of a kilobyte: numbers of the machine that hardly differ are to
/// make no difference.
static std::int64_t chunkOf(const MessageTraffic &traffic,
                            const NetworkCosts &costs) {
  constexpr double kilobyte = 1024;
  // Chunks that are packed or unpacked while nothing else goes on.
  const double atTheEnd = isBoundByPacking(costs) ? 0.5 : 4;
  const double best =
      std::sqrt(2 * costs.perCall * static_cast<double>(traffic.maxOnRank) /
                (atTheEnd * std::max(costs.packing, 1e-12)));
  const double chunk = std::clamp(best, shortestChunk, longestChunk);
  return static_cast<std::int64_t>(std::round(chunk / kilobyte) * kilobyte);
}

/// Of chunks: four, unless a call would then take more than an eighth of the
/// time of a round.
static std::int64_t roundOf(std::int64_t chunkBytes,
                            const NetworkCosts &costs) {
  constexpr double maxRounds = 4, minTime = 8;
  const double slower = std::max({costs.perByte, costs.packing, 1e-15});
  const double least = minTime * costs.perCall / slower;
  const double rounds = std::clamp(
      std::floor(static_cast<double>(chunkBytes) / std::max(least, 1.0)), 1.0,
      maxRounds);
  return chunkBytes / static_cast<std::int64_t>(rounds);
}

/// `share`: of what a rank has; so much may be under way.
static int windowOf(const MessageTraffic &traffic, const NetworkCosts &costs,
                    std::int64_t chunkBytes, double share) {
  const double message =
      std::clamp(traffic.typical, 1.0, static_cast<double>(chunkBytes));
  // An answer takes as long as a message: two ways, and twice that for safety.
  const double onTheWay =
      4 * costs.latency / std::max(costs.perByte, 1e-15) + 2 * message;
  const double enough =
      std::min(share * static_cast<double>(traffic.maxOnRank), maxInFlight);
  const double messages = std::ceil(std::max(onTheWay, enough) / message);
  return static_cast<int>(
      std::clamp<double>(messages, minWindow, largestWindow));
}

/// Of short messages: one that is unpacked, and those that come meanwhile,
/// twice as many for safety.
static int receivesWhileUnpacking(const MessageTraffic &traffic,
                                  const NetworkCosts &costs) {
  if (isUnpackingFree(costs) || costs.ranksOnPort > 1)
    return maxSmallMessages;
  const double answer =
      2 * costs.latency + costs.perCall + costs.perByte * traffic.typical;
  const double taken = 2 * costs.perCall + costs.packing * traffic.typical;
  const double meanwhile =
      std::min<double>(answer / std::max(taken, 1e-15), maxSmallMessages);
  return std::max(minWindow, 1 + static_cast<int>(2 * meanwhile));
}

/// Whether the end comes earlier where the longest message goes last.
static bool isShortestFirst(const MessageTraffic &traffic,
                            const NetworkCosts &costs) {
  constexpr double alike = 0.9;
  const auto longest = static_cast<double>(traffic.longest);
  const double together = static_cast<double>(traffic.steps - 1) / 2 *
                          (costs.perCall + costs.packing * traffic.typical);
  return traffic.typical < alike * longest &&
         together > (costs.perByte + costs.packing) * longest;
}

/// Ranks of one node, which move their messages themselves: nothing is gained
/// by having many under way, and all that is should stay in the caches. A chunk
/// is a round, so that rounds can be unpacked as a whole; two of them, one
/// arrives while the other is unpacked.
static FlowControl flowInCaches(const MessageTraffic &traffic,
                                const NetworkCosts &costs) {
  constexpr std::int64_t rounds = 2, parts = 4; // also of what is sent
  const std::int64_t steps = std::clamp<std::int64_t>(traffic.steps, 1, 512);
  const std::int64_t chunkBytes =
      std::max(static_cast<std::int64_t>(shortestChunk),
               costs.cacheBytes / std::max(parts, rounds * steps));
  const auto window = static_cast<int>(rounds * steps);
  return {chunkBytes,
          chunkBytes,
          window,
          window,
          std::max<std::int64_t>(1, traffic.steps),
          false};
}

double redist::schedule::meanRun(std::int64_t from, std::int64_t to) {
  const auto x = static_cast<double>(from);
  const auto y = static_cast<double>(to);
  // Where both begin a piece, there is one cut.
  return 1 / (1 / x + 1 / y - static_cast<double>(std::gcd(from, to)) / x / y);
}

FlowControl redist::schedule::flowOf(const MessageTraffic &traffic,
                                     const NetworkCosts &costs) {
  if (costs.cacheBytes > 0 && traffic.longest > smallMessage)
    return flowInCaches(traffic, costs);
  const double receivedAtOnce = isUnpackingFree(costs) ? 1 : 0.5;
  if (isFanIn(traffic, costs)) {
    const auto chunkBytes = static_cast<std::int64_t>(longestChunk);
    return {chunkBytes, chunkBytes, 1, 1, 1, false};
  }
  const std::int64_t chunkBytes = chunkOf(traffic, costs);
  const std::int64_t allSteps = std::max<std::int64_t>(1, traffic.steps);
  if (traffic.longest <= smallMessage) {
    const auto window = static_cast<int>(
        std::clamp<std::int64_t>(allSteps, minWindow, maxSmallMessages));
    return {
        chunkBytes, chunkBytes,
        window,     std::min(window, receivesWhileUnpacking(traffic, costs)),
        allSteps,   isShortestFirst(traffic, costs)};
  }
  return {chunkBytes,
          roundOf(chunkBytes, costs),
          windowOf(traffic, costs, chunkBytes, 1),
          windowOf(traffic, costs, chunkBytes, receivedAtOnce),
          allSteps,
          false};
}
