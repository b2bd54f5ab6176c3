//===- SiteTable.cpp - Directives of timeline events ----------------------===//
#include "Trace/SiteTable.h"

#include "Support/SourceLocation.h"

#include <algorithm>

namespace redist::runtime {

/// Ends each name of the text; in no file's name.
constexpr char separator = '\0';

std::int32_t SiteTable::numberOf(const char *kind, const char *file, int line) {
  if (newest < known.size() && known[newest].line == line &&
      known[newest].givenFile == file && known[newest].givenKind == kind)
    return static_cast<std::int32_t>(newest);
  const std::string_view name = file ? file : "";
  const auto isIt = [&](const Known &one) {
    return one.line == line && one.file == name && one.kind == kind;
  };
  const auto found = std::find_if(known.begin(), known.end(), isIt);
  newest = static_cast<std::size_t>(found - known.begin());
  if (found == known.end())
    known.push_back({kind, std::string(name), line, kind, file});
  return static_cast<std::int32_t>(newest);
}

std::string SiteTable::text() const {
  std::string all;
  for (const Known &one : known) {
    all += one.kind;
    all += separator;
    all += placeOf(one.file.c_str(), one.line);
    all += separator;
  }
  return all;
}

std::vector<DirectiveName> SiteTable::read(std::string_view text) {
  const auto next = [&text] {
    const std::size_t length = text.find(separator);
    const std::string_view name = text.substr(0, length);
    text.remove_prefix(length + 1);
    return std::string(name);
  };
  std::vector<DirectiveName> names;
  while (!text.empty()) {
    DirectiveName &name = names.emplace_back();
    name.kind = next();
    name.place = next();
  }
  return names;
}

} // namespace redist::runtime
