//===- LargePages.h - Room for tables that are read in no order -*- C++ -*-===//
//
// Reading or writing a large table in no order misses the TLB at nearly every
// entry. Pages of 2 MB, which Linux gives on request, avoid most misses. Comes
// in: the number of entries. Goes out: room for them, in large pages where the
// system has any.
//
//===----------------------------------------------------------------------===//
#ifndef REDIST_RUNTIME_SUPPORT_LARGEPAGES_H
#define REDIST_RUNTIME_SUPPORT_LARGEPAGES_H

#include <cstddef>
#include <memory>
#include <type_traits>

namespace redist::runtime {

/// Asks the system for large pages in memory that has not been used yet. The
/// system may refuse.
void adviseLargePages(void *begin, std::size_t bytes);

/// Entries are not initialised.
template <typename T> std::unique_ptr<T[]> makeLargeTable(std::size_t count) {
  static_assert(std::is_trivially_default_constructible_v<T>);
  auto table = std::make_unique_for_overwrite<T[]>(count);
  adviseLargePages(table.get(), count * sizeof(T));
  return table;
}

} // namespace redist::runtime

#endif
