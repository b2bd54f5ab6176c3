//===- PointsToSolver.cpp - The least solution of constraints --*- C++ -*-===//
//
// Differences alone are propagated, in the order of the copies, and circles of
// copies are one node (Pearce, Kelly and Hankin 2007). All copies come before
// any use.
//
//===----------------------------------------------------------------------===//
#include "PointsTo/PointsTo.h"

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
/// Numbers vertices in the order of their edges, from the end: by Tarjan's
/// (1972) algorithm, which finds circles, too. Vertices are numbers from 0.
class CircleFinder {
public:
  using Circle = llvm::function_ref<void(llvm::ArrayRef<unsigned>)>;

  /// `edges`: where they lead, those of vertex v from `firsts[v]` on. `found`
  /// is called for each circle, or vertex in none, when it was called for all
  /// that are behind it. All three are kept by reference.
  CircleFinder(llvm::ArrayRef<std::size_t> firsts,
               llvm::ArrayRef<unsigned> edges, Circle found)
      : firstOf(firsts), targets(edges), use(found), visits(firsts.size()) {}
  /// All that can be reached from there.
  void visit(unsigned vertex);

private:
  static constexpr unsigned ended = ~0u;
  struct Step {
    unsigned vertex;
    std::size_t next;  ///< its next edge
    unsigned earliest; ///< visit on a way from here
  };
  void begin(unsigned vertex);
  void end(const Step &);

  llvm::ArrayRef<std::size_t> firstOf;
  llvm::ArrayRef<unsigned> targets;
  Circle use;
  std::vector<unsigned> visits; ///< by vertex: 0 before, then its number
  std::vector<Step> way;
  std::vector<unsigned> open; ///< visited, and in no circle that was found
  unsigned count = 0;
};
} // namespace

void CircleFinder::begin(unsigned vertex) {
  visits[vertex] = ++count;
  open.push_back(vertex);
  way.push_back({vertex, firstOf[vertex], count});
}

void CircleFinder::end(const Step &last) {
  if (!way.empty())
    way.back().earliest = std::min(way.back().earliest, last.earliest);
  if (last.earliest != visits[last.vertex])
    return;
  std::vector<unsigned> circle;
  do {
    circle.push_back(open.back());
    open.pop_back();
    visits[circle.back()] = ended;
  } while (circle.back() != last.vertex);
  use(circle);
}

void CircleFinder::visit(unsigned vertex) {
  if (visits[vertex] != 0)
    return;
  begin(vertex);
  while (!way.empty()) {
    Step &step = way.back();
    if (step.next == firstOf[step.vertex + 1]) {
      const Step last = step;
      way.pop_back();
      end(last);
    } else if (const unsigned to = targets[step.next++]; visits[to] == 0)
      begin(to);
    else
      step.earliest = std::min(step.earliest, visits[to]);
  }
}

NodeId PointsTo::find(NodeId id) const {
  while (same[id] != id)
    id = same[id] = same[same[id]];
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
  same[other] = kept;
  if (into.uses.empty())
    into.used = into.done;
  into.used &= from.uses.empty() ? from.done : from.used;
  into.done &= from.done;
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
  // Copies that are added meanwhile count the next time.
  std::vector<std::size_t> firsts;
  std::vector<NodeId> targets;
  for (NodeId id = 0; id < count; ++id) {
    firsts.push_back(targets.size());
    if (find(id) != id)
      continue;
    auto &copies = nodes[id].copies;
    for (NodeId &to : copies)
      to = find(to);
    llvm::sort(copies);
    copies.erase(std::unique(copies.begin(), copies.end()), copies.end());
    llvm::append_range(targets, copies);
    spend(1 + copies.size());
  }
  orderedCopies = copied.size();
  order.assign(count, 0);
  auto rank = static_cast<unsigned>(count);
  firsts.push_back(targets.size());
  const auto number = [&](llvm::ArrayRef<NodeId> circle) {
    for (const NodeId id : circle) {
      order[id] = rank;
      if (id != circle.front())
        unite(circle.front(), id);
    }
    --rank;
  };
  CircleFinder circles(firsts, targets, number);
  for (NodeId id = 0; id < count; ++id)
    if (find(id) == id)
      circles.visit(id);
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
    targets.push_back(plainOf(place));
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
    nodes[id].done |= fresh;
    if (!nodes[id].uses.empty())
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
