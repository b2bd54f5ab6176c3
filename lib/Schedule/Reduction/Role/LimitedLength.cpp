//===- LimitedLength.cpp - Lengths with limits, without a tree ------------===//
//
// Room Schedule. What Algorithms 2 and 3 take for any number of ranks
// (docs/SchedulingMath.md, section 13, "Lengths without trees").
//
// Algorithm 3, in reversed time: the first K machines of Algorithm 1 give; one
// that is ready at r gives elements that are ready at r + A, r + A + B, ... So
// up to T there are
//
//   1 + sum over the K machines of slots(T - r),
//   slots(x) = floor((x - A) / B) + 1 for x >= A, else 0
//
// and the length is the least T with as many as ranks. Machine 0 is ready at 0,
// C(a + b, a) others at A + aA + bB each, and the sum over b is closed.
//
//   A = 2, B = 1, K = 2: ready at 0 and 2; up to T = 5 there are 1 + 4 + 2
//
// Algorithm 2: from machine 2 K (1 + ceil((c + l) / d)) on each is later by d
// than the one K before it. Both limits: LimitedGivers.h.
//
//===----------------------------------------------------------------------===//
#include "Reduction/Cost/GivenElements.h"
#include "Reduction/Role/LimitedRole.h"
#include "Reduction/Role/ReductionRule.h"
#include "Support/Arithmetic.h"

#include <algorithm>

using namespace redist::schedule;

std::int64_t GivenElements::operator()(std::int64_t time) const {
  const std::int64_t turn = capacity.turn(), cadence = capacity.cadence();
  Int128 sum = 1;
  // Before the last ones: machine 0, and a row for each multiple of the turn.
  if (lastReady > 0)
    sum += slots(time);
  for (std::int64_t a = 0, ready = turn;
       ready < lastReady && slots(time - ready) > 0; ++a, ready += turn) {
    const std::int64_t first = slots(time - ready);
    const std::int64_t last =
        std::min((lastReady - 1 - ready) / cadence, first - 1);
    sum += Int128{first - last - 1} * saturatingChoose(a + last + 1, a + 1) +
           saturatingChoose(a + last + 2, a + 2);
    if (sum >= Capacity::unlimited)
      return Capacity::unlimited;
  }
  sum += Int128{lastMachines} * slots(time - lastReady);
  return static_cast<std::int64_t>(std::min<Int128>(sum, Capacity::unlimited));
}

std::int64_t GivenElements::timeFor(std::int64_t elements,
                                    std::int64_t high) const {
  std::int64_t low = lastReady;
  while (low < high) {
    const std::int64_t middle = low + (high - low) / 2;
    if ((*this)(middle) >= elements)
      high = middle;
    else
      low = middle + 1;
  }
  return low;
}

/// -1: it leaves 62 bits. Precondition: reducers < ranks - 1.
static std::int64_t limitedReducersLength(std::int64_t ranks,
                                          std::int64_t reducers,
                                          const ReductionCost &cost) {
  const Capacity capacity(cost.turn(), cost.cadence());
  if (capacity.cadence() == 0)
    return capacity.turn();
  if (capacity.timeFor(reducers) < 0)
    return -1;
  const GivenElements given(capacity, reducers);
  // One machine alone could give all.
  const auto high = static_cast<std::int64_t>(std::min<Int128>(
      Int128{ranks - 2} * capacity.cadence() + capacity.turn(), sizeLimit - 1));
  if (given(high) < ranks)
    return -1;
  return given.timeFor(ranks, high);
}

/// Machines before those that are a period after others.
static Int128 machinesBeforePeriods(std::int64_t transfers,
                                    const ReductionCost &cost) {
  const std::int64_t periods =
      ceilDivide(cost.combine + cost.latency, cost.transfer);
  return Int128{2} * transfers * (periods + 1);
}

/// -1: it leaves 62 bits. Precondition: a machine list of that many.
static std::int64_t limitedTransfersLength(std::int64_t ranks,
                                           std::int64_t transfers,
                                           const ReductionCost &cost) {
  const Int128 before = machinesBeforePeriods(transfers, cost);
  const Int128 first = std::min<Int128>(before - transfers, ranks - 1);
  const auto periods =
      static_cast<std::int64_t>((ranks - 1 - first) / transfers);
  const std::int64_t machine = ranks - 1 - periods * transfers;
  const Int128 length =
      limitedTransfersTree(machine + 1, transfers, cost).length +
      Int128{periods} * cost.transfer;
  return length < sizeLimit ? static_cast<std::int64_t>(length) : -1;
}

static Result<std::int64_t> inRange(std::int64_t length) {
  if (length < 0)
    return Error{ErrorKind::TooLarge, "the length leaves 62 bits"};
  return length;
}

Result<std::int64_t>
redist::schedule::limitedLength(const ReductionProblem &problem) {
  if (limitsBoth(problem))
    return lengthUnderBoth(problem);
  if (limitsReducers(problem))
    return inRange(limitedReducersLength(problem.ranks, problem.maxReducers,
                                         problem.cost));
  const Int128 listed = std::min<Int128>(
      problem.ranks, machinesBeforePeriods(problem.maxTransfers, problem.cost));
  if (listed > maxRanksInMemory)
    return Error{ErrorKind::TooLarge,
                 "the limit on transfers needs a table of more than 2^26 "
                 "ranks before times repeat"};
  return inRange(limitedTransfersLength(problem.ranks, problem.maxTransfers,
                                        problem.cost));
}
