//===- Rows.h - Objects whose rows lie apart -------------------*- C++ -*-===//
//
// A std::vector of std::vectors, and classes whose storage_traits tell rows:
// matrices of pointers to rows. A call copies the rows one behind the other
// into memory of the runtime, and back. C++17, no MPI.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef REDIST_DETAIL_OBJECTS_ROWS_H
#define REDIST_DETAIL_OBJECTS_ROWS_H

#include "redist/Error.h"
#include "redist/StorageTraits.h"

#include <cstring>
#include <string>
#include <vector>

namespace redist {
namespace detail {

/// How an X has its rows; not of this kind where `is_used` is false.
template <typename X, typename = void> struct row_access {
  static constexpr bool is_used = false;
  static constexpr bool can_resize = false;
};

template <typename T, typename Inner, typename Outer>
struct row_access<std::vector<std::vector<T, Inner>, Outer>,
                  std::enable_if_t<!std::is_same<T, bool>::value>> {
  static constexpr bool is_used = true;
  static constexpr bool can_resize = true;
  using element = T;
  using object = std::vector<std::vector<T, Inner>, Outer>;

  template <typename X> static auto row(X &x, std::size_t i) {
    return x[i].data();
  }
  static std::int64_t rows(const object &x) {
    return static_cast<std::int64_t>(x.size());
  }
  static std::int64_t length(const object &x, std::size_t i) {
    return static_cast<std::int64_t>(x[i].size());
  }
  static void resize(object &x, std::int64_t rows, std::int64_t length) {
    x.resize(static_cast<std::size_t>(rows));
    for (auto &one : x)
      one.resize(static_cast<std::size_t>(length));
  }
};

/// By storage_traits with row(x, i), the first element of row i, and extents.
template <typename X>
struct row_access<X, std::void_t<decltype(storage_traits<X>::row(
                         std::declval<X &>(), std::size_t{}))>> {
  using traits = storage_traits<X>;
  static_assert(traits::dimensions == 2 && !traits::is_owner,
                "storage whose rows lie apart has two dimensions, and is_owner "
                "is false: it does not travel");
  static constexpr bool is_used = true;
  static constexpr bool can_resize = redist::detail::can_resize<X>::value;
  using element = std::remove_cv_t<typename traits::element>;

  template <typename Object> static auto row(Object &x, std::size_t i) {
    return traits::row(x, i);
  }
  static std::int64_t rows(const X &x) {
    return static_cast<std::int64_t>(traits::extent(x, 0));
  }
  static std::int64_t length(const X &x, std::size_t) {
    return static_cast<std::int64_t>(traits::extent(x, 1));
  }
  static void resize(X &x, std::int64_t rows, std::int64_t length) {
    const std::int64_t extents[] = {rows, length};
    traits::resize(x, extents, 2);
  }
};

template <typename X>
using has_rows = std::bool_constant<row_access<std::remove_cv_t<X>>::is_used>;

/// How rows come into one piece of memory, and back.
struct row_hooks {
  /// Throws redist::error where rows have different lengths.
  void (*gather)(const void *object, std::byte *to);
  void (*scatter)(void *object, const std::byte *from);
};

template <typename X> struct rows_of {
  using access = row_access<X>;
  using element = typename access::element;

  static storage_shape shape(const void *object) {
    const X &x = *static_cast<const X *>(object);
    storage_shape made;
    made.dimension_count = 2;
    made.extents[0] = access::rows(x);
    made.extents[1] = made.extents[0] > 0 ? access::length(x, 0) : 0;
    return made;
  }
  /// Calls visit(row, place in bytes, bytes).
  template <typename Object, typename Visit>
  static void visit_rows(Object &x, Visit visit) {
    const std::int64_t rows = access::rows(x);
    const std::int64_t length = rows > 0 ? access::length(x, 0) : 0;
    const std::size_t bytes =
        static_cast<std::size_t>(length) * sizeof(element);
    for (std::size_t i = 0; length > 0 && i < static_cast<std::size_t>(rows);
         ++i)
      visit(access::row(x, i), i * bytes, bytes);
  }
  static void gather(const void *object, std::byte *to) {
    const X &x = *static_cast<const X *>(object);
    for (std::int64_t i = 1; i < access::rows(x); ++i)
      if (access::length(x, static_cast<std::size_t>(i)) !=
          access::length(x, 0))
        throw error(
            "row " + std::to_string(i) + " of the object has " +
            std::to_string(access::length(x, static_cast<std::size_t>(i))) +
            " elements, and row 0 has " + std::to_string(access::length(x, 0)));
    visit_rows(x,
               [&](const element *row, std::size_t place, std::size_t bytes) {
                 std::memcpy(to + place, row, bytes);
               });
  }
  static void scatter(void *object, const std::byte *from) {
    visit_rows(*static_cast<X *>(object),
               [&](element *row, std::size_t place, std::size_t bytes) {
                 std::memcpy(row, from + place, bytes);
               });
  }
  static constexpr row_hooks hooks = {&gather, &scatter};
};

} // namespace detail
} // namespace redist

#endif
