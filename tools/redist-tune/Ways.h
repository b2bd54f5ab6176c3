//===- Ways.h - What redistributions take, in every way --------*- C++ -*-===//
//
// Comes in: the ranks of MPI_COMM_WORLD, and what messages cost between them.
// Goes out: what some redistributions take by messages alone, by the runtime's
// own executor: step by step, all messages at once, packed by MPI_Alltoallv,
// and by MPI_Alltoallw.
//
//===----------------------------------------------------------------------===//
#ifndef REDIST_TUNE_WAYS_H
#define REDIST_TUNE_WAYS_H

#include "redist/Profile.h"

#include <vector>

namespace redisttune {

/// Of vectors of doubles with short, middle and long runs, in messages of 4 KB
/// to 4 MB, among all ranks, from all to half of them, and from half of them to
/// all; the least of some rounds, of the slowest rank. With many ranks at most
/// 16 of them, spread over all. `messages`: alpha, beta and what else is known,
/// on rank 0. Goes out on rank 0; elsewhere nothing. Collective. Precondition:
/// two ranks at least.
std::vector<redist::measured_ways>
measureWays(const redist::machine_profile &messages, int rounds);

} // namespace redisttune

#endif
