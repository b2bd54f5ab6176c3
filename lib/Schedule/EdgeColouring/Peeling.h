//===- Peeling.h - Colouring by successive matchings -----------*- C++ -*-===//
//
// Private to lib/Schedule. Stepwise, multi-threshold and greedy colourings all
// take a matching of greatest value from the remaining graph, give it the next
// colour, and go on; they differ in what an edge is worth.
//
//===----------------------------------------------------------------------===//
#ifndef REDIST_LIB_SCHEDULE_EDGECOLOURING_PEELING_H
#define REDIST_LIB_SCHEDULE_EDGECOLOURING_PEELING_H

#include "EdgeColouring/Matching.h"

#include "redistSchedule/EdgeColouring/Colouring.h"

#include <algorithm>

namespace redist::schedule {

/// Weights shifted right until `factor` times the heaviest stays below 2^61, so
/// that values made of them can be added in 64 bits. A weight stays positive.
/// Exact for all but astronomical block sizes.
std::vector<std::int64_t> scaledWeights(const BipartiteGraph &,
                                        std::int64_t factor);

/// Edges that have no colour yet, and the degrees that they make. Vertices are
/// numbered rows first.
class RemainingGraph {
public:
  explicit RemainingGraph(const BipartiteGraph &);

  bool empty() const { return remaining == 0; }
  std::int32_t degree(std::int32_t vertex) const { return degrees[vertex]; }
  std::int32_t maxDegree() const {
    return *std::max_element(degrees.begin(), degrees.end());
  }
  /// Sets the value of every remaining edge to valueOf(edge).
  template <typename Value> void setValues(Value valueOf) {
    for (std::vector<MatchingCandidate> &own : candidates)
      for (MatchingCandidate &c : own)
        c.value = valueOf(c.edge);
  }
  /// Removes a matching of greatest value; its edges are in matching().
  void takeMatching();
  const std::vector<std::int32_t> &matching() const { return chosen; }

private:
  const BipartiteGraph &graph;
  std::vector<std::vector<MatchingCandidate>> candidates; ///< of a row
  std::vector<std::int32_t> degrees;                      ///< of a vertex
  std::size_t remaining;
  MatchingSolver solver;
  std::vector<std::int32_t> chosen;
};

} // namespace redist::schedule

#endif
