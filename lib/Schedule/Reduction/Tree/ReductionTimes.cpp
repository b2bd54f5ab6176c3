//===- ReductionTimes.cpp - Times of a given tree -------------------------===//
//
// The earliest times of a tree that was not made together with its times: from
// the leaves to the sink (Proposition 3), or event by event where only so many
// transfers may be under way.
//
//===----------------------------------------------------------------------===//
#include "Reduction/Role/ChildLists.h"
#include "Reduction/Role/ReductionRule.h"

#include <algorithm>
#include <queue>

using namespace redist::schedule;

/// Which of two machines that are ready goes first: the earlier one, among
/// equals that of the higher index.
static bool goesFirst(const std::vector<std::int64_t> &ready, std::int32_t x,
                      std::int32_t y) {
  const std::int64_t timeX = ready[static_cast<std::size_t>(x)];
  const std::int64_t timeY = ready[static_cast<std::size_t>(y)];
  return timeX != timeY ? timeX < timeY : x > y;
}

/// Machines, all children before their parent.
static std::vector<std::int32_t>
leavesFirst(const std::vector<std::int32_t> &parent) {
  std::vector<std::int32_t> open(parent.size(), 0), order;
  order.reserve(parent.size());
  for (std::size_t i = 1; i < parent.size(); ++i)
    ++open[static_cast<std::size_t>(parent[i])];
  for (std::size_t i = 0; i < parent.size(); ++i)
    if (open[i] == 0)
      order.push_back(static_cast<std::int32_t>(i));
  for (std::size_t done = 0; done < order.size(); ++done) {
    const std::int32_t above = parent[static_cast<std::size_t>(order[done])];
    if (above >= 0 && --open[static_cast<std::size_t>(above)] == 0)
      order.push_back(above);
  }
  return order;
}

ReductionTree redist::schedule::timed(std::vector<std::int32_t> parent,
                                      const ReductionCost &cost) {
  ChildLists children(parent);
  std::vector<std::int64_t> ready(parent.size(), 0), start(parent.size());
  for (const std::int32_t machine : leavesFirst(parent)) {
    const auto index = static_cast<std::size_t>(machine);
    const std::span<std::int32_t> list = children.of(index);
    std::sort(list.begin(), list.end(), [&](std::int32_t x, std::int32_t y) {
      return goesFirst(ready, x, y);
    });
    std::int64_t port = 0, combined = 0;
    for (const std::int32_t child : list) {
      const auto from = static_cast<std::size_t>(child);
      start[from] = std::max(ready[from], port);
      port = start[from] + cost.transfer;
      combined = std::max(port + cost.latency, combined) + cost.combine;
    }
    ready[index] = combined;
  }
  start[0] = ready[0];
  return {std::move(parent), std::move(start), ready[0]};
}

/// Replays a tree forward under a limit on transfers.
class LimitedReplay {
public:
  LimitedReplay(const std::vector<std::int32_t> &parents, std::int64_t limit,
                const ReductionCost &given);
  /// Starts of all transfers; of machine 0 the length.
  std::vector<std::int64_t> run();

private:
  struct Event {
    std::int64_t time;
    std::int32_t machine;
    bool ends; ///< its transfer; else it is ready
  };
  struct Later {
    bool operator()(const Event &x, const Event &y) const {
      if (x.time != y.time)
        return x.time > y.time;
      return x.ends != y.ends ? y.ends : x.machine < y.machine;
    }
  };
  struct GoesLater {
    const std::vector<std::int64_t> *ready;
    bool operator()(std::int32_t x, std::int32_t y) const {
      return goesFirst(*ready, y, x);
    }
  };

  const std::vector<std::int32_t> &parent;
  std::int64_t freeSlots;
  ReductionCost cost;
  std::vector<std::int64_t> ready, start, combined;
  std::vector<std::int32_t> open; ///< children that have not arrived
  std::vector<bool> busy;         ///< receives
  /// Of each receiver, who waits until it is free.
  std::vector<std::vector<std::int32_t>> waiting;
  std::vector<std::size_t> served; ///< of `waiting`, in order
  std::priority_queue<Event, std::vector<Event>, Later> events;
  /// The first that waits at each free receiver.
  std::priority_queue<std::int32_t, std::vector<std::int32_t>, GoesLater>
      offers;

  static std::size_t indexOf(std::int32_t machine) {
    return static_cast<std::size_t>(machine);
  }
  void becomeReady(std::int32_t machine);
  void offerNext(std::size_t receiver);
  void begin(std::int32_t machine, std::int64_t time);
};

LimitedReplay::LimitedReplay(const std::vector<std::int32_t> &parents,
                             std::int64_t limit, const ReductionCost &given)
    : parent(parents), freeSlots(limit), cost(given), ready(parents.size(), 0),
      start(parents.size(), 0), combined(parents.size(), 0),
      open(parents.size(), 0), busy(parents.size(), false),
      waiting(parents.size()), served(parents.size(), 0),
      offers(GoesLater{&ready}) {
  for (std::size_t i = 1; i < parent.size(); ++i)
    ++open[indexOf(parent[i])];
  for (std::size_t i = 1; i < parent.size(); ++i)
    if (open[i] == 0)
      events.push({0, static_cast<std::int32_t>(i), false});
}

/// Elements become ready in the order of time and descending index, so each
/// receiver's list is in the order in which they go.
void LimitedReplay::becomeReady(std::int32_t machine) {
  const std::size_t receiver = indexOf(parent[indexOf(machine)]);
  waiting[receiver].push_back(machine);
  if (!busy[receiver] && served[receiver] + 1 == waiting[receiver].size())
    offers.push(machine);
}

void LimitedReplay::offerNext(std::size_t receiver) {
  if (served[receiver] < waiting[receiver].size())
    offers.push(waiting[receiver][served[receiver]]);
}

void LimitedReplay::begin(std::int32_t machine, std::int64_t time) {
  const std::size_t receiver = indexOf(parent[indexOf(machine)]);
  start[indexOf(machine)] = time;
  busy[receiver] = true;
  ++served[receiver];
  --freeSlots;
  const std::int64_t end = time + cost.transfer;
  events.push({end, machine, true});
  combined[receiver] =
      std::max(end + cost.latency, combined[receiver]) + cost.combine;
  if (--open[receiver] == 0) {
    ready[receiver] = combined[receiver];
    if (receiver != 0)
      events.push(
          {ready[receiver], static_cast<std::int32_t>(receiver), false});
  }
}

std::vector<std::int64_t> LimitedReplay::run() {
  while (!events.empty()) {
    const std::int64_t now = events.top().time;
    while (!events.empty() && events.top().time == now) {
      const Event event = events.top();
      events.pop();
      if (!event.ends) {
        becomeReady(event.machine);
        continue;
      }
      const std::size_t receiver = indexOf(parent[indexOf(event.machine)]);
      busy[receiver] = false;
      ++freeSlots;
      offerNext(receiver);
    }
    while (freeSlots > 0 && !offers.empty()) {
      const std::int32_t machine = offers.top();
      offers.pop();
      begin(machine, now);
    }
  }
  start[0] = combined[0];
  return std::move(start);
}

ReductionTree redist::schedule::timedWithin(std::vector<std::int32_t> parent,
                                            std::int64_t limit,
                                            const ReductionCost &cost) {
  std::vector<std::int64_t> start = LimitedReplay(parent, limit, cost).run();
  const std::int64_t length = start[0];
  return {std::move(parent), std::move(start), length};
}
