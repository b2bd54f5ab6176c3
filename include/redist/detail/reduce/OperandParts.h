//===- OperandParts.h - Elements and accumulators of an item ---*- C++ -*-===//
//
// An item as a row of elements that the operator combines one by one, with the
// accumulator of each: of trivially copyable elements as plain memory
// (FixedPart.h), of all others as objects (DynamicPart.h). C++17, no MPI.
//
//   long n                  one element
//   double a[3][4]; + : a   12 elements of double
//   Point p[9]; f : p[0:5]  5 elements of Point
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef REDIST_DETAIL_REDUCE_OPERANDPARTS_H
#define REDIST_DETAIL_REDUCE_OPERANDPARTS_H

#include "redist/detail/reduce/DynamicPart.h"
#include "redist/detail/reduce/FixedPart.h"
#include "redist/detail/reduce/Leaf.h"

#include <memory>
#include <vector>

namespace redist::detail {

template <typename Element, std::int64_t Count>
using part_for =
    std::conditional_t<travels_as_bytes<Element>::value,
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
