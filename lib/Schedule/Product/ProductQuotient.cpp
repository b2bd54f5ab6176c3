//===- ProductQuotient.cpp - The quotient of a product grid ---------------===//
//
// Tuples of classes as the solvers, the colourings and the sorted bound take
// them.
//
//===----------------------------------------------------------------------===//
#include "Product/ProductGrid.h"

#include "Support/Arithmetic.h"

#include <algorithm>
#include <functional>

using namespace redist::schedule;

/// The classes of the axes up to some axis, by number.
static std::vector<MessageClass> classesOf(const ProductGrid &product) {
  std::vector<MessageClass> classes = {{0, 0, 1}}, left;
  for (std::size_t k = 0; k < product.dimensions(); ++k) {
    const CommunicationGrid &grid = product.grid(k);
    std::vector<MessageClass> own;
    for (std::int64_t c = 0; c < grid.classCount(); ++c) {
      const std::int64_t residue = grid.firstClass() + c;
      own.push_back(
          {static_cast<std::int32_t>(modulo(residue, grid.rowTypes())),
           static_cast<std::int32_t>(modulo(residue, grid.columnTypes())),
           product.weight(k, c)});
    }
    const auto rowTypes = static_cast<std::int32_t>(grid.rowTypes());
    const auto columnTypes = static_cast<std::int32_t>(grid.columnTypes());
    left.swap(classes);
    classes.clear();
    classes.reserve(left.size() * own.size());
    for (const MessageClass &a : left)
      for (const MessageClass &b : own)
        classes.push_back({a.rowType * rowTypes + b.rowType,
                           a.columnType * columnTypes + b.columnType,
                           a.weight * b.weight});
  }
  return classes;
}

ClassProblem ProductGrid::classProblem(std::int64_t stepCount) const {
  ClassProblem problem;
  problem.alpha = alphaValue;
  problem.beta = betaValue;
  problem.rowTypes = static_cast<std::int32_t>(rowTypeCount);
  problem.columnTypes = static_cast<std::int32_t>(columnTypeCount);
  problem.classes = classesOf(*this);
  problem.stepCount = stepCount;
  return problem;
}

BipartiteGraph ProductGrid::quotientGraph() const {
  BipartiteGraph graph;
  graph.rows = static_cast<std::int32_t>(rowTypeCount * alphaValue);
  graph.columns = static_cast<std::int32_t>(columnTypeCount * betaValue);
  graph.edges.reserve(static_cast<std::size_t>(quotientSize()));
  for (const MessageClass &own : classesOf(*this))
    for (std::int64_t x = 0; x < alphaValue; ++x)
      for (std::int64_t y = 0; y < betaValue; ++y)
        graph.edges.push_back(
            {static_cast<std::int32_t>(own.rowType * alphaValue + x),
             static_cast<std::int32_t>(own.columnType * betaValue + y),
             own.weight});
  return graph;
}

/// Entry i: the greatest (i+1)-th longest class of any type of one side.
static std::vector<std::int64_t>
sortedProfile(std::vector<std::vector<std::int64_t>> weightsOfType) {
  std::vector<std::int64_t> greatest;
  for (std::vector<std::int64_t> &weights : weightsOfType) {
    std::sort(weights.begin(), weights.end(), std::greater<>());
    if (weights.size() > greatest.size())
      greatest.resize(weights.size(), 0);
    for (std::size_t i = 0; i < weights.size(); ++i)
      greatest[i] = std::max(greatest[i], weights[i]);
  }
  return greatest;
}

/// A rank has each class of its type beta (or alpha) times, so that the sorted
/// lengths of a side are a staircase; the sum of the greater of both is the
/// bound.
LowerBounds ProductGrid::bounds() const {
  std::vector<std::vector<std::int64_t>> byRow(
      static_cast<std::size_t>(rowTypeCount));
  std::vector<std::vector<std::int64_t>> byColumn(
      static_cast<std::size_t>(columnTypeCount));
  for (const MessageClass &own : classesOf(*this)) {
    byRow[static_cast<std::size_t>(own.rowType)].push_back(own.weight);
    byColumn[static_cast<std::size_t>(own.columnType)].push_back(own.weight);
  }
  const std::vector<std::int64_t> rows = sortedProfile(std::move(byRow));
  const std::vector<std::int64_t> columns = sortedProfile(std::move(byColumn));
  const std::int64_t steps = minimumSteps();
  std::int64_t cost = 0;
  for (std::int64_t i = 0; i < steps;) {
    const auto row = static_cast<std::size_t>(i / betaValue);
    const auto column = static_cast<std::size_t>(i / alphaValue);
    const std::int64_t end =
        std::min({(i / betaValue + 1) * betaValue,
                  (i / alphaValue + 1) * alphaValue, steps});
    cost += (end - i) * std::max(row < rows.size() ? rows[row] : 0,
                                 column < columns.size() ? columns[column] : 0);
    i = end;
  }
  return {steps, cost};
}
