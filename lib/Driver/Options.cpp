//===- Options.cpp - The command line of redistc ---------------*- C++ -*-===//
//
// The table of the options, what each one sets, and which of them go together.
// What options look like is the business of redistc/Support/CommandLine.h.
//
//===----------------------------------------------------------------------===//
#include "redistc/Driver/Options.h"

#include "redistc/Support/Spelling.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringRef.h"

using redistc::support::CommandLine;
using redistc::support::inQuotes;
using redistc::support::UsageError;

namespace redistc::driver {

static constexpr support::OptionSpec optionTable[] = {
    {"-o", true},
    {"--format", true},
    {"-p", true},
    {"--remarks", false},
    {"--dump", true},
    {"-fdiagnostics-format", true},
    {"--depfile", true},
    {"--max-embedded-entries", true},
    {"--exact-seconds", true},
    {"--profile", true},
    {"--check", false},
    {"--extra-arg", true},
    {"--version", false},
    {"--help", false},
    {"-h", false}};

namespace {

/// A word that an option may have as its value.
template <typename Kind> struct Choice {
  std::string_view word;
  Kind kind;
};

} // namespace

static constexpr Choice<ResultKind> formats[] = {{"source", ResultKind::Source},
                                                 {"diff", ResultKind::Diff}};
static constexpr Choice<DumpKind> dumps[] = {{"parse", DumpKind::Parse},
                                             {"sema", DumpKind::Sema},
                                             {"plan", DumpKind::Plan}};
static constexpr Choice<DiagnosticFormat> diagnosticFormats[] = {
    {"text", DiagnosticFormat::Text},
    {"clang", DiagnosticFormat::Text},
    {"sarif", DiagnosticFormat::Sarif},
    {"sarif-file", DiagnosticFormat::SarifFile}};

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

[[noreturn]] static void impossible(std::string_view option,
                                    std::string_view value,
                                    const char *expected) {
  throw UsageError("impossible value " + inQuotes(value) + " for " +
                   inQuotes(option) + ": expected " + expected);
}

/// The value of an option, copied; nothing where it was not given.
static std::optional<std::string> textOf(const CommandLine &line,
                                         std::string_view option) {
  return std::optional<std::string>(line.value(option));
}

template <typename Kind, std::size_t n>
static void choose(const CommandLine &line, std::string_view option,
                   const Choice<Kind> (&choices)[n], const char *expected,
                   Kind &kind) {
  const auto value = line.value(option);
  if (!value)
    return;
  const auto *const chosen = llvm::find_if(
      choices, [&](const Choice<Kind> &c) { return c.word == *value; });
  if (chosen == std::end(choices))
    impossible(option, *value, expected);
  kind = chosen->kind;
}

static void takeNumbers(const CommandLine &line, Options &options) {
  if (const auto value = line.value("--max-embedded-entries"))
    if (llvm::StringRef(*value).getAsInteger(10, options.maxEmbeddedEntries) ||
        options.maxEmbeddedEntries < 0)
      impossible("--max-embedded-entries", *value,
                 "a number that is not negative");
  constexpr double maxSeconds = 1e6; // a clock can be set so far ahead
  if (const auto value = line.value("--exact-seconds"))
    if (llvm::StringRef(*value).getAsDouble(options.exactSeconds) ||
        !(options.exactSeconds >= 0 && options.exactSeconds <= maxSeconds))
      impossible("--exact-seconds", *value, "seconds from 0 to 1000000");
}

static void takeFlags(const CommandLine &line, Options &options) {
  for (const std::string_view flag : line.values("--extra-arg"))
    options.extraFlags.emplace_back(flag);
  if (!line.flags())
    return;
  options.compileFlags.emplace(line.flags()->begin(), line.flags()->end());
  if (llvm::is_contained(*options.compileFlags, "-fdiagnostics-format=sarif"))
    options.diagnostics = DiagnosticFormat::Sarif;
}

static Options optionsOf(const CommandLine &line) {
  for (const support::OptionSpec &option : optionTable)
    if (option.takesArgument && line.value(option.name) == "")
      impossible(option.name, "", "something that is not empty");
  Options options;
  options.run = line.has("--help") || line.has("-h") ? RunKind::Help
                : line.has("--version")              ? RunKind::Version
                : line.has("--check")                ? RunKind::Check
                                                     : RunKind::Rewrite;
  options.remarks = line.has("--remarks");
  options.inputs.assign(line.inputs().begin(), line.inputs().end());
  options.output = textOf(line, "-o");
  options.depfile = textOf(line, "--depfile");
  options.buildDirectory = textOf(line, "-p");
  options.profile = textOf(line, "--profile");
  choose(line, "--format", formats, "source or diff", options.result);
  choose(line, "--dump", dumps, "parse, sema or plan", options.dump);
  choose(line, "-fdiagnostics-format", diagnosticFormats,
         "text, sarif or sarif-file", options.diagnostics);
  takeNumbers(line, options);
  takeFlags(line, options);
  return options;
}

/// Rules that no single option can check.
static void checkTogether(const Options &options) {
  if (options.inputs.empty())
    throw UsageError("no input file; 'redistc --help' shows the usage");
  const bool isDiff = options.result == ResultKind::Diff;
  if (options.inputs.size() > 1 && options.run != RunKind::Check && !isDiff)
    throw UsageError(
        "more than one input file: " + inQuotes(options.inputs[0]) + " and " +
        inQuotes(options.inputs[1]) +
        "; only --check and --format=diff take several");
  const char *other = options.run == RunKind::Check    ? "--check"
                      : options.dump != DumpKind::None ? "--dump"
                      : options.depfile                ? "--depfile"
                                                       : nullptr;
  if (isDiff && other)
    throw UsageError("'--format=diff' does not go with " + inQuotes(other));
  if (options.depfile == "-")
    throw UsageError("'--depfile' needs a file: it cannot be standard output");
  if (options.depfile && options.depfile == options.output)
    throw UsageError("'--depfile' and '-o' name the same file, " +
                     inQuotes(*options.output));
}

Options parseOptions(std::span<const char *const> arguments) {
  try {
    const CommandLine line(arguments, optionTable,
                           support::CommandLineKind::Compiler);
    Options options = optionsOf(line);
    if (options.run != RunKind::Help && options.run != RunKind::Version)
      checkTogether(options);
    return options;
  } catch (const support::UnknownOption &error) {
    throw UsageError(std::string(error.what()) + "; compile flags follow '--'");
  }
}

} // namespace redistc::driver
