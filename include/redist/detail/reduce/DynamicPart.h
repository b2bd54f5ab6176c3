//===- DynamicPart.h - Item with elements of variable size -----*- C++ -*-===//
//
// Part of an operand (OperandParts.h): elements and their accumulators as
// objects, which are sent through the archives of Serialize.h. C++17, no MPI.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef REDIST_DETAIL_REDUCE_DYNAMICPART_H
#define REDIST_DETAIL_REDUCE_DYNAMICPART_H

#include "redist/Operators.h"
#include "redist/detail/reduce/ElementRow.h"
#include "redist/detail/types/Serialize.h"

#include <memory>
#include <vector>

namespace redist::detail {

/// A comparison that is more than its type would be lost with the default one.
template <typename T, typename = void>
struct has_own_order : std::false_type {};
template <typename T>
struct has_own_order<T, std::void_t<typename T::key_compare>>
    : std::negation<std::is_empty<typename T::key_compare>> {};

/// A value to load into.
template <typename T> T fresh(const T &like) {
  if constexpr (std::is_default_constructible<T>::value &&
                !has_own_order<T>::value) {
    return T();
  } else if constexpr (std::is_copy_constructible<T>::value) {
    return T(like);
  } else {
    static_assert(cereal::traits::is_default_constructible<T>::value,
                  "values of this type are received into a new one: it needs a "
                  "default or a copy constructor");
    const std::unique_ptr<T> made(cereal::access::construct<T>());
    return T(std::move(*made));
  }
}

/// A copy that shares nothing with `value`.
template <typename T> T whole_copy(const T &value) {
  if constexpr (copies_whole<T>::value) {
    return T(value);
  } else {
    std::vector<std::byte> buffer;
    output_archive output(buffer);
    output(value);
    T copy = fresh(value);
    input_archive input(buffer.data(), buffer.size());
    input(copy);
    return copy;
  }
}

template <typename Element> class dynamic_part {
public:
  using element = Element;
  static constexpr bool is_fixed = false;
  static constexpr bool has_constant_count = false;
  static constexpr bool is_small = false;

  explicit dynamic_part(const element_row<Element> &given) : row(given) {
    require_serialization<Element>();
  }

  const element_row<Element> &elements() const { return row; }
  /// The objects, and what they have elsewhere, where they tell.
  void append_memory(std::vector<memory_row> &rows) const {
    rows.push_back(row.memory());
    if constexpr (is_contiguous_range<Element>::value)
      for (std::int64_t i = 0; i < row.count; ++i)
        rows.push_back(memory_of_range(row[i]));
  }
  void save(output_archive &archive) const {
    for (std::int64_t i = 0; i < row.count; ++i)
      archive(has_values ? values[static_cast<std::size_t>(i)]
                         : static_cast<const Element &>(row[i]));
  }
  void begin() {
    fill([](const Element &item) { return whole_copy(item); });
  }
  void restart() {
    values.clear();
    has_values = false;
  }
  template <typename Operator>
  void combine(Operator &op, input_archive &archive, bool is_left) {
    for (Element &value : values) {
      Element received = fresh(value);
      archive(received);
      combine_values(op, value, received, is_left);
    }
  }
  void assign(input_archive &archive) {
    if (!has_values)
      fill([](const Element &item) { return fresh(item); });
    for (Element &value : values)
      archive(value);
  }
  void commit() {
    for (std::int64_t i = 0; i < row.count; ++i)
      replace(row[i], values[static_cast<std::size_t>(i)]);
  }

private:
  template <typename Make> void fill(Make make) {
    values.reserve(static_cast<std::size_t>(row.count));
    for (std::int64_t i = 0; i < row.count; ++i)
      values.push_back(make(row[i]));
    has_values = true;
  }

  element_row<Element> row;
  std::vector<Element> values;
  bool has_values = false;
};

} // namespace redist::detail

#endif
