//===- MpiReduction.h - Reductions by MPI ----------------------*- C++ -*-===//
//
// Room Runtime. Comes in: checked clauses and an operand. Goes out: the result,
// by MPI_Reduce and the like.
//
//===----------------------------------------------------------------------===//
#ifndef REDIST_RUNTIME_REDUCTION_MPI_MPIREDUCTION_H
#define REDIST_RUNTIME_REDUCTION_MPI_MPIREDUCTION_H

#include "Reduction/Clauses/CheckedReduction.h"

#include <mpi.h>

#include <memory>

namespace redist::runtime {

/// A reduction that MPI carries out: start(), then either wait() or advance()
/// until that is true, then finish().
class MpiReduction {
public:
  virtual ~MpiReduction() = default;
  /// `isAsynchronous`: returns before it is done, and nothing waits for it. The
  /// same on all ranks. Collective. Throws redist::error (no position), as do
  /// the others.
  virtual void start(bool isAsynchronous) = 0;
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

} // namespace redist::runtime

#endif
