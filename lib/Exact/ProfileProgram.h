//===- ProfileProgram.h - The linear program of the profile ----*- C++ -*-===//
//
// Variables: by how much each cumulated count exceeds its lower bound, E[j] =
// upTo[j] - lower[j], and the shares (LinearModel.h).
//
//   min  sum price[j] * E[j]   with  E[j] - E[j - 1] >= lower[j - 1] - lower[j]
//   and  the shares fit the steps of each level.
//
// The lower bounds and the cutoff leave few values for each E, and fix most of
// them: levels that cannot have steps are left out. CLP solves the program for
// any ranges of the entries; what it proves is computed in integers
// (ExactBound.h), and what profile it finds the caller checks in integers.
//
//===----------------------------------------------------------------------===//
#ifndef REDISTC_LIB_EXACT_PROFILEPROGRAM_H
#define REDISTC_LIB_EXACT_PROFILEPROGRAM_H

#include "Deadline.h"
#include "LevelProblem.h"

#include <memory>

class OsiClpSolverInterface;

namespace redistc::exact {

class ExactBound;

/// The entries that a profile of total cost below `cutoff` can reach, given
/// that none is below `lower`.
Cumulated reachableUpTo(const LevelProblem &, const Cumulated &lower,
                        std::int64_t cutoff);

/// Least and greatest values of the entries of a profile.
struct ProfileRange {
  Cumulated least, most;
};

/// An answer of the program for some ranges.
struct ProgramAnswer {
  bool isEmpty = false; ///< proved: no profile is in the ranges
  /// Proved: every profile in the ranges costs at least this.
  std::int64_t lowerBound = 0;
  /// Entries of the profile of least cost, if it was found.
  std::optional<std::vector<double>> upTo;
};

class ProfileProgram {
public:
  /// Profiles of total cost below `cutoff`, entry by entry at least `lower`.
  ProfileProgram(const LevelProblem &, const Cumulated &lower,
                 std::int64_t cutoff);
  ~ProfileProgram();

  /// Number of shares in the program; known before build().
  std::int64_t variables() const { return variableCount; }
  void build();

  /// All profiles of the program.
  ProfileRange everything() const { return {lower, upper}; }
  /// Precondition: build() has been called; the ranges are within everything().
  ProgramAnswer solve(const ProfileRange &, const Deadline &);
  /// The shares of the last answer, if they are integers and those of `upTo`.
  std::optional<Shares> shares(const Cumulated &upTo) const;

private:
  void setRange(const ProfileRange &);
  bool provesEmpty(const Deadline &);

  const LevelProblem &problem;
  Cumulated lower, upper;
  std::int64_t base; ///< total cost of `lower`
  std::int64_t unit; ///< greatest common divisor of the prices
  std::int64_t variableCount = 0;
  std::vector<int> excessColumn; ///< of each level; -1: fixed
  std::vector<std::vector<int>> shareColumn;
  double scale = 1;
  bool isFirst = true;
  std::unique_ptr<OsiClpSolverInterface> solver;
  std::unique_ptr<ExactBound> proof;
};

} // namespace redistc::exact

#endif
