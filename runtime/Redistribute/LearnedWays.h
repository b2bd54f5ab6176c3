//===- LearnedWays.h - What a program has learned, in a file ---*- C++ -*-===//
//
// Comes in: what plans have learned of transfer methods. Goes out: the file
// that REDIST_LEARN names, a profile (Profile.h) with `ways` alone, which
// REDIST_PROFILE may name in later runs. Rank 0 of MPI_COMM_WORLD writes it,
// whole or not at all, when a communicator goes whose redistributions have
// learned something; it has all that were there before.
//
//===----------------------------------------------------------------------===//
#ifndef REDIST_RUNTIME_REDISTRIBUTE_LEARNEDWAYS_H
#define REDIST_RUNTIME_REDISTRIBUTE_LEARNEDWAYS_H

#include "redist/Profile.h"

#include <functional>
#include <string>
#include <vector>

namespace redist::runtime {

/// The text of such a file.
std::string textOfLearned(const std::vector<measured_ways> &ways);

/// Of those that are alike but for times, the least times.
void addLearned(std::vector<measured_ways> &all, const measured_ways &one);

/// Asks for what was learned where REDIST_LEARN wants it. Says on standard
/// error where the file cannot be written. Precondition: MPI is running. Not
/// collective.
void keepLearned(
    const std::function<std::vector<measured_ways>()> &learnedWays) noexcept;

} // namespace redist::runtime

#endif
