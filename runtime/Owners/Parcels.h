//===- Parcels.h - Numbers for every rank, and from every rank -*- C++ -*-===//
//
// The exchange by which ranks find out who has which element: a list of triples
// for each rank, all of them at once.
//
//===----------------------------------------------------------------------===//
#ifndef REDIST_RUNTIME_OWNERS_PARCELS_H
#define REDIST_RUNTIME_OWNERS_PARCELS_H

#include "Support/TripleLists.h"

#include <mpi.h>

namespace redist::runtime {

/// `listOf`: by rank of `comm`, which of the lists it gets; -1: none. Goes out:
/// all that the ranks have for this one, by sender. Collective.
TripleLists exchanged(const TripleLists &given,
                      const std::vector<std::int64_t> &listOf, MPI_Comm comm);

/// A list for each rank.
TripleLists exchanged(const TripleLists &given, MPI_Comm comm);

/// The same of lists that are not needed afterwards: calls fill(add) twice,
/// with add(rank, triple).
template <typename Fill>
TripleLists exchanged(int ranks, Fill fill, MPI_Comm comm) {
  return exchanged(TripleLists(static_cast<std::size_t>(ranks), fill), comm);
}

} // namespace redist::runtime

#endif
