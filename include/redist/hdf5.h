//===- hdf5.h - Distributed arrays in HDF5 files ---------------*- C++ -*-===//
//
//   redist::hdf5::write(a, "state.h5", "fluid/density");
//   redist::hdf5::read(b, "state.h5", "fluid/density");
//
// One dataset holds the whole array, by its own extents, whatever its layout:
// it is read into an array of any layout on any number of ranks. The library is
// redistc::hdf5 (-lredistHdf5) and needs a parallel HDF5; this header needs
// none. Elements are numbers, std::complex, arrays of these, and structures
// that are described once:
//
//   template <> struct redist::hdf5::structure<particle> {
//     static std::vector<redist::hdf5::field> fields() {
//       return {redist::hdf5::member("place", &particle::place),
//               redist::hdf5::member("mass", &particle::mass)};
//     }
//   };
//
// C++17 and later.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef REDIST_HDF5_H
#define REDIST_HDF5_H

#include "redist/detail/HeaderBegin.h"

#include "redist/Array.h"
#include "redist/detail/array/ElementType.h"

#include <array>
#include <cstddef>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace redist {
namespace hdf5 {

struct field;

/// What the elements of a dataset are: numbers, or structures of `fields`;
/// where there are `extents`, arrays of these.
struct type {
  detail::element_kind kind = detail::element_kind::other;
  std::size_t size = 0;             ///< bytes, without the extents
  std::vector<field> fields;        ///< of `other`
  std::vector<std::size_t> extents; ///< outermost first
};

struct field {
  std::string name;
  std::size_t offset; ///< bytes from the beginning of the structure
  type what;
};

/// To be specialised for a structure, with `static std::vector<field>
/// fields()`. Members that it leaves out are not written, and keep no value
/// when read.
template <typename Structure> struct structure;

/// The type of a dataset of `Element`s.
template <typename Element> type type_of();

/// One member of a structure, which can be constructed without arguments.
template <typename Structure, typename Member>
field member(std::string name, Member Structure::*pointer) {
  const Structure object{};
  return {std::move(name),
          static_cast<std::size_t>(
              reinterpret_cast<const unsigned char *>(&(object.*pointer)) -
              reinterpret_cast<const unsigned char *>(&object)),
          type_of<Member>()};
}

} // namespace hdf5

namespace detail {

template <typename Structure, typename = void>
struct is_described : std::false_type {};
template <typename Structure>
struct is_described<Structure,
                    std::void_t<decltype(hdf5::structure<Structure>::fields())>>
    : std::true_type {};

template <typename Element> struct array_type {
  static constexpr std::size_t extent = 0; ///< no array
};
template <typename Element, std::size_t Extent>
struct array_type<Element[Extent]> {
  using element = Element;
  static constexpr std::size_t extent = Extent;
};
template <typename Element, std::size_t Extent>
struct array_type<std::array<Element, Extent>> {
  using element = Element;
  static constexpr std::size_t extent = Extent;
};

void write_hdf5(const array_core &, const hdf5::type &, const std::string &file,
                const std::string &dataset);
void read_hdf5(array_core &, const hdf5::type &, const std::string &file,
               const std::string &dataset);

} // namespace detail

namespace hdf5 {

template <typename Element> type type_of() {
  using of_array = detail::array_type<Element>;
  constexpr detail::element_kind kind = detail::element_kind_of<Element>();
  if constexpr (of_array::extent > 0) {
    type result = type_of<typename of_array::element>();
    result.extents.insert(result.extents.begin(), of_array::extent);
    return result;
  } else if constexpr (kind != detail::element_kind::other) {
    return {kind, sizeof(Element), {}, {}};
  } else {
    static_assert(detail::is_described<Element>::value,
                  "HDF5 has no type for these elements: describe the structure "
                  "by a specialisation of redist::hdf5::structure");
    return {kind, sizeof(Element), structure<Element>::fields(), {}};
  }
}

/// Writes the array as a dataset; groups in front of its name, "a/b/data", are
/// made where they are missing. A new file is made beside `file` and takes its
/// place when all of it is written. In a file that exists the dataset is new
/// or, where there was one of this name, old, until all of it is written; other
/// datasets stay. Its attributes redist_layout and redist_order say how the
/// array was laid out. Throws redist::error, which names file and dataset,
/// alike on every rank. Collective.
template <typename Element, std::size_t Dimensions>
void write(const array<Element, Dimensions> &source, const std::string &file,
           const std::string &dataset) {
  detail::write_hdf5(source.core(), type_of<Element>(), file, dataset);
}

/// Reads such a dataset, or one that another program has written: it has the
/// extents of the array and the type of its elements, in any byte order, and
/// nothing is converted otherwise. The layout stays as it is. Throws likewise;
/// where reading fails half way, elements have old or new values. Collective.
template <typename Element, std::size_t Dimensions>
void read(array<Element, Dimensions> &target, const std::string &file,
          const std::string &dataset) {
  detail::read_hdf5(target.core(), type_of<Element>(), file, dataset);
}

} // namespace hdf5
} // namespace redist

#include "redist/detail/HeaderEnd.h"

#endif
