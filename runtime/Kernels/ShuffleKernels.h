//===- ShuffleKernels.h - Kernels that compose cache lines -----*- C++ -*-===//
//
// Carries out the steps of a table (ShuffleTable.h): one kernel for each kind
// of vectors, chosen by what the processor has and by what the table's lanes
// must be. Comes in: where the sources of the first group begin, and which
// steps of how many groups. Knows no periods.
//
//===----------------------------------------------------------------------===//
#ifndef REDIST_RUNTIME_KERNELS_SHUFFLEKERNELS_H
#define REDIST_RUNTIME_KERNELS_SHUFFLEKERNELS_H

#include "Kernels/CopyKernels.h"
#include "Kernels/ShuffleTable.h"

namespace redist::runtime {

/// Where the sources of a group begin: numbers, for what begins before the
/// first period, or after the last, may lie outside of all storage.
struct LineSources {
  std::array<std::uintptr_t, ShuffleTable::maxSources> begins;
  std::array<std::int64_t, ShuffleTable::maxSources>
      strides; ///< to the next one
  std::size_t count;

  const std::byte *at(const LineStep &step, std::size_t load) const {
    return reinterpret_cast<const std::byte *>(
        begins[step.sources[load]] +
        static_cast<std::uintptr_t>(step.offsets[load]));
  }
  void goOn() {
    for (std::size_t i = 0; i < count; ++i)
      begins[i] += static_cast<std::uintptr_t>(strides[i]);
  }
};

/// What vectors can write: from a step of the first group on, whole groups,
/// then the first steps of one more.
struct LineAmount {
  std::size_t firstStep = 0;
  std::int64_t groups = 0; ///< as if the first were whole
  std::size_t steps = 0;
  std::int64_t begin = 0, end = 0; ///< of all, in vectors of the first group
};

/// One kind of vectors.
struct ShuffleKernel {
  /// `to`: where the first vector goes, and begins one. `from`: of the first
  /// group; goes on with it. `ahead`: as copyRuns().
  using Copy = void(std::byte *to, LineSources &from, const ShuffleTable &table,
                    const LineAmount &amount, Prefetcher *prefetcher);
  VectorShape shape;
  Copy *cached;
  Copy *streaming;
};

/// The widest that `vectors` has; null: there is none. `size`: of elements, or
/// (bit by bit) sizes and places, that are whole lanes all.
const ShuffleKernel *lineKernel(Vectors vectors, std::int64_t size);

} // namespace redist::runtime

#endif
