//===- CommandLine.cpp - Options of a tool --------------------------------===//
#include "redistc/Support/CommandLine.h"

#include "redistc/Support/Spelling.h"

#include <algorithm>
#include <vector>

using namespace redistc::support;

/// An argument of the command line, cut into option and attached value.
struct Piece {
  const OptionSpec *option;
  std::optional<std::string_view> attached;
};

[[noreturn]] static void rejectOption(std::string_view name,
                                      std::span<const OptionSpec> options) {
  std::vector<std::string_view> names;
  for (const OptionSpec &option : options)
    names.push_back(option.name);
  throw UsageError("unknown option " + inQuotes(name) +
                   didYouMean(name, names));
}

static Piece cut(std::string_view argument,
                 std::span<const OptionSpec> options) {
  bool isLong = argument.starts_with("--");
  std::size_t nameEnd = isLong ? argument.find('=') : 2;
  std::string_view name = argument.substr(0, nameEnd);
  auto option = std::find_if(
      options.begin(), options.end(),
      [name](const OptionSpec &candidate) { return candidate.name == name; });
  if (option == options.end())
    rejectOption(isLong ? name : argument, options);
  if (nameEnd >= argument.size())
    return {&*option, std::nullopt};
  return {&*option, argument.substr(isLong ? nameEnd + 1 : nameEnd)};
}

CommandLine::CommandLine(std::span<const char *const> arguments,
                         std::span<const OptionSpec> options) {
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    std::string_view argument = arguments[i];
    if (!argument.starts_with('-') || argument == "-")
      throw UsageError("unexpected argument " + inQuotes(argument));
    auto [option, attached] = cut(argument, options);
    std::string_view value;
    if (!option->takesArgument) {
      if (attached)
        throw UsageError("option " + inQuotes(option->name) +
                         " takes no argument, found " + inQuotes(*attached));
    } else if (attached) {
      value = *attached;
    } else {
      // What starts with two dashes is the next option, not a value.
      if (i + 1 == arguments.size() ||
          std::string_view(arguments[i + 1]).starts_with("--"))
        throw UsageError("option " + inQuotes(option->name) +
                         " needs an argument");
      value = arguments[++i];
    }
    if (!values.emplace(option->name, value).second)
      throw UsageError("option " + inQuotes(option->name) + " is given twice");
  }
}

std::optional<std::string_view>
CommandLine::value(std::string_view option) const {
  auto found = values.find(option);
  if (found == values.end())
    return std::nullopt;
  return found->second;
}

std::string_view CommandLine::required(std::string_view option) const {
  std::optional<std::string_view> given = value(option);
  if (!given)
    throw UsageError("missing option " + inQuotes(option));
  return *given;
}
