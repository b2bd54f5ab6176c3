//===- MappingNames.cpp - The names of kinds of mappings -------*- C++ -*-===//
//
// As users write them in mapping(name) and --mapping.
//
//===----------------------------------------------------------------------===//
#include "redistSchedule/Pipeline/MakeMapping.h"

#include <iterator>

namespace redist::schedule {

/// Position is the value of the enumerator.
static constexpr std::string_view names[] = {
    "auto", "one_to_one", "interval", "exact", "h1a", "h1b", "h2",
    "h3",   "h4",         "h5",       "h6",    "h7a", "h7b"};

std::string_view nameOf(MappingKind kind) {
  return names[static_cast<std::size_t>(kind)];
}

std::optional<MappingKind> mappingNamed(std::string_view name) {
  for (std::size_t i = 0; i < std::size(names); ++i)
    if (names[i] == name)
      return static_cast<MappingKind>(i);
  return std::nullopt;
}

} // namespace redist::schedule
