//===- Circulation.h - Integral flows with lower bounds --------*- C++ -*-===//
//
// Feasible circulation in a small network whose edges have a least and a
// greatest flow, by Dinic's maximum flow on the usual extension (a super source
// and a super sink carry the lower bounds). Integral, deterministic, and its
// storage is reused from one network to the next.
//
//===----------------------------------------------------------------------===//
#ifndef REDISTC_LIB_EXACT_CIRCULATION_H
#define REDISTC_LIB_EXACT_CIRCULATION_H

#include <cstdint>
#include <limits>
#include <vector>

namespace redistc::exact {

class Circulation {
public:
  static constexpr std::int64_t unbounded =
      std::numeric_limits<std::int64_t>::max() / 4;

  /// Nodes 0 (source) and 1 (sink), joined by a free edge sink -> source.
  Circulation() { clear(); }
  void clear();
  static constexpr std::int32_t source = 0;
  static constexpr std::int32_t sink = 1;

  std::int32_t addNode();
  /// Returns the edge's number, for flow(). Precondition: lower <= upper.
  std::int32_t addEdge(std::int32_t from, std::int32_t to, std::int64_t lower,
                       std::int64_t upper);

  /// Is there a circulation? If so flow() gives one with the greatest flow from
  /// source to sink.
  bool solve();
  std::int64_t flow(std::int32_t edge) const {
    return lowers[edge] + arcs[2 * edge + 1].capacity;
  }

private:
  struct Arc {
    std::int32_t to;
    std::int32_t next;
    std::int64_t capacity;
  };
  std::int32_t addArcs(std::int32_t from, std::int32_t to,
                       std::int64_t capacity);
  std::int64_t maximise(std::int32_t from, std::int32_t to);
  bool layer(std::int32_t from, std::int32_t to);
  std::int64_t push(std::int32_t node, std::int32_t to, std::int64_t limit);

  std::vector<Arc> arcs;
  std::vector<std::int32_t> firstArc;
  std::vector<std::int64_t> excess; ///< lower bounds in minus out, by node
  std::vector<std::int64_t> lowers; ///< by edge
  std::vector<std::int32_t> depth, current, queue;
};

} // namespace redistc::exact

#endif
