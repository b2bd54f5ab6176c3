//===- Combiner.h - Combining arriving elements ----------------*- C++ -*-===//
//
// Used where arriving elements are combined with those of the target: target =
// op(target, arriving). Comes in: the loop of an operator and a type. Copy
// loops (LoopCopy.h, GatherRow.h) call it with the runs that they would copy.
//
//===----------------------------------------------------------------------===//
#ifndef REDIST_RUNTIME_KERNELS_COMBINER_H
#define REDIST_RUNTIME_KERNELS_COMBINER_H

#include <cstddef>
#include <cstdint>
#include <span>

namespace redist::runtime {

/// The loop of an operator, and the operator itself.
struct Combiner {
  /// Combines `count` runs of `runBytes` bytes: run i at `from + i *
  /// fromStride` with that at `to + i * toStride` (strides in bytes), which
  /// becomes the result. Both at any address, and disjoint.
  using Run = void(void *context, std::byte *to, std::int64_t toStride,
                   const std::byte *from, std::int64_t fromStride,
                   std::int64_t runBytes, std::int64_t count);
  Run *loop;
  void *context;

  void run(std::byte *to, std::int64_t toStride, const std::byte *from,
           std::int64_t fromStride, std::int64_t runBytes,
           std::int64_t count) const {
    loop(context, to, toStride, from, fromStride, runBytes, count);
  }
  /// Of `bytes` that lie in one piece on both sides.
  void run(std::byte *to, const std::byte *from, std::int64_t bytes) const {
    loop(context, to, bytes, from, bytes, bytes, 1);
  }
};

/// Those of an execution, by object.
struct Combiners {
  /// What arrives with what is there (accumulate); empty: it replaces that.
  std::span<const Combiner> target = {};
  /// The parts of an element with one another (partial); empty: there are none.
  std::span<const Combiner> parts = {};
};

} // namespace redist::runtime

#endif
