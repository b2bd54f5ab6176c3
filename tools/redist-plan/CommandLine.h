//===- CommandLine.h - Options of a subcommand ------------------*- C++ -*-===//
//
// Comes in: the arguments behind a subcommand and the table of its options.
// Goes out: which were given, with their values as text. Knows the
// meaning of --format alone, which all of them have.
//
//   --from X   --from=X   -o F   -oF   --verify
//
//===----------------------------------------------------------------------===//
#ifndef REDIST_PLAN_COMMANDLINE_H
#define REDIST_PLAN_COMMANDLINE_H

#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace redistplan {

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

/// How a subcommand writes what it shows.
enum class Format { Text, Json, Svg, Html };
/// What --format says, or text. Throws UsageError.
Format formatOf(const CommandLine &);
/// True where there is a drawing in it.
inline bool isDrawn(Format format) {
  return format == Format::Svg || format == Format::Html;
}

} // namespace redistplan

#endif
