//===- Overlap.h - The elements that p owes q ------------------*- C++ -*-===//
//
// Which elements of a redistribution lie on source coordinate p and target
// coordinate q, as runs of consecutive elements with their local offsets on
// both sides. Closed form: one modular inverse a message, then O(1) a run.
// Packing, unpacking, true message lengths for any extent, and verification
// all use these runs.
//
//===----------------------------------------------------------------------===//
#ifndef REDIST_SCHEDULE_OVERLAP_H
#define REDIST_SCHEDULE_OVERLAP_H

#include "redist/Schedule/CommunicationGrid.h"

namespace redist::schedule {

/// `length` consecutive elements from `globalIndex` on, contiguous in the local
/// storage of both sides.
struct Run {
  std::int64_t globalIndex;
  std::int64_t sourceOffset; ///< local index on the source rank
  std::int64_t targetOffset; ///< local index on the target rank
  std::int64_t length;

  bool operator==(const Run &) const = default;
};

/// The message p -> q for an array of `extent` elements, as a pattern that
/// repeats: `runs` (ascending global index) for one superblock, `periods`
/// complete repetitions that advance the offsets by the strides, then `tail`
/// (the runs of the incomplete last superblock, with final offsets).
/// Where extent < L there is no complete period and everything is in `tail`.
struct Overlap {
  std::vector<Run> runs;
  std::int64_t periods = 0;
  std::int64_t globalStride = 0; ///< L
  std::int64_t sourceStride = 0; ///< L / P
  std::int64_t targetStride = 0; ///< L / Q
  std::vector<Run> tail;

  /// Elements in one period and in the whole message.
  std::int64_t periodLength() const;
  std::int64_t length() const;
};

/// Cost O(runs of one superblock that lie below extent), never O(extent).
/// Precondition: 0 <= p < P, 0 <= q < Q, extent >= 0.
Overlap overlap(const CommunicationGrid &, std::int64_t p, std::int64_t q,
                std::int64_t extent);

/// overlap(...).length() without the run lists where the extent is a multiple
/// of the superblock.
std::int64_t messageLength(const CommunicationGrid &, std::int64_t p,
                           std::int64_t q, std::int64_t extent);

} // namespace redist::schedule

#endif
