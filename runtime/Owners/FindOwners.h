//===- FindOwners.h - From maps of any owners to who sends what *- C++ -*-===//
//
// Comes in: a call with dimensions that are indirect or listed, on all ranks.
// Goes out: in the call, what all ranks know of the maps, and for each axis the
// runs that this rank sends and receives. Nobody holds a whole map of listed:
// owners are found through homes (Homes.h). What one rank alone can see to be
// wrong is found before, without others.
//
//===----------------------------------------------------------------------===//
#ifndef REDIST_RUNTIME_OWNERS_FINDOWNERS_H
#define REDIST_RUNTIME_OWNERS_FINDOWNERS_H

#include "Owners/OwnerSums.h"

#include <memory>

namespace redist::runtime {

/// What a rank sees by itself. Throws redist::error (no position).
void checkMaps(const Call &call, int rank, int size);

/// Fills the maps of both sides and the listed axes of the call; or returns
/// what combines the elements of several owners, with the call that brings
/// them. Throws the same redist::error (no position) on every rank where the
/// maps of the ranks do not fit together. Collective; preconditions: the ranks
/// agree on all else, and checkMaps() has found nothing.
std::shared_ptr<const OwnerSums> findOwners(Call &call, MPI_Comm comm, int rank,
                                            int size);

} // namespace redist::runtime

#endif
