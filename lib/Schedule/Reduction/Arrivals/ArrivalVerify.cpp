//===- ArrivalVerify.cpp - Verification of a tree of late elements --------===//
//
// Independent of how the tree was made: the parents, starts and orders that it
// states are held against the model, one rule after another.
//
//===----------------------------------------------------------------------===//
#include "redistSchedule/Reduction/Arrivals.h"

#include <algorithm>
#include <string>

using namespace redist::schedule;

using Element = std::int32_t;
using Elements = std::vector<Element>;

class ArrivalReplay {
public:
  ArrivalReplay(const ArrivalTree &given, std::span<const std::int64_t> times,
                const ReductionCost &costs)
      : tree(given), arrivals(times), cost(costs), children(times.size()) {}

  ReductionReport run() && {
    if (hasShape() && isTree()) {
      for (std::size_t i = machines.size(); i-- > 0;)
        replay(machines[i]);
      countTransfers();
      checkClaims();
    }
    return std::move(report);
  }

private:
  static std::size_t at(Element element) {
    return static_cast<std::size_t>(element);
  }

  bool reject(std::string problem) {
    if (report.isValid)
      report.problem = std::move(problem);
    report.isValid = false;
    return false;
  }

  bool hasShape() {
    const std::size_t count = arrivals.size();
    if (count == 0 || tree.parent.size() != count ||
        tree.start.size() != count || tree.order.size() != count)
      return reject("not one parent, start and order an element");
    for (std::size_t i = 0; i < count; ++i)
      if (tree.parent[i] < -1 || tree.parent[i] >= static_cast<Element>(count))
        return reject("element " + std::to_string(i) + " has no such parent");
    return true;
  }

  /// Lists machines from the sink on, which reaches all unless there is a
  /// cycle.
  bool isTree() {
    for (std::size_t i = 0; i < tree.parent.size(); ++i)
      if (tree.parent[i] < 0)
        machines.push_back(static_cast<Element>(i));
      else
        children[at(tree.parent[i])].push_back(static_cast<Element>(i));
    if (machines.size() != 1)
      return reject("not exactly one sink");
    for (std::size_t next = 0; next < machines.size(); ++next)
      for (const Element child : children[at(machines[next])])
        machines.push_back(child);
    return machines.size() == tree.parent.size() ||
           reject("a cycle of parents");
  }

  /// From when on a machine has the element of `member`, which is its own or
  /// one that it receives.
  std::int64_t available(Element machine, Element member) const {
    return member == machine
               ? arrivals[at(member)]
               : tree.start[at(member)] + cost.transfer + cost.latency;
  }

  void replay(Element machine) {
    const std::string name = "machine " + std::to_string(machine);
    Elements &received = children[at(machine)];
    report.reducers += !received.empty();
    std::sort(received.begin(), received.end(), [&](Element a, Element b) {
      return tree.start[at(a)] < tree.start[at(b)];
    });
    std::int64_t portFree = 0;
    for (const Element child : received) {
      if (tree.start[at(child)] < portFree)
        reject(name + " receives two elements at once");
      portFree = tree.start[at(child)] + cost.transfer;
    }

    Elements members = received, order = tree.order[at(machine)];
    members.push_back(machine);
    std::sort(members.begin(), members.end());
    std::sort(order.begin(), order.end());
    if (members != order) {
      reject(name + " does not combine what it has");
      return;
    }
    const Elements &combined = tree.order[at(machine)];
    std::int64_t ready = available(machine, combined.front());
    for (std::size_t i = 1; i < combined.size(); ++i)
      ready = std::max(ready, available(machine, combined[i])) + cost.combine;

    if (tree.parent[at(machine)] >= 0 &&
        tree.start[at(machine)] < std::max(ready, portFree))
      reject(name + " sends before it is ready");
    if (tree.parent[at(machine)] < 0)
      report.length = ready;
  }

  void countTransfers() {
    std::vector<std::int64_t> starts, ends;
    for (std::size_t i = 0; i < tree.parent.size(); ++i)
      if (tree.parent[i] >= 0 && cost.transfer > 0) {
        starts.push_back(tree.start[i]);
        ends.push_back(tree.start[i] + cost.transfer);
      }
    std::sort(starts.begin(), starts.end());
    std::sort(ends.begin(), ends.end());
    for (std::size_t begun = 0, ended = 0; begun < starts.size(); ++begun) {
      while (ends[ended] <= starts[begun])
        ++ended;
      report.peakTransfers = std::max(
          report.peakTransfers, static_cast<std::int64_t>(begun + 1 - ended));
    }
  }

  void checkClaims() {
    if (tree.length != report.length ||
        tree.start[at(machines.front())] != report.length)
      reject("the length is " + std::to_string(report.length));
    if (tree.length < tree.lowerBound)
      reject("shorter than the lower bound");
    if (tree.isOptimal && tree.length != tree.lowerBound)
      reject("optimal, but longer than the lower bound");
  }

  const ArrivalTree &tree;
  std::span<const std::int64_t> arrivals;
  const ReductionCost &cost;
  std::vector<Elements> children;
  Elements machines; ///< each after its parent
  ReductionReport report;
};

ReductionReport redist::schedule::verify(const ArrivalTree &tree,
                                         std::span<const std::int64_t> arrivals,
                                         const ReductionCost &cost) {
  return ArrivalReplay(tree, arrivals, cost).run();
}
