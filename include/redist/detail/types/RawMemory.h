//===- RawMemory.h - Uninitialised byte vectors ----------------*- C++ -*-===//
//
// Comes in: a number of bytes. Goes out: an owner of this memory. The owner is
// not of an array type (std::unique_ptr<T[]>), because those are storage of the
// program, for which redistc includes an adapter. C++17.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef REDIST_DETAIL_TYPES_RAWMEMORY_H
#define REDIST_DETAIL_TYPES_RAWMEMORY_H

#include <cstddef>
#include <memory>

namespace redist::detail {

struct raw_deleter {
  void operator()(std::byte *bytes) const noexcept { delete[] bytes; }
};
using raw_memory = std::unique_ptr<std::byte, raw_deleter>;

/// Throws std::bad_alloc.
inline raw_memory make_raw_memory(std::size_t bytes) {
  return raw_memory(new std::byte[bytes]);
}

} // namespace redist::detail

#endif
