//===- ReductionPlan.h - Plan of a reduction on one rank -------*- C++ -*-===//
//
// Room Runtime. Comes in: checked clauses, and costs in ticks. Goes out: the
// schedule (embedded by the compiler where it fits, else planned here), for
// `allreduce` the form, the number of segments, and this rank's actions. Made
// alike on all ranks without talking.
//
//===----------------------------------------------------------------------===//
#ifndef REDIST_RUNTIME_REDUCTION_ENGINE_REDUCTIONPLAN_H
#define REDIST_RUNTIME_REDUCTION_ENGINE_REDUCTIONPLAN_H

#include "Reduction/Clauses/CheckedReduction.h"
#include "Reduction/Machine/Actions.h"

namespace redist::runtime {

class ReductionPlan {
public:
  /// `tickSeconds`: 0 where the costs are not in seconds. `overlaps`: combines
  /// have a thread of their own; without one the optimal tree is worse than the
  /// binomial one, which `auto` then takes. `firstRanks`: NodeTrees has it;
  /// empty: ranks do not share nodes, or the call asks for a tree of ranks.
  /// Throws redist::error (no position) where no schedule can be had.
  ReductionPlan(const CheckedReduction &call,
                const schedule::ReductionCost &cost, double tickSeconds,
                bool overlaps, std::span<const int> firstRanks,
                const directive &where);

  std::span<const Action> actions() const { return ownActions; }
  schedule::ReductionForm form() const { return ownForm; }
  std::int64_t segments() const { return segmentCount; }
  /// The items have the result afterwards.
  bool hasResult() const { return getsResult; }
  /// By the model; 0 where costs are not in seconds.
  double seconds() const { return modelSeconds; }
  /// Equal on all ranks iff the plans fit together.
  std::uint64_t hash() const { return ownHash; }

private:
  void planOnRanks(const CheckedReduction &call,
                   const schedule::ReductionProblem &problem,
                   const directive &where);
  void planOnNodes(const CheckedReduction &call,
                   const schedule::ReductionProblem &problem,
                   std::span<const int> firstRanks);
  ActionShape shapeOf(const CheckedReduction &call) const;
  void chooseForm(const CheckedReduction &call,
                  const schedule::ReductionSchedule &schedule);

  std::vector<Action> ownActions;
  schedule::ReductionForm ownForm = schedule::ReductionForm::ToRoot;
  std::int64_t segmentCount = 1;
  bool getsResult = false;
  std::int64_t modelTicks = 0;
  double modelSeconds = 0;
  std::uint64_t ownHash = 0;
};

} // namespace redist::runtime

#endif
