//===- NodePlacement.cpp - Node of each rank ------------------------------===//
//
// Slots and round robin are arithmetic. A list has the ranks of each node one
// after the other besides, so that every question takes O(1).
//
//===----------------------------------------------------------------------===//
#include "redistSchedule/Nodes/NodePlacement.h"

#include "Support/Arithmetic.h"

#include <algorithm>
#include <cassert>
#include <numeric>

using namespace redist::schedule;

NodePlacement NodePlacement::slots(std::int64_t ranks,
                                   std::int64_t ranksPerNode,
                                   std::int64_t first) {
  assert(ranks > 0 && first >= 0 && first < ranksPerNode && "no such slots");
  NodePlacement result;
  result.rankCount = ranks;
  result.perNode = ranksPerNode;
  result.firstSlot = first;
  result.nodeCount = (first + ranks - 1) / ranksPerNode + 1;
  return result;
}

NodePlacement NodePlacement::roundRobin(std::int64_t ranks,
                                        std::int64_t nodes) {
  assert(ranks > 0 && nodes > 0 && "no such nodes");
  NodePlacement result;
  result.placementKind = Kind::RoundRobin;
  result.rankCount = ranks;
  result.nodeCount = std::min(ranks, nodes);
  result.perNode = ceilDivide(ranks, result.nodeCount);
  return result;
}

NodePlacement NodePlacement::listed(std::vector<std::int64_t> nodeOfRank) {
  assert(!nodeOfRank.empty() && "a placement has ranks");
  const auto ranks = static_cast<std::int64_t>(nodeOfRank.size());
  const std::int64_t nodes = *std::ranges::max_element(nodeOfRank) + 1;
  const auto isRule = [&](const NodePlacement &rule) {
    std::int64_t rank = 0;
    return std::ranges::all_of(nodeOfRank, [&](std::int64_t node) {
      return node == rule.nodeOf(rank++);
    });
  };
  const std::int64_t leading =
      std::ranges::find_if(nodeOfRank, [](auto node) { return node != 0; }) -
      nodeOfRank.begin();
  if (leading > 0 && isRule(slots(ranks, leading)))
    return slots(ranks, leading);
  if (const NodePlacement rule = roundRobin(ranks, nodes); isRule(rule))
    return rule;

  NodePlacement result;
  result.placementKind = Kind::Listed;
  result.rankCount = ranks;
  result.nodeCount = nodes;
  result.begins.assign(static_cast<std::size_t>(nodes) + 1, 0);
  for (const std::int64_t node : nodeOfRank)
    ++result.begins[static_cast<std::size_t>(node) + 1];
  result.perNode = *std::ranges::max_element(result.begins);
  std::partial_sum(result.begins.begin(), result.begins.end(),
                   result.begins.begin());
  result.nodeOfRank = std::move(nodeOfRank);
  result.rankByNode.resize(result.nodeOfRank.size());
  std::iota(result.rankByNode.begin(), result.rankByNode.end(), 0);
  std::ranges::stable_sort(result.rankByNode, {}, [&](std::int64_t rank) {
    return result.nodeOf(rank);
  });
  return result;
}

std::int64_t NodePlacement::nodeOf(std::int64_t rank) const {
  switch (placementKind) {
  case Kind::Slots:
    return (rank + firstSlot) / perNode;
  case Kind::RoundRobin:
    return rank % nodeCount;
  case Kind::Listed:
    break;
  }
  return nodeOfRank[static_cast<std::size_t>(rank)];
}

std::int64_t NodePlacement::rankAt(std::int64_t node, std::int64_t slot) const {
  switch (placementKind) {
  case Kind::Slots:
    return std::max<std::int64_t>(node * perNode - firstSlot, 0) + slot;
  case Kind::RoundRobin:
    return slot * nodeCount + node;
  case Kind::Listed:
    break;
  }
  return rankByNode[static_cast<std::size_t>(
      begins[static_cast<std::size_t>(node)] + slot)];
}

std::int64_t NodePlacement::ranksOn(std::int64_t node) const {
  if (node < 0 || node >= nodeCount)
    return 0;
  switch (placementKind) {
  case Kind::Slots:
    return std::min(rankCount, (node + 1) * perNode - firstSlot) -
           std::max<std::int64_t>(node * perNode - firstSlot, 0);
  case Kind::RoundRobin:
    return (rankCount - node - 1) / nodeCount + 1;
  case Kind::Listed:
    break;
  }
  return begins[static_cast<std::size_t>(node) + 1] -
         begins[static_cast<std::size_t>(node)];
}

std::int64_t NodePlacement::maxRanksOnNode() const {
  if (placementKind != Kind::Slots)
    return perNode;
  return nodeCount > 2 ? perNode : std::max(ranksOn(0), ranksOn(nodeCount - 1));
}

bool NodePlacement::hasIntervals() const {
  if (placementKind == Kind::Slots || nodeCount == 1)
    return true;
  if (placementKind == Kind::RoundRobin)
    return rankCount == nodeCount;
  return std::ranges::is_sorted(nodeOfRank);
}

bool redist::schedule::isConsistent(const PlacedAssignment &placed) {
  const std::int64_t P = placed.assignment.sourceRanks(),
                     Q = placed.assignment.targetRanks();
  if (placed.source.ranks() != P || placed.target.ranks() != Q)
    return false;
  if (placed.assignment.sharing.kind == RankSharing::Kind::None)
    return true;
  for (std::int64_t q = 0; q < Q; ++q)
    if (const std::int64_t p = placed.assignment.sharing.sourceOf(q, P);
        p >= 0 &&
        !placed.staysOnNode(placed.source.nodeOf(p), placed.target.nodeOf(q)))
      return false;
  return true;
}
