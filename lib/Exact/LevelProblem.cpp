//===- LevelProblem.cpp - Classes as jobs with deadlines ------------------===//

#include "LevelProblem.h"

#include "Circulation.h"

#include <algorithm>
#include <functional>
#include <tuple>

namespace redistc::exact {

using redist::schedule::ClassProblem;
using redist::schedule::MessageClass;

std::int64_t LevelProblem::totalCost(const Cumulated &upTo) const {
  std::int64_t total = 0;
  for (std::int32_t j = 0; j < levels(); ++j)
    total += priceOf(j) * upTo[j];
  return total;
}

static std::int64_t ceilDivide(std::int64_t a, std::int64_t b) {
  return (a + b - 1) / b;
}

/// Messages of each row type (column type) in the cells of level 0 .. last.
struct Sums {
  std::vector<std::int64_t> row, column;
};

static Sums sumsUpTo(const LevelProblem &problem, std::int32_t last) {
  Sums sums{std::vector<std::int64_t>(problem.rows),
            std::vector<std::int64_t>(problem.columns)};
  for (const Cell &cell : problem.cells)
    if (cell.level <= last) {
      sums.row[cell.row] += cell.messages;
      sums.column[cell.column] += cell.messages;
    }
  return sums;
}

static std::int64_t degree(const LevelProblem &problem, const Sums &sums) {
  std::int64_t most = 0;
  for (std::int64_t sum : sums.row)
    most = std::max(most, ceilDivide(sum, problem.alpha));
  for (std::int64_t sum : sums.column)
    most = std::max(most, ceilDivide(sum, problem.beta));
  return most;
}

/// 2^50: every count is then exact as a double, and so are small sums of them.
static constexpr std::int64_t maxMessages = std::int64_t{1} << 50;

static bool isInRange(const ClassProblem &input) {
  if (input.classes.empty() || input.alpha < 1 || input.beta < 1)
    return false;
  auto count = static_cast<std::int64_t>(input.classes.size());
  if (input.alpha > maxMessages / input.beta / count ||
      input.stepCount > maxMessages / std::max(input.alpha, input.beta))
    return false;
  return true;
}

/// Merges equal classes into cells. The input need not be sorted.
static void mergeClasses(const ClassProblem &input, LevelProblem &problem) {
  for (const MessageClass &c : input.classes)
    problem.costs.push_back(c.weight);
  std::sort(problem.costs.begin(), problem.costs.end(), std::greater<>());
  problem.costs.erase(std::unique(problem.costs.begin(), problem.costs.end()),
                      problem.costs.end());

  using Key = std::tuple<std::int32_t, std::int32_t, std::int32_t>;
  std::vector<Key> keys;
  for (const MessageClass &c : input.classes) {
    auto level = std::lower_bound(problem.costs.begin(), problem.costs.end(),
                                  c.weight, std::greater<>());
    keys.emplace_back(level - problem.costs.begin(), c.rowType, c.columnType);
  }
  std::vector<Key> distinct = keys;
  std::sort(distinct.begin(), distinct.end());
  distinct.erase(std::unique(distinct.begin(), distinct.end()), distinct.end());
  for (auto [level, row, column] : distinct)
    problem.cells.push_back({row, column, level, 0});
  for (const Key &key : keys) {
    auto at = std::lower_bound(distinct.begin(), distinct.end(), key) -
              distinct.begin();
    problem.cellOfClass.push_back(static_cast<std::int32_t>(at));
    problem.cells[at].messages += problem.alpha * problem.beta;
  }
}

std::optional<LevelProblem> makeLevelProblem(const ClassProblem &input) {
  if (!isInRange(input))
    return std::nullopt;
  LevelProblem problem;
  problem.alpha = input.alpha;
  problem.beta = input.beta;
  problem.rows = input.rowTypes;
  problem.columns = input.columnTypes;
  problem.stepCount = input.stepCount;
  mergeClasses(input, problem);
  if (degree(problem, sumsUpTo(problem, problem.levels())) > input.stepCount)
    return std::nullopt;
  return problem;
}

Cumulated sortedBound(const LevelProblem &problem) {
  Cumulated bound(problem.levels());
  Sums sums = sumsUpTo(problem, -1);
  std::size_t next = 0;
  std::int64_t most = 0;
  for (std::int32_t j = 0; j < problem.levels(); ++j) {
    for (; next < problem.cells.size() && problem.cells[next].level == j;
         ++next) {
      const Cell &cell = problem.cells[next];
      std::int64_t row = sums.row[cell.row] += cell.messages;
      std::int64_t column = sums.column[cell.column] += cell.messages;
      most = std::max({most, ceilDivide(row, problem.alpha),
                       ceilDivide(column, problem.beta)});
    }
    bound[j] = most;
  }
  bound.back() = problem.stepCount;
  return bound;
}

/// Can the classes be split into `heavy` steps that take anything and the rest,
/// which take only cells beyond `level`? One flow: the light part of each cell.
static bool canSplit(const LevelProblem &problem, const Sums &all,
                     std::int32_t level, std::int64_t heavy,
                     Circulation &network) {
  std::int64_t light = problem.stepCount - heavy;
  network.clear();
  for (std::int64_t sum : all.row)
    network.addEdge(Circulation::source, network.addNode(),
                    std::max<std::int64_t>(0, sum - problem.alpha * heavy),
                    problem.alpha * light);
  std::int32_t firstColumn = 2 + problem.rows;
  for (std::int64_t sum : all.column)
    network.addEdge(network.addNode(), Circulation::sink,
                    std::max<std::int64_t>(0, sum - problem.beta * heavy),
                    problem.beta * light);
  for (const Cell &cell : problem.cells)
    if (cell.level > level)
      network.addEdge(2 + cell.row, firstColumn + cell.column, 0,
                      cell.messages);
  return network.solve();
}

Cumulated twoLevelBound(const LevelProblem &problem, const Cumulated &sorted,
                        const Deadline &deadline) {
  Cumulated bound = sorted;
  Sums all = sumsUpTo(problem, problem.levels());
  Circulation network;
  std::int64_t least = 0;
  for (std::int32_t j = 0; j + 1 < problem.levels(); ++j) {
    std::int64_t low = std::max(sorted[j], least), high = problem.stepCount;
    bound[j] = least = low;
    if (deadline.passed())
      continue;
    // The first guess is right nearly always; else bisect.
    if (!canSplit(problem, all, j, low, network))
      for (++low; low < high;) {
        std::int64_t middle = low + (high - low) / 2;
        if (canSplit(problem, all, j, middle, network))
          high = middle;
        else
          low = middle + 1;
      }
    bound[j] = least = low;
  }
  return bound;
}

bool isFeasible(const LevelProblem &problem, const Cumulated &upTo,
                const Shares &share) {
  std::vector<std::int64_t> left;
  for (const Cell &cell : problem.cells)
    left.push_back(cell.messages);
  for (std::int32_t j = 0; j < problem.levels(); ++j) {
    std::int64_t steps = upTo[j] - (j > 0 ? upTo[j - 1] : 0);
    if (steps < 0)
      return false;
    Sums used{std::vector<std::int64_t>(problem.rows),
              std::vector<std::int64_t>(problem.columns)};
    for (std::size_t c = 0; c < problem.cells.size(); ++c) {
      std::int64_t amount = share[c][j];
      if (amount < 0 || (amount > 0 && problem.cells[c].level < j))
        return false;
      left[c] -= amount;
      used.row[problem.cells[c].row] += amount;
      used.column[problem.cells[c].column] += amount;
    }
    if (degree(problem, used) > steps)
      return false;
  }
  return std::all_of(left.begin(), left.end(),
                     [](std::int64_t amount) { return amount == 0; }) &&
         upTo.back() == problem.stepCount;
}

} // namespace redistc::exact
