//===- ReductionRule.h - Parent and children of a rank ----------*- C++ -*-===//
//
// Private to lib/Schedule. What makes a reduction's tree: a closed form, which
// descends from the sink to the machine asked for, or a tree in memory. A
// rule knows no root: seen from a root its machines are placed on ranks first.
//
//   ordered, 6 ranks, root 4: sizes 3 and 1 left of the sink, 1 right of it
//   ranks  0 1 2 | 3 | sink | 5
//
//===----------------------------------------------------------------------===//
#ifndef REDIST_LIB_SCHEDULE_REDUCTION_ROLE_REDUCTIONRULE_H
#define REDIST_LIB_SCHEDULE_REDUCTION_ROLE_REDUCTIONRULE_H

#include "Reduction/Role/Turns.h"

#include "redistSchedule/Reduction/ReductionTree.h"

namespace redist::schedule {

/// Where the sink's subtrees lie. Only an ordered tree in memory needs `tops`.
struct ReductionPlacement {
  struct Top {
    std::int64_t firstRank = 0;
    std::int32_t child = 0; ///< of the sink, in the order of combines
  };
  std::int64_t root = 0; ///< who is to have the result
  std::int64_t sink = 0; ///< who has it first
  std::vector<Top> tops; ///< by firstRank
};

class ReductionRule {
public:
  virtual ~ReductionRule() = default;
  virtual ReductionPlacement place(std::int64_t root) const = 0;
  /// Where sink and root differ, the sink's role has parent -1.
  virtual ReductionRole role(std::int64_t rank,
                             const ReductionPlacement &) const = 0;
  /// Of one rank under a limit that is less than half of the ranks, from a
  /// table (Turns.h); nothing: there is none.
  virtual std::optional<ReductionTurns>
  turns(std::int64_t, const ReductionPlacement &, std::int64_t) const {
    return std::nullopt;
  }
  /// By machine, in the order in which the algorithm added them; empty: closed
  /// form.
  virtual std::span<const std::int32_t> parents() const = 0;
  virtual std::string_view method() const = 0;
};

using ReductionRulePointer = std::shared_ptr<const ReductionRule>;

/// Precondition: `length` is the optimal one.
ReductionRulePointer makeCapacityRule(const ReductionProblem &,
                                      std::int64_t length);
/// The same for the tree of a strategy that no limit binds. Precondition:
/// checkProblem found nothing.
ReductionSchedule makeStrategySchedule(const ReductionProblem &);
ReductionRulePointer makeTreeRule(const ReductionProblem &, ReductionTree);
/// How trees in memory are made, for people.
std::string_view methodOf(const ReductionProblem &);

/// The schedule of a problem that needs no tree in memory.
Result<ReductionSchedule> makeClosedForm(const ReductionProblem &);
/// Whether a limit can bind.
bool limitsTransfers(const ReductionProblem &);
bool limitsReducers(const ReductionProblem &);
/// Whether both do: of a limit on transfers that is no less than the one on
/// reducers nothing is seen (docs/SchedulingMath.md, section 13).
bool limitsBoth(const ReductionProblem &);
/// Whether the problem needs a tree in memory: there is a limit that can bind.
bool needsTree(const ReductionProblem &);
/// Ranks of a tree in memory: 2 GB.
inline constexpr std::int64_t maxRanksInMemory = std::int64_t{1} << 26;
/// The length by Algorithms 2 and 3 under the limits, of which one binds at
/// least, without the tree. Errors: those of reductionLength() with limits.
Result<std::int64_t> limitedLength(const ReductionProblem &);
/// Whether limitedRole() does without the tree.
bool hasLimitedRoles(const ReductionProblem &);
/// Preconditions: needsTree, checkTable found nothing.
ReductionTree makeTree(const ReductionProblem &);
/// The times that the problem's algorithm gives to these parents, each of which
/// is lower than its child.
ReductionTree timesOf(const ReductionProblem &,
                      std::vector<std::int32_t> parent);
/// The same as timed() with at most `limit` transfers at once: of the elements
/// that are ready and whose receiver is free, the first goes first.
ReductionTree timedWithin(std::vector<std::int32_t> parent, std::int64_t limit,
                          const ReductionCost &);
/// What is wrong with a problem, or what is too large about it.
std::optional<Error> checkProblem(const ReductionProblem &);

} // namespace redist::schedule

#endif
