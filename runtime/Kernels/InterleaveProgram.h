//===- InterleaveProgram.h - Cache lines from short runs -------*- C++ -*-===//
//
// Copies whose target is contiguous and whose elements come from several
// sources in turn, in the same way in every period. Copying short runs would
// write each cache line of the target many times. Here each vector of the
// target is composed in a register, as a table says (ShuffleTable.h), and
// written once, with non-temporal stores if requested; elements at either end
// that vectors cannot cover are copied run by run. Comes in: the period, and
// the addresses of target and sources.
//
// Knows neither ranks nor layouts. Processors without such instructions have no
// programs.
//
//===----------------------------------------------------------------------===//
#ifndef REDIST_RUNTIME_KERNELS_INTERLEAVEPROGRAM_H
#define REDIST_RUNTIME_KERNELS_INTERLEAVEPROGRAM_H

#include "Kernels/ShuffleKernels.h"

namespace redist::runtime {

class InterleaveProgram {
public:
  InterleaveProgram() = default;
  /// `periods`: of one execution; for few there is no long table.
  InterleaveProgram(InterleavedPeriod period, std::int64_t periods,
                    std::int64_t elementBytes,
                    Vectors vectors = widestVectors());

  /// Elements of a period.
  std::int64_t periodElements() const {
    return static_cast<std::int64_t>(period.elements.size());
  }
  /// Chooses kernel and table for targets whose period 0 begins in a vector
  /// where this one does: once; they are kept, as long as they are short.
  /// False: there are none that are better than copying the runs.
  bool prepare(const std::byte *to);
  /// Copies periods [first, first + count). `to`: where the first of them goes,
  /// in a target that lies as prepared; `from`: an address a source, where this
  /// period begins. Reads nothing but from the first to the last byte that the
  /// periods hold of each. `ahead`: as copyRuns().
  void copy(std::byte *to, const std::byte *const *from, std::int64_t first,
            std::int64_t count, StoreKind stores,
            Prefetcher *prefetcher = nullptr) const;

private:
  /// For targets that begin so.
  struct Prepared {
    const ShuffleKernel *kernel;
    std::int64_t skipped;              ///< bytes before the first vector
    std::optional<ShuffleTable> table; ///< if there is one
  };

  const ShuffleTable &table() const { return *known[used].table; }
  bool isKnown(const ShuffleKernel *kernel, std::int64_t skipped);
  void findRuns();
  void findEnds();
  LineAmount amountOf(std::int64_t phase, std::int64_t count) const;
  void copyElements(std::byte *to, const std::byte *const *from,
                    std::int64_t phase, std::int64_t begin,
                    std::int64_t end) const;
  LineSources sourcesOf(const std::byte *const *from, std::int64_t phase) const;

  InterleavedPeriod period;
  std::vector<std::int64_t> runLengths; ///< by element: in a row from it on
  std::vector<std::int64_t> ends;       ///< by source: of a period, in bytes
  std::int64_t runs = 0;                ///< of a period
  std::int64_t expectedPeriods = 0;
  std::int64_t bytes = 0; ///< of an element
  Vectors vectors = Vectors::None;
  std::vector<Prepared> known;
  std::size_t used = 0; ///< of them
};

} // namespace redist::runtime

#endif
