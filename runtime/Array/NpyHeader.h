//===- NpyHeader.h - Headers of NPY files ----------------------*- C++ -*-===//
//
// Room Array. NumPy's format for one array, version 1.0: eight bytes with magic
// and version, two bytes with the length of a text, and the text, a Python
// dictionary with the type of the elements, their order and the extents; then
// the elements. Comes in: an array's shape, or bytes of a file. Goes out:
// bytes, or the parsed header, or an error. Knows no files and no MPI.
//
//   \x93NUMPY 1 0 118 0 {'descr': '<f8', 'fortran_order': False,
//   'shape': (3, 4), } and blanks up to a newline
//
//===----------------------------------------------------------------------===//
#ifndef REDIST_RUNTIME_ARRAY_NPYHEADER_H
#define REDIST_RUNTIME_ARRAY_NPYHEADER_H

#include "redist/Layout.h"
#include "redist/detail/array/ElementType.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace redist::runtime {

struct NpyHeader {
  std::string type; ///< "<f8"
  storage_order order = storage_order::row;
  std::vector<std::int64_t> extents;

  bool operator==(const NpyHeader &) const = default;
};

/// Bytes in front of the text.
inline constexpr std::int64_t npyPrefixSize = 10;

/// NumPy's name of a type on this machine; empty where it has none.
std::string npyTypeOf(detail::element_kind kind, std::size_t size);

/// The first bytes of a file, a multiple of 64. Precondition: at most 16
/// extents.
std::string npyTextOf(const NpyHeader &);

/// The length of the text that follows `prefix`, the first bytes of a file;
/// where `problem` is set, which begins "is no NPY file", there is none.
std::int64_t npyLengthOf(std::string_view prefix, std::string &problem);
/// What the text says; where `problem` is set, something is wrong with it.
NpyHeader readNpyText(std::string_view text, std::string &problem);

} // namespace redist::runtime

#endif
