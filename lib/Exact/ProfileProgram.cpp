//===- ProfileProgram.cpp - The integer program of the profile ------------===//

#include "ProfileProgram.h"

#include "LinearModel.h"

#include <CbcModel.hpp>
#include <OsiClpSolverInterface.hpp>

#include <algorithm>
#include <cmath>

namespace redistc::exact {

/// Far below 1, the least difference of two objective values, and far above
/// the solver's own tolerance.
static constexpr double tolerance = 1e-5;

/// Total cost, above that of `lower`, of raising one entry (and with it those
/// of all lighter levels) to `value`.
static std::int64_t costOfRaising(const LevelProblem &problem,
                                  const Cumulated &lower, std::int32_t level,
                                  std::int64_t value) {
  std::int64_t cost = 0;
  for (std::int32_t k = level; k < problem.levels() && lower[k] < value; ++k)
    cost += problem.priceOf(k) * (value - lower[k]);
  return cost;
}

Cumulated reachableUpTo(const LevelProblem &problem, const Cumulated &lower,
                        std::int64_t cutoff) {
  std::int64_t budget = cutoff - 1 - problem.totalCost(lower);
  Cumulated upper = lower;
  for (std::int32_t j = 0; j + 1 < problem.levels(); ++j) {
    // The cost grows with the value: bisect for the greatest in the budget.
    std::int64_t low = lower[j], high = problem.stepCount;
    while (low < high) {
      std::int64_t middle = high - (high - low) / 2;
      if (costOfRaising(problem, lower, j, middle) <= budget)
        low = middle;
      else
        high = middle - 1;
    }
    upper[j] = low;
  }
  return upper;
}

/// Euclid's algorithm. std::gcd of GCC 12.2 is compiled wrongly at -O2 in some
/// contexts.
static std::int64_t gcd(std::int64_t a, std::int64_t b) {
  while (b != 0) {
    a %= b;
    std::swap(a, b);
  }
  return a;
}

static bool canHaveSteps(const Cumulated &lower, const Cumulated &upper,
                         std::int32_t level) {
  return level == 0 || upper[level] > lower[level - 1];
}

ProfileProgram::ProfileProgram(const LevelProblem &given,
                               const Cumulated &lowerBound,
                               std::int64_t givenCutoff)
    : problem(given), lower(lowerBound),
      upper(reachableUpTo(given, lowerBound, givenCutoff)), cutoff(givenCutoff),
      base(given.totalCost(lowerBound)) {
  // Costs are a sum of prices times integers, so they differ by multiples.
  unit = 0;
  for (std::int32_t j = 0; j < problem.levels(); ++j)
    unit = gcd(unit, problem.priceOf(j));
  for (std::int32_t j = 0; j < problem.levels(); ++j)
    if (canHaveSteps(lower, upper, j))
      variableCount +=
          std::count_if(problem.cells.begin(), problem.cells.end(),
                        [j](const Cell &cell) { return cell.level >= j; });
}

ProfileProgram::~ProfileProgram() = default;

void ProfileProgram::build() {
  LinearModel model;
  ModelSteps steps;
  steps.upTo = lower;
  for (std::int32_t j = 0; j < problem.levels(); ++j) {
    bool isFixed = upper[j] == lower[j];
    double most = static_cast<double>(upper[j] - lower[j]);
    double price = static_cast<double>(problem.priceOf(j) / unit);
    steps.excessColumn.push_back(isFixed ? -1
                                         : model.addColumn(0, most, price));
    steps.canHaveSteps.push_back(canHaveSteps(lower, upper, j));
  }
  for (std::int32_t j = 1; j < problem.levels(); ++j)
    if (steps.excessColumn[j] >= 0 || steps.excessColumn[j - 1] >= 0) {
      double least = -steps.constant(j);
      int row = model.addRow(
          least, steps.canHaveSteps[j] ? LinearModel::infinity : least);
      enterSteps(model, steps, row, j, 1);
    }
  addShares(model, problem, steps,
            static_cast<double>(problem.alpha * problem.beta));
  solver = std::make_unique<OsiClpSolverInterface>();
  model.load(*solver);
  for (int column : steps.excessColumn)
    if (column >= 0)
      solver->setInteger(column);
  excessColumn.assign(steps.excessColumn.begin(), steps.excessColumn.end());
}

/// Least total cost that an objective value of the program allows.
static std::int64_t costOfObjective(double objective, std::int64_t base,
                                    std::int64_t unit) {
  return base + unit * static_cast<std::int64_t>(
                           std::ceil(std::max(0.0, objective) - tolerance));
}

/// The program's profile from its solution, by one rounding or another. Rounded
/// entries do not decrease either, whatever the solver's tolerance.
template <typename Rounding>
static Cumulated profileOf(const Cumulated &lower,
                           const std::vector<std::int32_t> &excessColumn,
                           const double *solution, Rounding round) {
  Cumulated upTo = lower;
  for (std::size_t j = 0; j < upTo.size(); ++j) {
    if (excessColumn[j] >= 0)
      upTo[j] += static_cast<std::int64_t>(round(solution[excessColumn[j]]));
    if (j > 0)
      upTo[j] = std::max(upTo[j], upTo[j - 1]);
  }
  return upTo;
}

ProgramAnswer ProfileProgram::relax() {
  build();
  double greatest = static_cast<double>((cutoff - 1 - base) / unit) + 0.5;
  solver->setDblParam(OsiDualObjectiveLimit, greatest);
  solver->setHintParam(OsiDoPresolveInInitial, true, OsiHintDo);
  solver->initialSolve();
  ProgramAnswer answer;
  answer.lowerBound = base;
  if (solver->isProvenPrimalInfeasible() ||
      solver->isDualObjectiveLimitReached()) {
    answer.lowerBound = cutoff;
  } else if (solver->isProvenOptimal()) {
    answer.lowerBound =
        std::min(cutoff, costOfObjective(solver->getObjValue(), base, unit));
    answer.upTo =
        profileOf(lower, excessColumn, solver->getColSolution(),
                  [](double value) { return std::ceil(value - tolerance); });
  }
  return answer;
}

void ProfileProgram::lowerCutoff(std::int64_t newCutoff) {
  cutoff = newCutoff;
  upper = reachableUpTo(problem, lower, cutoff);
  for (std::int32_t j = 0; j < problem.levels(); ++j)
    if (excessColumn[j] >= 0)
      solver->setColUpper(excessColumn[j],
                          static_cast<double>(upper[j] - lower[j]));
}

ProgramAnswer ProfileProgram::search(std::int64_t nodes) {
  CbcModel model(*solver);
  model.setLogLevel(0);
  model.solver()->messageHandler()->setLogLevel(0);
  model.setCutoff(static_cast<double>((cutoff - 1 - base) / unit) + 0.5);
  model.setDblParam(CbcModel::CbcCutoffIncrement, 1 - tolerance);
  // The relaxation is tight and few variables are integer: strong branching on
  // many of them costs more than the nodes that it saves (measured).
  model.setNumberStrong(1);
  model.setNumberBeforeTrust(1);
  model.setMaximumNodes(
      static_cast<int>(std::min<std::int64_t>(nodes, 1 << 30)));
  model.branchAndBound();

  ProgramAnswer answer;
  if (const double *best = model.bestSolution())
    answer.upTo = profileOf(lower, excessColumn, best,
                            [](double value) { return std::round(value); });
  std::int64_t known = answer.upTo ? problem.totalCost(*answer.upTo) : cutoff;
  if (model.isProvenOptimal() || model.isProvenInfeasible())
    answer.lowerBound = known;
  else
    answer.lowerBound = std::min(
        known, costOfObjective(model.getBestPossibleObjValue(), base, unit));
  return answer;
}

} // namespace redistc::exact
