//===- NearNeighbours.cpp - Processors that are near each other -----------===//

#include "Pipeline/Heuristics/NearNeighbours.h"

#include "Pipeline/Mapping/CycleTimes.h"

using namespace redist::schedule;

/// Exchanges that are tried, over the stages and processors that a cost takes:
/// some 50 ms.
static constexpr std::int64_t maxWork = 20'000'000;

namespace {

/// Where a processor is used: as which one of which interval; nowhere: -1.
struct Slot {
  std::int64_t interval = -1;
  std::size_t number = 0;
};

class Neighbours {
public:
  Neighbours(const PipelineInstance &given, MadeMapping &start)
      : instance(given), made(start), slots(indexOf(given.processors())) {
    for (std::size_t j = 0; j < mapping().intervals.size(); ++j)
      for (std::size_t a = 0; a < processorsOf(j).size(); ++a)
        slots[indexOf(processorsOf(j)[a])] = {static_cast<std::int64_t>(j), a};
  }

  void run() {
    for (bool isBetter = true; isBetter;) {
      isBetter = false;
      for (std::size_t j = 0; j < mapping().intervals.size(); ++j)
        for (std::size_t a = 0; a < processorsOf(j).size(); ++a)
          for (std::int32_t u = 0; u < instance.processors(); ++u) {
            if (work < 0)
              return;
            isBetter |= tryExchange(processorsOf(j)[a], u);
          }
    }
  }

private:
  Mapping &mapping() { return made.mapping; }
  std::vector<std::int32_t> &processorsOf(std::size_t interval) {
    return mapping().intervals[interval].processors;
  }
  void put(std::int32_t processor, const Slot &slot) {
    if (slot.interval >= 0)
      processorsOf(indexOf(slot.interval))[slot.number] = processor;
    slots[indexOf(processor)] = slot;
  }
  void exchange(std::int32_t u, std::int32_t v) {
    const Slot one = slots[indexOf(u)], other = slots[indexOf(v)];
    put(u, other);
    put(v, one);
  }

  /// `u` is in use.
  bool tryExchange(std::int32_t u, std::int32_t v) {
    if (u == v)
      return false;
    work -= 256 + 2 * (instance.stages() + instance.processors());
    exchange(u, v);
    Result<MappingCost> cost = costOf(instance, mapping());
    if (cost && !(periodOf(made.cost) < periodOf(*cost)) &&
        cost->latency < made.cost.latency) {
      made.cost = *std::move(cost);
      return true;
    }
    exchange(u, v);
    return false;
  }

  const PipelineInstance &instance;
  MadeMapping &made;
  std::vector<Slot> slots; ///< by processor
  std::int64_t work = maxWork;
};

} // namespace

void redist::schedule::bringNeighboursNear(const PipelineInstance &instance,
                                           MadeMapping &made) {
  if (!instance.hasUniformLinks())
    Neighbours(instance, made).run();
}
