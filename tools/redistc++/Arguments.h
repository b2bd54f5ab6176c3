//===- Arguments.h - What the user asked of the compiler -------*- C++ -*-===//
//
// Room: tools/redistc++. Comes in: the words of a command line that mpicxx,
// g++ or clang++ would take. Goes out: a CommandLine that says which words are
// inputs, in which language, how far the compilation goes, and where the
// results land. Every word is kept as it was written; nothing is judged that
// the compiler itself judges better. Touches no file but @response files.
//
//===----------------------------------------------------------------------===//
#ifndef REDISTC_TOOLS_REDISTCXX_ARGUMENTS_H
#define REDISTC_TOOLS_REDISTCXX_ARGUMENTS_H

#include <optional>
#include <string>
#include <vector>

namespace redistc::command {

enum class ArgumentKind {
  Source,   ///< an input that may be rewritten
  Input,    ///< any other input: object, library, C source, header, ...
  Language, ///< -x
  Output,   ///< -o
  Library,  ///< -l, -L and what else only the linker reads
  Phase,    ///< -c, -S, -E, -M, -MM, -fsyntax-only
  Option    ///< everything else
};

/// One option with its value, or one input.
struct Argument {
  ArgumentKind kind = ArgumentKind::Option;
  std::vector<std::string> words; ///< one or two, as the user wrote them
  std::string value;              ///< path of an input, value of an option
  bool isC = false;               ///< an input that -x says is C
};

/// How far the compiler goes.
enum class PhaseKind {
  Link,
  Object,
  Assembly,
  Preprocess,
  Dependencies,
  Check
};

/// redistc++'s own options.
struct OwnOptions {
  bool help = false;
  bool verbose = false; ///< --redist-verbose: show the commands
  bool dryRun = false;  ///< -###: show the commands, run none
  bool keep = false;    ///< --redist-keep: leave the rewritten files
  std::string compiler; ///< --redist-cxx=; empty: REDIST_CXX or the default
  bool launch = false;  ///< --redist-launch: the compiler's words follow
  std::vector<std::string> launched;   ///< those
  std::vector<std::string> forRedistc; ///< options handed on to redistc
};

struct CommandLine {
  std::vector<Argument> arguments; ///< in the order written
  PhaseKind phase = PhaseKind::Link;
  bool relocatable = false; ///< -r, -nostdlib, ...: no library is to be added
  bool lineMarkers = true;  ///< in preprocessed text; not with -P
  std::optional<std::string> output;
  /// Dependency files are written on the way (-MD, -MMD, -Wp,-MD,...).
  bool writesDependencies = false;
  bool namesSystemFiles = false;             ///< in them (-MD)
  std::optional<std::string> dependencyFile; ///< -MF
  OwnOptions own;

  bool hasInputs() const;
};

/// Expands @files (GNU quoting) and sorts the words into a CommandLine.
/// On failure returns nothing and sets `error` to one line that names the word.
std::optional<CommandLine> parseArguments(const std::vector<std::string> &words,
                                          std::string &error);

/// The words of the options that decide what the preprocessor and the C++
/// front end see, without those that Clang does not know: what redistc needs.
std::vector<std::string> frontEndWords(const CommandLine &);

/// All words, as the compiler would get them.
std::vector<std::string> allWords(const CommandLine &);

/// Values of -I, -iquote (folders) and -include (files), in this order of
/// kinds: where quoted includes of the user are looked up.
struct UserIncludes {
  std::vector<std::string> folders;
  std::vector<std::string> forcedFiles;
};
UserIncludes userIncludes(const CommandLine &);

} // namespace redistc::command

#endif
