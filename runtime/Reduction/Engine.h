//===- Engine.h - Where the parts of a reduction meet ----------*- C++ -*-===//
//
// Room Runtime. What the templates of Reduce.h call, what the engine hands to
// those who know MPI's own reductions and costs (Builtin*, Costs*), and what
// they give back.
//
//   Reduce.h   operand ->  detail::reduce_operand()
//     clauses checked, ranks agreed      CheckedReduction, ReductionAgreement
//     chooseWay()  a few bytes: reduced while the ranks agree
//                  byMpi: MPI_Reduce and the like         ByMpi.cpp, Builtin*
//                  tree:  costsOf() -> plan -> the machine   Costs*, Machine.h
//     then         learnCosts(), once, for the next execution    Costs*.cpp
//
// Of an operand the engine asks: begin() on every rank that combines, pack()
// on ranks that send, assign() on ranks that get the result from another one
// (with or without begin() before), commit() on ranks that have the result.
// One whose call has failed gets none of these any more. append_shape() may
// throw, too: what one rank alone finds wrong is told to all and thrown on all.
// A value with a grain_bytes() lies in place once begun: pieces of it are sent
// while others are combined.
//
//===----------------------------------------------------------------------===//
#ifndef REDIST_RUNTIME_REDUCTION_ENGINE_H
#define REDIST_RUNTIME_REDUCTION_ENGINE_H

#include "redist/Operand.h"
#include "redist/Redistribute.h"
#include "redist/Reduction.h"
#include "redist/Request.h"
#include "redistSchedule/Reduction/ReductionSchedule.h"

#include <memory>
#include <optional>

namespace redist::detail {

/// Carries out one `#pragma reduce`. `where` and `what` need not outlive the
/// call. Throws redist::error, or reduce_error, the same on every rank.
/// Collective.
void reduce_operand(const directive &where, const reduction &what,
                    MPI_Comm comm, operand &items);
/// The same, to be completed by wait(). Collective.
request start_operand(const directive &where, const reduction &what,
                      MPI_Comm comm, std::unique_ptr<operand> items);

} // namespace redist::detail

namespace redist::runtime {

class CommunicatorState;
struct SharedProfile;

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
  bool isStarted = false;  ///< nowait
  std::int64_t bytes = -1; ///< of each message; -1: they differ
  std::int64_t grain = 0;  ///< operand::grain_bytes()
  detail::builtin_operator op = detail::builtin_operator::none;
  detail::builtin_type type = detail::builtin_type::none;

  bool takesPart() const { return rank < ranks; }
};

/// What one execution took on this rank.
struct ExecutionTimes {
  std::int64_t combines = 0;
  double combineSeconds = 0; ///< of all of them
  std::int64_t messages = 0; ///< sent
  std::int64_t bytes = 0;    ///< in them
  double seconds = 0;        ///< of the whole call
};

//===----------------------------------------------------------------------===//
// MPI's own reductions (Builtin*.cpp)
//===----------------------------------------------------------------------===//

/// A reduction that MPI carries out: start(), then either wait() or advance()
/// until that is true, then finish().
class MpiReduction {
public:
  virtual ~MpiReduction() = default;
  /// `letsGoOn`: returns before it is done, and nothing waits for it. The same
  /// on all ranks. Collective. Throws redist::error (no position), as do the
  /// others.
  virtual void start(bool letsGoOn) = 0;
  /// Whether it is done; does not wait.
  virtual bool advance() = 0;
  /// Until it is done.
  virtual void wait() = 0;
  /// After that: the items have the result. Throws reduce_error whose what() is
  /// the message alone, the same on every rank.
  virtual void finish() = 0;
};

/// With a built-in operator. Takes all memory that is needed, or throws
/// std::bad_alloc: the ranks have yet to agree. Not collective.
std::unique_ptr<MpiReduction>
builtinByMpi(MPI_Comm duplicate, const CheckedReduction &, detail::operand &);
/// With a named one, after the ranks have agreed. Throws redist::error (no
/// position), the same on all ranks. Collective.
std::unique_ptr<MpiReduction>
namedByMpi(MPI_Comm duplicate, const CheckedReduction &, detail::operand &);

//===----------------------------------------------------------------------===//
// Costs (Costs*.cpp)
//===----------------------------------------------------------------------===//

/// Costs that a call's plan is made with, before anything of it was measured:
/// those of the clause, of a profile where rounding does not matter, else
/// nominal ones. The same on all ranks. Throws redist::error (no position) for
/// impossible ones. `profile`: of the communicator (Costs.h). Not collective.
schedule::ReductionCost costsOf(const CheckedReduction &,
                                const SharedProfile *profile = nullptr);

/// What one execution on the nominal costs has shown; the same on all ranks.
/// Called at the second execution, where CheckedReduction::isExact and no cost
/// clause. `times`: of this rank's first execution; all 0 where it is not done.
/// Null: nothing was learned. Collective over `duplicate`, all ranks.
std::optional<schedule::ReductionCost> learnCosts(MPI_Comm duplicate,
                                                  const CheckedReduction &,
                                                  const ExecutionTimes &times);

} // namespace redist::runtime

#endif
