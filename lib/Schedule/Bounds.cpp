//===- Bounds.cpp - Lower bounds ------------------------------------------===//
//
// The sorted bound (docs/SchedulingMath.md, section 3): any schedule needs at
// least deg{length >= theta} steps of cost theta or more, for every theta; the
// sum over theta bounds the total cost, whatever the number of steps.
//
//===----------------------------------------------------------------------===//
#include "redist/Schedule/Bounds.h"

#include "Arithmetic.h"
#include "ExtentMessages.h"
#include "StepRule.h"
#include "redist/Schedule/Overlap.h"

#include <algorithm>
#include <functional>
#include <numeric>

using namespace redist::schedule;

/// Maximum degree of m consecutive classes.
static std::int64_t degree(const CommunicationGrid &grid, std::int64_t m) {
  return std::max(grid.beta() * ceilDivide(m, grid.rowTypes()),
                  grid.alpha() * ceilDivide(m, grid.columnTypes()));
}

/// {W >= theta} is a circular interval for every theta, so that its size tells
/// its degree; sizes come from the sorted weights.
static std::int64_t sortedBound(const CommunicationGrid &grid) {
  std::vector<std::int64_t> weights = classWeights(grid);
  std::sort(weights.begin(), weights.end(), std::greater<>());
  weights.push_back(0);
  std::int64_t bound = 0;
  for (std::size_t m = 1; m < weights.size(); ++m)
    if (weights[m] < weights[m - 1])
      bound += (weights[m - 1] - weights[m]) *
               degree(grid, static_cast<std::int64_t>(m));
  return bound;
}

LowerBounds redist::schedule::lowerBounds(const CommunicationGrid &grid) {
  return {grid.minimumSteps(), sortedBound(grid)};
}

/// For each i the greatest i-th longest message of any rank seen so far.
class SortedProfile {
public:
  /// Takes the lengths of one rank; leaves them in any order.
  void add(std::vector<std::int64_t> &lengths) {
    std::sort(lengths.begin(), lengths.end(), std::greater<>());
    if (lengths.size() > greatest.size())
      greatest.resize(lengths.size(), 0);
    for (std::size_t i = 0; i < lengths.size(); ++i)
      greatest[i] = std::max(greatest[i], lengths[i]);
  }
  LowerBounds bounds() const {
    return {static_cast<std::int64_t>(greatest.size()),
            std::accumulate(greatest.begin(), greatest.end(), std::int64_t{0})};
  }

private:
  std::vector<std::int64_t> greatest;
};

/// Lengths of every message, to both profiles. The i-th entry of a profile is
/// the number theta up to which some rank has i+1 messages, so that the sum of
/// the entries is the sum over theta of the degrees.
static LowerBounds boundsOfLengths(const CommunicationGrid &grid,
                                   std::int64_t extent) {
  const auto &[source, target] = grid.redistribution();
  const OverlapFinder finder(grid, extent);
  SortedProfile profile;
  std::vector<std::vector<std::int64_t>> columns(
      static_cast<std::size_t>(target.ranks));
  std::vector<std::int64_t> row;
  for (std::int64_t p = 0; p < source.ranks; ++p) {
    row.clear();
    for (std::int64_t q = 0; q < target.ranks; ++q)
      if (const std::int64_t length = finder.length(p, q); length > 0) {
        row.push_back(length);
        columns[static_cast<std::size_t>(q)].push_back(length);
      }
    profile.add(row);
  }
  for (std::vector<std::int64_t> &column : columns)
    profile.add(column);
  return profile.bounds();
}

LowerBounds redist::schedule::boundsOf(const ExtentMessages &messages) {
  SortedProfile profile;
  std::vector<std::int64_t> lengths;
  const std::vector<ExtentMessage> &list = messages.list;
  for (std::size_t i = 0; i < list.size(); ++i) {
    lengths.push_back(list[i].length);
    if (i + 1 == list.size() || list[i + 1].from != list[i].from) {
      profile.add(lengths);
      lengths.clear();
    }
  }
  for (std::size_t i = 0; i < list.size(); ++i) {
    const auto at = [&](std::size_t place) -> const ExtentMessage & {
      return list[static_cast<std::size_t>(messages.byColumn[place])];
    };
    lengths.push_back(at(i).length);
    if (i + 1 == list.size() || at(i + 1).to != at(i).to) {
      profile.add(lengths);
      lengths.clear();
    }
  }
  return profile.bounds();
}

LowerBounds redist::schedule::lowerBounds(const CommunicationGrid &grid,
                                          std::int64_t extent) {
  const std::optional<std::int64_t> superblock = grid.superblock();
  if (!superblock || extent < *superblock)
    return boundsOf(messagesOfExtent(grid, extent));
  if (extent % *superblock != 0)
    return boundsOfLengths(grid, extent);
  const LowerBounds one = lowerBounds(grid);
  return {one.stepCount, one.totalCost * (extent / *superblock)};
}

ClassProblem redist::schedule::classProblem(const CommunicationGrid &grid,
                                            std::int64_t stepCount) {
  ClassProblem problem;
  problem.alpha = grid.alpha();
  problem.beta = grid.beta();
  problem.rowTypes = static_cast<std::int32_t>(grid.rowTypes());
  problem.columnTypes = static_cast<std::int32_t>(grid.columnTypes());
  problem.stepCount = stepCount;
  for (std::int64_t c = 0; c < grid.classCount(); ++c) {
    const std::int64_t k = grid.firstClass() + c;
    problem.classes.push_back(
        {static_cast<std::int32_t>(modulo(k, grid.rowTypes())),
         static_cast<std::int32_t>(modulo(k, grid.columnTypes())),
         grid.weight(k)});
  }
  return problem;
}
