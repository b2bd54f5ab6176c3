//===- PointsToSolver.cpp - The least solution of constraints --*- C++ -*-===//
//
// Differences alone are propagated, in the order of the copies, and circles of
// copies are one node (Pearce, Kelly and Hankin 2007). All copies come before
// any use.
//
//===----------------------------------------------------------------------===//
#include "PointsTo.h"

#include "llvm/ADT/SCCIterator.h"
#include "llvm/ADT/STLExtras.h"

#include <algorithm>
#include <utility>

namespace redistc::effects {

/// With more work than this, in places that are handed on, the solver gives up:
/// it would take minutes.
static constexpr std::size_t maxWork = 150000000;
/// Loads through addresses that may be this many places or more share a node;
/// so do stores.
static constexpr unsigned sharedPlaces = 16;

namespace {
/// A node, and those that it hands its addresses on to.
struct Vertex {
  std::vector<const Vertex *> targets;
};
} // namespace

} // namespace redistc::effects

template <> struct llvm::GraphTraits<const redistc::effects::Vertex *> {
  using NodeRef = const redistc::effects::Vertex *;
  using ChildIteratorType = std::vector<NodeRef>::const_iterator;
  static NodeRef getEntryNode(NodeRef vertex) { return vertex; }
  static ChildIteratorType child_begin(NodeRef v) { return v->targets.begin(); }
  static ChildIteratorType child_end(NodeRef v) { return v->targets.end(); }
};

namespace redistc::effects {

NodeId PointsTo::find(NodeId id) const {
  while (nodes[id].same != id) {
    nodes[id].same = nodes[nodes[id].same].same;
    id = nodes[id].same;
  }
  return id;
}

void PointsTo::enqueue(NodeId id) {
  if (!nodes[id].isQueued) {
    nodes[id].isQueued = true;
    queue.push({id < order.size() ? order[id] : none, id});
  }
}

bool PointsTo::insertOne(NodeId id, PlaceId place) {
  const bool isNew = nodes[id].places.test_and_set(place);
  // Where later items find it, it is of an earlier one.
  const unsigned loop = objects[places[place].object].loop;
  const bool isKept = llvm::any_of(nodes[id].holders, [&](ObjectId holder) {
    return objects[holder].loop != loop;
  });
  if (isNew && loop != none && isKept) {
    const PlaceId left = older(place);
    nodes[id].places.set(left);
  }
  return isNew;
}

void PointsTo::insert(NodeId id, const PlaceSet &given) {
  bool isChanged = false;
  if (!nodes[id].holders.empty()) {
    PlaceSet ofItems = given & itemPlaces;
    ofItems.intersectWithComplement(nodes[id].places);
    for (const PlaceId place : ofItems)
      isChanged |= insertOne(id, place);
  }
  isChanged |= nodes[id].places |= given;
  if (isChanged)
    enqueue(id);
}

/// Their places go where the places of either went: what one of them has done
/// alone is done again.
void PointsTo::unite(NodeId kept, NodeId other) {
  Node &into = nodes[kept];
  Node from = std::move(nodes[other]);
  nodes[other] = Node();
  nodes[other].same = kept;
  into.done &= from.done;
  into.used &= from.used;
  into.copies.append(from.copies.begin(), from.copies.end());
  into.uses.append(from.uses.begin(), from.uses.end());
  into.holders.append(from.holders.begin(), from.holders.end());
  const PlaceSet both = into.places | from.places;
  into.places.clear();
  insert(kept, both);
  unused.push_back(kept);
}

/// Numbers the nodes in the order of the copies between them, so that each is
/// handed all that it gets before it hands it on. The nodes of a circle hold
/// the same addresses: they become one.
void PointsTo::orderNodes() {
  const std::size_t count = nodes.size();
  std::vector<Vertex> graph(count + 1); // the last one leads to all others
  for (NodeId id = 0; id < count; ++id) {
    if (find(id) != id)
      continue;
    auto &copies = nodes[id].copies;
    for (NodeId &to : copies)
      to = find(to);
    llvm::sort(copies);
    copies.erase(std::unique(copies.begin(), copies.end()), copies.end());
    for (const NodeId to : copies)
      graph[id].targets.push_back(&graph[to]);
    graph[count].targets.push_back(&graph[id]);
    spend(1 + copies.size());
  }
  orderedCopies = copied.size();
  order.assign(count, 0);
  auto rank = static_cast<unsigned>(count);
  for (auto circle = llvm::scc_begin(std::as_const(graph).data() + count);
       !circle.isAtEnd(); ++circle, --rank) {
    const auto first = static_cast<NodeId>((*circle)[0] - graph.data());
    for (const Vertex *member : *circle) {
      const auto id = static_cast<NodeId>(member - graph.data());
      if (id == count)
        continue;
      order[id] = rank;
      if (id != first)
        unite(first, id);
    }
  }
  for (auto left = std::exchange(queue, {}); !left.empty(); left.pop()) {
    nodes[left.top().second].isQueued = false;
    enqueue(left.top().second);
  }
}

void PointsTo::applyToAll(const Use &use, const PlaceSet &given) {
  const bool isShared = use.kind == UseKind::Load || use.kind == UseKind::Store;
  if (isShared && given.count() >= sharedPlaces)
    return applyShared(use, given);
  for (const PlaceId place : given)
    apply(use, place);
}

/// Many addresses may be the same many places. One node stands for what is
/// loaded from all of them, or stored in them: n values and m places need
/// n + m copies, not n * m.
void PointsTo::applyShared(const Use &use, const PlaceSet &given) {
  const bool isLoad = use.kind == UseKind::Load;
  std::vector<PlaceId> targets;
  for (const PlaceId place : given)
    targets.push_back(place);
  const unsigned stage = isLoad ? use.when.latest : use.when.earliest;
  const auto [known, isNew] =
      shared.try_emplace({isLoad, use.when.loop, stage, targets}, none);
  if (isNew)
    known->second = makeNode();
  const NodeId node = known->second;
  for (std::size_t i = 0; isNew && i < targets.size(); ++i)
    if (isLoad)
      loadFrom(readAt(targets[i], use.when), node);
    else
      storeTo(writtenAt(targets[i], use.when), node);
  if (isLoad)
    copy(node, use.other);
  else
    copy(use.other, node);
}

/// Counts work, not time: on all machines, the same programs are given up.
void PointsTo::spend(std::size_t work) {
  spent += work;
  if (spent > maxWork)
    stop();
}

void PointsTo::solve() {
  while (!(queue.empty() && unused.empty()) && !hasStopped) {
    propagateAll();
    std::vector<NodeId> waiting;
    waiting.swap(unused);
    for (const NodeId id : waiting)
      if (!hasStopped)
        applyUses(id);
  }
}

/// All copies come before any use: so each use is asked of many places at once,
/// a few times, not often of a few (Pereira and Berlin 2009).
void PointsTo::propagateAll() {
  if (copied.size() > orderedCopies + orderedCopies / 4 + 1000)
    orderNodes();
  while (!queue.empty() && !hasStopped) {
    const NodeId id = queue.top().second;
    queue.pop();
    if (find(id) != id)
      continue;
    nodes[id].isQueued = false;
    PlaceSet fresh = nodes[id].places;
    fresh.intersectWithComplement(nodes[id].done);
    if (fresh.empty())
      continue;
    spend((1 + fresh.count() / 16) * nodes[id].copies.size());
    nodes[id].done = nodes[id].places;
    if (nodes[id].uses.empty())
      nodes[id].used = nodes[id].done;
    else
      unused.push_back(id);
    for (std::size_t i = 0; i < nodes[id].copies.size(); ++i)
      if (const NodeId to = find(nodes[id].copies[i]); to != id)
        insert(to, fresh);
  }
}

void PointsTo::applyUses(NodeId id) {
  if (find(id) != id)
    return; // what it has become a part of is done anew
  PlaceSet fresh = nodes[id].done;
  fresh.intersectWithComplement(nodes[id].used);
  nodes[id].used |= fresh;
  spend(fresh.count() * nodes[id].uses.size());
  for (std::size_t i = 0; !fresh.empty() && i < nodes[id].uses.size(); ++i) {
    const Use use = nodes[id].uses[i];
    applyToAll(use, fresh);
  }
}

} // namespace redistc::effects
