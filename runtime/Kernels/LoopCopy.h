//===- LoopCopy.h - Copies as nested loops ---------------------*- C++ -*-===//
//
// All packing, unpacking and local copying is a few nested loops around an
// element, each with a count and a stride on either side. The loops may be run
// in any order. This class merges contiguous loops, and chooses the kernel: one
// copy, strided runs (CopyKernels.h), or the transposition of tiles
// (TransposeKernels.h) where one side is contiguous along one loop and the
// other side along another.
//
//===----------------------------------------------------------------------===//
#ifndef REDIST_RUNTIME_KERNELS_LOOPCOPY_H
#define REDIST_RUNTIME_KERNELS_LOOPCOPY_H

#include "Kernels/Combiner.h"
#include "Kernels/CopyKernels.h"

#include <algorithm>
#include <array>

namespace redist::runtime {

/// Strides in bytes, of any sign.
struct CopyLoop {
  std::int64_t count;
  std::int64_t fromStride;
  std::int64_t toStride;
};

/// A nest of loops, outer ones first. A value that allocates nothing.
class LoopNest {
public:
  /// Three loops for each of 16 dimensions.
  static constexpr int maxLoops = 48;

  explicit LoopNest(std::int64_t elementBytes) : bytes(elementBytes) {}
  LoopNest(const LoopNest &other) : size(other.size), bytes(other.bytes) {
    std::copy_n(other.loops.begin(), size, loops.begin());
  }
  LoopNest &operator=(const LoopNest &) = delete;

  /// Inside the others; a loop of count 1 is none.
  void push(const CopyLoop &loop) {
    if (loop.count > 1)
      loops[static_cast<std::size_t>(size++)] = loop;
  }
  int depth() const { return size; }
  /// Takes away what was pushed since depth() was `toDepth`.
  void pop(int toDepth) { size = toDepth; }
  /// Joins loops that go on where others end, and those of what lies in one
  /// piece on both sides into the run.
  void join();
  /// Bytes that lie in one piece on both sides; after join(), all there are.
  std::int64_t runBytes() const { return bytes; }
  /// Whether join() has left one run.
  bool isOneRun() const { return size == 0; }
  /// Copies; the two sides are disjoint. Call join() before. `ahead`: as
  /// copyRuns().
  void copy(std::byte *to, const std::byte *from, StoreKind stores,
            Prefetcher *prefetcher = nullptr) const;

  /// The same, but that elements are combined with those of the target.
  void combine(std::byte *to, const std::byte *from,
               const Combiner &combiner) const;

private:
  int longestLoop() const;
  void remove(int index);
  bool joinOnce();
  bool copyTransposed(std::byte *to, const std::byte *from,
                      StoreKind stores) const;
  void copyStrided(std::byte *to, const std::byte *from, StoreKind stores,
                   Prefetcher *prefetcher) const;
  template <typename Kernel>
  void forEachOuter(std::byte *to, const std::byte *from, int innerA,
                    int innerB, Kernel kernel) const;

  std::array<CopyLoop, maxLoops> loops;
  int size = 0;
  std::int64_t bytes;
};

} // namespace redist::runtime

#endif
