//===- NodeReduction.cpp - Reductions of ranks on shared nodes ------------===//
//
// docs/SchedulingMath.md, section 26, has the bound.
//
//===----------------------------------------------------------------------===//
#include "redistSchedule/Reduction/NodeReduction.h"

#include "Reduction/Cost/Capacity.h"
#include "Support/Arithmetic.h"

#include <algorithm>

using namespace redist::schedule;

/// Three bounds: elements of n nodes through ports that take d each; a tree of
/// combines over all ranks; the same over those that are not on the root's
/// node, and a transfer.
static Int128 boundOf(const ReductionProblem &problem, std::int64_t nodes,
                      std::int64_t ranksPerNode) {
  const ReductionCost &cost = problem.cost;
  const Int128 depth = Int128{cost.combine} * ceilLog2(problem.ranks);
  if (nodes == 1)
    return depth;
  const Int128 ports = Capacity(cost.turn(), cost.transfer).timeFor(nodes);
  const Int128 outside =
      Int128{cost.latency} + cost.transfer +
      Int128{cost.combine} * ceilLog2(problem.ranks - ranksPerNode);
  return std::max({ports, depth, outside});
}

Result<NodeReduction>
redist::schedule::makeNodeReduction(const ReductionProblem &problem,
                                    std::int64_t ranksPerNode) {
  ReductionProblem between = problem;
  const std::int64_t perNode =
      std::min(ranksPerNode, std::max<std::int64_t>(problem.ranks, 1));
  between.ranks = ceilDivide(problem.ranks, perNode);
  Result<ReductionSchedule> schedule = makeReduction(between);
  if (!schedule)
    return schedule.error();
  const Int128 inside = Int128{problem.cost.combine} * ceilLog2(perNode),
               bound = boundOf(problem, between.ranks, perNode);
  if (std::max(inside + schedule->length(), bound) >= sizeLimit)
    return Error{ErrorKind::TooLarge, "the length leaves 62 bits"};
  return NodeReduction{problem.ranks, perNode,
                       static_cast<std::int64_t>(inside), *std::move(schedule),
                       static_cast<std::int64_t>(bound)};
}
