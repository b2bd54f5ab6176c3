//===- Options.cpp - Command line of redist-tune ---------------*- C++ -*-===//
//
// See Options.h.
//
//===----------------------------------------------------------------------===//
#include "Options.h"

#include <charconv>
#include <optional>
#include <set>
#include <string_view>

namespace redisttune {

static std::string inQuotes(std::string_view text) {
  return "'" + std::string(text) + "'";
}

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

/// What belongs to the option at `i`: attached, or the next argument.
static std::string_view valueOf(std::string_view name,
                                std::optional<std::string_view> attached,
                                std::span<const char *const> arguments,
                                std::size_t &i) {
  if (attached)
    return *attached;
  if (i + 1 == arguments.size() ||
      std::string_view(arguments[i + 1]).starts_with("--"))
    throw UsageError("option " + inQuotes(name) + " needs an argument");
  return arguments[++i];
}

/// For what is the beginning of an option, or goes on behind its name.
static std::string hintFor(std::string_view name) {
  for (const std::string_view known : {"--rounds", "--version", "--help"})
    if (name.size() > 2 && (known.starts_with(name) || name.starts_with(known)))
      return "; did you mean " + inQuotes(known) + "?";
  return "";
}

Options parseOptions(std::span<const char *const> arguments) {
  Options options;
  std::set<std::string_view> given;
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    const std::string_view argument = arguments[i];
    if (!argument.starts_with('-') || argument == "-")
      throw UsageError("unexpected argument " + inQuotes(argument));
    const bool isLong = argument.starts_with("--");
    const std::size_t end = isLong ? argument.find('=') : 2;
    const std::string_view name = argument.substr(0, end);
    std::optional<std::string_view> attached;
    if (end < argument.size())
      attached = argument.substr(isLong ? end + 1 : end);
    if (!given.insert(name).second)
      throw UsageError("option " + inQuotes(name) + " is given twice");
    if (name == "-o") {
      options.output = valueOf(name, attached, arguments, i);
      if (options.output.empty())
        throw UsageError("option '-o' needs the name of a file");
      if (options.output == "-")
        options.output.clear();
    } else if (name == "--rounds") {
      options.rounds = roundsOf(valueOf(name, attached, arguments, i));
    } else if (name == "--help" || name == "--version") {
      if (attached)
        throw UsageError("option " + inQuotes(name) +
                         " takes no argument, "
                         "found " +
                         inQuotes(*attached));
      (name == "--help" ? options.showsHelp : options.showsVersion) = true;
    } else {
      throw UsageError("unknown option " + inQuotes(isLong ? name : argument) +
                       hintFor(name));
    }
  }
  return options;
}

} // namespace redisttune
