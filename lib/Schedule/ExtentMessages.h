//===- ExtentMessages.h - Messages of less than a superblock ----*- C++ -*-===//
//
// Private to lib/Schedule. Where an array is shorter than one superblock, fewer
// ranks may meet than the classes say, and their lengths follow no class. Here
// are the messages that really exist, found without looking at every element or
// at every pair of ranks.
//
//   block onto(4) -> block onto(3), N = 11 (L = 12): 0 -> 0 of 3,
//   1 -> 0 of 1, 1 -> 1 of 2, 2 -> 1 of 2, 2 -> 2 of 1, 3 -> 2 of 2; NS = 2
//
//===----------------------------------------------------------------------===//
#ifndef REDIST_LIB_SCHEDULE_EXTENTMESSAGES_H
#define REDIST_LIB_SCHEDULE_EXTENTMESSAGES_H

#include "redist/Schedule/Bounds.h"
#include "redist/Schedule/Colouring.h"
#include "redist/Schedule/CommunicationGrid.h"

#include <span>

namespace redist::schedule {

/// One message that is not empty.
struct ExtentMessage {
  std::int32_t from, to;
  std::int64_t length;
};

/// All of them.
struct ExtentMessages {
  std::int64_t extent = 0;
  std::vector<ExtentMessage> list;    ///< ascending `from`, then `to`
  std::vector<std::int32_t> byColumn; ///< indices by `to`, then `from`
};

/// Cost: the lesser of the number of blocks below the extent and, where these
/// are small and many, O(1) or O(blocks of a rank) for each message of a
/// superblock. Precondition: 0 <= extent < superblock.
ExtentMessages messagesOfExtent(const CommunicationGrid &, std::int64_t extent);

/// Indices of `list` by `to`, then `from`.
std::vector<std::int32_t> orderByColumn(const std::vector<ExtentMessage> &list,
                                        std::int64_t columns);

/// Whether ranks and messages can be numbered in 31 bits.
bool fitsTable(const CommunicationGrid &, std::int64_t extent);

/// Senders and receivers that have messages, numbered without gaps; edges as in
/// `list`.
BipartiteGraph graphOf(const ExtentMessages &);

/// Greatest degree and sorted bound.
LowerBounds boundsOf(const ExtentMessages &);

} // namespace redist::schedule

#endif
