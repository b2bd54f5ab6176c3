//===- LargePages.cpp - Room for tables that are read in no order ---------===//
#include "Support/LargePages.h"

#include <cstdint>

#include <sys/mman.h>
#include <unistd.h>

namespace redist::runtime {

void adviseLargePages(void *begin, std::size_t bytes) {
#ifdef MADV_HUGEPAGE
  constexpr std::size_t large = std::size_t{2} << 20;
  if (bytes < 2 * large)
    return;
  // Whole pages only; the system looks for 2 MB that are aligned by itself.
  const auto page = static_cast<std::uintptr_t>(sysconf(_SC_PAGESIZE));
  const auto first = reinterpret_cast<std::uintptr_t>(begin);
  const std::uintptr_t from = (first + page - 1) / page * page;
  const std::uintptr_t to = (first + bytes) / page * page;
  madvise(reinterpret_cast<void *>(from), to - from, MADV_HUGEPAGE);
#else
  static_cast<void>(begin);
  static_cast<void>(bytes);
#endif
}

} // namespace redist::runtime
