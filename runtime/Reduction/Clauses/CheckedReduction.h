//===- CheckedReduction.h - Validated clauses of a reduction ---*- C++ -*-===//
//
// Room Runtime. Comes in: what a directive says and this rank's operand. Goes
// out: the clauses, checked against the communicator, and all that
// must be the same on every rank as a row of numbers with names.
//
//===----------------------------------------------------------------------===//
#ifndef REDIST_RUNTIME_REDUCTION_CLAUSES_CHECKEDREDUCTION_H
#define REDIST_RUNTIME_REDUCTION_CLAUSES_CHECKEDREDUCTION_H

#include "Support/CallWords.h"

#include "redist/Redistribute.h"
#include "redist/Reduction.h"
#include "redist/detail/reduce/Operand.h"
#include "redistSchedule/Reduction/ReductionSchedule.h"

#include <vector>

namespace redist::runtime {

/// The clauses of a call, checked; the same on all ranks but for `rank`.
struct CheckedReduction {
  int rank = 0, size = 1; ///< of the communicator
  std::int64_t ranks = 1; ///< [0, ranks) take part
  std::int64_t root = -1; ///< -1: every rank that takes part has the result
  schedule::ReductionStrategy strategy = schedule::ReductionStrategy::Auto;
  std::int64_t maxTransfers = 0, maxReducers = 0; ///< 0: no limit
  bool hasCost = false;
  double transferSeconds = 0, combineSeconds = 0; ///< where hasCost
  bool ordered = false;
  bool isExact = false;    ///< no rounding: any tree gives the same bits
  bool isNoexcept = false; ///< nothing can fail
  bool isQuiet = false;    ///< combining cannot, of a value of fixed size
  bool isStarted = false;  ///< nowait
  std::int64_t bytes = -1; ///< of each message; -1: they differ
  std::int64_t grain = 0;  ///< operand::grain_bytes()
  detail::builtin_operator op = detail::builtin_operator::none;
  detail::builtin_type type = detail::builtin_type::none;

  bool takesPart() const { return rank < ranks; }
  /// A built-in operator on numbers.
  bool isBuiltin() const {
    return op != detail::builtin_operator::none &&
           type != detail::builtin_type::none;
  }
};

/// Throws redist::error (no position) where the clauses make no sense.
CheckedReduction check(const directive &where, const reduction &what,
                       const detail::operand &items, int rank, int size);

/// Appends what must be the same on all ranks, the others, too.
void appendClauses(const CheckedReduction &call,
                   std::vector<std::int64_t> &words);
NamedWord nameOfClause(std::size_t index);

/// What must be the same on ranks that take part, of append_shape() `shape`.
NamedWord nameOfShape(std::size_t index, std::size_t count);

} // namespace redist::runtime

#endif
