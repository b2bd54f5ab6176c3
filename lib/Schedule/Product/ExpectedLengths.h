//===- ExpectedLengths.h - Expected lengths of messages ---------*- C++ -*-===//
//
// Private to lib/Schedule. The length of one message at a time, from the axes
// alone: what schedules are checked against, and where a message lies among
// those of a pair of nodes.
//
//===----------------------------------------------------------------------===//
#ifndef REDIST_LIB_SCHEDULE_PRODUCT_EXPECTEDLENGTHS_H
#define REDIST_LIB_SCHEDULE_PRODUCT_EXPECTEDLENGTHS_H

#include "Product/ProductGrid.h"
#include "redistSchedule/Intersection/AxisFinder.h"

#include <limits>
#include <utility>

namespace redist::schedule {

/// What p owes q by the definition of an assignment.
class ExpectedLengths {
public:
  explicit ExpectedLengths(Assignment given)
      : assignment(std::move(given)),
        sources(RankNumbering::ofSource(assignment)),
        targets(RankNumbering::ofTarget(assignment)) {
    for (const Axis &axis : assignment.axes)
      axes.emplace_back(axis);
  }

  /// 0 where it stays. The greatest number for more than that: where lengths
  /// are not compared.
  std::int64_t length(std::int64_t p, std::int64_t q) const {
    return assignment.sharing.sourceOf(q, sources.ranks()) == p ? 0
                                                                : whole(p, q);
  }
  /// Elements that move: what each axis carries in all, less what stays.
  std::int64_t moving() const;

private:
  std::int64_t whole(std::int64_t p, std::int64_t q) const {
    std::int64_t product = 1;
    for (std::size_t k = 0; k < axes.size() && product > 0; ++k)
      if (__builtin_mul_overflow(product,
                                 axes[k].length(sources.coordinate(p, k),
                                                targets.coordinate(q, k)),
                                 &product))
        product = std::numeric_limits<std::int64_t>::max();
    return product;
  }

  Assignment assignment;
  RankNumbering sources, targets;
  std::vector<AxisFinder> axes;
};

} // namespace redist::schedule

#endif
