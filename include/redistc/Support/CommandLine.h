//===- CommandLine.h - Options of a tool -----------------------*- C++ -*-===//
//
// Comes in: arguments and the table of the options that they may have. Goes
// out: which were given, with their values as text.
//
//   --from X   --from=X   -o F   -oF   --verify
//
//===----------------------------------------------------------------------===//
#ifndef REDISTC_SUPPORT_COMMANDLINE_H
#define REDISTC_SUPPORT_COMMANDLINE_H

#include <map>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>

namespace redistc::support {

/// The command line is wrong.
class UsageError : public std::runtime_error {
public:
  using std::runtime_error::runtime_error;
};

struct OptionSpec {
  std::string_view name; ///< with its dashes
  bool takesArgument;
};

class CommandLine {
public:
  /// Throws UsageError: unknown option, an argument missing or not wanted, an
  /// option twice, an argument that belongs to no option.
  CommandLine(std::span<const char *const> arguments,
              std::span<const OptionSpec> options);

  bool has(std::string_view option) const { return values.contains(option); }
  /// The argument of an option, if it was given.
  std::optional<std::string_view> value(std::string_view option) const;
  /// The argument of an option that must be there. Throws UsageError.
  std::string_view required(std::string_view option) const;

private:
  std::map<std::string_view, std::string_view> values;
};

} // namespace redistc::support

#endif
