//===- CommandLine.cpp - Options of a tool --------------------------------===//
//
// See CommandLine.h. One loop over the arguments; a Grammar knows the options
// and the kind of the command line, in whose words errors speak.
//
//===----------------------------------------------------------------------===//
#include "redistc/Support/CommandLine.h"

#include "redistc/Support/Spelling.h"

#include <algorithm>

using namespace redistc::support;

static std::string_view withoutDashes(std::string_view name) {
  return name.substr(std::min(name.find_first_not_of('-'), name.size()));
}

namespace {

/// An argument of the command line, cut into option and attached value.
struct Piece {
  const OptionSpec *option;
  std::optional<std::string_view> attached;
};

struct Grammar {
  std::span<const OptionSpec> options;
  bool ofCompiler;

  bool areSame(std::string_view name, std::string_view known) const {
    return ofCompiler ? withoutDashes(name) == withoutDashes(known)
                      : name == known;
  }

  [[noreturn]] void rejectUnknown(std::string_view argument,
                                  std::string_view name) const {
    // Flags of a letter or two are a compiler's, and no misspelt options.
    std::vector<std::string_view> names;
    for (const OptionSpec &option : options)
      if (!ofCompiler || option.name.size() > 2)
        names.push_back(option.name);
    const std::string message =
        "unknown option " + inQuotes(ofCompiler ? argument : name);
    const std::optional<std::string_view> meant = nearestName(name, names);
    if (!meant)
      throw UnknownOption(message);
    std::string hint(*meant);
    if (ofCompiler)
      hint += argument.substr(name.size());
    throw UsageError(message + "; did you mean " + inQuotes(hint) + "?");
  }

  Piece cut(std::string_view argument) const {
    const bool hasSign = ofCompiler || argument.starts_with("--");
    const std::size_t nameEnd = hasSign ? argument.find('=') : 2;
    const std::string_view name = argument.substr(0, nameEnd);
    const auto option = std::find_if(options.begin(), options.end(),
                                     [&](const OptionSpec &candidate) {
                                       return areSame(name, candidate.name);
                                     });
    if (option == options.end())
      rejectUnknown(argument, hasSign ? name : argument);
    if (nameEnd >= argument.size())
      return {&*option, std::nullopt};
    return {&*option, argument.substr(hasSign ? nameEnd + 1 : nameEnd)};
  }

  /// The value of a piece: attached to it, or the next argument, which is not
  /// the next option of a tool.
  std::string_view valueOf(const Piece &piece, const char *next) const {
    const std::string name = inQuotes(piece.option->name);
    if (!piece.option->takesArgument && piece.attached)
      throw UsageError(ofCompiler
                           ? name + " takes no value"
                           : "option " + name + " takes no argument, found " +
                                 inQuotes(*piece.attached));
    if (piece.attached || !piece.option->takesArgument)
      return piece.attached.value_or("");
    if (!next || (!ofCompiler && std::string_view(next).starts_with("--")))
      throw UsageError(ofCompiler ? name + " needs a value"
                                  : "option " + name + " needs an argument");
    return next;
  }
};

} // namespace

CommandLine::CommandLine(std::span<const char *const> arguments,
                         std::span<const OptionSpec> options,
                         CommandLineKind kind) {
  const Grammar grammar{options, kind == CommandLineKind::Compiler};
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    const std::string_view argument = arguments[i];
    if (grammar.ofCompiler && argument == "--") {
      rest.emplace(arguments.begin() + i + 1, arguments.end());
      return;
    }
    if (!argument.starts_with('-') || argument == "-") {
      if (!grammar.ofCompiler)
        throw UsageError("unexpected argument " + inQuotes(argument));
      others.push_back(argument);
      continue;
    }
    const Piece piece = grammar.cut(argument);
    const std::string_view name = piece.option->name;
    const bool takesNext = piece.option->takesArgument && !piece.attached;
    const char *const next =
        i + 1 < arguments.size() ? arguments[i + 1] : nullptr;
    const std::string_view value = grammar.valueOf(piece, next);
    i += takesNext;
    if (!grammar.ofCompiler && has(name))
      throw UsageError("option " + inQuotes(name) + " is given twice");
    given.emplace_back(name, value);
  }
}

std::optional<std::string_view>
CommandLine::value(std::string_view option) const {
  const std::vector<std::string_view> all = values(option);
  return all.empty() ? std::nullopt : std::optional(all.back());
}

std::vector<std::string_view>
CommandLine::values(std::string_view option) const {
  std::vector<std::string_view> found;
  for (const auto &[name, value] : given)
    if (name == option)
      found.push_back(value);
  return found;
}

std::string_view CommandLine::required(std::string_view option) const {
  const std::optional<std::string_view> found = value(option);
  if (!found)
    throw UsageError("missing option " + inQuotes(option));
  return *found;
}
