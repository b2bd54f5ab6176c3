//===- Broadcast.cpp - Broadcast of a result ------------------------------===//
//
// Times: while the number doubles, machine v = 2^a + ... + 2^h hears it after
// h + 1 turns and as many latencies as it has bits; each chain v, v + K, ...
// then adds one transfer and one latency a link.
//
//===----------------------------------------------------------------------===//
#include "Reduction/Program/Broadcast.h"

#include <bit>

using namespace redist::schedule;

static std::int64_t highestBit(std::int64_t value) {
  return static_cast<std::int64_t>(
      std::bit_floor(static_cast<std::uint64_t>(value)));
}

static std::int64_t bitCount(std::int64_t value) {
  return std::popcount(static_cast<std::uint64_t>(value));
}

/// Most bits set in a number of [first, last]. Such a number is `last`, or
/// agrees with it down to a bit that it lacks and is all ones below.
static std::int64_t maxBits(std::int64_t first, std::int64_t last) {
  std::int64_t most = bitCount(last);
  for (std::int64_t bit = highestBit(last); bit > 0; bit >>= 1) {
    const std::int64_t candidate = (last & ~(2 * bit - 1)) | (bit - 1);
    if ((last & bit) != 0 && candidate >= first)
      most = std::max(most, bitCount(candidate));
  }
  return most;
}

Broadcast::Broadcast(std::int64_t count, std::int64_t most)
    : machines(count), limit(most == 0 ? count : std::min(most, count)),
      doubling(std::min(2 * highestBit(limit), count)) {}

std::int64_t Broadcast::source(std::int64_t machine) const {
  return machine < doubling ? machine - highestBit(machine) : machine - limit;
}

std::vector<std::int64_t> Broadcast::targets(std::int64_t machine) const {
  std::vector<std::int64_t> result;
  std::int64_t bit = machine == 0 ? 1 : 2 * highestBit(machine);
  for (; machine + bit < doubling; bit *= 2)
    result.push_back(machine + bit);
  if (machine + limit >= doubling && machine + limit < machines)
    result.push_back(machine + limit);
  return result;
}

std::int64_t Broadcast::length(const ReductionCost &cost) const {
  if (machines == 1)
    return 0;
  // Whoever hears it last while the number doubles, in its last turn or, with
  // more bits, in the one before.
  const std::int64_t top = highestBit(doubling - 1);
  const std::int64_t turns =
      1 + std::countr_zero(static_cast<std::uint64_t>(top));
  std::int64_t longest =
      turns * cost.transfer + maxBits(top, doubling - 1) * cost.latency;
  longest = std::max(longest, (turns - 1) * (cost.transfer + cost.latency));
  if (machines == doubling)
    return longest;
  // The chains start from [doubling - limit, doubling); the first so many of
  // them have one link more than the others.
  const std::int64_t rest = machines - doubling;
  const std::int64_t links = (rest - 1) / limit;
  const std::int64_t longer = rest - links * limit;
  const std::int64_t first = doubling - limit, split = first + longer;
  const std::int64_t link = cost.transfer + cost.latency;
  longest = turns * cost.transfer + maxBits(first, split - 1) * cost.latency +
            (links + 1) * link;
  if (split < doubling)
    longest =
        std::max(longest, turns * cost.transfer +
                              maxBits(split, doubling - 1) * cost.latency +
                              links * link);
  return longest;
}
