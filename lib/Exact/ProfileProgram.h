//===- ProfileProgram.h - The integer program of the profile ---*- C++ -*-===//
//
// Integer variables: by how much each cumulated count exceeds its lower bound,
// E[j] = upTo[j] - lower[j]. Continuous variables: the shares (LinearModel.h).
//
//   min  sum price[j] * E[j]   with  E[j] - E[j - 1] >= lower[j - 1] - lower[j]
//   and  the shares fit the steps of each level.
//
// The lower bounds and the cutoff leave few values for each E, and fix most of
// them: levels that cannot have steps are left out. CLP solves the relaxation,
// CBC the integer program. What comes back is rounded: the caller checks it in
// integers.
//
//===----------------------------------------------------------------------===//
#ifndef REDISTC_LIB_EXACT_PROFILEPROGRAM_H
#define REDISTC_LIB_EXACT_PROFILEPROGRAM_H

#include "LevelProblem.h"

#include <memory>

class OsiClpSolverInterface;

namespace redistc::exact {

/// The entries that a profile of total cost below `cutoff` can reach, given
/// that none is below `lower`.
Cumulated reachableUpTo(const LevelProblem &, const Cumulated &lower,
                        std::int64_t cutoff);

/// An answer of the program, before any check in integers.
struct ProgramAnswer {
  /// Every profile within the program's range costs at least this. Where the
  /// program has none below its cutoff: the cutoff.
  std::int64_t lowerBound = 0;
  /// relax(): the relaxation's profile, rounded up. search(): the best one.
  std::optional<Cumulated> upTo;
};

class ProfileProgram {
public:
  /// Profiles of total cost below `cutoff`, entry by entry at least `lower`.
  ProfileProgram(const LevelProblem &, const Cumulated &lower,
                 std::int64_t cutoff);
  ~ProfileProgram();

  /// Number of shares in the program; known before relax() builds it.
  std::int64_t variables() const { return variableCount; }

  /// Linear relaxation.
  ProgramAnswer relax();
  /// Looks only for better profiles from now on. Call after relax().
  void lowerCutoff(std::int64_t newCutoff);
  /// Branch and bound up to a number of nodes. Call after relax() gave a
  /// profile.
  ProgramAnswer search(std::int64_t nodes);

private:
  void build();

  const LevelProblem &problem;
  Cumulated lower, upper;
  std::int64_t cutoff;
  std::int64_t base; ///< total cost of `lower`
  std::int64_t unit; ///< greatest common divisor of the prices
  std::int64_t variableCount = 0;
  std::vector<std::int32_t> excessColumn; ///< of each level; -1: fixed
  std::unique_ptr<OsiClpSolverInterface> solver;
};

} // namespace redistc::exact

#endif
