//===- RandomStorage.h - Storage of a random redistribution ----*- C++ -*-===//
//
// The storage of all ranks of a case (RandomCase.h), and what the definition of
// the layouts says that it holds afterwards, element by element; it shares
// nothing with the library that is tested.
//
//===----------------------------------------------------------------------===//
#ifndef REDIST_TEST_PROPERTY_RANDOMSTORAGE_H
#define REDIST_TEST_PROPERTY_RANDOMSTORAGE_H

#include "RandomCase.h"

#include <cstddef>
#include <new>
#include <vector>

namespace redist::runtime::test {

/// The storage of one grid position: its shape, and a gap in every stride; with
/// the room around it.
struct Shape {
  std::vector<std::int64_t> strides;
  std::int64_t origin = 0;   ///< place of the first element
  std::int64_t elements = 0; ///< that it takes up

  Shape(const Side &side, std::int64_t position, const Case &c);
};

/// Memory that begins where a cache line does.
template <typename T> struct LineAllocator {
  using value_type = T;
  static constexpr std::align_val_t line{64};

  LineAllocator() = default;
  template <typename Other> LineAllocator(const LineAllocator<Other> &) {}
  T *allocate(std::size_t count) {
    return static_cast<T *>(::operator new(count * sizeof(T), line));
  }
  void deallocate(T *memory, std::size_t) { ::operator delete(memory, line); }
  bool operator==(const LineAllocator &) const { return true; }
};

using Bytes = std::vector<std::byte, LineAllocator<std::byte>>;

/// Storage of all positions of a grid, object by object: at all places in a
/// line, and most of it between bytes that nobody may touch.
struct Storages {
  std::vector<Shape> shapes;
  std::vector<std::vector<Bytes>> bytes; ///< [position][object]
  std::int64_t shift;

  Storages(const Side &side, const Case &c, std::int64_t shiftAtFirst,
           std::uint32_t salt);
  void alignCopies(const Side &side, const Case &c);

  /// Of a position, where in a line its storage begins.
  std::int64_t shiftOf(std::int64_t position) const {
    return (shift + 8 * position) % 64;
  }
  /// Where its storage begins.
  std::byte *at(std::int64_t position, std::size_t object) {
    return bytes[static_cast<std::size_t>(position)][object].data() +
           shiftOf(position);
  }
  const std::byte *at(std::int64_t position, std::size_t object) const {
    return const_cast<Storages *>(this)->at(position, object);
  }
};

/// Byte by byte: neither commuting nor associative.
std::byte combinedParts(std::byte left, std::byte right);
/// Another one, of values with what is there.
std::byte combinedValues(std::byte left, std::byte right);

/// Y[section] = X[section], element by element; of parts in their order.
void assignElements(const Case &c, const Storages &source, Storages &target);

} // namespace redist::runtime::test

#endif
