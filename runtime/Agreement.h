//===- Agreement.h - One verdict for all ranks -----------------*- C++ -*-===//
//
// Before anything moves, one small reduction tells every rank whether any rank
// found something wrong, and whether all were called with the same parameters.
// If not, each rank throws the same redist::error.
//
//===----------------------------------------------------------------------===//
#ifndef REDIST_RUNTIME_AGREEMENT_H
#define REDIST_RUNTIME_AGREEMENT_H

#include "redist/Redistribute.h"

#include <array>
#include <cstdint>
#include <string>

namespace redist::runtime {

/// What must be the same on every rank, in the order in which a difference is
/// reported: extent, ranks, kind, block and first rank of the source, the same
/// of the target, element size, strategy (its place in strategyNames(), or -1).
constexpr std::size_t agreedCount = 11;
using AgreedValues = std::array<std::int64_t, agreedCount>;

/// A rank's own view of a call.
struct Verdict {
  AgreedValues values;        ///< parameters of the call
  std::uint64_t planHash;     ///< 0 unless plans are to be compared
  const std::string &problem; ///< empty: this rank sees nothing wrong
};

/// Returns if all ranks pass the same values and no problem; throws the same
/// redist::error on every rank otherwise, its message preceded by the position
/// of the directive on the rank that reports. Allocates nothing where all is
/// well. Collective.
void agree(MPI_Comm communicator, const Verdict &verdict,
           const directive &where);

/// "app.cpp:12: error: ".
std::string positionOf(const directive &where);

} // namespace redist::runtime

#endif
