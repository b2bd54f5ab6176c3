//===- ArrivalSlots.cpp - Late-element trees, built backwards -------------===//
//
// A machine that must be ready by s combines its children m = 0, 1, ... (0 is
// the last) by s - m B, so that child m must be ready by s - A - m B. Its own
// element has to be there when the first combine starts; where it is not, it
// may be combined between its children, which delays those before it by c.
//
//===----------------------------------------------------------------------===//
#include "Reduction/Arrivals/ArrivalSlots.h"

#include <queue>

using namespace redist::schedule;

struct OpenSlot {
  std::int64_t deadline = 0;
  std::int32_t machine = -1; ///< that opened it
  std::int64_t child = 0;    ///< m
};

/// The latest first; ties to the machine that came first, as it has most to
/// give yet.
static bool operator<(const OpenSlot &a, const OpenSlot &b) {
  return a.deadline != b.deadline ? a.deadline < b.deadline
                                  : a.machine > b.machine;
}

class SlotFiller {
public:
  SlotFiller(Times given, const Elements &order, const SlotRule &chosen,
             const ReductionCost &costs)
      : arrivals(given), latest(order), rule(chosen), cost(costs),
        parent(given.size(), -1), deadline(given.size()) {}

  bool fill(std::int64_t length) {
    std::size_t late = 0, early = latest.size();
    OpenSlot slot = {length};
    while (true) {
      if (arrival(latest[late]) > slot.deadline)
        return false;
      const bool takesLatest =
          arrival(latest[late]) > slot.deadline - rule.reserve;
      const std::int32_t taken = takesLatest ? latest[late++] : latest[--early];
      parent[static_cast<std::size_t>(taken)] = slot.machine;
      deadline[static_cast<std::size_t>(taken)] = slot.deadline;
      if (late == early)
        return true;
      open(taken, 0);
      if (slots.empty())
        return false;
      slot = slots.top();
      slots.pop();
      open(slot.machine, slot.child + 1);
    }
  }

  Elements parents() && { return std::move(parent); }

private:
  std::int64_t arrival(std::int32_t element) const {
    return arrivals[static_cast<std::size_t>(element)];
  }

  /// Slots that the machine can open with its own element combined first.
  std::int64_t ownFirst(std::int64_t spare) const {
    if (spare < cost.combine)
      return 0;
    return cost.cadence() == 0 ? latestCount()
                               : (spare - cost.combine) / cost.cadence() + 1;
  }
  std::int64_t latestCount() const {
    return static_cast<std::int64_t>(latest.size());
  }

  void open(std::int32_t machine, std::int64_t child) {
    const std::int64_t end = deadline[static_cast<std::size_t>(machine)];
    const std::int64_t first = ownFirst(end - arrival(machine));
    std::int64_t due = end - cost.turn() - child * cost.cadence();
    if (!rule.ownLate && child >= first)
      return;
    // Its own element after as many children as can be, `after` before them.
    const std::int64_t after = std::max<std::int64_t>(first - 1, 0);
    if (rule.ownLate && first == 0)
      return;
    if (rule.ownLate && child >= after)
      due -= cost.combine;
    if (due >= arrival(latest.back()))
      slots.push({due, machine, child});
  }

  Times arrivals;
  const Elements &latest;
  const SlotRule &rule;
  const ReductionCost &cost;
  Elements parent;
  std::vector<std::int64_t> deadline;
  std::priority_queue<OpenSlot> slots;
};

std::optional<Elements> redist::schedule::fillSlots(Times arrivals,
                                                    const Elements &latest,
                                                    std::int64_t length,
                                                    const SlotRule &rule,
                                                    const ReductionCost &cost) {
  SlotFiller filler(arrivals, latest, rule, cost);
  if (!filler.fill(length))
    return std::nullopt;
  return std::move(filler).parents();
}
