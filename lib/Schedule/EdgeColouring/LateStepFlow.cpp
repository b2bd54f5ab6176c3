//===- LateStepFlow.cpp - Flow of messages in late steps ------------------===//
//
// A flow is found by repairing the lower bounds of one side, then of the other,
// along alternating paths, shortest ones first (E. Dinic's algorithm); integral
// bounds give integral amounts.
//
//===----------------------------------------------------------------------===//
#include "EdgeColouring/LateStepFlow.h"

#include "Support/Arithmetic.h"

#include <algorithm>

using namespace redist::schedule;

LateStepFlow::LateStepFlow(const ClassProblem &problem, const StepGroup &group)
    : steps(group.steps), rowTypes(static_cast<std::size_t>(problem.rowTypes)) {
  const auto columnTypes = static_cast<std::size_t>(problem.columnTypes);
  types.assign(rowTypes, {problem.alpha, 0});
  types.resize(rowTypes + columnTypes, {problem.beta, 0});
  edges.reserve(group.classes.size());
  for (const auto &[k, count] : group.classes) {
    const MessageClass &own = problem.classes[k];
    edges.push_back({static_cast<std::size_t>(own.rowType),
                     rowTypes + static_cast<std::size_t>(own.columnType),
                     count});
    for (const std::size_t type : {edges.back().row, edges.back().column}) {
      types[type].total += count;
      ++types[type].end;
    }
  }
  std::size_t begin = 0;
  for (Type &type : types) {
    const std::size_t size = type.end;
    type.begin = type.end = begin;
    begin += size;
  }
  incident.resize(begin);
  for (std::size_t e = 0; e < edges.size(); ++e)
    for (const std::size_t type : {edges[e].row, edges[e].column})
      incident[types[type].end++] = e;
  boundLate();
}

void LateStepFlow::boundLate() {
  std::vector<std::int64_t> heavy(types.size(), 0);
  maxOfFirst.reserve(edges.size());
  std::int64_t early = 0;
  for (const Edge &edge : edges) {
    maxOfFirst.push_back(steps - early);
    for (const std::size_t type : {edge.row, edge.column}) {
      heavy[type] += edge.capacity;
      early = std::max(early, ceilDivide(heavy[type], types[type].width));
    }
  }
}

/// Passes a surplus of up to `amount` on from a type that has just got it:
/// keeps what its bounds leave room for, else gives up as much on another edge.
/// The result is what found a place.
std::int64_t LateStepFlow::pass(std::size_t at, std::int64_t amount) {
  Type &type = types[at];
  if (type.level > 0)
    if (const std::int64_t room = roomOf(at); room > 0) {
      const std::int64_t kept = std::min(room, amount);
      type.sum += gains(at) ? -kept : kept;
      return kept;
    }
  for (; type.next < type.end; ++type.next) {
    const std::size_t e = incident[type.next];
    const std::size_t other = otherEnd(e, at);
    const std::int64_t most = std::min(amount, leftOf(e, at));
    if (most == 0 || types[other].level != type.level + 1)
      continue;
    if (const std::int64_t moved = pass(other, most); moved > 0) {
      edges[e].amount += gains(at) ? moved : -moved;
      return moved;
    }
  }
  return 0;
}

/// Levels of the types by their distance from those below their lower bound;
/// not beyond types with room.
void LateStepFlow::findLevels() {
  queue.clear();
  for (std::size_t at = 0; at < types.size(); ++at) {
    Type &type = types[at];
    const bool lacks = gains(at) && type.sum < type.lower;
    type.level = lacks ? 0 : unreached;
    type.next = type.light;
    if (lacks)
      queue.push_back(at);
  }
  for (std::size_t head = 0; head < queue.size(); ++head) {
    const std::size_t at = queue[head];
    if (types[at].level > 0 && roomOf(at) > 0)
      continue;
    for (std::size_t i = types[at].light; i < types[at].end; ++i) {
      const std::size_t other = otherEnd(incident[i], at);
      if (types[other].level != unreached || leftOf(incident[i], at) == 0)
        continue;
      types[other].level = types[at].level + 1;
      queue.push_back(other);
    }
  }
}

/// Brings the types of one side to their lower bounds, along shortest paths
/// first, without hurting any other.
bool LateStepFlow::raise(bool rows) {
  rowsGain = rows;
  for (bool isLacking = true, hasMoved = true; isLacking;) {
    if (!hasMoved)
      return false;
    findLevels();
    isLacking = hasMoved = false;
    for (std::size_t at = 0; at < types.size(); ++at) {
      Type &type = types[at];
      if (type.level != 0)
        continue;
      std::int64_t moved = 1;
      while (type.sum < type.lower && moved > 0) {
        moved = pass(at, type.lower - type.sum);
        type.sum += moved;
        hasMoved = hasMoved || moved > 0;
      }
      isLacking = isLacking || type.sum < type.lower;
    }
  }
  return true;
}

bool LateStepFlow::solve(std::size_t first, std::int64_t late) {
  for (Edge &edge : edges)
    edge.amount = 0;
  for (Type &type : types) {
    type.lower =
        std::max<std::int64_t>(type.total - type.width * (steps - late), 0);
    type.upper = type.width * late;
    type.sum = 0;
    const auto begin = incident.begin();
    type.light = static_cast<std::size_t>(
        std::lower_bound(begin + static_cast<std::ptrdiff_t>(type.begin),
                         begin + static_cast<std::ptrdiff_t>(type.end), first) -
        begin);
  }
  if (raise(true) && raise(false))
    return true;
  for (std::size_t heavier = first; heavier < maxOfFirst.size(); ++heavier)
    maxOfFirst[heavier] = std::min(maxOfFirst[heavier], late - 1);
  return false;
}
