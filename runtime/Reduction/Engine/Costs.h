//===- Costs.h - Costs of transfers and combines ---------------*- C++ -*-===//
//
// Room Runtime. The costs with which a plan is made, before and after the first
// measurement.
//
//===----------------------------------------------------------------------===//
#ifndef REDIST_RUNTIME_REDUCTION_ENGINE_COSTS_H
#define REDIST_RUNTIME_REDUCTION_ENGINE_COSTS_H

#include "Reduction/Clauses/CheckedReduction.h"
#include "Support/SharedProfile.h"

#include <mpi.h>

#include <optional>
#include <span>

namespace redist::runtime {

/// What one execution took on this rank.
struct ExecutionTimes {
  std::int64_t combines = 0;
  double combineSeconds = 0; ///< of all of them
  std::int64_t messages = 0; ///< sent
  std::int64_t bytes = 0;    ///< in them
  double seconds = 0;        ///< of the whole call
};

/// Costs that a call's plan is made with, before anything of it was measured:
/// those of the clause, of a profile where rounding does not matter, else
/// nominal ones. The same on all ranks. Throws redist::error (no position) for
/// impossible ones. `profile`: of the communicator (SharedProfile.h). Not
/// collective.
schedule::ReductionCost costsOf(const CheckedReduction &,
                                const SharedProfile *profile = nullptr);

/// What one execution on the nominal costs has shown; the same on all ranks.
/// Called at the second execution, where CheckedReduction::isExact and no cost
/// clause. `times`: of this rank's first execution; all 0 where it is not done.
/// Null: nothing was learned. `firstRanks`: NodeTrees has it, where the plan is
/// one of nodes; then messages between nodes are measured. Collective over
/// `duplicate`, all ranks.
std::optional<schedule::ReductionCost>
learnCosts(MPI_Comm duplicate, const CheckedReduction &,
           const ExecutionTimes &times, std::span<const int> firstRanks);

} // namespace redist::runtime

#endif
