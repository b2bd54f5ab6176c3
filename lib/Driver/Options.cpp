//===- Options.cpp - The command line of redistc ---------------*- C++ -*-===//
//
// A table of the options and one loop over the words. Options may be written
// with one or two dashes, their values after '=' or as the next word.
//
//===----------------------------------------------------------------------===//
#include "redistc/Driver/Options.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/Twine.h"

#include <array>

namespace redistc::driver {

namespace {

enum class OptionKind {
  Output,
  Format,
  BuildDirectory,
  Remarks,
  Dump,
  Diagnostics,
  Depfile,
  MaxEmbeddedEntries,
  ExactSeconds,
  Profile,
  Check,
  ExtraFlag,
  Version,
  Help,
};

struct OptionInfo {
  llvm::StringRef name;
  OptionKind kind;
  bool takesValue;
};

} // namespace

static constexpr std::array<OptionInfo, 15> optionTable = {{
    {"o", OptionKind::Output, true},
    {"format", OptionKind::Format, true},
    {"p", OptionKind::BuildDirectory, true},
    {"remarks", OptionKind::Remarks, false},
    {"dump", OptionKind::Dump, true},
    {"fdiagnostics-format", OptionKind::Diagnostics, true},
    {"depfile", OptionKind::Depfile, true},
    {"max-embedded-entries", OptionKind::MaxEmbeddedEntries, true},
    {"exact-seconds", OptionKind::ExactSeconds, true},
    {"profile", OptionKind::Profile, true},
    {"check", OptionKind::Check, false},
    {"extra-arg", OptionKind::ExtraFlag, true},
    {"version", OptionKind::Version, false},
    {"help", OptionKind::Help, false},
    {"h", OptionKind::Help, false},
}};

std::string_view helpText() {
  return R"(usage: redistc [options] app.cpp -o app.redist.cpp [-- compile flags]

Replaces the redist directives of a C++ source by calls of the MPI runtime.
A file without directives comes out byte for byte. After any error the exit
status is 1 and no file is written.

Output:
  -o FILE                   write the result there; '-' or no -o: standard output
  --format=source|diff      the source rewritten (the default), or a unified diff
                            of one or more files, for patch -p0
  --depfile=FILE            write the dependencies of the output in Make syntax;
                            app.redist depends where the output of app.cpp is
                            standard output
  --check                   no output, exit status only

Compile flags:
  -p DIR                    take them from DIR/compile_commands.json
  --extra-arg=FLAG          one more compile flag, after all others

Reports:
  --remarks                 say for every directive what was embedded, or why not
  --dump=parse|sema|plan    print the directives after that stage
  -fdiagnostics-format=text|sarif|sarif-file
                            SARIF 2.1.0 for other programs, on standard error,
                            or in app.cpp.sarif in the working directory

Schedules:
  --max-embedded-entries=N  largest schedule table to embed (default 65536)
  --exact-seconds=S         seconds that strategy(exact) may search for each
                            schedule (default 10)
  --profile=FILE            what redist-tune has measured: remarks then say in
                            which way messages will go, and why

Information:
  --version                 print version and build
  --help                    print this text
)";
}

static std::string quoted(llvm::StringRef word) {
  return (llvm::Twine("'") + word + "'").str();
}

static const OptionInfo *findOption(llvm::StringRef name) {
  for (const OptionInfo &option : optionTable)
    if (option.name == name)
      return &option;
  return nullptr;
}

static UsageError unknownOption(llvm::StringRef word) {
  const llvm::StringRef name = word.ltrim('-').split('=').first;
  std::string message = "unknown option " + quoted(word);
  for (const OptionInfo &option : optionTable)
    if (option.name.size() > 2 && name.edit_distance(option.name) <= 2)
      return {message + "; did you mean '--" + option.name.str() + "'?"};
  return {message + "; compile flags follow '--'"};
}

static bool parseDump(llvm::StringRef value, DumpKind &dump) {
  if (value == "parse")
    dump = DumpKind::Parse;
  else if (value == "sema")
    dump = DumpKind::Sema;
  else if (value == "plan")
    dump = DumpKind::Plan;
  else
    return false;
  return true;
}

static bool parseFormat(llvm::StringRef value, ResultKind &result) {
  if (value == "source")
    result = ResultKind::Source;
  else if (value == "diff")
    result = ResultKind::Diff;
  else
    return false;
  return true;
}

static bool parseDiagnostics(llvm::StringRef value, DiagnosticFormat &format) {
  if (value == "text" || value == "clang")
    format = DiagnosticFormat::Text;
  else if (value == "sarif")
    format = DiagnosticFormat::Sarif;
  else if (value == "sarif-file")
    format = DiagnosticFormat::SarifFile;
  else
    return false;
  return true;
}

/// A clock can be set so far ahead.
static constexpr double maxSeconds = 1e6;

static UsageError impossible(const OptionInfo &option, llvm::StringRef value,
                             llvm::StringRef expected) {
  const bool isClangs = option.kind == OptionKind::Diagnostics;
  const char *dashes = option.name.size() > 1 && !isClangs ? "--" : "-";
  return {"impossible value " + quoted(value) + " for " +
          quoted(dashes + option.name.str()) + ": expected " + expected.str()};
}

static std::optional<UsageError>
apply(const OptionInfo &option, llvm::StringRef value, Options &options) {
  if (option.takesValue && value.empty())
    return impossible(option, value, "something that is not empty");
  switch (option.kind) {
  case OptionKind::Output:
    options.output = value.str();
    break;
  case OptionKind::Format:
    if (!parseFormat(value, options.result))
      return impossible(option, value, "source or diff");
    break;
  case OptionKind::BuildDirectory:
    options.buildDirectory = value.str();
    break;
  case OptionKind::Remarks:
    options.remarks = true;
    break;
  case OptionKind::Dump:
    if (!parseDump(value, options.dump))
      return impossible(option, value, "parse, sema or plan");
    break;
  case OptionKind::Diagnostics:
    if (!parseDiagnostics(value, options.diagnostics))
      return impossible(option, value, "text, sarif or sarif-file");
    break;
  case OptionKind::Depfile:
    options.depfile = value.str();
    break;
  case OptionKind::MaxEmbeddedEntries:
    if (value.getAsInteger(10, options.maxEmbeddedEntries) ||
        options.maxEmbeddedEntries < 0)
      return impossible(option, value, "a number that is not negative");
    break;
  case OptionKind::ExactSeconds:
    if (value.getAsDouble(options.exactSeconds) ||
        !(options.exactSeconds >= 0 && options.exactSeconds <= maxSeconds))
      return impossible(option, value, "seconds from 0 to 1000000");
    break;
  case OptionKind::Profile:
    options.profile = value.str();
    break;
  case OptionKind::Check:
    options.run = RunKind::Check;
    break;
  case OptionKind::ExtraFlag:
    options.extraFlags.push_back(value.str());
    break;
  case OptionKind::Version:
    options.run = RunKind::Version;
    break;
  case OptionKind::Help:
    options.run = RunKind::Help;
    break;
  }
  return std::nullopt;
}

/// Rules that no single option can check.
static std::optional<UsageError> checkTogether(const Options &options) {
  if (options.inputs.empty())
    return UsageError{"no input file; 'redistc --help' shows the usage"};
  const bool isDiff = options.result == ResultKind::Diff;
  if (options.inputs.size() > 1 && options.run != RunKind::Check && !isDiff)
    return UsageError{"more than one input file: " + quoted(options.inputs[0]) +
                      " and " + quoted(options.inputs[1]) +
                      "; only --check and --format=diff take several"};
  const char *other = options.run == RunKind::Check    ? "--check"
                      : options.dump != DumpKind::None ? "--dump"
                      : options.depfile                ? "--depfile"
                                                       : nullptr;
  if (isDiff && other)
    return UsageError{"'--format=diff' does not go with " + quoted(other)};
  if (options.depfile == "-")
    return UsageError{"'--depfile' needs a file: it cannot be standard output"};
  if (options.depfile && options.depfile == options.output)
    return UsageError{"'--depfile' and '-o' name the same file, " +
                      quoted(*options.output)};
  return std::nullopt;
}

std::variant<Options, UsageError>
parseOptions(const std::vector<std::string> &arguments) {
  Options options;
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    const llvm::StringRef word = arguments[i];
    if (word == "--") {
      options.compileFlags.emplace(arguments.begin() + i + 1, arguments.end());
      if (llvm::is_contained(*options.compileFlags,
                             "-fdiagnostics-format=sarif"))
        options.diagnostics = DiagnosticFormat::Sarif;
      break;
    }
    if (!word.starts_with("-") || word == "-") {
      options.inputs.push_back(word.str());
      continue;
    }
    auto [name, value] =
        word.drop_front(word.starts_with("--") ? 2 : 1).split('=');
    const bool hasValue = word.contains('=');
    const OptionInfo *option = findOption(name);
    if (!option)
      return unknownOption(word);
    if (option->takesValue && !hasValue) {
      if (i + 1 == arguments.size())
        return UsageError{quoted(word) + " needs a value"};
      value = arguments[++i];
    }
    if (!option->takesValue && hasValue)
      return UsageError{quoted(word.split('=').first) + " takes no value"};
    if (auto error = apply(*option, value, options))
      return *error;
    if (options.run == RunKind::Help || options.run == RunKind::Version)
      return options;
  }
  if (auto error = checkTogether(options))
    return *error;
  return options;
}

} // namespace redistc::driver
