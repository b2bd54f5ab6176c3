//===- OperandParts.h - The values of one item of a reduction --*- C++ -*-===//
//
// An item as a row of elements that the operator combines one by one, with the
// accumulator of each: of trivially copyable elements as plain memory, of all
// others as objects that travel through the archives of Serialize.h. C++17, no
// MPI.
//
//   long n                  one element
//   double a[3][4]; + : a   12 elements of double
//   Point p[9]; f : p[0:5]  5 elements of Point
//
//===----------------------------------------------------------------------===//
#ifndef REDIST_OPERANDPARTS_H
#define REDIST_OPERANDPARTS_H

#include "redist/Operand.h"
#include "redist/Operators.h"
#include "redist/Section.h"
#include "redist/Serialize.h"

#include <array>
#include <cstring>
#include <memory>
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
  std::unique_ptr<std::byte[]> memory;
  std::size_t capacity = 0;
};

/// Where the elements of an item lie: `block` of them side by side, then the
/// next block `stride` blocks on. `given` counts what the user counts.
template <typename Element> struct element_row {
  Element *first;
  std::int64_t count, block, stride;
  element_section<std::byte>
      given; ///< lower, count, stride and size, to be checked

  Element &operator[](std::int64_t i) const {
    return first[i / block * stride * block + i % block];
  }
  bool is_contiguous() const { return stride == 1 || count <= block; }
  memory_row memory() const {
    const auto size = static_cast<std::int64_t>(sizeof(Element)) * block;
    return {reinterpret_cast<const std::byte *>(first),
            static_cast<std::size_t>(size), count / block, size * stride};
  }
};

/// What an operand keeps in itself of one item.
constexpr std::int64_t small_bytes = 512;

/// Count of parts whose number of elements the type does not tell.
constexpr std::int64_t any_count = -1;

/// Has data() and size(), as std::vector and std::string.
template <typename T, typename = void>
struct is_contiguous_range : std::false_type {};
template <typename T>
struct is_contiguous_range<
    T, std::enable_if_t<
           std::is_pointer<decltype(std::declval<const T &>().data())>::value &&
           std::is_object<std::remove_pointer_t<
               decltype(std::declval<const T &>().data())>>::value &&
           (sizeof(*std::declval<const T &>().data()) > 0) &&
           std::is_convertible<decltype(std::declval<const T &>().size()),
                               std::size_t>::value>> : std::true_type {};
template <typename T> memory_row memory_of_range(const T &range) {
  const auto size = static_cast<std::size_t>(range.size());
  return {reinterpret_cast<const std::byte *>(range.data()),
          size * sizeof(*range.data()), 1, 0};
}

//===----------------------------------------------------------------------===//
// Trivially copyable elements
//===----------------------------------------------------------------------===//

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
    make_room();
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
    alignas(Element) std::byte one[sizeof(Element)];
    for (std::size_t i = 0; i < count; ++i) {
      std::memcpy(one, received + i * sizeof(Element), sizeof(Element));
      combine_values(op, into[i], *reinterpret_cast<Element *>(one), is_left);
    }
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

//===----------------------------------------------------------------------===//
// All others
//===----------------------------------------------------------------------===//

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

//===----------------------------------------------------------------------===//
// From items to parts
//===----------------------------------------------------------------------===//

/// The elements of an item of type T. Arrays are combined element by element by
/// built-in operators, and by named ones that take an element and no array.
template <typename Operator, typename T> struct leaf_of {
  using type = T;
  static constexpr std::int64_t count = 1;
};
template <typename Operator, typename Array, typename T, std::int64_t N>
struct leaf_of_array {
  static constexpr bool is_whole =
      !is_builtin_operator<Operator>::value && combines<Operator, Array>();
  using inner = leaf_of<Operator, T>;
  using type = std::conditional_t<is_whole, Array, typename inner::type>;
  static constexpr std::int64_t count = is_whole ? 1 : N * inner::count;
};
template <typename Operator, typename T, std::size_t N>
struct leaf_of<Operator, T[N]>
    : leaf_of_array<Operator, T[N], T, static_cast<std::int64_t>(N)> {};
template <typename Operator, typename T, std::size_t N>
struct leaf_of<Operator, std::array<T, N>>
    : leaf_of_array<Operator, std::array<T, N>, T,
                    static_cast<std::int64_t>(N)> {
  static_assert(N == 0 || sizeof(std::array<T, N>) == N * sizeof(T),
                "std::array with room behind its elements");
};

template <typename Element, std::int64_t Count>
using part_for =
    std::conditional_t<std::is_trivially_copyable<Element>::value &&
                           !is_borrowed<Element>::value,
                       fixed_part<Element, Count>, dynamic_part<Element>>;

/// An item as the user names it: an lvalue of this type.
template <typename Operator, typename Item> struct item_traits {
  using leaf = leaf_of<Operator, Item>;
  using element = typename leaf::type;
  using part = part_for<element, leaf::count>;

  static element_row<element> row(Item &item) {
    return {reinterpret_cast<element *>(std::addressof(item)),
            leaf::count,
            leaf::count > 0 ? leaf::count : 1,
            1,
            {nullptr, 0, 1, 1, 1}};
  }
};

template <typename Operator, typename E>
struct item_traits<Operator, element_section<E>> {
  using leaf = leaf_of<Operator, E>;
  using element = typename leaf::type;
  using part = part_for<element, any_count>;

  static element_row<element> row(const element_section<E> &item) {
    return {reinterpret_cast<element *>(item.begin()),
            item.count * leaf::count,
            leaf::count > 0 ? leaf::count : 1,
            item.stride,
            {reinterpret_cast<std::byte *>(item.first), item.lower, item.count,
             item.stride, item.available}};
  }
};

/// An element of std::vector<bool>: it has no address.
class bit_part : public fixed_part<bool, 1> {
public:
  explicit bit_part(const std::vector<bool>::reference &item)
      : fixed_part<bool, 1>(
            element_row<bool>{&value, 1, 1, 1, {nullptr, 0, 1, 1, 1}}),
        bit(item), value(item) {}
  bit_part(const bit_part &) = delete;
  bit_part &operator=(const bit_part &) = delete;

  void commit() {
    fixed_part<bool, 1>::commit();
    bit = value;
  }

private:
  std::vector<bool>::reference bit;
  bool value;
};

template <typename Operator>
struct item_traits<Operator, std::vector<bool>::reference> {
  using element = bool;
  using part = bit_part;

  static const std::vector<bool>::reference &
  row(const std::vector<bool>::reference &item) {
    return item;
  }
};

} // namespace redist::detail

#endif
