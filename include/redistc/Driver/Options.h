//===- Options.h - The command line of redistc -----------------*- C++ -*-===//
//
// Words of the command line in, Options out, or an error, one line, that says
// what is wrong with them. Looks at no file.
//
//===----------------------------------------------------------------------===//
#ifndef REDISTC_DRIVER_OPTIONS_H
#define REDISTC_DRIVER_OPTIONS_H

#include "redistc/Plan/Machine.h"
#include "redistc/Support/CommandLine.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace redistc::driver {

enum class RunKind { Rewrite, Check, Help, Version };
enum class DumpKind { None, Parse, Sema, Plan };
/// What a result is shown as: the source, or how it differs from the input.
enum class ResultKind { Source, Diff };

/// How diagnostics are shown: as text, as one SARIF log on standard error, or
/// as app.cpp.sarif for each app.cpp, in the working directory.
enum class DiagnosticFormat { Text, Sarif, SarifFile };

struct Options {
  RunKind run = RunKind::Rewrite;
  DumpKind dump = DumpKind::None;
  DiagnosticFormat diagnostics = DiagnosticFormat::Text;
  ResultKind result = ResultKind::Source;
  bool remarks = false;
  std::vector<std::string> inputs;
  /// Where the result goes; "-" is standard output. Absent: standard
  /// output, or nowhere for a dump.
  std::optional<std::string> output;
  std::optional<std::string> depfile;
  std::optional<std::string> buildDirectory; ///< of compile_commands.json
  std::int64_t maxEmbeddedEntries = 65536;
  double exactSeconds = 10;           ///< of one search of strategy(exact)
  std::optional<std::string> profile; ///< of redist-tune
  /// What that tells; parseOptions() does not read it.
  std::optional<plan::Machine> machine;
  /// What follows `--`; absent where there is no `--`.
  std::optional<std::vector<std::string>> compileFlags;
  std::vector<std::string> extraFlags; ///< --extra-arg, added to all others
};

/// `arguments` without the program's name. Throws support::UsageError.
Options parseOptions(std::span<const char *const> arguments);

/// The text of --help.
std::string_view helpText();

} // namespace redistc::driver

#endif
