//===- ContainerPool.h - Pool of spare containers --------------*- C++ -*-===//
//
// Arriving elements of a container are written into a spare container of the
// same type, and the two are swapped: the old one is the spare of the next
// call, so that a directive that is executed again allocates nothing.
//
//===----------------------------------------------------------------------===//
#ifndef REDIST_RUNTIME_REDISTRIBUTE_CONTAINERPOOL_H
#define REDIST_RUNTIME_REDISTRIBUTE_CONTAINERPOOL_H

#include "redist/detail/objects/Objects.h"

#include <vector>

namespace redist::runtime {

class ContainerPool {
public:
  ContainerPool() = default;
  ContainerPool(const ContainerPool &) = delete;
  ContainerPool &operator=(const ContainerPool &) = delete;
  ~ContainerPool();

  /// A container like `object` for `elements` elements; the one that fits best
  /// of those that are there, a new one where all are much too small or large.
  /// Null where objects of the type need none. Throws what making one throws.
  void *take(const detail::container_hooks &hooks, const void *object,
             std::int64_t elements);
  /// Takes it back, or frees it where it is of no use to others.
  void give(const detail::container_hooks &hooks, void *spare) noexcept;

private:
  struct Spare {
    const detail::container_hooks *hooks;
    void *container;
  };
  std::vector<Spare> spares; ///< the longest unused first
};

} // namespace redist::runtime

#endif
