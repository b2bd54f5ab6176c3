//===- Redistribution.h - Clauses of redistribute as a value --------------===//
//
// A value that reads like the clauses of `#pragma redistribute`; generated code
// builds it, and so may users who call the runtime themselves:
//
//   redist::redistribution({redist::whole(n), redist::whole(m)})
//       .from(redist::layout({redist::block(), redist::undistributed()})
//                 .onto({4}))
//       .to(redist::layout({redist::cyclic(64), redist::cyclic(64)})
//               .onto({2, 2}))
//
// Allocates nothing. C++17, no MPI.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef REDIST_REDISTRIBUTION_H
#define REDIST_REDISTRIBUTION_H

#include "redist/detail/HeaderBegin.h"

#include "redist/Layout.h"

namespace redist {

/// One bracket of an object: [length], which is the whole extent, or
/// [lower : length : stride], maybe `of` a whole extent.
struct section {
  std::int64_t lower = 0;
  std::int64_t length = 0;
  std::int64_t stride = 1;
  bool is_whole = true;
  std::int64_t extent = 0; ///< of the whole dimension, beside a section
  bool has_extent = false; ///< else a section does not tell it

  constexpr section of(std::int64_t whole_extent) const {
    section result = *this;
    result.extent = whole_extent;
    result.has_extent = true;
    return result;
  }
};
constexpr section whole(std::int64_t extent) {
  return {0, extent, 1, true, 0, false};
}
constexpr section slice(std::int64_t lower, std::int64_t length,
                        std::int64_t stride = 1) {
  return {lower, length, stride, false, 0, false};
}

/// In permute(): a dimension of one element that the source lacks.
inline constexpr int lacking = -1;

/// A number in the brackets of an object that is not that of the first object:
/// "the extent of b is 5, that of a is 4".
struct bracket_difference {
  const char *what = nullptr; ///< "extent", ...; null: there is none
  const char *object = nullptr, *first = nullptr;
  std::size_t dimension = 0;
  std::int64_t found = 0, wanted = 0;
};

struct redistribution {
  using sections = std::array<section, max_dimensions>;

  std::size_t dimension_count = 0;
  sections source_sections{};
  sections target_sections{};
  bool has_target_sections = false;     ///< else whole, of the source's lengths
  std::size_t target_section_count = 0; ///< brackets that were written
  layout source_layout, target_layout;
  bool has_source_layout = false; ///< else the object knows it (redist::array)
  bool has_target_layout = false; ///< else, beside from(remote()), the same
  std::array<int, max_dimensions> permutation{}; ///< target k is source [k]
  bool is_permuted = false;
  std::size_t permutation_count = 0; ///< numbers that were written
  storage_order order = storage_order::row;
  bool has_order = false;  ///< else a redist::array keeps the one it has
  int *position = nullptr; ///< relabel(id)
  std::int64_t capacity_elements = 0;
  bool has_capacity = false; ///< else that of pointers is not known
  // Whole extents of the storage where a section does not tell them; -1: not
  // known. Only local shapes depend on them.
  std::array<std::int64_t, max_dimensions> source_extents{}, target_extents{};
  // Elements between neighbours along each dimension of this rank's storage,
  // where they do not follow from its local extents and `order` (BLACS: leading
  // dimensions); may differ between ranks.
  std::array<std::int64_t, max_dimensions> source_strides{}, target_strides{};
  bool has_source_strides = false, has_target_strides = false;
  bracket_difference difference; ///< the first: an error of the call

  /// The objects' brackets.
  constexpr redistribution(std::initializer_list<section> of_source)
      : dimension_count(of_source.size()) {
    std::size_t i = 0;
    for (const section &one : of_source)
      if (i < max_dimensions) // more are an error of the call
        source_sections[i++] = one;
    for (std::size_t k = 0; k < max_dimensions; ++k)
      source_extents[k] = target_extents[k] = -1;
  }

  // Each of these adds a clause. Of a temporary, as generated code has it, they
  // return that very object, and copy nothing: to keep it, make a value of it,
  // `auto what = redist::redistribution(...).to(...);`, and no reference.

  /// The brackets of another object, which must be those of the first: `object`
  /// and `first` are their names, for the error.
  constexpr redistribution &&also(const char *object,
                                  std::initializer_list<section> of_object,
                                  const char *first) && {
    compare(object, of_object, first, source_sections);
    return static_cast<redistribution &&>(*this);
  }
  constexpr redistribution also(const char *object,
                                std::initializer_list<section> of_object,
                                const char *first) const & {
    return redistribution(*this).also(object, of_object, first);
  }
  constexpr redistribution &&from(const layout &now) && {
    source_layout = now;
    has_source_layout = true;
    return static_cast<redistribution &&>(*this);
  }
  constexpr redistribution from(const layout &now) const & {
    return redistribution(*this).from(now);
  }
  constexpr redistribution &&to(const layout &wanted) && {
    target_layout = wanted;
    has_target_layout = true;
    return static_cast<redistribution &&>(*this);
  }
  constexpr redistribution to(const layout &wanted) const & {
    return redistribution(*this).to(wanted);
  }
  /// A side of an intercommunicator: the objects are sent, or received.
  constexpr bool sends() const { return target_layout.is_remote; }
  constexpr bool receives() const {
    return has_source_layout && source_layout.is_remote;
  }
  /// The brackets of the objects of into().
  constexpr redistribution &&into(std::initializer_list<section> of_target) && {
    has_target_sections = true;
    target_section_count = of_target.size();
    std::size_t i = 0;
    for (const section &one : of_target)
      if (i < max_dimensions)
        target_sections[i++] = one;
    return static_cast<redistribution &&>(*this);
  }
  constexpr redistribution
  into(std::initializer_list<section> of_target) const & {
    return redistribution(*this).into(of_target);
  }
  /// The brackets of another destination, after into().
  constexpr redistribution &&also_into(const char *object,
                                       std::initializer_list<section> of_object,
                                       const char *first) && {
    compare(object, of_object, first, target_sections);
    return static_cast<redistribution &&>(*this);
  }
  constexpr redistribution also_into(const char *object,
                                     std::initializer_list<section> of_object,
                                     const char *first) const & {
    return redistribution(*this).also_into(object, of_object, first);
  }
  /// Dimension k of the target is dimension source_of[k] of the source. Where
  /// the numbers of dimensions differ, `lacking` stands for those that the
  /// source lacks, and those that the target lacks are left out.
  constexpr redistribution &&permute(std::initializer_list<int> source_of) && {
    is_permuted = true;
    permutation_count = source_of.size();
    std::size_t i = 0;
    for (const int one : source_of)
      if (i < max_dimensions)
        permutation[i++] = one;
    return static_cast<redistribution &&>(*this);
  }
  constexpr redistribution
  permute(std::initializer_list<int> source_of) const & {
    return redistribution(*this).permute(source_of);
  }
  constexpr redistribution &&stored(storage_order how) && {
    order = how;
    has_order = true;
    return static_cast<redistribution &&>(*this);
  }
  constexpr redistribution stored(storage_order how) const & {
    return redistribution(*this).stored(how);
  }
  constexpr redistribution &&relabel(int &grid_position) && {
    position = &grid_position;
    return static_cast<redistribution &&>(*this);
  }
  constexpr redistribution relabel(int &grid_position) const & {
    return redistribution(*this).relabel(grid_position);
  }
  /// Elements that the storage behind each pointer that is written holds on
  /// this rank. A rank's own affair: other ranks may have others.
  constexpr redistribution &&capacity(std::int64_t elements) && {
    capacity_elements = elements;
    has_capacity = true;
    return static_cast<redistribution &&>(*this);
  }
  constexpr redistribution capacity(std::int64_t elements) const & {
    return redistribution(*this).capacity(elements);
  }

private:
  constexpr void compare(const char *object,
                         std::initializer_list<section> of_object,
                         const char *first, const sections &of_first) {
    std::size_t k = 0;
    for (const section &one : of_object) {
      if (difference.what || k == max_dimensions)
        return;
      const section &wanted = of_first[k];
      if (one.length != wanted.length)
        difference = {one.is_whole ? "extent" : "length",
                      object,
                      first,
                      k,
                      one.length,
                      wanted.length};
      else if (one.lower != wanted.lower)
        difference = {"lower bound", object, first, k, one.lower, wanted.lower};
      else if (one.stride != wanted.stride)
        difference = {"stride", object, first, k, one.stride, wanted.stride};
      else if (one.extent != wanted.extent)
        difference = {"whole extent", object,       first, k,
                      one.extent,     wanted.extent};
      ++k;
    }
  }
};

} // namespace redist

#include "redist/detail/HeaderEnd.h"

#endif
