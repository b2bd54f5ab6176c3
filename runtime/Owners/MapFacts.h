//===- MapFacts.h - What all ranks know of a map ---------------*- C++ -*-===//
//
// Each rank tells how many numbers its map of a dimension has, and their hash.
// So all learn how many elements each coordinate has, and a name of the map by
// its contents; and whether ranks that should have the same numbers do.
//
//===----------------------------------------------------------------------===//
#ifndef REDIST_RUNTIME_OWNERS_MAPFACTS_H
#define REDIST_RUNTIME_OWNERS_MAPFACTS_H

#include "Call/ValidatedCall.h"

#include <mpi.h>

namespace redist::runtime {

/// Fills the maps of the side. `layouts`: of it, without them. Throws the same
/// redist::error (no position) on every rank. Collective.
void agreeOnMaps(const char *clause, CallSide &side,
                 const ResolvedSide &layouts, MPI_Comm comm, int rank,
                 int size);

} // namespace redist::runtime

#endif
