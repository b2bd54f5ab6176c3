//===- MpiChoice.h - Choice between MPI and a tree -------------*- C++ -*-===//
//
// Room Runtime. The model by which `strategy(auto)` leaves a reduction to MPI.
// Comes in: the clauses and what the items say of themselves. Goes out: one of
// the ways below. A function of sizes, types, the number of ranks and how these
// lie on nodes, so that the same program gives the same bits every time.
//
//===----------------------------------------------------------------------===//
#ifndef REDIST_RUNTIME_REDUCTION_MPI_MPICHOICE_H
#define REDIST_RUNTIME_REDUCTION_MPI_MPICHOICE_H

#include "Reduction/Clauses/CheckedReduction.h"

namespace redist::runtime {

enum class ReductionMethod {
  Tree,       ///< ours
  Direct,     ///< while the ranks agree (ReductionAgreement.h)
  Stripes,    ///< inside nodes, and between them (StripeExchange.h)
  MpiBuiltin, ///< MPI_Reduce and the like, with an operator of MPI
  MpiNamed,   ///< with one of MPI_Op_create
};

/// Where the ranks are.
struct ReductionPlaces {
  bool isOneNode = false;
  bool hasStripes = false; ///< between nodes, for values like this one
  bool areInOrder = true;  ///< each node's ranks follow one another
};

/// Throws redist::error (no position) where strategy(mpi) does not fit.
ReductionMethod chooseWay(const CheckedReduction &, const detail::operand &,
                          const ReductionPlaces &);

/// Whether a reduction to a root by an operator of MPI is faster as one to all
/// ranks, of which the root alone takes the result.
bool isFasterToAll(const CheckedReduction &);

} // namespace redist::runtime

#endif
