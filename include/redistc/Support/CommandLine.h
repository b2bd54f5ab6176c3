//===- CommandLine.h - Options of a tool -----------------------*- C++ -*-===//
//
// Comes in: arguments and the table of the options that they may have. Goes
// out: which were given, with their values as text.
//
//   --from X   --from=X   -o F   -oF   --verify
//
// The command line of a compiler has inputs, too, and flags for another one:
//
//   --dump sema   -dump=sema   -o F   a.cpp   --   -Iinclude
//
//===----------------------------------------------------------------------===//
#ifndef REDISTC_SUPPORT_COMMANDLINE_H
#define REDISTC_SUPPORT_COMMANDLINE_H

#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace redistc::support {

/// The command line is wrong.
class UsageError : public std::runtime_error {
public:
  using std::runtime_error::runtime_error;
};

/// An option is unknown, and like none that is known.
class UnknownOption : public UsageError {
public:
  using UsageError::UsageError;
};

struct OptionSpec {
  std::string_view name; ///< with its dashes
  bool takesArgument;
};

enum class CommandLineKind {
  Tool,    ///< options alone, each once
  Compiler ///< inputs, too, and flags behind `--`; options have one dash or
           ///< two, and may come again: the last one counts
};

/// Refers to the text of the arguments.
class CommandLine {
public:
  /// Throws UsageError: unknown option, an argument missing or not wanted, an
  /// option twice, an argument that belongs to no option.
  CommandLine(std::span<const char *const> arguments,
              std::span<const OptionSpec> options,
              CommandLineKind kind = CommandLineKind::Tool);

  bool has(std::string_view option) const { return value(option).has_value(); }
  /// The argument of an option, if it was given.
  std::optional<std::string_view> value(std::string_view option) const;
  /// The arguments of an option that may come again.
  std::vector<std::string_view> values(std::string_view option) const;
  /// The argument of an option that must be there. Throws UsageError.
  std::string_view required(std::string_view option) const;

  const std::vector<std::string_view> &inputs() const { return others; }
  /// What follows `--`, if that is there.
  const std::optional<std::vector<std::string_view>> &flags() const {
    return rest;
  }

private:
  std::vector<std::pair<std::string_view, std::string_view>> given;
  std::vector<std::string_view> others;
  std::optional<std::vector<std::string_view>> rest;
};

} // namespace redistc::support

#endif
