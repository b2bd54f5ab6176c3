//===- ShapedValues.h - Serialization of foreign matrices -------*- C++ -*-===//
//
// Serializes values of classes that storage_traits describe and that own their
// elements: extents, then the elements row by row. Views do not travel
// (Travels.h). Inputs and outputs are as in Serialize.h, which includes this
// file. C++17, no MPI.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef REDIST_DETAIL_TYPES_SHAPEDVALUES_H
#define REDIST_DETAIL_TYPES_SHAPEDVALUES_H

#include "redist/StorageTraits.h"
#include "redist/detail/types/Archives.h"

#include <cereal/cereal.hpp>

#include <type_traits>

namespace redist::detail {

/// Functions that the program has for cereal, and bytes, win.
template <typename T, typename Output, typename Input>
struct saves_shape
    : std::conjunction<
          travels_by_traits<T>, std::negation<std::is_trivially_copyable<T>>,
          std::negation<cereal::traits::is_output_serializable<T, Output>>,
          std::negation<cereal::traits::is_input_serializable<T, Input>>> {};

/// Visits the elements in rows: the last dimension is the fastest.
template <typename Element, typename Visit>
void for_each_element(Element *first, const storage_shape &shape, Visit visit) {
  const auto strides = shape.places();
  std::array<std::int64_t, max_dimensions> index{};
  for (std::int64_t left = shape.elements(); left > 0; --left) {
    visit(*first);
    for (std::size_t k = shape.dimension_count; k-- > 0;) {
      first += strides[k];
      if (++index[k] < shape.extents[k])
        break;
      first -= shape.extents[k] * strides[k];
      index[k] = 0;
    }
  }
}

/// In one piece, in the order in which they lie.
template <typename T>
constexpr bool is_one_piece =
    !has_strides<T>::value &&
    std::is_trivially_copyable<typename traits_of<T>::element>::value;

template <typename T>
void save_shaped(output_archive &archive, const T &value) {
  const storage_shape shape = shape_of(value);
  if (shape.dimension_count > max_dimensions)
    throw cereal::Exception("a value of more than 16 dimensions");
  archive(static_cast<std::uint64_t>(shape.dimension_count));
  for (std::size_t k = 0; k < shape.dimension_count; ++k)
    archive(shape.extents[k]);
  const auto *first = traits_of<T>::data(value);
  if constexpr (is_one_piece<T>)
    archive.write(first,
                  static_cast<std::size_t>(shape.elements()) * sizeof(*first));
  else
    for_each_element(first, shape,
                     [&](const auto &element) { archive(element); });
}

/// Extents that another rank has written; their product has been checked.
template <typename T> storage_shape load_extents(input_archive &archive) {
  std::uint64_t count;
  archive(count);
  if (count > max_dimensions || (traits_of<T>::dimensions != any_dimensions &&
                                 count != traits_of<T>::dimensions))
    throw cereal::Exception("a value of another number of dimensions");
  storage_shape shape;
  shape.dimension_count = static_cast<std::size_t>(count);
  std::int64_t product = 1;
  for (std::size_t k = 0; k < shape.dimension_count; ++k) {
    std::int64_t &extent = shape.extents[k];
    archive(extent);
    if (extent < 0 || __builtin_mul_overflow(product, extent, &product))
      throw cereal::Exception("a value of extents that cannot be");
  }
  // Each element has a byte at least.
  if (static_cast<std::uint64_t>(product) > archive.remaining())
    throw cereal::Exception("a value from another rank ends too early");
  return shape;
}

template <typename T> void load_shaped(input_archive &archive, T &value) {
  const storage_shape wanted = load_extents<T>(archive);
  if (const storage_shape had = shape_of(value);
      had.dimension_count != wanted.dimension_count ||
      had.extents != wanted.extents) {
    if constexpr (can_resize<T>::value)
      traits_of<T>::resize(value, wanted.extents.data(),
                           wanted.dimension_count);
    else
      throw cereal::Exception("a value of other extents than its type has");
  }
  auto *first = traits_of<T>::data(value);
  if constexpr (is_one_piece<T>)
    archive.read(first,
                 static_cast<std::size_t>(wanted.elements()) * sizeof(*first));
  else
    for_each_element(first, shape_of(value),
                     [&](auto &element) { archive(element); });
}

} // namespace redist::detail

#endif
