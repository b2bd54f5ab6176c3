//===- ProfileProgram.cpp - The linear program of the profile -------------===//

#include "ProfileProgram.h"

#include "ExactBound.h"
#include "LinearModel.h"

#include <ClpSimplex.hpp>
#include <OsiClpSolverInterface.hpp>

#include <algorithm>
#include <cmath>

namespace redistc::exact {

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
                               const Cumulated &lowerBound, std::int64_t cutoff)
    : problem(given), lower(lowerBound),
      upper(reachableUpTo(given, lowerBound, cutoff)),
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
  scale = static_cast<double>(problem.alpha * problem.beta);
  shareColumn = addShares(model, problem, steps, scale);
  excessColumn = std::move(steps.excessColumn);
  solver = std::make_unique<OsiClpSolverInterface>();
  model.load(*solver);
  proof = std::make_unique<ExactBound>(model);
}

void ProfileProgram::setRange(const ProfileRange &range) {
  for (std::int32_t j = 0; j < problem.levels(); ++j)
    if (const int column = excessColumn[j]; column >= 0) {
      const std::int64_t least = range.least[j] - lower[j];
      const std::int64_t most = range.most[j] - lower[j];
      solver->setColBounds(column, static_cast<double>(least),
                           static_cast<double>(most));
      proof->limit(column, least, most);
    }
}

/// CLP's own steps before and after the simplex method leave no ray behind:
/// where there is none the method begins again without them.
bool ProfileProgram::provesEmpty(const Deadline &deadline) {
  constexpr unsigned alwaysMakeRay = 32;
  ClpSimplex &simplex = *solver->getModelPtr();
  std::unique_ptr<double[]> ray(simplex.infeasibilityRay());
  if (!ray) {
    const unsigned options = simplex.specialOptions();
    simplex.setLogLevel(0);
    simplex.setSpecialOptions(options | alwaysMakeRay);
    simplex.setMaximumWallSeconds(deadline.left());
    simplex.allSlackBasis(true);
    simplex.dual();
    simplex.setSpecialOptions(options);
    ray.reset(simplex.infeasibilityRay());
  }
  return ray && proof->provesEmpty(ray.get());
}

ProgramAnswer ProfileProgram::solve(const ProfileRange &range,
                                    const Deadline &deadline) {
  setRange(range);
  solver->getModelPtr()->setMaximumWallSeconds(deadline.left());
  if (isFirst)
    solver->initialSolve();
  else
    solver->resolve();
  isFirst = false;
  ProgramAnswer answer;
  answer.lowerBound = base;
  // Whatever the state in which CLP has ended, its multipliers prove a bound.
  if (const auto least = proof->minCost(solver->getRowPrice()))
    answer.lowerBound = std::max(base, base + unit * *least);
  if (solver->isProvenPrimalInfeasible())
    answer.isEmpty = provesEmpty(deadline);
  if (!solver->isProvenOptimal())
    return answer;
  answer.upTo.emplace(lower.begin(), lower.end());
  for (std::size_t j = 0; j < lower.size(); ++j)
    if (excessColumn[j] >= 0)
      (*answer.upTo)[j] += solver->getColSolution()[excessColumn[j]];
  return answer;
}

std::optional<Shares> ProfileProgram::shares(const Cumulated &upTo) const {
  Shares result(problem.cells.size(),
                std::vector<std::int64_t>(problem.levels(), 0));
  const double *solution = solver->getColSolution();
  for (std::size_t c = 0; c < result.size(); ++c)
    for (std::int32_t j = 0; j < problem.levels(); ++j)
      if (shareColumn[c][j] >= 0)
        result[c][j] = std::llround(solution[shareColumn[c][j]] * scale);
  if (!isFeasible(problem, upTo, result))
    return std::nullopt;
  return result;
}

} // namespace redistc::exact
