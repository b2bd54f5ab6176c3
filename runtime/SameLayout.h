//===- SameLayout.h - Whether two layouts are one --------------*- C++ -*-===//
//
// What from() and to() say is compared with what an array knows by where the
// elements lie, not by how it is told: block is block(25) of 100 elements on 4.
//
//===----------------------------------------------------------------------===//
#ifndef REDIST_RUNTIME_SAMELAYOUT_H
#define REDIST_RUNTIME_SAMELAYOUT_H

#include "CheckedCall.h"

namespace redist::runtime {

/// Whether both put every element of the side on the same rank of `size`.
/// Allocates nothing where they are told alike. Throws redist::error where one
/// is no layout of the side; `clause` says whose they are.
bool areEquivalent(const char *clause, const Call &call, const CallSide &side,
                   const layout &a, rank_map aRanks, const layout &b,
                   rank_map bRanks, int size);

} // namespace redist::runtime

#endif
