//===- Costs.cpp - Costs of transfers and combines, measured --------------===//
#include "Reduction/Engine/Costs.h"

#include "Progress/Progress.h"
#include "Support/MpiCalls.h"
#include "Support/PingPong.h"
#include "Support/SharedProfile.h"

#include "redist/Error.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace redist::runtime {

using schedule::ReductionCost;

//===----------------------------------------------------------------------===//
// Before anything is measured
//===----------------------------------------------------------------------===//

/// Nobody knows the machine or the operator: a transfer is as long as two
/// combines, between the two extremes of docs/SchedulingMath.md, section 13.
static ReductionCost nominalCost() { return {2, 1, 0}; }

static ReductionCost costInSeconds(double transfer, double combine) {
  const auto cost = schedule::costOfSeconds(transfer, combine);
  if (!cost)
    throw error(cost.error().message);
  return *cost;
}

ReductionCost costsOf(const CheckedReduction &call,
                      const SharedProfile *profile) {
  if (call.hasCost)
    return costInSeconds(call.transferSeconds, call.combineSeconds);
  if (!profile || !profile->isGiven)
    return nominalCost();
  if (!profile->problem.empty())
    throw error("REDIST_PROFILE: " + profile->problem);
  // A profile may change between runs, and must not change bits.
  const machine_profile &machine = profile->profile;
  const auto bytes = static_cast<double>(call.bytes);
  const double transfer = machine.alpha + machine.beta * bytes;
  const double combine = machine.combine * bytes;
  if (!call.isExact || call.bytes <= 0 || !(transfer + combine > 0))
    return nominalCost();
  return costInSeconds(transfer, combine);
}

//===----------------------------------------------------------------------===//
// From the first execution
//===----------------------------------------------------------------------===//

static std::int64_t nanoseconds(double seconds) {
  return std::llround(std::clamp(seconds, 0.0, 1e9) * 1e9);
}

/// Sums over all ranks; whole numbers, so that all get the same ones.
template <std::size_t N>
static void sumOverRanks(MPI_Comm duplicate, std::int64_t (&values)[N]) {
  std::int64_t own[N];
  std::copy_n(values, N, own);
  MPI_Request request = MPI_REQUEST_NULL;
  checkMpi(
      MPI_Iallreduce(own, values, N, MPI_INT64_T, MPI_SUM, duplicate, &request),
      "MPI_Iallreduce");
  Progress::ofProcess().waitFor(request);
}

/// With whom a rank measures messages: ranks 2k and 2k + 1, or the first ranks
/// of nodes 2k and 2k + 1, whose messages the tree sends. -1: with nobody.
static int partnerOf(int rank, int size, std::span<const int> firstRanks) {
  if (firstRanks.empty())
    return (rank ^ 1) < size ? rank ^ 1 : -1;
  const std::span<const int> first = firstRanks.first(firstRanks.size() - 1);
  const auto found = std::lower_bound(first.begin(), first.end(), rank);
  if (found == first.end() || *found != rank)
    return -1;
  const auto other = static_cast<std::size_t>(found - first.begin()) ^ 1;
  return other < first.size() ? first[other] : -1;
}

/// The time of a message of `bytes` bytes to another rank, one way, in
/// seconds. Both ranks call it.
static double timeMessage(MPI_Comm duplicate, int rank, int partner,
                          std::int64_t bytes) {
  constexpr int tag = 14;
  constexpr std::int64_t longest = std::int64_t{16} << 20; // beyond: in scale
  const std::int64_t sent = std::min(bytes, longest);
  const int rounds = sent <= (64 << 10) ? 8 : 3;
  const double seconds = pingPong(duplicate, rank, partner, tag, sent, rounds);
  return sent > 0
             ? seconds * static_cast<double>(bytes) / static_cast<double>(sent)
             : seconds;
}

std::optional<ReductionCost> learnCosts(MPI_Comm duplicate,
                                        const CheckedReduction &call,
                                        const ExecutionTimes &times,
                                        std::span<const int> firstRanks) {
  std::int64_t combines[] = {nanoseconds(times.combineSeconds), times.combines,
                             times.bytes, times.messages};
  sumOverRanks(duplicate, combines);
  const auto &[combineTime, combineCount, bytes, messages] = combines;
  if (combineCount == 0 || messages == 0 || call.size < 2)
    return std::nullopt;
  const int partner = partnerOf(call.rank, call.size, firstRanks);
  const bool isAllowed =
      call.maxTransfers == 0 || call.rank / 2 < call.maxTransfers;
  std::int64_t transfers[] = {0, 0};
  if (partner >= 0 && isAllowed) {
    const double seconds =
        timeMessage(duplicate, call.rank, partner, bytes / messages);
    transfers[0] = nanoseconds(seconds);
    transfers[1] = 1;
  }
  sumOverRanks(duplicate, transfers);
  // A tick is a nanosecond; nothing takes none.
  return ReductionCost{std::max<std::int64_t>(1, transfers[0] / transfers[1]),
                       std::max<std::int64_t>(1, combineTime / combineCount),
                       0};
}

} // namespace redist::runtime
