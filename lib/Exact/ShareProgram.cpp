//===- ShareProgram.cpp - Integral shares of a given profile --------------===//

#include "ShareProgram.h"

#include "LinearModel.h"

#include <CbcModel.hpp>
#include <ClpSimplex.hpp>
#include <OsiClpSolverInterface.hpp>

#include <algorithm>
#include <cmath>

namespace redistc::exact {

using ShareColumns = std::vector<std::vector<int>>;

/// The nearest integers, if they are shares of the profile.
static std::optional<Shares> roundShares(const LevelProblem &problem,
                                         const Cumulated &upTo,
                                         const ShareColumns &columns,
                                         const double *solution) {
  Shares share(problem.cells.size(),
               std::vector<std::int64_t>(problem.levels(), 0));
  for (std::size_t c = 0; c < share.size(); ++c)
    for (std::int32_t j = 0; j < problem.levels(); ++j)
      if (columns[c][j] >= 0)
        share[c][j] = std::llround(solution[columns[c][j]]);
  if (!isFeasible(problem, upTo, share))
    return std::nullopt;
  return share;
}

/// Objective number `round`: an arbitrary but fixed weight for each column,
/// from a multiplicative (Fibonacci) hash of its number.
static void perturb(OsiClpSolverInterface &solver, std::uint32_t round) {
  for (int column = 0; column < solver.getNumCols(); ++column) {
    std::uint32_t mixed =
        (static_cast<std::uint32_t>(column) * 8 + round) * 2654435769u;
    solver.setObjCoeff(column, static_cast<double>(mixed >> 22));
  }
}

std::optional<Shares> sharesByProgram(const LevelProblem &problem,
                                      const Cumulated &upTo,
                                      const Deadline &deadline) {
  LinearModel model;
  ModelSteps steps{upTo, std::vector<int>(problem.levels(), -1), {}};
  for (std::int32_t j = 0; j < problem.levels(); ++j)
    steps.canHaveSteps.push_back(steps.constant(j) > 0);
  ShareColumns columns = addShares(model, problem, steps, 1);
  OsiClpSolverInterface solver;
  model.load(solver);
  solver.getModelPtr()->setMaximumWallSeconds(deadline.left());
  solver.initialSolve();
  if (!solver.isProvenOptimal())
    return std::nullopt;
  constexpr std::uint32_t rounds = 8;
  for (std::uint32_t round = 0; round < rounds; ++round) {
    if (auto share =
            roundShares(problem, upTo, columns, solver.getColSolution()))
      return share;
    if (deadline.passed())
      return std::nullopt;
    perturb(solver, round);
    solver.resolve();
    if (!solver.isProvenOptimal())
      break;
  }
  for (int column = 0; column < solver.getNumCols(); ++column)
    solver.setInteger(column);
  CbcModel integral(solver);
  integral.setLogLevel(0);
  integral.solver()->messageHandler()->setLogLevel(0);
  integral.setMaximumSolutions(1);
  integral.setUseElapsedTime(true);
  integral.setMaximumSeconds(deadline.left());
  integral.branchAndBound();
  if (!integral.bestSolution())
    return std::nullopt;
  return roundShares(problem, upTo, columns, integral.bestSolution());
}

} // namespace redistc::exact
