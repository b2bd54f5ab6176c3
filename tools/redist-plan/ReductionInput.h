//===- ReductionInput.h - What the command line asks for --------*- C++ -*-===//
//
// What `redist-plan reduce` is asked: the options that say what is reduced, as
// a problem of the schedule library, with its times in ticks.
//
//===----------------------------------------------------------------------===//
#ifndef REDIST_PLAN_REDUCTIONINPUT_H
#define REDIST_PLAN_REDUCTIONINPUT_H

#include "Format.h"

#include "redistSchedule/Reduction/ReductionSchedule.h"

#include <optional>
#include <vector>

namespace redistplan {

struct ReductionInput {
  redist::schedule::ReductionProblem problem;
  redist::schedule::Fraction tick; ///< in the unit of the command line
  std::int64_t root = 0;
  std::optional<std::int64_t> rank = std::nullopt; ///< whose role alone
  std::optional<std::int64_t> ranksPerNode = std::nullopt;
  /// By rank, in ticks; empty where all are there from the beginning.
  std::vector<std::int64_t> arrivals = {};
};

/// Of all options but --format, --full, --verify, --allreduce and -o. Throws
/// UsageError, before it reads the first value, and InputError.
ReductionInput reductionInputOf(const CommandLine &);

} // namespace redistplan

#endif
