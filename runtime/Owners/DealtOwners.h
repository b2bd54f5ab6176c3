//===- DealtOwners.h - Coordinates in a redist::array ----------*- C++ -*-===//
//
// Each rank has the coordinates of some indices alone, where `indirect` names
// a redist::array. It tells the ranks of these coordinates, so that each rank
// learns what it has itself, as `listed` would say it: in ascending order.
// Memory of a rank: proportional to its numbers and its indices.
//
//===----------------------------------------------------------------------===//
#ifndef REDIST_RUNTIME_OWNERS_DEALTOWNERS_H
#define REDIST_RUNTIME_OWNERS_DEALTOWNERS_H

#include "Call/ValidatedCall.h"

#include <mpi.h>

namespace redist::runtime {

/// Fills CallSide::dealt where an array has the owners of a dimension.
/// `layouts`: of the side, without maps. Throws the same redist::error (no
/// position) on every rank where an index has no coordinate, or two.
/// Collective; precondition: checkMaps() has found nothing.
void findDealtOwners(const char *clause, CallSide &side,
                     const ResolvedSide &layouts, MPI_Comm comm, int rank);

/// The side with listed() in place of each indirect() of an array, which refers
/// to CallSide::dealt.
CallSide listingDealtOwners(const CallSide &side);

} // namespace redist::runtime

#endif
