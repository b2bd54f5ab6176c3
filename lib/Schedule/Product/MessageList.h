//===- MessageList.h - List of messages -------------------------*- C++ -*-===//
//
// Private to lib/Schedule. Where no classes describe who meets and how long the
// messages are (sections, irregular blocks, lengths of few superblocks, ranks
// that keep something), there is a list of all messages. GridMessages.h makes
// it; here are its order by receivers, its graph and its lower bounds.
//
//   block onto(4) -> block onto(3), N = 11 (L = 12): 0 -> 0 of 3,
//   1 -> 0 of 1, 1 -> 1 of 2, 2 -> 1 of 2, 2 -> 2 of 1, 3 -> 2 of 2; NS = 2
//
//===----------------------------------------------------------------------===//
#ifndef REDIST_LIB_SCHEDULE_PRODUCT_MESSAGELIST_H
#define REDIST_LIB_SCHEDULE_PRODUCT_MESSAGELIST_H

#include "redistSchedule/EdgeColouring/Colouring.h"
#include "redistSchedule/OneDimension/Bounds.h"
#include "redistSchedule/OneDimension/Schedule.h"

namespace redist::schedule {

/// One message that is not empty.
struct ListedMessage {
  std::int32_t from, to;
  std::int64_t length;
};

/// All of them.
struct MessageList {
  std::vector<ListedMessage> list;    ///< ascending `from`, then `to`
  std::vector<std::int32_t> byColumn; ///< indices by `to`, then `from`
};

/// Indices of `list` by `to`, then `from`; `to` is below `columns`.
std::vector<std::int32_t> orderByColumn(const std::vector<ListedMessage> &list,
                                        std::int64_t columns);

/// Senders and receivers that have messages, numbered without gaps; edges as in
/// `list`.
BipartiteGraph graphOf(const MessageList &);

/// A step for each colour, with its messages in the order of the list.
std::vector<Step> stepsOf(const Colouring &,
                          const std::vector<ListedMessage> &);

/// Greatest degree and sorted bound.
LowerBounds boundsOf(const MessageList &);

} // namespace redist::schedule

#endif
