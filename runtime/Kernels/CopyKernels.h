//===- CopyKernels.h - Strided copies of short and long runs ---*- C++ -*-===//
//
// The innermost loops of packing, unpacking and local copies. Comes in: two
// addresses, their strides, the bytes of one run and how many runs. Knows
// neither ranks nor layouts. Short runs of the usual sizes have loops with the
// size compiled in, those of a few hundred bytes a loop over vectors, without
// a call a run; long ones are memcpy.
//
//===----------------------------------------------------------------------===//
#ifndef REDIST_RUNTIME_KERNELS_COPYKERNELS_H
#define REDIST_RUNTIME_KERNELS_COPYKERNELS_H

#include "Support/Vectors.h"

#include <cstddef>
#include <cstdint>

namespace redist::runtime {

/// How the target is written.
enum class StoreKind {
  Cached,
  /// Whole cache lines of long runs go past the caches: the target need not be
  /// read first, nor does it drive out what is still needed. Other threads see
  /// them only after finishStores().
  NonTemporal,
};

/// Memory that is needed next: it is brought to the cache next to the processor
/// while other lines are written past it, so that it need not be waited for.
class Prefetcher {
public:
  Prefetcher() = default;
  /// `linesPerStore`: for every line that is written.
  Prefetcher(const std::byte *begin, std::int64_t bytes, int linesPerStore)
      : next(begin), end(begin + bytes), lines(linesPerStore) {}
  bool isDone() const { return next >= end; }
  void prefetchLines() {
    for (int i = 0; i < lines && next < end; ++i, next += lineBytes)
      __builtin_prefetch(next, 0, 2);
  }

private:
  static constexpr std::int64_t lineBytes = 64;
  const std::byte *next = nullptr;
  const std::byte *end = nullptr;
  int lines = 0;
};

/// Puts streaming stores before all stores that follow.
void finishStores();

/// Copies `count` runs of `runBytes` bytes: run i from `from + i * fromStride`
/// to `to + i * toStride` (strides in bytes). Source and target are disjoint.
/// `vectors`: at most those that the processor has. `ahead`: what streaming
/// stores bring meanwhile; or null.
void copyRuns(std::byte *to, std::int64_t toStride, const std::byte *from,
              std::int64_t fromStride, std::int64_t runBytes,
              std::int64_t count, StoreKind stores = StoreKind::Cached,
              Vectors vectors = widestVectors(),
              Prefetcher *prefetcher = nullptr);

} // namespace redist::runtime

#endif
