//===- ClassSchedule.h - Minimum total cost on classes ---------*- C++ -*-===//
//
// The exact strategy (docs/SchedulingMath.md, section 4): choose how many steps
// have which cost, and which share of each class goes into them, by an integer
// program over classes; then realise the shares by three Kőnig colourings. This
// header declares the problem and the interface of the solver; lib/Exact
// implements it with CBC. The realisation is pure combinatorics and lives in
// lib/Schedule.
//
//===----------------------------------------------------------------------===//
#ifndef REDISTSCHEDULE_EDGECOLOURING_CLASSSCHEDULE_H
#define REDISTSCHEDULE_EDGECOLOURING_CLASSSCHEDULE_H

#include <cstdint>
#include <limits>
#include <optional>
#include <vector>

namespace redist::schedule {

/// One class of messages: a complete K(alpha, beta) between a row block and a
/// column block, all of one length.
struct MessageClass {
  std::int32_t rowType;    ///< in [0, rowTypes)
  std::int32_t columnType; ///< in [0, columnTypes)
  std::int64_t weight;     ///< > 0
};

struct ClassProblem {
  std::int64_t alpha = 1; ///< rows in a row block
  std::int64_t beta = 1;  ///< columns in a column block
  std::int32_t rowTypes = 1;
  std::int32_t columnTypes = 1;
  std::vector<MessageClass> classes;
  std::int64_t stepCount = 0; ///< NS, at least the maximum degree
};

/// `steps[j]` steps cost `costs[j]` (decreasing); `share[k][j]` of the
/// alpha*beta messages of class k travel in them.
struct ClassProfile {
  std::vector<std::int64_t> costs;
  std::vector<std::int64_t> steps;
  std::vector<std::vector<std::int64_t>> share;
  std::int64_t totalCost = 0;
  bool proved = false; ///< totalCost equals lowerBound
  std::int64_t lowerBound = 0;
};

/// Implemented by lib/Exact; handed to makeSchedule by those who link it.
class ExactSolver {
public:
  virtual ~ExactSolver() = default;
  /// Least total cost at exactly problem.stepCount steps, and the bound that
  /// proves it. `known` is the cost of what the caller has already: where
  /// nothing is found that costs less, the profile has that cost, no steps, and
  /// the bound. std::nullopt where the problem is beyond the solver's limits.
  virtual std::optional<ClassProfile> solve(const ClassProblem &,
                                            std::int64_t known) const = 0;
};

/// A feasible profile with integral shares, found by splitting groups of steps
/// where that saves most; a heuristic that is often optimal. Its work does not
/// depend on alpha and beta. It looks for `maxFlows` flows at most: where
/// there are very many messages, one or two splits are enough. lowerBound and
/// proved are left to the caller. Precondition: stepCount is at least the
/// maximum degree.
ClassProfile
splitProfile(const ClassProblem &,
             std::int64_t maxFlows = std::numeric_limits<std::int64_t>::max());

/// Step of message (class k, row x in its block, column y in its block), index
/// (k * alpha + x) * beta + y. Precondition: the profile is feasible and its
/// shares are integral. Steps are numbered by decreasing cost.
std::vector<std::int32_t> realise(const ClassProblem &, const ClassProfile &);

} // namespace redist::schedule

#endif
