//===- AllReductions.cpp - Least lengths by exhaustive search -------------===//
//
// Trees: a machine is ready the sooner the sooner its children are, so that the
// best order of each subtree can be found for itself.
//
// Transfers: machines are told apart only by how long their port is taken and
// how long they combine yet, so that a state is a sorted list of such pairs. A
// transfer need only begin when something ends. States that were reached before
// and no later, or that cannot end in time, are cut off.
//
//===----------------------------------------------------------------------===//
#include "AllReductions.h"

#include <algorithm>
#include <limits>
#include <map>

using namespace redist::schedule;
using namespace redist::schedule::test;

AllTrees::AllTrees(std::int64_t most) {
  trees.push_back({});
  for (std::int64_t size = 2; size <= most; ++size) {
    std::vector<std::size_t> children;
    append(children, trees.size() - 1, size - 1, size);
  }
}

/// Adds the trees of `size` machines with these children and further ones, none
/// of a higher number than `last`, that have `left` machines together.
void AllTrees::append(std::vector<std::size_t> &children, std::size_t last,
                      std::int64_t left, std::int64_t size) {
  if (left == 0) {
    Tree tree = {children, size, 1};
    for (const std::size_t child : children)
      tree.inner += trees[child].inner;
    trees.push_back(std::move(tree));
    return;
  }
  for (std::size_t child = 0; child <= last; ++child) {
    if (trees[child].size > left)
      continue;
    children.push_back(child);
    append(children, child, left - trees[child].size, size);
    children.pop_back();
  }
}

/// When a machine is ready that receives in this order.
static std::int64_t readyAfter(const std::vector<std::int64_t> &children,
                               const ReductionCost &cost) {
  std::int64_t port = 0, done = 0;
  for (const std::int64_t ready : children) {
    port = std::max(port, ready) + cost.transfer;
    done = std::max(done, port + cost.latency) + cost.combine;
  }
  return done;
}

std::int64_t AllTrees::minLength(std::int64_t ranks, std::int64_t reducers,
                                 const ReductionCost &cost) const {
  std::vector<std::int64_t> ready;
  std::int64_t least = std::numeric_limits<std::int64_t>::max();
  for (const Tree &tree : trees) {
    if (tree.size > ranks)
      break;
    std::vector<std::int64_t> children;
    for (const std::size_t child : tree.children)
      children.push_back(ready[child]);
    std::sort(children.begin(), children.end());
    std::int64_t best = readyAfter(children, cost);
    while (std::next_permutation(children.begin(), children.end()))
      best = std::min(best, readyAfter(children, cost));
    ready.push_back(best);
    if (tree.size == ranks && (reducers == 0 || tree.inner <= reducers))
      least = std::min(least, best);
  }
  return least;
}

/// A machine that has an element, or gets one.
struct PortAndCombine {
  std::int64_t port = 0;    ///< so long taken by a receive
  std::int64_t combine = 0; ///< until all that it has is combined
  auto operator<=>(const PortAndCombine &) const = default;
  bool isIdle() const { return port == 0 && combine == 0; }
};
using Machines = std::vector<PortAndCombine>;

class TransferSearch {
public:
  TransferSearch(std::int64_t most, const ReductionCost &given,
                 std::int64_t below)
      : limit(most), cost(given), length(below) {}

  /// Whether all ends before `length`. Transfers that begin now go to machines
  /// that combine for `from` or longer, so that no set is tried twice.
  bool ends(Machines machines, std::int64_t now, std::int64_t from) {
    std::sort(machines.begin(), machines.end());
    if (now + minFrom(machines) >= length)
      return false;
    if (machines.size() == 1)
      return true;
    if (from == 0 && !isNew(machines, now))
      return false;
    return endsWithTransfer(machines, now, from) || endsLater(machines, now);
  }

private:
  bool isNew(const Machines &machines, std::int64_t now) {
    const auto [entry, inserted] = reached.try_emplace(machines, now);
    if (!inserted && entry->second <= now)
      return false;
    entry->second = now;
    return true;
  }

  bool endsWithTransfer(const Machines &machines, std::int64_t now,
                        std::int64_t from) {
    const auto isReceiving = [](const PortAndCombine &machine) {
      return machine.port > 0;
    };
    const auto isIdle = [](const PortAndCombine &machine) {
      return machine.isIdle();
    };
    if (std::count_if(machines.begin(), machines.end(), isReceiving) >= limit)
      return false;
    const auto sender = std::find_if(machines.begin(), machines.end(), isIdle);
    if (sender == machines.end())
      return false;
    Machines others = machines;
    others.erase(others.begin() + (sender - machines.begin()));
    std::int64_t tried = from - 1;
    for (std::size_t i = 0; i < others.size(); ++i) {
      const PortAndCombine before = others[i];
      if (before.port > 0 || before.combine <= tried)
        continue;
      tried = before.combine;
      others[i] = {cost.transfer,
                   std::max(before.combine, cost.transfer) + cost.combine};
      if (ends(others, now, before.combine))
        return true;
      others[i] = before;
    }
    return false;
  }

  bool endsLater(const Machines &machines, std::int64_t now) {
    std::int64_t wait = std::numeric_limits<std::int64_t>::max();
    for (const PortAndCombine &machine : machines)
      for (const std::int64_t left : {machine.port, machine.combine})
        wait = left > 0 ? std::min(wait, left) : wait;
    if (wait == std::numeric_limits<std::int64_t>::max())
      return false;
    Machines later = machines;
    for (PortAndCombine &machine : later) {
      machine.port = std::max<std::int64_t>(machine.port - wait, 0);
      machine.combine = std::max<std::int64_t>(machine.combine - wait, 0);
    }
    return ends(std::move(later), now + wait, 0);
  }

  /// No machine but the last can do without a transfer after it is ready, of
  /// which `limit` go at once; and the last one combines then.
  std::int64_t minFrom(const Machines &machines) const {
    std::vector<std::int64_t> ready;
    for (const PortAndCombine &machine : machines)
      ready.push_back(machine.combine);
    std::sort(ready.rbegin(), ready.rend());
    std::int64_t least = ready[0];
    for (std::size_t i = 1; i < ready.size(); ++i) {
      const auto rounds = (static_cast<std::int64_t>(i) + limit - 1) / limit;
      least = std::max(least, ready[i] + rounds * cost.transfer + cost.combine);
      std::int64_t doubling = 0;
      while ((std::size_t{1} << doubling) <= i)
        ++doubling;
      least = std::max(least, ready[i] + cost.transfer + cost.combine +
                                  (doubling - 1) *
                                      std::max(cost.transfer, cost.combine));
    }
    return least;
  }

  std::int64_t limit;
  const ReductionCost &cost;
  std::int64_t length;
  std::map<Machines, std::int64_t> reached;
};

bool redist::schedule::test::canBeShorter(std::int64_t ranks,
                                          std::int64_t limit,
                                          const ReductionCost &cost,
                                          std::int64_t length) {
  TransferSearch search(limit, cost, length);
  return search.ends(Machines(static_cast<std::size_t>(ranks)), 0, 0);
}
