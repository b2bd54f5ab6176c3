//===- GridMessages.h - The true messages of an assignment -----*- C++ -*-===//
//
// Private to lib/Schedule. All messages of the product of the axes, with their
// lengths: true ones on axes that have a length, those of a superblock on the
// others; without what stays on a process. Found from the partner lists of the
// axes (AxisFinder.h), never by looking at all pairs of ranks.
//
//===----------------------------------------------------------------------===//
#ifndef REDIST_LIB_SCHEDULE_PRODUCT_GRIDMESSAGES_H
#define REDIST_LIB_SCHEDULE_PRODUCT_GRIDMESSAGES_H

#include "Product/MessageList.h"
#include "Product/ProductGrid.h"
#include "redistSchedule/Intersection/AxisFinder.h"

namespace redist::schedule {

/// Messages of one axis from each of its source coordinates, the partners
/// ascending.
class AxisRows {
public:
  /// Lengths in units of `unit`, rounded up.
  AxisRows(const Axis &, std::int64_t unit);

  /// Coordinates from here on have none.
  std::int64_t coordinates() const {
    return static_cast<std::int64_t>(begins.size()) - 1;
  }
  std::span<const AxisPartner> row(std::int64_t coordinate) const;
  std::int64_t degree(std::int64_t coordinate) const {
    return static_cast<std::int64_t>(row(coordinate).size());
  }
  const std::vector<AxisPartner> &all() const { return partners; }

private:
  void appendSorted(std::vector<ProductMessage> &row, std::int64_t ranks);

  std::vector<std::size_t> begins;
  std::vector<AxisPartner> partners;
  std::vector<std::int64_t> dense; ///< of appendSorted
};

/// At least the number of messages of the assignment (2^62 if more), from
/// counts of blocks alone.
std::int64_t messageBound(const Assignment &);

/// Whether ranks and messages can be numbered in 31 bits.
bool fitsList(const Assignment &);

/// Elements that one unit of their lengths stands for.
double lengthUnitOf(const Assignment &);

/// Precondition: fitsList().
MessageList messagesOf(const Assignment &);

} // namespace redist::schedule

#endif
