//===- ProfileSplit.cpp - A good profile without a solver -----------------===//
//
// All steps begin as one group that costs its heaviest message. A group of M
// steps is split at a threshold: as many steps as possible become late ones,
// which carry lighter messages only and cost less. The threshold that saves
// most is taken, and both halves are split again until nothing is saved.
//
// With c_k messages of class k in the group, late amounts z_k of light classes
// are a flow from row types to column types:
//
//   0 <= z_k <= c_k
//   row type:     total - alpha * early <= sum z_k <= alpha * late
//   column type:  total - beta * early  <= sum z_k <= beta * late
//
// A flow is found by repairing the lower bounds of one side, then of the other,
// along alternating paths, shortest ones first (E. Dinic's algorithm); integral
// bounds give integral amounts.
//
// The heavy classes of a type must fit into its early steps, whatever flows:
// that bounds the late steps of every threshold at once. Flows are looked for
// only where this promises to save more than what has been found.
//
//===----------------------------------------------------------------------===//
#include "redist/Schedule/ClassSchedule.h"

#include "Arithmetic.h"

#include <algorithm>
#include <functional>
#include <map>
#include <numeric>

using namespace redist::schedule;

/// Messages of one class.
struct ClassAmount {
  std::size_t messageClass;
  std::int64_t count; ///< > 0
};

/// Some steps and the messages that they carry, heaviest classes first.
struct StepGroup {
  std::int64_t steps;
  std::vector<ClassAmount> classes;
};

/// The late amounts of one group. Types are numbered rows first, classes by
/// their place in the group.
class LateFlow {
public:
  LateFlow(const ClassProblem &, const StepGroup &);

  /// No more late steps than these can have the classes from `first` on alone,
  /// as far as is known.
  std::int64_t mostLate(std::size_t first) const { return mostOfFirst[first]; }
  /// Whether the group can have this many; then amount() says what they carry.
  bool solve(std::size_t first, std::int64_t late);
  std::int64_t amount(std::size_t place) const { return edges[place].amount; }

private:
  struct Edge {
    std::size_t row, column; ///< types
    std::int64_t capacity, amount = 0;
  };
  static constexpr std::int32_t unreached = -1;
  struct Type {
    std::int64_t width; ///< alpha or beta
    std::int64_t total; ///< messages in the group
    std::int64_t lower = 0, upper = 0, sum = 0;
    std::size_t begin = 0, end = 0; ///< in `incident`
    std::size_t light = 0;          ///< first one of the light classes
    std::size_t next = 0;           ///< first one not in vain so far
    std::int32_t level = 0;         ///< edges from where more is needed
  };

  void boundLate();
  bool raise(bool rows);
  void findLevels();
  std::int64_t pass(std::size_t at, std::int64_t amount);
  std::size_t otherEnd(std::size_t edge, std::size_t type) const {
    return edges[edge].row == type ? edges[edge].column : edges[edge].row;
  }
  /// Whether a type is of the side that is being raised: amounts grow on its
  /// edges, and those of the other side's edges make up for it.
  bool gains(std::size_t type) const { return (type < rowTypes) == rowsGain; }
  /// What an edge can still gain, or give up, for a type.
  std::int64_t leftOf(std::size_t edge, std::size_t type) const {
    const Edge &own = edges[edge];
    return gains(type) ? own.capacity - own.amount : own.amount;
  }
  /// What a type can take from the other end of an edge.
  std::int64_t roomOf(std::size_t type) const {
    const Type &own = types[type];
    return gains(type) ? own.sum - own.lower : own.upper - own.sum;
  }

  std::int64_t steps;
  std::size_t rowTypes;
  bool rowsGain = true;
  std::vector<Edge> edges;
  std::vector<Type> types;
  std::vector<std::size_t> incident; ///< edges of a type, ascending
  std::vector<std::int64_t> mostOfFirst;
  std::vector<std::size_t> queue;
};

LateFlow::LateFlow(const ClassProblem &problem, const StepGroup &group)
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

void LateFlow::boundLate() {
  std::vector<std::int64_t> heavy(types.size(), 0);
  mostOfFirst.reserve(edges.size());
  std::int64_t early = 0;
  for (const Edge &edge : edges) {
    mostOfFirst.push_back(steps - early);
    for (const std::size_t type : {edge.row, edge.column}) {
      heavy[type] += edge.capacity;
      early = std::max(early, ceilDivide(heavy[type], types[type].width));
    }
  }
}

/// Passes a surplus of up to `amount` on from a type that has just got it:
/// keeps what its bounds leave room for, else gives up as much on another edge.
/// The result is what found a place.
std::int64_t LateFlow::pass(std::size_t at, std::int64_t amount) {
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
void LateFlow::findLevels() {
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
bool LateFlow::raise(bool rows) {
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

bool LateFlow::solve(std::size_t first, std::int64_t late) {
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
  for (std::size_t heavier = first; heavier < mostOfFirst.size(); ++heavier)
    mostOfFirst[heavier] = std::min(mostOfFirst[heavier], late - 1);
  return false;
}

class ProfileSplitter {
public:
  explicit ProfileSplitter(const ClassProblem &given) : problem(given) {}
  ClassProfile run();

private:
  struct Split {
    std::int64_t saved = 0, late = 0;
    std::vector<std::int64_t> amounts; ///< late messages by place in the group
  };
  std::int64_t weight(const StepGroup &group, std::size_t place) const {
    return problem.classes[group.classes[place].messageClass].weight;
  }
  StepGroup everything() const;
  Split bestSplit(const StepGroup &) const;
  void close(StepGroup);
  ClassProfile profile() const;

  const ClassProblem &problem;
  std::map<std::int64_t, StepGroup, std::greater<>> closed; ///< by cost
};

StepGroup ProfileSplitter::everything() const {
  StepGroup all = {problem.stepCount, {}};
  for (std::size_t k = 0; k < problem.classes.size(); ++k)
    all.classes.push_back({k, problem.alpha * problem.beta});
  std::stable_sort(all.classes.begin(), all.classes.end(),
                   [&](const ClassAmount &a, const ClassAmount &b) {
                     return problem.classes[a.messageClass].weight >
                            problem.classes[b.messageClass].weight;
                   });
  return all;
}

/// Thresholds by what they promise, the heavier one first where they promise
/// the same.
ProfileSplitter::Split
ProfileSplitter::bestSplit(const StepGroup &group) const {
  LateFlow flow(problem, group);
  const std::int64_t cost = weight(group, 0);
  std::vector<std::pair<std::int64_t, std::size_t>> promises;
  for (std::size_t first = 1; first < group.classes.size(); ++first)
    if (weight(group, first) < weight(group, first - 1) &&
        flow.mostLate(first) > 0)
      promises.emplace_back(
          -flow.mostLate(first) * (cost - weight(group, first)), first);
  std::sort(promises.begin(), promises.end());
  Split best;
  for (const auto &[negated, first] : promises) {
    if (-negated <= best.saved)
      break;
    const std::int64_t gain = cost - weight(group, first);
    // As many as can be: `low` are not worth it or found to be possible. The
    // highest number is often possible, else often not even the next one.
    std::int64_t low = best.saved / gain, late = flow.mostLate(first);
    for (int tries = 0; low < flow.mostLate(first); ++tries) {
      if (flow.solve(first, late)) {
        low = late;
        best = {late * gain, late, {}};
        for (std::size_t place = 0; place < group.classes.size(); ++place)
          best.amounts.push_back(flow.amount(place));
      }
      late = tries == 0 ? low + 1 : low + (flow.mostLate(first) - low + 1) / 2;
    }
  }
  return best;
}

/// Groups of one cost are one level.
void ProfileSplitter::close(StepGroup group) {
  const std::int64_t cost = group.classes.empty() ? 0 : weight(group, 0);
  auto [place, isNew] = closed.try_emplace(cost, std::move(group));
  if (isNew)
    return;
  StepGroup &same = place->second;
  same.steps += group.steps;
  same.classes.insert(same.classes.end(), group.classes.begin(),
                      group.classes.end());
}

ClassProfile ProfileSplitter::profile() const {
  ClassProfile result;
  result.share.assign(problem.classes.size(),
                      std::vector<std::int64_t>(closed.size(), 0));
  for (const auto &[cost, group] : closed) {
    for (const auto &[k, count] : group.classes)
      result.share[k][result.costs.size()] += count;
    result.costs.push_back(cost);
    result.steps.push_back(group.steps);
    result.totalCost += cost * group.steps;
  }
  return result;
}

ClassProfile ProfileSplitter::run() {
  std::vector<StepGroup> open = {everything()};
  while (!open.empty()) {
    StepGroup group = std::move(open.back());
    open.pop_back();
    const Split split = group.classes.empty() ? Split{} : bestSplit(group);
    if (split.saved == 0) {
      close(std::move(group));
      continue;
    }
    StepGroup early = {group.steps - split.late, {}};
    StepGroup late = {split.late, {}};
    for (std::size_t place = 0; place < group.classes.size(); ++place) {
      const auto &[k, count] = group.classes[place];
      const std::int64_t amount = split.amounts[place];
      if (amount > 0)
        late.classes.push_back({k, amount});
      if (amount < count)
        early.classes.push_back({k, count - amount});
    }
    open.push_back(std::move(late));
    open.push_back(std::move(early));
  }
  return profile();
}

ClassProfile redist::schedule::splitProfile(const ClassProblem &problem) {
  return ProfileSplitter(problem).run();
}
