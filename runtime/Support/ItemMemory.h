//===- ItemMemory.h - Detection of items that share memory -----*- C++ -*-===//
//
// Room Runtime. What lies in memory as a row of stretches (Operand.h): whether
// two such rows have a byte in common. x[0 : n : 2] and x[1 : n : 2] have none.
//
//===----------------------------------------------------------------------===//
#ifndef REDIST_RUNTIME_SUPPORT_ITEMMEMORY_H
#define REDIST_RUNTIME_SUPPORT_ITEMMEMORY_H

#include "Support/RangeTree.h"

#include "redist/detail/reduce/Operand.h"

#include <span>

namespace redist::runtime {

/// In O(1), or, where the distances of stretches differ, in as many steps as
/// the row with fewer of them has.
bool shareMemory(const detail::memory_row &a, const detail::memory_row &b);
bool shareMemory(std::span<const detail::memory_row> a,
                 std::span<const detail::memory_row> b);

/// From its first byte to its last one; empty where it has none.
MemoryRange rangeOf(const detail::memory_row &row);

} // namespace redist::runtime

#endif
