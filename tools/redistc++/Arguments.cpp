//===- Arguments.cpp - What the user asked of the compiler ---------------===//
//
// Room: tools/redistc++. Reads the words once, from left to right, as the
// compiler does: `-x` holds for the inputs after it, the last `-o` counts. Own
// options are read as those of all tools are; what is the compiler's is read
// here, since a table of all that GCC and Clang know would be wrong with the
// next version of either (docs/design/0012-options.md).
//
//===----------------------------------------------------------------------===//
#include "Arguments.h"

#include "FrontEndOptions.h"

#include "redistc/Support/CommandLine.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/Allocator.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/Path.h"

using llvm::StringRef;

namespace redistc::command {

bool CommandLine::hasInputs() const {
  return llvm::any_of(arguments, [](const Argument &argument) {
    return argument.kind == ArgumentKind::Source ||
           argument.kind == ArgumentKind::Input;
  });
}

/// Source, where redistc may have to rewrite an input in this language (the
/// value of -x; empty: by its name). A `.c` file counts: mpicxx and g++ compile
/// it as C++; the scan for directives leaves it alone where it has none.
static ArgumentKind kindOfInput(StringRef path, StringRef language) {
  if (language == "c++")
    return ArgumentKind::Source;
  if (!language.empty() && language != "none")
    return ArgumentKind::Input;
  return llvm::StringSwitch<ArgumentKind>(llvm::sys::path::extension(path))
      .Cases(".cc", ".cp", ".cxx", ".cpp", ".CPP", ".c++", ".C", ".c",
             ArgumentKind::Source)
      .Default(ArgumentKind::Input);
}

static std::optional<PhaseKind> phaseOf(StringRef option) {
  return llvm::StringSwitch<std::optional<PhaseKind>>(option)
      .Case("-c", PhaseKind::Object)
      .Case("-S", PhaseKind::Assembly)
      .Case("-E", PhaseKind::Preprocess)
      .Cases("-M", "-MM", PhaseKind::Dependencies)
      .Case("-fsyntax-only", PhaseKind::Check)
      .Default(std::nullopt);
}

/// The compiler stops at the earliest phase that any option names.
static PhaseKind earlier(PhaseKind a, PhaseKind b) {
  const auto order = [](PhaseKind phase) {
    switch (phase) {
    case PhaseKind::Dependencies:
      return 0;
    case PhaseKind::Preprocess:
      return 1;
    case PhaseKind::Check:
      return 2;
    case PhaseKind::Assembly:
      return 3;
    case PhaseKind::Object:
      return 4;
    case PhaseKind::Link:
      return 5;
    }
    return 5;
  };
  return order(a) <= order(b) ? a : b;
}

static constexpr support::OptionSpec ownOptions[] = {
    {"--redist-help", false},
    {"--redist-verbose", false},
    {"--redist-keep", false},
    {"--redist-launch", false},
    {"--redist-cxx", true},
    {"--redist-remarks", false},
    {"--redist-diagnostics-format", true},
    {"--redist-profile", true},
    {"--redist-exact-seconds", true},
    {"--redist-max-embedded-entries", true}};

/// Of redistc, which has it without `redist-`; no compiler knows it.
static bool isOfRedistc(StringRef word) {
  return word == "--remarks" || word.starts_with("--exact-seconds=") ||
         word.starts_with("--max-embedded-entries=");
}

/// `word` starts with --redist-. Throws UsageError.
static void takeOwnOption(const char *word, OwnOptions &own) {
  const support::CommandLine line({&word, 1}, ownOptions,
                                  support::CommandLineKind::Compiler);
  own.help |= line.has("--redist-help");
  own.verbose |= line.has("--redist-verbose");
  own.keep |= line.has("--redist-keep");
  own.launch |= line.has("--redist-launch");
  if (const auto compiler = line.value("--redist-cxx"))
    own.compiler = *compiler;
  if (const auto format = line.value("--redist-diagnostics-format"))
    own.forRedistc.push_back("-fdiagnostics-format=" + std::string(*format));
  if (line.has("--redist-remarks"))
    own.forRedistc.push_back("--remarks");
  for (const std::string name :
       {"profile", "exact-seconds", "max-embedded-entries"})
    if (const auto value = line.value("--redist-" + name))
      own.forRedistc.push_back("--" + name + "=" + std::string(*value));
}

/// True where `word` is none of the compiler's. Throws UsageError.
static bool takeIfOwn(const std::string &word, OwnOptions &own) {
  if (word == "-###") {
    own.dryRun = true;
    return true;
  }
  if (isOfRedistc(word))
    throw support::UsageError("unknown option '" + word +
                              "'; did you mean '--redist-" + word.substr(2) +
                              "'?");
  const bool isOwn = StringRef(word).starts_with("--redist-");
  if (isOwn)
    takeOwnOption(word.c_str(), own);
  return isOwn;
}

/// -Wp,-MD,file hides a dependency file from the driver.
static void notePreprocessorPieces(StringRef pieces, CommandLine &line) {
  llvm::SmallVector<StringRef, 4> parts;
  pieces.split(parts, ',');
  for (size_t i = 0; i < parts.size(); ++i)
    if (parts[i] == "-MD" || parts[i] == "-MMD") {
      line.writesDependencies = true;
      line.namesSystemFiles = parts[i] == "-MD";
      if (i + 1 < parts.size())
        line.dependencyFile = parts[i + 1].str();
    }
}

/// The value of an option that is written joined (-Ifolder) or in two words.
static std::string valueOf(const std::vector<std::string> &words,
                           StringRef name) {
  if (words.size() == 2)
    return words[1];
  return StringRef(words[0]).drop_front(name.size()).str();
}

/// Sorts one option (with its value, if it takes the next word) in.
static void addOption(std::vector<std::string> words, CommandLine &line,
                      std::string &language) {
  const StringRef word = words[0];
  Argument argument;
  if (const std::optional<PhaseKind> phase = phaseOf(word)) {
    argument.kind = ArgumentKind::Phase;
    line.phase = earlier(line.phase, *phase);
  } else if (word.starts_with("-x")) {
    argument.kind = ArgumentKind::Language;
    language = valueOf(words, "-x");
  } else if (word.starts_with("-o")) {
    argument.kind = ArgumentKind::Output;
    line.output = valueOf(words, "-o");
  } else if (word == "-MD" || word == "-MMD") {
    line.writesDependencies = true;
    line.namesSystemFiles = word == "-MD";
  } else if (word == "-P") {
    line.lineMarkers = false;
  } else if (word.starts_with("-MF")) {
    line.dependencyFile = valueOf(words, "-MF");
  } else if (word.starts_with("-Wp,")) {
    notePreprocessorPieces(word.drop_front(4), line);
  } else if (word == "-fdiagnostics-format=sarif") {
    line.own.forRedistc.push_back(word.str());
  } else if (word == "-r" || word == "-nostdlib" || word == "-nodefaultlibs") {
    line.relocatable = true;
  } else if (isLinkerOption(word)) {
    argument.kind = ArgumentKind::Library;
  }
  argument.value = words.size() == 2 ? words[1] : std::string();
  argument.words = std::move(words);
  line.arguments.push_back(std::move(argument));
}

static void addInput(StringRef path, bool afterDashes, StringRef language,
                     CommandLine &line) {
  Argument argument;
  argument.kind = kindOfInput(path, language);
  argument.isC = language == "c";
  // Not every compiler knows `--`, so a name like -a.cpp gets a folder.
  argument.value =
      afterDashes && path.starts_with("-") ? ("./" + path).str() : path.str();
  argument.words = {argument.value};
  line.arguments.push_back(std::move(argument));
}

/// @files in place, as GCC reads them; a name that is no file stays a word.
static bool expandResponseFiles(const std::vector<std::string> &words,
                                std::vector<std::string> &expanded,
                                std::string &error) {
  llvm::BumpPtrAllocator allocator;
  llvm::SmallVector<const char *, 64> pointers;
  for (const std::string &word : words)
    pointers.push_back(word.c_str());
  llvm::cl::ExpansionContext context(allocator,
                                     llvm::cl::TokenizeGNUCommandLine);
  if (llvm::Error failure = context.expandResponseFiles(pointers)) {
    error = llvm::toString(std::move(failure));
    return false;
  }
  expanded.assign(pointers.begin(), pointers.end());
  return true;
}

/// Whether `word` is one of the compiler that is launched: those end where its
/// options begin.
static bool takeLaunched(StringRef word, OwnOptions &own) {
  if (!own.launch)
    return false;
  if (word.starts_with("-")) {
    own.launch = own.launched.empty();
    return false;
  }
  own.launched.push_back(word.str());
  return true;
}

/// Throws UsageError.
static CommandLine sorted(const std::vector<std::string> &expanded) {
  CommandLine line;
  std::string language;
  bool onlyInputs = false;
  for (size_t i = 0; i < expanded.size(); ++i) {
    const StringRef word = expanded[i];
    if (takeLaunched(word, line.own))
      continue;
    if (onlyInputs || word == "-" || !word.starts_with("-")) {
      addInput(word, onlyInputs, language, line);
    } else if (word == "--") {
      onlyInputs = true;
    } else if (takeIfOwn(expanded[i], line.own)) {
      continue;
    } else if (takesNextWord(word) && i + 1 < expanded.size()) {
      addOption({expanded[i], expanded[i + 1]}, line, language);
      ++i;
    } else {
      addOption({expanded[i]}, line, language);
    }
  }
  if (line.own.launch && line.own.launched.empty())
    throw support::UsageError("no compiler follows '--redist-launch'");
  return line;
}

std::optional<CommandLine> parseArguments(const std::vector<std::string> &words,
                                          std::string &error) {
  std::vector<std::string> expanded;
  if (!expandResponseFiles(words, expanded, error))
    return std::nullopt;
  try {
    return sorted(expanded);
  } catch (const support::UsageError &wrong) {
    error = wrong.what();
    return std::nullopt;
  }
}

std::vector<std::string> frontEndWords(const CommandLine &line) {
  std::vector<std::string> words;
  for (const Argument &argument : line.arguments) {
    if (argument.kind != ArgumentKind::Option)
      continue;
    const StringRef first = argument.words[0];
    if (first.starts_with("-Wp,")) {
      llvm::SmallVector<StringRef, 4> pieces;
      first.drop_front(4).split(pieces, ',');
      for (StringRef piece : pieces)
        if (concernsFrontEnd(piece))
          words.push_back(piece.str());
    } else if (concernsFrontEnd(first)) {
      words.insert(words.end(), argument.words.begin(), argument.words.end());
    }
  }
  return words;
}

std::vector<std::string> allWords(const CommandLine &line) {
  std::vector<std::string> words;
  for (const Argument &argument : line.arguments)
    words.insert(words.end(), argument.words.begin(), argument.words.end());
  return words;
}

UserIncludes userIncludes(const CommandLine &line) {
  UserIncludes includes;
  for (StringRef kind : {"-iquote", "-I", "-isystem"})
    for (const Argument &argument : line.arguments)
      if (argument.kind == ArgumentKind::Option &&
          StringRef(argument.words[0]).starts_with(kind))
        includes.folders.push_back(valueOf(argument.words, kind));
  for (const Argument &argument : line.arguments)
    if (argument.kind == ArgumentKind::Option &&
        StringRef(argument.words[0]).starts_with("-include"))
      includes.forcedFiles.push_back(valueOf(argument.words, "-include"));
  return includes;
}

} // namespace redistc::command
