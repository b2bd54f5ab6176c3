//===- PackProgram.h - Packing short runs by cache lines -------*- C++ -*-===//
//
// A pattern (CopyPattern.h) whose target is contiguous, or has long pieces, but
// whose source has short runs: a message that is packed, or elements of a block
// that a rank keeps. Comes in: the pattern. Goes out: the same copies, by
// interleave programs (InterleaveProgram.h) where there are enough consecutive
// periods, or enough equidistant runs.
//
//   CYCLIC(3) -> CYCLIC(5) on 2 ranks, what rank 0 sends: 0 1 6 7 8 | 15 16 ...
//   of its elements are periods of five. BLOCK -> CYCLIC(1): every second
//   element of a block, periods of one.
//
// Of matrices, and of more dimensions, the programs are those of a row
// (CopyPattern.h), which go through one row after the other.
//
//===----------------------------------------------------------------------===//
#ifndef REDIST_RUNTIME_COPY_PACKPROGRAM_H
#define REDIST_RUNTIME_COPY_PACKPROGRAM_H

#include "Kernels/InterleaveProgram.h"
#include "Plan/CopyPattern.h"

namespace redist::runtime {

class PackProgram {
public:
  /// Refers to the pattern. `elementSizes`: by object. `maxElements`: of all
  /// periods; where there are more, runs are copied one by one.
  PackProgram(const CopyPattern &pattern,
              const std::vector<std::int64_t> &elementSizes,
              std::int64_t maxElements = usualMost);

  /// Elements of all periods that there are programs for.
  std::int64_t periodElements() const;
  /// As CopyPattern::copy, for an object. Its element size is that of `bases`.
  /// What is combined goes run by run.
  void copy(std::size_t object, const CopyBases &bases, std::int64_t position,
            std::int64_t count);

private:
  static constexpr std::int64_t usualMost = std::int64_t{1} << 16;

  /// Elements [begin, begin + periods * perPeriod) of a row; offsets are from
  /// where it begins.
  struct Part {
    std::int64_t begin;
    std::int64_t perPeriod;
    std::int64_t periods;
    std::int64_t from, fromStride; ///< of the first period, in elements
    std::int64_t to;               ///< in storage; a message's are its indices
    std::vector<InterleaveProgram> programs; ///< by object

    std::int64_t end() const { return begin + periods * perPeriod; }
  };
  bool isRow() const { return row.has_value(); }
  const CopyPattern &rowPattern() const { return row ? *row : *pattern; }
  bool areWorth(std::int64_t periods, std::int64_t perPeriod) const;
  bool addPeriods(const AxisRuns &runs);
  void addRepeated(const AxisRuns &runs);
  void addGroup(const RunGroup &group, std::int64_t begin);
  void add(const InterleavedPeriod &period, Part part);
  void copyRows(std::size_t object, const CopyBases &bases,
                std::int64_t position, std::int64_t count);
  void copyInRow(std::size_t object, const CopyBases &bases,
                 std::int64_t position, std::int64_t count);
  void copyPeriods(Part &part, std::size_t object, const CopyBases &bases,
                   std::int64_t position, std::int64_t count);

  const CopyPattern *pattern;
  std::optional<CopyPattern> row; ///< nothing: all is one row
  const std::vector<std::int64_t> *sizes;
  std::int64_t left;       ///< elements of periods that there may still be
  std::vector<Part> parts; ///< ascending
};

} // namespace redist::runtime

#endif
