//===- PipelineBruteForce.h - All interval mappings ------------*- C++ -*-===//
//
// Every partition of the stages into intervals with every choice of processors,
// for up to six of each: the oracle of all mappers. Costs by costOf, which has
// oracles of its own (PipelineReplay.h).
//
//===----------------------------------------------------------------------===//
#ifndef REDIST_TEST_PROPERTY_PIPELINEBRUTEFORCE_H
#define REDIST_TEST_PROPERTY_PIPELINEBRUTEFORCE_H

#include "redistSchedule/Pipeline/MakeMapping.h"

#include <algorithm>
#include <functional>

namespace redist::schedule::test {

enum class Shape {
  OneToOne, ///< every stage alone
  Interval, ///< one processor an interval
  Dealt,    ///< and stages that may be dealt, dealt to any processors
};

class AllMappings {
public:
  using Visitor = std::function<void(const Mapping &, const MappingCost &)>;

  AllMappings(const PipelineInstance &given, Shape givenShape)
      : instance(given), shape(givenShape) {}

  /// Those that costOf accepts and that keep the limit on the latency.
  void visit(const Visitor &visitor) {
    isUsed.assign(static_cast<std::size_t>(instance.processors()), false);
    mapping.intervals.clear();
    from(0, visitor);
  }

private:
  const PipelineInstance &instance;
  Shape shape;
  std::vector<bool> isUsed;
  Mapping mapping;

  void from(std::int64_t first, const Visitor &visitor) {
    if (first == instance.stages()) {
      const Result<MappingCost> cost = costOf(instance, mapping);
      if (cost &&
          (instance.latencyLimit < 0 || cost->latency <= instance.latencyLimit))
        visitor(mapping, *cost);
      return;
    }
    const std::int64_t end =
        shape == Shape::OneToOne ? first + 1 : instance.stages();
    for (std::int64_t last = first; last < end; ++last) {
      mapping.intervals.push_back({first, last, {}});
      place(0, visitor);
      mapping.intervals.pop_back();
    }
  }

  bool mayBeDealt() const {
    const MappedInterval &interval = mapping.intervals.back();
    bool may = shape != Shape::Interval;
    for (std::int64_t k = interval.first; k <= interval.last; ++k) {
      const std::int32_t count = instance.replicas[static_cast<std::size_t>(k)];
      may = may && count != oneProcessor &&
            (shape == Shape::Dealt || count != anyNumber);
    }
    return may;
  }

  /// Adds processors to the last interval; their order matters where links
  /// differ.
  void place(std::int32_t least, const Visitor &visitor) {
    const std::int64_t next = mapping.intervals.back().last + 1;
    const bool first = mapping.intervals.back().processors.empty();
    if (!first)
      from(next, visitor);
    if (!first && !mayBeDealt())
      return;
    const std::int32_t start = instance.hasUniformLinks() ? least : 0;
    for (std::int32_t u = start; u < instance.processors(); ++u) {
      const auto index = static_cast<std::size_t>(u);
      if (isUsed[index])
        continue;
      isUsed[index] = true;
      mapping.intervals.back().processors.push_back(u);
      place(u + 1, visitor);
      mapping.intervals.back().processors.pop_back();
      isUsed[index] = false;
    }
  }
};

/// Of two periods.
inline bool isShorter(const MappingCost &x, const MappingCost &y) {
  __extension__ typedef __int128 Wide;
  return Wide{x.period} * y.periodDivisor < Wide{y.period} * x.periodDivisor;
}

/// The least period; nothing where there is no mapping.
inline std::optional<MappingCost> minCost(const PipelineInstance &instance,
                                          Shape shape) {
  std::optional<MappingCost> best;
  AllMappings(instance, shape)
      .visit([&](const Mapping &, const MappingCost &cost) {
        if (!best || isShorter(cost, *best))
          best = cost;
      });
  return best;
}

/// Pairs of period and latency that no mapping beats in both, by period.
inline std::vector<MappingCost> paretoCosts(const PipelineInstance &instance,
                                            Shape shape) {
  std::vector<MappingCost> all;
  AllMappings(instance, shape)
      .visit([&](const Mapping &, const MappingCost &cost) {
        all.push_back(cost);
      });
  std::sort(all.begin(), all.end(),
            [](const MappingCost &x, const MappingCost &y) {
              if (isShorter(x, y) || isShorter(y, x))
                return isShorter(x, y);
              return x.latency < y.latency;
            });
  std::vector<MappingCost> best;
  for (const MappingCost &cost : all)
    if (best.empty() || cost.latency < best.back().latency)
      best.push_back(cost);
  return best;
}

} // namespace redist::schedule::test

#endif
