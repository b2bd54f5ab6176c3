//===- FixedPart.h - Item of trivially copyable elements -------*- C++ -*-===//
//
// Part of an operand (OperandParts.h): elements and their accumulator as plain
// memory, which is sent as bytes. C++17, no MPI.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef REDIST_DETAIL_REDUCE_FIXEDPART_H
#define REDIST_DETAIL_REDUCE_FIXEDPART_H

#include "redist/Operators.h"
#include "redist/detail/reduce/ElementRow.h"
#include "redist/detail/types/RawMemory.h"

#include <cstring>
#include <memory>
#include <type_traits>
#include <vector>

namespace redist::detail {

/// Memory from the runtime's pool, and back to it: reductions that are executed
/// again allocate nothing.
class spare_memory {
public:
  spare_memory() = default;
  spare_memory(const spare_memory &) = delete;
  spare_memory &operator=(const spare_memory &) = delete;
  ~spare_memory();
  /// At least so many bytes, not initialised; once. Throws std::bad_alloc.
  std::byte *take(std::size_t bytes, std::size_t alignment);

private:
  raw_memory memory;
  std::size_t capacity = 0;
};

/// What an operand keeps in itself of one item.
constexpr std::int64_t small_bytes = 512;

/// Count of parts whose number of elements the type does not tell.
constexpr std::int64_t any_count = -1;

template <typename Element, std::int64_t Count> class fixed_part {
public:
  using element = Element;
  static constexpr bool is_fixed = true;
  static constexpr bool has_constant_count = Count != any_count;
  /// The accumulator needs no memory but this object's.
  static constexpr bool is_small =
      has_constant_count &&
      Count * static_cast<std::int64_t>(sizeof(Element)) <= small_bytes;

  explicit fixed_part(const element_row<Element> &given) : row(given) {}

  const element_row<Element> &elements() const { return row; }
  void append_memory(std::vector<memory_row> &rows) const {
    rows.push_back(row.memory());
  }
  std::size_t bytes() const {
    return static_cast<std::size_t>(row.count) * sizeof(Element);
  }
  bool is_contiguous() const {
    return accumulator != nullptr || row.is_contiguous();
  }
  /// Precondition: is_contiguous().
  const std::byte *data() const {
    return reinterpret_cast<const std::byte *>(accumulator ? accumulator
                                                           : row.first);
  }
  void write(std::byte *to) const {
    if (is_contiguous())
      copy_bytes(to, data(), bytes());
    else
      for (std::int64_t i = 0; i < row.count; ++i, to += sizeof(Element))
        std::memcpy(to, address_of(row[i]), sizeof(Element));
  }

  void begin() {
    if (!accumulator)
      make_room();
    restart();
  }
  void restart() {
    if (!accumulator)
      return;
    Element *const to = accumulator;
    accumulator = nullptr; // the items are still the value
    write(reinterpret_cast<std::byte *>(to));
    accumulator = to;
  }
  template <typename Operator>
  void combine(Operator &op, std::byte *received, std::size_t size,
               bool is_left, std::size_t offset) {
    Element *const into = accumulator + offset / sizeof(Element);
    const std::size_t count = size / sizeof(Element);
    if (reinterpret_cast<std::uintptr_t>(received) % alignof(Element) == 0) {
      Element *const from = reinterpret_cast<Element *>(received);
      if (is_left)
        for (std::size_t i = 0; i < count; ++i)
          combine_values(op, into[i], from[i], true);
      else
        for (std::size_t i = 0; i < count; ++i)
          combine_values(op, into[i], from[i], false);
      return;
    }
    aligned_memory memory;
    Element &one = *reinterpret_cast<Element *>(memory.get());
    for (std::size_t i = 0; i < count; ++i) {
      std::memcpy(memory.get(), received + i * sizeof(Element),
                  sizeof(Element));
      combine_values(op, into[i], one, is_left);
    }
  }
  /// into = op(into, from), element by element, at any addresses.
  template <typename Operator>
  static void combine_bytes(Operator &op, std::byte *into, std::byte *from,
                            std::size_t size) {
    if (is_aligned(into) && is_aligned(from)) {
      Element *const left = reinterpret_cast<Element *>(into);
      Element *const right = reinterpret_cast<Element *>(from);
      for (std::size_t i = 0; i < size / sizeof(Element); ++i)
        combine_values(op, left[i], right[i], false);
      return;
    }
    aligned_memory leftMemory, rightMemory;
    Element &left = *reinterpret_cast<Element *>(leftMemory.get());
    Element &right = *reinterpret_cast<Element *>(rightMemory.get());
    for (std::size_t at = 0; at < size; at += sizeof(Element)) {
      std::memcpy(leftMemory.get(), into + at, sizeof(Element));
      std::memcpy(rightMemory.get(), from + at, sizeof(Element));
      combine_values(op, left, right, false);
      std::memcpy(into + at, leftMemory.get(), sizeof(Element));
    }
  }
  template <typename Operator> bool may_begin_in(const std::byte *place) const {
    return keeps_received<Operator, Element>() && !is_small && !accumulator &&
           reinterpret_cast<std::uintptr_t>(place) % alignof(Element) == 0;
  }
  /// accumulator = op(received, items), where the received value lies.
  template <typename Operator>
  void begin_in(Operator &op, std::byte *received) {
    Element *const into = reinterpret_cast<Element *>(received);
    for (std::int64_t i = 0; i < row.count; ++i)
      combine_values(op, into[i], row[i], false);
    accumulator = into;
  }
  void assign(const std::byte *received, std::size_t size, std::size_t offset) {
    if (!accumulator)
      make_room();
    copy_bytes(reinterpret_cast<std::byte *>(accumulator) + offset, received,
               size);
  }
  void commit() {
    if (row.is_contiguous())
      copy_bytes(reinterpret_cast<std::byte *>(row.first), data(), bytes());
    else
      for (std::int64_t i = 0; i < row.count; ++i)
        std::memcpy(address_of(row[i]), accumulator + i, sizeof(Element));
  }

private:
  struct one_element {
    alignas(Element) std::byte bytes[sizeof(Element)];
  };
  struct on_stack {
    std::byte *get() { return own.bytes; }
    one_element own;
  };
  struct on_heap {
    std::byte *get() { return own->bytes; }
    std::unique_ptr<one_element> own{new one_element};
  };
  /// Of one element. A stack would not hold all.
  using aligned_memory =
      std::conditional_t<(sizeof(Element) <= 4096), on_stack, on_heap>;

  static bool is_aligned(const std::byte *place) {
    return reinterpret_cast<std::uintptr_t>(place) % alignof(Element) == 0;
  }
  static std::byte *address_of(Element &value) {
    return reinterpret_cast<std::byte *>(std::addressof(value));
  }
  /// Sections without elements may have no address; a result may have been
  /// put into the accumulator itself.
  static void copy_bytes(std::byte *to, const std::byte *from,
                         std::size_t size) {
    if (size > 0 && to != from)
      std::memcpy(to, from, size);
  }
  void make_room() {
    if constexpr (is_small)
      accumulator = reinterpret_cast<Element *>(own);
    else
      accumulator =
          reinterpret_cast<Element *>(spare.take(bytes(), alignof(Element)));
  }

  element_row<Element> row;
  Element *accumulator = nullptr;
  spare_memory spare;
  alignas(Element)
      std::byte own[is_small && Count > 0 ? sizeof(Element) * Count : 1];
};

} // namespace redist::detail

#endif
