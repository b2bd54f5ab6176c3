//===- ProgramSimulator.h - All ranks' steps, carried out ------*- C++ -*-===//
//
// Carries out the programs of a reduction with synchronous messages: a send
// ends only with its receive, so that programs which rely on buffering get
// stuck here. Values are words, combined by putting one after the other, and
// the times are those of the one-port model.
//
//===----------------------------------------------------------------------===//
#ifndef REDIST_TEST_UNIT_SCHEDULE_PROGRAMSIMULATOR_H
#define REDIST_TEST_UNIT_SCHEDULE_PROGRAMSIMULATOR_H

#include "redistSchedule/Reduction/ReductionProgram.h"

#include <string>

namespace redist::schedule::test {

using Program = std::vector<ReductionStep>;

std::vector<Program> programsOf(const ReductionSchedule &, ReductionForm,
                                std::int64_t root, bool notifies);

/// The letters that ranks 0, 1, ... begin with, in this order.
std::string letters(std::int64_t ranks);

struct SimulatedRank {
  std::string value;            ///< what it has combined
  std::uint64_t expression = 0; ///< equal iff computed in the same way
  bool isNotified = false;
  // In ticks.
  std::int64_t portFree = 0;
  std::int64_t ready = 0; ///< the value
};

struct Simulation {
  std::string problem; ///< empty: all programs ended
  std::vector<SimulatedRank> ranks;
  std::int64_t length = 0;     ///< until the last value is ready
  std::int64_t maxResults = 0; ///< that travel at once
};

Simulation simulate(const std::vector<Program> &, const ReductionCost &,
                    bool fullDuplex);

} // namespace redist::schedule::test

#endif
