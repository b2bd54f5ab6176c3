//===- ReductionAgreement.h - One verdict on a reduction -------*- C++ -*-===//
//
// Room Runtime. Before a reduction begins, one small MPI reduction tells every
// rank whether any rank found something wrong, and whether clauses and, where
// ranks take part, the shapes of the items are the same.
//
//===----------------------------------------------------------------------===//
#ifndef REDIST_RUNTIME_REDUCTION_REDUCTIONAGREEMENT_H
#define REDIST_RUNTIME_REDUCTION_REDUCTIONAGREEMENT_H

#include "Reduction/CheckedReduction.h"

#include <span>

namespace redist::runtime {

/// A rank's own view of a call.
struct ReductionVerdict {
  std::span<const std::int64_t> clauses; ///< empty where there is a problem
  /// The bytes, then append_shape(). Empty: the rank takes no part.
  std::span<const std::int64_t> shape;
  const std::string &problem; ///< empty: this rank sees nothing wrong
};

struct AgreedReduction {
  /// All ranks are at one directive: what is learned there can be kept for it.
  bool isSamePlace = false;
  std::uint64_t place = 0; ///< of the directive, then
  std::int64_t bytes = -1; ///< of ranks that take part
};

/// Throws the same redist::error on every rank where one has a problem or
/// clauses differ, redist::reduce_error where items do not fit. Operations
/// under way go on meanwhile. Allocates nothing where all is well. Collective.
AgreedReduction agree(MPI_Comm communicator, const ReductionVerdict &verdict,
                      const directive &where);

/// REDIST_VERIFY: throws redist::error (no position) on every rank unless all
/// hashes are equal. Collective.
void agreeOnPlans(MPI_Comm communicator, std::uint64_t hash);

} // namespace redist::runtime

#endif
