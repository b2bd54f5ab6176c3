//===- Format.cpp - How a subcommand writes -------------------------------===//
#include "Format.h"

#include "Failure.h"

#include "redistc/Support/Spelling.h"

#include <algorithm>
#include <array>

using namespace redistplan;
using redistc::support::inQuotes;

Format redistplan::formatOf(const CommandLine &line) {
  static constexpr std::array<std::string_view, 4> names = {"text", "json",
                                                            "svg", "html"};
  const std::string_view text = line.value("--format").value_or("text");
  const auto *found = std::ranges::find(names, text);
  if (found == names.end())
    throw UsageError("--format: unknown format " + inQuotes(text) +
                     redistc::support::didYouMean(text, names));
  return static_cast<Format>(found - names.begin());
}
