//===- ArrivalSearch.cpp - Local search on late-element trees -------------===//
//
// The tree is one of places; elements sit on places. A move changes one or two
// machines and is timed from there to the sink, as far as times change; a move
// that gains nothing is taken back. Places are tried in ascending order, over
// and over, until a whole round gains nothing.
//
//===----------------------------------------------------------------------===//
#include "Reduction/Arrivals/ArrivalSearch.h"

#include "Support/Arithmetic.h"

#include <numeric>

using namespace redist::schedule;

class PlaceTree {
public:
  PlaceTree(const Elements &given, Times arrivals, const ReductionCost &costs,
            std::int64_t &timings)
      : cost(costs), budget(timings), parent(given), children(given.size()),
        element(given.size()), arrival(arrivals.begin(), arrivals.end()),
        ready(given.size(), -1) {
    std::iota(element.begin(), element.end(), 0);
    for (std::size_t i = 0; i < given.size(); ++i)
      if (given[i] >= 0)
        children[index(given[i])].push_back(static_cast<std::int32_t>(i));
      else
        sink = static_cast<std::int32_t>(i);
    timeBelow(sink);
  }

  std::int64_t length() const { return ready[index(sink)]; }
  std::int32_t size() const { return static_cast<std::int32_t>(parent.size()); }

  /// Whether the subtree at `place` does better below `target`.
  bool tryMove(std::int32_t place, std::int32_t target) {
    const std::int32_t from = parent[index(place)];
    if (from < 0 || target == from || isBelow(target, place))
      return false;
    const Score before = score();
    move(place, target);
    if (score() < before)
      return true;
    move(place, from);
    return false;
  }

  /// Whether the elements do better on each other's places.
  bool trySwap(std::int32_t a, std::int32_t b) {
    if (arrival[index(a)] == arrival[index(b)])
      return false;
    const Score before = score();
    swap(a, b);
    if (score() < before)
      return true;
    swap(a, b);
    return false;
  }

  Elements parents() const {
    Elements result(parent.size());
    for (std::size_t i = 0; i < parent.size(); ++i)
      result[index(element[i])] =
          parent[i] < 0 ? -1 : element[index(parent[i])];
    return result;
  }

private:
  struct Score {
    std::int64_t length;
    Int128 sum;
    bool operator<(const Score &other) const {
      return length != other.length ? length < other.length : sum < other.sum;
    }
  };
  Score score() const { return {length(), sum}; }

  static std::size_t index(std::int32_t place) {
    return static_cast<std::size_t>(place);
  }

  bool isBelow(std::int32_t place, std::int32_t top) const {
    while (place >= 0 && place != top)
      place = parent[index(place)];
    return place == top;
  }

  void timeBelow(std::int32_t top) {
    Elements order = {top};
    for (std::size_t next = 0; next < order.size(); ++next)
      for (const std::int32_t child : children[index(order[next])])
        order.push_back(child);
    for (std::size_t i = order.size(); i-- > 0;)
      timeAgain(order[i]);
  }

  /// Whether the time of the place changed.
  bool timeAgain(std::int32_t place) {
    --budget;
    scratch.clear();
    for (const std::int32_t child : children[index(place)])
      scratch.push_back(ready[index(child)]);
    std::sort(scratch.begin(), scratch.end());
    const std::int64_t now = readyAfter(arrival[index(place)], scratch, cost);
    const bool hasChanged = now != ready[index(place)];
    sum += Int128{now} - ready[index(place)];
    ready[index(place)] = now;
    return hasChanged;
  }

  void timeUpwards(std::int32_t place) {
    while (place >= 0 && timeAgain(place))
      place = parent[index(place)];
  }

  void move(std::int32_t place, std::int32_t target) {
    const std::int32_t from = parent[index(place)];
    std::erase(children[index(from)], place);
    children[index(target)].push_back(place);
    parent[index(place)] = target;
    timeUpwards(from);
    timeUpwards(target);
  }

  void swap(std::int32_t a, std::int32_t b) {
    std::swap(arrival[index(a)], arrival[index(b)]);
    std::swap(element[index(a)], element[index(b)]);
    timeUpwards(a);
    timeUpwards(b);
  }

  const ReductionCost &cost;
  std::int64_t &budget;
  Elements parent;
  std::vector<Elements> children;
  Elements element;                         ///< by place
  std::vector<std::int64_t> arrival, ready; ///< by place
  std::int32_t sink = 0;
  Int128 sum = 0;
  std::vector<std::int64_t> scratch;
};

Elements redist::schedule::improveArrivals(Elements parent, Times arrivals,
                                           const ReductionCost &cost,
                                           std::int64_t enough,
                                           std::int64_t &budget) {
  PlaceTree tree(parent, arrivals, cost, budget);
  const auto isOver = [&] { return tree.length() <= enough || budget <= 0; };
  bool gained = true;
  while (gained && !isOver()) {
    gained = false;
    for (std::int32_t a = 0; a < tree.size() && !isOver(); ++a)
      for (std::int32_t b = 0; b < tree.size() && !isOver(); ++b) {
        if (a == b)
          continue;
        gained = tree.tryMove(a, b) || gained;
        gained = (a < b && tree.trySwap(a, b)) || gained;
      }
  }
  return tree.parents();
}
