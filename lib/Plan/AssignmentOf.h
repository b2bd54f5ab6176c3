//===- AssignmentOf.h - A directive as an assignment ------------*- C++ -*-===//
//
// CheckedInstance and source layout -> the assignment that the schedule library
// plans for, or what keeps it from being known here. Private to lib/Plan.
//
//   a[n][8:m] from(block(4), * onto(2)) to(*, cyclic onto(2)) into(b[n][0:m])
//   axis 0: CYCLIC(4) on 2 -> 1 coordinate, regular: n need not be known
//   axis 1: from index 8 on: not regular, so that m must be a constant
//
//===----------------------------------------------------------------------===//
#ifndef REDISTC_LIB_PLAN_ASSIGNMENTOF_H
#define REDISTC_LIB_PLAN_ASSIGNMENTOF_H

#include "redistc/Plan/CheckedDirective.h"

#include "redistSchedule/Layout/Assignment.h"

namespace redistc::plan {

struct KnownAssignment {
  /// Absent where something is known at run time only, or after an error.
  std::optional<redist::schedule::Assignment> assignment;
  /// Whether both `at` are constants: else ranks may be shared all the same.
  bool isSharingKnown = true;
  /// Why it is absent: texts of parameters without a value, in the order of the
  /// directive, each once; of the sizes of gen_blocks; "indirect(v)",
  /// "listed(v)".
  std::vector<std::string> unknown;
  std::vector<std::string> genBlocks;
  std::vector<std::string> maps;
  /// Set where the schedule library refuses the constants.
  std::optional<redist::schedule::Error> error;
};

/// `from` is the instance's own, or one of those that reach the directive.
/// The sharing is a shift where both `at` are constants; else it is left out,
/// and the runtime takes the schedule where it serves all the same.
/// Preconditions: Sema has matched the numbers of dimensions and grid extents.
KnownAssignment assignmentOf(const CheckedRedistribute &,
                             const CheckedInstance &,
                             const CheckedLayout &from);

} // namespace redistc::plan

#endif
