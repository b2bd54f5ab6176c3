//===- Colouring.h - Steps as edge colours of a bipartite graph -*- C++ -*-===//
//
// A schedule of messages without contention is a proper edge colouring of the
// bipartite graph of senders (rows) and receivers (columns); a colour is a step
// and costs its heaviest edge. The strategies that have no closed form colour
// the quotient graph of a CommunicationGrid, or any weighted graph, here.
// Deterministic: ties are broken by edge order, then vertex order.
//
//===----------------------------------------------------------------------===//
#ifndef REDISTSCHEDULE_EDGECOLOURING_COLOURING_H
#define REDISTSCHEDULE_EDGECOLOURING_COLOURING_H

#include <cstdint>
#include <vector>

namespace redist::schedule {

struct BipartiteEdge {
  std::int32_t row;
  std::int32_t column;
  std::int64_t weight; ///< > 0
};

/// A simple weighted bipartite graph. Edge order is significant (see above).
struct BipartiteGraph {
  std::int32_t rows = 0;
  std::int32_t columns = 0;
  std::vector<BipartiteEdge> edges;

  std::int32_t maxDegree() const;
};

struct Colouring {
  std::int32_t colourCount = 0;
  std::vector<std::int32_t> colourOfEdge;

  /// Sum over the colours of the heaviest edge (TC).
  std::int64_t totalCost(const BipartiteGraph &) const;
};

/// Kőnig colouring with maxDegree() colours: weighted insertion by decreasing
/// length with Kempe chains, then local search that lowers the cost of single
/// colours (docs/SchedulingMath.md). O(edges * (colours/64 + chain)).
Colouring colourByInsertion(const BipartiteGraph &);

/// Kőnig colouring with maxDegree() colours, blind to weights except that edges
/// are inserted by decreasing weight; the fastest.
Colouring colourFast(const BipartiteGraph &);

/// The paper's `stepwise`: repeatedly a matching of greatest weight among those
/// that saturate every vertex of *current* maximum degree; maxDegree() colours.
Colouring colourStepwise(const BipartiteGraph &);

/// Stepwise with a bonus for the vertices that are critical in each threshold
/// graph {weight >= theta} (docs/SchedulingMath.md); maxDegree() colours.
Colouring colourMultiThreshold(const BipartiteGraph &);

/// The paper's `greedy`: repeatedly a matching of greatest weight; may use more
/// than maxDegree() colours.
Colouring colourGreedy(const BipartiteGraph &);

/// Reorders the colours by decreasing cost (ties: by lowest edge index), so
/// that equal sizes stand together; the canonical form of every schedule.
void sortColoursByCost(const BipartiteGraph &, Colouring &);

} // namespace redist::schedule

#endif
