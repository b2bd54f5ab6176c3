//===- Overlap.h - The elements that p owes q ------------------*- C++ -*-===//
//
// Which elements of a redistribution lie on source coordinate p and target
// coordinate q, as runs of consecutive elements with their local offsets on
// both sides. Closed form: one modular inverse a message, then O(1) a run.
// Packing, unpacking, true message lengths for any extent, and verification
// all use these runs.
//
//===----------------------------------------------------------------------===//
#ifndef REDISTSCHEDULE_INTERSECTION_OVERLAP_H
#define REDISTSCHEDULE_INTERSECTION_OVERLAP_H

#include "redistSchedule/Intersection/CommunicationGrid.h"

#include <vector>

namespace redist::schedule {

/// `length` consecutive elements from `globalIndex` on, contiguous in the local
/// storage of both sides, and as long as possible.
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

/// Finds the overlaps of many pairs of one redistribution: what does not depend
/// on the pair, the inverse among it, is computed once. A rank that plans calls
/// find() for each message of its row.
class OverlapFinder {
public:
  /// Precondition: 0 <= extent < 2^62.
  OverlapFinder(const CommunicationGrid &, std::int64_t extent);

  /// overlap(p, q) into `result`, whose storage is reused.
  void find(std::int64_t p, std::int64_t q, Overlap &result) const;
  /// Its length alone: no lists, no more than O(blocks of either side in the
  /// incomplete superblock).
  std::int64_t length(std::int64_t p, std::int64_t q) const;

private:
  /// The integers k' = pr - qs (mod g) of [1-r, s-1]: one pair of overlapping
  /// blocks each, in every superblock.
  struct Candidates {
    std::int64_t first, count;
  };
  Candidates candidates(std::int64_t p, std::int64_t q) const;
  /// Source block (as a local number on p) of a k', and its target block.
  struct BlockPair {
    std::int64_t source, target;
  };
  BlockPair firstPair(std::int64_t p, std::int64_t q, std::int64_t first) const;
  void advance(BlockPair &) const;
  Run runOf(std::int64_t p, BlockPair, std::int64_t difference,
            std::int64_t limit) const;
  void collect(std::int64_t p, std::int64_t q, std::int64_t limit,
               std::vector<Run> &runs) const;
  std::int64_t count(std::int64_t p, std::int64_t q, std::int64_t limit) const;

  CommunicationGrid grid;
  std::int64_t periods;        ///< complete superblocks below the extent
  std::int64_t superblockSize; ///< L, or 2^62: more than any extent
  std::int64_t rest;           ///< extent - periods * L
  std::int64_t sourceBlocks, targetBlocks; ///< of one rank in a superblock
  std::int64_t inverse, targetAdvance;     ///< from a k' to k' + g
};

/// Cost O(runs of one superblock that lie below extent), never O(extent).
/// Precondition: 0 <= p < P, 0 <= q < Q, 0 <= extent < 2^62.
Overlap overlap(const CommunicationGrid &, std::int64_t p, std::int64_t q,
                std::int64_t extent);

/// overlap(...).length() without the run lists where the extent is a multiple
/// of the superblock.
std::int64_t messageLength(const CommunicationGrid &, std::int64_t p,
                           std::int64_t q, std::int64_t extent);

} // namespace redist::schedule

#endif
