//===- Allocator.h - Containers in memory that a node shares ---*- C++ -*-===//
//
//   std::vector<double, redist::allocator<double>> a(n);
//
// has its elements where the other ranks of the node see them, as a
// redist::array does: a redistribution from and to such containers is one pass
// of copies.
//
// Blocks of 16 KB and more lie there, where the system shares memory; smaller
// ones, and those that find no room there, in ordinary memory. Nothing here is
// collective: containers may be made before MPI_Init, live on after
// MPI_Finalize, and be freed by any thread. C++17 and later, no MPI.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef REDIST_ALLOCATOR_H
#define REDIST_ALLOCATOR_H

#include "redist/detail/HeaderBegin.h"

#include <cstddef>
#include <limits>
#include <new>
#include <type_traits>

namespace redist {

namespace detail {

/// Throws std::bad_alloc.
void *allocate_shared(std::size_t bytes, std::size_t alignment);
void free_shared(void *block, std::size_t bytes,
                 std::size_t alignment) noexcept;

} // namespace detail

/// An allocator of the standard library's kind, without a state: any of them
/// frees what another has allocated, and containers move and swap freely.
template <typename Element> class allocator {
public:
  using value_type = Element;
  using size_type = std::size_t;
  using difference_type = std::ptrdiff_t;
  using propagate_on_container_move_assignment = std::true_type;
  using propagate_on_container_swap = std::true_type;
  using is_always_equal = std::true_type;

  allocator() noexcept = default;
  template <typename Other>
  allocator(const allocator<Other> &) noexcept {} // implicit: to rebind

  /// Throws std::bad_alloc.
  [[nodiscard]] Element *allocate(std::size_t count) {
    if (count > std::numeric_limits<std::size_t>::max() / sizeof(Element))
      throw std::bad_array_new_length();
    return static_cast<Element *>(
        detail::allocate_shared(count * sizeof(Element), alignof(Element)));
  }
  void deallocate(Element *block, std::size_t count) noexcept {
    detail::free_shared(block, count * sizeof(Element), alignof(Element));
  }
};

template <typename A, typename B>
bool operator==(const allocator<A> &, const allocator<B> &) noexcept {
  return true;
}
template <typename A, typename B>
bool operator!=(const allocator<A> &, const allocator<B> &) noexcept {
  return false;
}

} // namespace redist

#include "redist/detail/HeaderEnd.h"

#endif
