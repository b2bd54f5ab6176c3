//===- RowIndex.h - One rank's row with local indices ----------*- C++ -*-===//
//
// The fast way to the messages of one rank where the schedule is a closed form:
// partner, step and local index of the first element of each message, into
// arrays that the caller keeps. What does not depend on the rank is computed
// once; a row then takes additions only, a few for each message.
//
//   P = Q = 4, r = 1, s = 2, rank 1 (elements 1, 5, 9, 13, ... of the array):
//   to rank 0 element 1 (local 0), to rank 2 element 5 (local 1).
//
//===----------------------------------------------------------------------===//
#ifndef REDISTSCHEDULE_ONEDIMENSION_ROWINDEX_H
#define REDISTSCHEDULE_ONEDIMENSION_ROWINDEX_H

#include "redistSchedule/OneDimension/Schedule.h"

#include <vector>

namespace redist::schedule {

/// The messages of one sender, the first `size` entries of each array, in the
/// order of their classes.
struct RowIndex {
  std::size_t size = 0;
  std::vector<std::int32_t> partner;
  std::vector<std::int32_t> step;
  /// Local index, on the sender, of the first element of the message.
  std::vector<std::int64_t> firstLocalIndex;
};

class RowIndexer {
public:
  /// std::nullopt where the schedule is not a closed form, or P, Q or the
  /// blocks of a rank in one superblock do not fit 31 bits.
  static std::optional<RowIndexer> make(const Schedule &);

  /// The row of p for arrays of at least one superblock. Allocates only where
  /// the arrays are shorter than the longest row.
  /// Precondition: 0 <= p < P.
  void fill(std::int64_t p, RowIndex &row) const;

private:
  /// The step is offset + (start + x + y) mod modulus; `difference` is the
  /// first k' of the class.
  struct ClassEntry {
    std::int32_t offset, start, modulus;
    std::int64_t difference;
  };
  /// Column and first source block of a class for one rank.
  struct Place {
    std::int64_t column, block;
  };
  explicit RowIndexer(const Schedule &);
  Place firstPlace(std::int64_t p, std::int64_t classNumber) const;
  void nextClass(Place &) const;
  void fillSteps(const ClassEntry &, std::int64_t x, std::int32_t *out) const;
  void fillIndices(const ClassEntry &, std::int64_t block,
                   std::int64_t *out) const;

  std::vector<ClassEntry> classes;
  std::int64_t r, s, g, sourceBlock, scale, rowTypes, rowPeriod, columnPeriod;
  std::int64_t blocks;            ///< of a rank in one superblock: Qs/g
  std::int64_t inverseTargetStep; ///< (s/s')^-1 mod b
  std::int64_t blockStep;         ///< (Pr/g)^-1 mod blocks: from k' to k' + g
  /// From class k to k + s': columns down, blocks up, without and with a wrap.
  std::int64_t columnDown, blockUp, blockUpWrapped;
  std::vector<std::int32_t> partnerOffset; ///< b * y
  std::vector<std::int64_t> indexOffset;   ///< first elements, by y
  std::size_t longestRow;
};

} // namespace redist::schedule

#endif
