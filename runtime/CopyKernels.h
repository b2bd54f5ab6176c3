//===- CopyKernels.h - Strided copies of short and long runs ---*- C++ -*-===//
//
// The innermost loops of packing, unpacking and local copies. Comes in: two
// addresses, their strides, the bytes of one run and how many runs. Knows
// neither ranks nor layouts. Short runs of the usual sizes have loops with the
// size compiled in, those of a few hundred bytes a loop over vectors, without
// a call a run; long ones are memcpy.
//
//===----------------------------------------------------------------------===//
#ifndef REDIST_RUNTIME_COPYKERNELS_H
#define REDIST_RUNTIME_COPYKERNELS_H

#include "Vectors.h"

#include <cstddef>
#include <cstdint>

namespace redist::runtime {

/// How the target is written.
enum class StoreKind {
  Cached,
  /// Whole cache lines of long runs go past the caches: the target need not be
  /// read first, nor does it drive out what is still needed. Other threads see
  /// them only after finishStores().
  Streaming,
};

/// Puts streaming stores before all stores that follow.
void finishStores();

/// Copies `count` runs of `runBytes` bytes: run i from `from + i * fromStride`
/// to `to + i * toStride` (strides in bytes). Source and target are disjoint.
/// `vectors`: at most those that the processor has.
void copyRuns(std::byte *to, std::int64_t toStride, const std::byte *from,
              std::int64_t fromStride, std::int64_t runBytes,
              std::int64_t count, StoreKind stores = StoreKind::Cached,
              Vectors vectors = widestVectors());

} // namespace redist::runtime

#endif
