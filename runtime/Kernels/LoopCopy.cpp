//===- LoopCopy.cpp - Copies as nested loops ------------------------------===//
#include "Kernels/LoopCopy.h"

#include "Kernels/TransposeKernels.h"

#include <cstring>

namespace redist::runtime {

/// Runs of this size on are copied in the order of the loops; of shorter ones
/// many are taken at once.
static constexpr std::int64_t longRunBytes = 512;

void LoopNest::remove(int index) {
  for (int i = index; i + 1 < size; ++i)
    loops[static_cast<std::size_t>(i)] = loops[static_cast<std::size_t>(i) + 1];
  --size;
}

bool LoopNest::joinOnce() {
  for (int i = size - 1; i >= 0; --i) {
    const CopyLoop loop = loops[static_cast<std::size_t>(i)];
    if (loop.fromStride == bytes && loop.toStride == bytes) {
      bytes *= loop.count;
      remove(i);
      return true;
    }
    for (int j = 0; j < size; ++j) {
      CopyLoop &inner = loops[static_cast<std::size_t>(j)];
      if (i != j && loop.fromStride == inner.fromStride * inner.count &&
          loop.toStride == inner.toStride * inner.count) {
        inner.count *= loop.count;
        remove(i);
        return true;
      }
    }
  }
  return false;
}

void LoopNest::join() {
  while (size > 0 && joinOnce()) {
  }
}

/// Calls kernel(to, from) for all iterations of the loops but two (or one:
/// innerB = -1).
template <typename Kernel>
void LoopNest::forEachOuter(std::byte *to, const std::byte *from, int innerA,
                            int innerB, Kernel kernel) const {
  std::array<std::int64_t, maxLoops> index{};
  for (;;) {
    kernel(to, from);
    int level = size - 1;
    for (; level >= 0; --level) {
      if (level == innerA || level == innerB)
        continue;
      const auto at = static_cast<std::size_t>(level);
      if (++index[at] < loops[at].count) {
        to += loops[at].toStride;
        from += loops[at].fromStride;
        break;
      }
      to -= (loops[at].count - 1) * loops[at].toStride;
      from -= (loops[at].count - 1) * loops[at].fromStride;
      index[at] = 0;
    }
    if (level < 0)
      return;
  }
}

bool LoopNest::copyTransposed(std::byte *to, const std::byte *from,
                              StoreKind stores) const {
  int alongFrom = -1;
  int alongTo = -1;
  for (int i = 0; i < size; ++i) {
    const CopyLoop &loop = loops[static_cast<std::size_t>(i)];
    if (loop.fromStride == bytes)
      alongFrom = i;
    else if (loop.toStride == bytes)
      alongTo = i;
  }
  if (alongFrom < 0 || alongTo < 0 || bytes > maxTransposedBytes)
    return false;
  const CopyLoop &columns = loops[static_cast<std::size_t>(alongFrom)];
  const CopyLoop &rows = loops[static_cast<std::size_t>(alongTo)];
  forEachOuter(to, from, alongFrom, alongTo,
               [&](std::byte *here, const std::byte *there) {
                 transpose({here, columns.toStride, there, rows.fromStride,
                            rows.count, columns.count, bytes},
                           stores);
               });
  return true;
}

/// The one to run inside: the innermost one around long runs.
int LoopNest::longestLoop() const {
  int inner = size - 1;
  for (int i = size - 1; i >= 0 && bytes < longRunBytes; --i)
    if (loops[static_cast<std::size_t>(i)].count >
        loops[static_cast<std::size_t>(inner)].count)
      inner = i;
  return inner;
}

void LoopNest::copyStrided(std::byte *to, const std::byte *from,
                           StoreKind stores, Prefetcher *prefetcher) const {
  const int inner = longestLoop();
  const CopyLoop &loop = loops[static_cast<std::size_t>(inner)];
  forEachOuter(to, from, inner, -1,
               [&](std::byte *here, const std::byte *there) {
                 copyRuns(here, loop.toStride, there, loop.fromStride, bytes,
                          loop.count, stores, widestVectors(), prefetcher);
               });
}

void LoopNest::copy(std::byte *to, const std::byte *from, StoreKind stores,
                    Prefetcher *prefetcher) const {
  if (size == 0)
    copyRuns(to, bytes, from, bytes, bytes, 1, stores, widestVectors(),
             prefetcher);
  else if (size == 1 || !copyTransposed(to, from, stores))
    copyStrided(to, from, stores, prefetcher);
}

void LoopNest::combine(std::byte *to, const std::byte *from,
                       const Combiner &combiner) const {
  if (size == 0) {
    combiner.run(to, from, bytes);
    return;
  }
  const int inner = longestLoop();
  const CopyLoop &loop = loops[static_cast<std::size_t>(inner)];
  forEachOuter(to, from, inner, -1,
               [&](std::byte *here, const std::byte *there) {
                 combiner.run(here, loop.toStride, there, loop.fromStride,
                              bytes, loop.count);
               });
}

} // namespace redist::runtime
