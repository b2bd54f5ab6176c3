//===- Costs.cpp - What transfers and combines cost -----------------------===//
#include "Reduction/Engine.h"

#include "redist/Error.h"

namespace redist::runtime {

/// Where nothing is known a transfer costs twice a combine.
static constexpr schedule::ReductionCost nominal{2, 1, 0};

schedule::ReductionCost costsOf(const CheckedReduction &call) {
  if (!call.hasCost)
    return nominal;
  const auto made =
      schedule::costOfSeconds(call.transferSeconds, call.combineSeconds);
  if (!made)
    throw error("cost(): " + made.error().message);
  return *made;
}

std::optional<schedule::ReductionCost>
learnCosts(MPI_Comm, const CheckedReduction &, const ExecutionTimes &) {
  return std::nullopt;
}

} // namespace redist::runtime
