//===- StaticAddress.cpp - Addresses of static memory ----------*- C++ -*-===//
//
// The dynamic linker tells which files are loaded, and where. The program
// itself, which comes first, has no name there: nor does it need one.
//
//===----------------------------------------------------------------------===//
#include "redist/detail/pipeline/StaticAddress.h"

#include "redist/Error.h"

#include <link.h>

#include <string_view>

namespace redist::detail {

/// FNV-1a; never 0.
static std::uint64_t hashOf(std::string_view name) {
  std::uint64_t hash = 0xcbf29ce484222325;
  for (const char c : name)
    hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3;
  return hash | 1;
}

static bool isIn(const dl_phdr_info &file, std::uintptr_t address) {
  for (int i = 0; i < file.dlpi_phnum; ++i) {
    const ElfW(Phdr) &segment = file.dlpi_phdr[i];
    const std::uintptr_t begin = file.dlpi_addr + segment.p_vaddr;
    // With the end of the last array.
    if (segment.p_type == PT_LOAD && address >= begin &&
        address <= begin + segment.p_memsz)
      return true;
  }
  return false;
}

namespace {
struct Search {
  std::uintptr_t address = 0;
  static_place place;
};
} // namespace

static_place place_of_address(const void *address) {
  Search search;
  search.address = reinterpret_cast<std::uintptr_t>(address);
  search.place.offset = static_cast<std::int64_t>(search.address);
  dl_iterate_phdr(
      [](dl_phdr_info *file, std::size_t, void *data) -> int {
        auto &wanted = *static_cast<Search *>(data);
        if (!isIn(*file, wanted.address))
          return 0;
        wanted.place = {
            hashOf(file->dlpi_name),
            static_cast<std::int64_t>(wanted.address - file->dlpi_addr)};
        return 1;
      },
      &search);
  return search.place;
}

void *address_of_place(const static_place &place) {
  Search search;
  search.place = place;
  search.address = static_cast<std::uintptr_t>(place.offset);
  const int isFound = dl_iterate_phdr(
      [](dl_phdr_info *file, std::size_t, void *data) -> int {
        auto &wanted = *static_cast<Search *>(data);
        if (hashOf(file->dlpi_name) != wanted.place.file)
          return 0;
        wanted.address += file->dlpi_addr;
        return 1;
      },
      &search);
  if (place.file != 0 && isFound == 0)
    throw error("an address has come of a file that this rank has not loaded");
  return reinterpret_cast<void *>(search.address);
}

} // namespace redist::detail
