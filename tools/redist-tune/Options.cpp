//===- Options.cpp - Command line of redist-tune ---------------*- C++ -*-===//
//
// See Options.h.
//
//===----------------------------------------------------------------------===//
#include "Options.h"

#include "redistc/Support/Spelling.h"

#include <charconv>

using namespace redistc::support;

namespace redisttune {

static int roundsOf(std::string_view text) {
  constexpr int most = 100000;
  int value = 0;
  const char *const end = text.data() + text.size();
  const auto [last, problem] = std::from_chars(text.data(), end, value);
  if (problem != std::errc() || last != end || value < 1 || value > most)
    throw UsageError("option '--rounds' needs a number from 1 to " +
                     std::to_string(most) + ", found " + inQuotes(text));
  return value;
}

Options parseOptions(std::span<const char *const> arguments) {
  static constexpr OptionSpec known[] = {{"-o", true},
                                         {"--rounds", true},
                                         {"--help", false},
                                         {"--version", false}};
  const CommandLine line(arguments, known);
  Options options;
  options.showsHelp = line.has("--help");
  options.showsVersion = line.has("--version");
  if (const auto rounds = line.value("--rounds"))
    options.rounds = roundsOf(*rounds);
  if (const auto output = line.value("-o")) {
    if (output->empty())
      throw UsageError("option '-o' needs the name of a file");
    if (*output != "-")
      options.output = *output;
  }
  return options;
}

} // namespace redisttune
