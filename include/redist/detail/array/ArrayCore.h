//===- ArrayCore.h - Type-erased distributed array -------------*- C++ -*-===//
//
// Part of the public interface of the runtime, behind redist::array: shape,
// communicator and storage of an array as bytes, independent of the element
// type. Calls of directives read its layout, and write the new contents into
// its spare storage. The runtime does checks and moves.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef REDIST_DETAIL_ARRAY_ARRAYCORE_H
#define REDIST_DETAIL_ARRAY_ARRAYCORE_H

#include "redist/detail/array/ArrayShape.h"
#include "redist/detail/array/ElementType.h"
#include "redist/detail/objects/Objects.h"

#include <mpi.h>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <utility>

namespace redist {

namespace runtime {
class CommunicatorState;
class SharedWindow;
} // namespace runtime

namespace detail {

/// Bytes that begin at a cache line, so that copies can be streamed; in memory
/// that other ranks of the node see, where there is some.
class aligned_bytes {
public:
  static constexpr std::size_t alignment = 128;

  aligned_bytes() = default;
  /// `shared_memory`: null: there is none.
  explicit aligned_bytes(std::shared_ptr<runtime::SharedWindow> shared_memory)
      : window(std::move(shared_memory)) {}

  /// No room yet, in the same memory.
  aligned_bytes like() const { return aligned_bytes(window); }

  unsigned char *data() const { return bytes.get(); }
  /// Room for `size` bytes; where there was less, nothing of it is kept. Throws
  /// std::bad_alloc, and then has no room.
  void reserve(std::size_t size);
  void release() noexcept;
  /// Bytes that there is room for.
  std::size_t capacity() const { return room; }

private:
  struct deleter {
    deleter() noexcept : size(0) {}
    deleter(std::shared_ptr<runtime::SharedWindow> of,
            std::size_t bytes) noexcept
        : window(std::move(of)), size(bytes) {}
    std::shared_ptr<runtime::SharedWindow> window; ///< null: not of a window
    std::size_t size;
    void operator()(unsigned char *bytes) const;
  };
  std::shared_ptr<runtime::SharedWindow> window;
  std::unique_ptr<unsigned char, deleter> bytes;
  std::size_t room = 0;
};

class array_core {
public:
  /// Checks all of it, and makes room for this rank's part: unset bytes. Throws
  /// the same redist::error on every rank, where any parameter is wrong or not
  /// the same on every rank, or where one has no memory. Collective.
  static std::unique_ptr<array_core>
  make(const std::int64_t *extents, std::size_t count,
       const redist::layout &given, MPI_Comm communicator, storage_order how,
       std::size_t element_size);

  /// Of nothing yet, see make().
  array_core(MPI_Comm communicator, std::size_t element_size) noexcept
      : own_communicator(communicator), bytes_per_element(element_size) {}
  /// A copy. Not collective.
  array_core(const array_core &other);
  array_core &operator=(const array_core &) = delete;

  const array_shape &shape() const { return own_shape; }
  MPI_Comm communicator() const { return own_communicator; }
  std::size_t element_size() const { return bytes_per_element; }
  void *data() { return current.data(); }
  const void *data() const { return current.data(); }

  // As the calls of directives see it (Objects.h).

  object_layout describe_layout() const;
  /// Room for so many elements, apart from data(), which adopt_spare() takes
  /// over with the layout `next`. Allocates nothing where there was as much
  /// room before. Throws std::bad_alloc.
  void *provide_spare(std::int64_t elements, const object_layout &next);
  /// The old contents become the spare room.
  void adopt_spare() noexcept;
  /// Gives back the memory of the spare storage.
  void release_spare() noexcept { spare.release(); }

  /// Moves everything into another layout. Collective; throws redist::error
  /// alike on every rank, with the contents as they were.
  void redistribute(const redist::layout &to);

  // Between this rank's part and the whole array in row-major order. Each is
  // collective and throws the same redist::error on every rank.

  /// `make_room` is called on rank `root` alone: it returns room for all
  /// elements, or throws.
  void gather(int root, const std::function<void *()> &make_room) const;
  /// `elements`: of `whole`, which is read on rank `root` alone; may be
  /// unknown_size.
  void scatter(int root, const void *whole, std::int64_t elements);
  /// From byte `offset` of the file on; `exact`: where the file ends with it.
  /// An NPY file (array::write()) that is read `exact` has the elements' type.
  void read(const std::string &path, std::int64_t offset, bool exact,
            element_kind kind);
  void write(const std::string &path, element_kind kind) const;
  /// The elements alone, into the file as it is, from byte `offset` on.
  void write(const std::string &path, std::int64_t offset) const;

  /// For a member, which begins. Throws redist::error where the communicator is
  /// gone.
  runtime::CommunicatorState &state(const char *member) const;
  /// For an element that is not on this rank, or not in the array.
  [[noreturn]] void throw_not_here(const std::int64_t *index) const;

private:
  std::size_t bytes() const; ///< of this rank's part
  void describe(const std::int64_t *extents, std::size_t count,
                const redist::layout &given, storage_order how, int rank);
  std::string problem_of_size(const std::string &path, std::int64_t there,
                              std::int64_t offset, bool exact) const;

  MPI_Comm own_communicator;
  std::weak_ptr<const void> communicator_life; ///< gone when that is freed
  int rank_count = 0;
  std::size_t bytes_per_element;
  array_shape own_shape, spare_shape;
  aligned_bytes current, spare;
};

/// The shape of an array that was made without one: 0 elements.
const array_shape &shape_of_nothing() noexcept;
/// For a member that needs an array, of one that was made without extents.
[[noreturn]] void throw_no_array();
/// Throws unless `size` is at least `needed`, or unknown.
void require_room(std::int64_t size, std::int64_t needed);

} // namespace detail
} // namespace redist

#endif
