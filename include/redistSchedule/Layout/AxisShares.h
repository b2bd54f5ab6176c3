//===- AxisShares.h - How much pairs of coordinates share -------*- C++ -*-===//
//
// The messages along an axis on which elements lie on any coordinates: no
// formula tells them. Comes in: the pairs that share anything, with their
// elements. Goes out: the partners of a coordinate of either side, and bounds.
// Memory: proportional to the pairs.
//
//===----------------------------------------------------------------------===//
#ifndef REDISTSCHEDULE_LAYOUT_AXISSHARES_H
#define REDISTSCHEDULE_LAYOUT_AXISSHARES_H

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace redist::schedule {

/// What source coordinate p gives to target coordinate q.
struct AxisShare {
  std::int64_t source, target;
  std::int64_t length; ///< elements, > 0

  bool operator==(const AxisShare &) const = default;
};

class AxisShares {
public:
  /// `pairs`: in any order, each once. Precondition: in each of them
  /// 0 <= source < sourceRanks and 0 <= target < targetRanks.
  AxisShares(std::int64_t sourceRanks, std::int64_t targetRanks,
             std::vector<AxisShare> pairs);

  /// By ascending target, and by ascending source.
  std::span<const AxisShare> ofSource(std::int64_t p) const;
  std::span<const AxisShare> ofTarget(std::int64_t q) const;
  std::int64_t length(std::int64_t p, std::int64_t q) const;
  /// Number of pairs, of all elements that are shared, and of the most that a
  /// pair shares.
  std::int64_t pairs() const {
    return static_cast<std::int64_t>(bySource.size());
  }
  std::int64_t elements() const { return total; }
  std::int64_t longest() const { return most; }

private:
  std::vector<AxisShare> bySource, byTarget;
  std::vector<std::size_t> sourceBegins, targetBegins; ///< and the ends
  std::int64_t total = 0, most = 0;
};

} // namespace redist::schedule

#endif
