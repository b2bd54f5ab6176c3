//===- Circulation.cpp - Integral flows with lower bounds -----------------===//

#include "Circulation.h"

#include <algorithm>

namespace redistc::exact {

void Circulation::clear() {
  arcs.clear();
  firstArc.assign(2, -1);
  excess.assign(2, 0);
  lowers.clear();
  addEdge(sink, source, 0, unbounded);
}

std::int32_t Circulation::addNode() {
  firstArc.push_back(-1);
  excess.push_back(0);
  return static_cast<std::int32_t>(firstArc.size()) - 1;
}

std::int32_t Circulation::addArcs(std::int32_t from, std::int32_t to,
                                  std::int64_t capacity) {
  auto number = static_cast<std::int32_t>(arcs.size());
  arcs.push_back({to, firstArc[from], capacity});
  firstArc[from] = number;
  arcs.push_back({from, firstArc[to], 0});
  firstArc[to] = number + 1;
  return number / 2;
}

std::int32_t Circulation::addEdge(std::int32_t from, std::int32_t to,
                                  std::int64_t lower, std::int64_t upper) {
  lowers.push_back(lower);
  excess[to] += lower;
  excess[from] -= lower;
  return addArcs(from, to, upper - lower);
}

bool Circulation::layer(std::int32_t from, std::int32_t to) {
  depth.assign(firstArc.size(), -1);
  depth[from] = 0;
  queue.assign(1, from);
  for (std::size_t head = 0; head < queue.size() && depth[to] < 0; ++head) {
    std::int32_t node = queue[head];
    for (std::int32_t a = firstArc[node]; a >= 0; a = arcs[a].next)
      if (arcs[a].capacity > 0 && depth[arcs[a].to] < 0) {
        depth[arcs[a].to] = depth[node] + 1;
        queue.push_back(arcs[a].to);
      }
  }
  return depth[to] >= 0;
}

std::int64_t Circulation::push(std::int32_t node, std::int32_t to,
                               std::int64_t limit) {
  if (node == to)
    return limit;
  std::int64_t pushed = 0;
  for (std::int32_t &a = current[node]; a >= 0; a = arcs[a].next) {
    if (arcs[a].capacity == 0 || depth[arcs[a].to] != depth[node] + 1)
      continue;
    std::int64_t amount =
        push(arcs[a].to, to, std::min(limit - pushed, arcs[a].capacity));
    arcs[a].capacity -= amount;
    arcs[a ^ 1].capacity += amount;
    pushed += amount;
    if (pushed == limit)
      return pushed;
  }
  return pushed;
}

std::int64_t Circulation::maximise(std::int32_t from, std::int32_t to) {
  std::int64_t total = 0;
  while (layer(from, to)) {
    current = firstArc;
    total += push(from, to, unbounded);
  }
  return total;
}

bool Circulation::solve() {
  std::size_t nodes = firstArc.size();
  std::size_t ownArcs = arcs.size();
  std::int32_t superSource = addNode(), superSink = addNode();
  std::int64_t required = 0;
  for (std::size_t node = 0; node < nodes; ++node)
    if (excess[node] > 0) {
      addArcs(superSource, static_cast<std::int32_t>(node), excess[node]);
      required += excess[node];
    } else if (excess[node] < 0) {
      addArcs(static_cast<std::int32_t>(node), superSink, -excess[node]);
    }
  if (required > 0 && maximise(superSource, superSink) < required)
    return false;
  // Close the extension and the return edge, then fill up.
  for (std::size_t a = ownArcs; a < arcs.size(); ++a)
    arcs[a].capacity = 0;
  arcs[0].capacity = arcs[1].capacity = 0;
  maximise(source, sink);
  return true;
}

} // namespace redistc::exact
