//===- Arguments.cpp - What the user asked of the compiler ---------------===//
//
// Room: tools/redistc++. Reads the words once, from left to right, as the
// compiler does: `-x` holds for the inputs after it, the last `-o` counts.
//
//===----------------------------------------------------------------------===//
#include "Arguments.h"

#include "FrontEndOptions.h"

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

/// What may follow `--redist-`; `=` where a value does.
static constexpr llvm::StringLiteral ownNames[] = {"help",
                                                   "verbose",
                                                   "keep",
                                                   "launch",
                                                   "cxx=",
                                                   "remarks",
                                                   "diagnostics-format=",
                                                   "profile=",
                                                   "exact-seconds=",
                                                   "max-embedded-entries="};

/// The option that was meant by `word`, which none is; empty: it is like none.
static std::string hintFor(StringRef word) {
  const StringRef name = word.split('=').first;
  const auto value = word.drop_front(name.size());
  const size_t most = std::min<size_t>(3, name.size() / 3); // letters to change
  const auto distance = [&](StringRef known) {
    return known.rtrim('=').edit_distance(name);
  };
  const auto *const nearest =
      llvm::min_element(ownNames, [&](StringRef left, StringRef right) {
        return distance(left) < distance(right);
      });
  if (distance(*nearest) > most)
    return "";
  const StringRef given = nearest->ends_with("=") ? value : StringRef();
  return ("; did you mean '--redist-" + nearest->rtrim('=') + given + "'?")
      .str();
}

/// Of redistc, which has it without `redist-`; no compiler knows it.
static bool isOfRedistc(StringRef word) {
  return word == "--remarks" || word.starts_with("--exact-seconds=") ||
         word.starts_with("--max-embedded-entries=");
}

/// Own options start with --redist-; true where `word` is one.
static bool takeOwnOption(StringRef word, OwnOptions &own, std::string &error) {
  if (word == "-###") {
    own.dryRun = true;
    return true;
  }
  if (isOfRedistc(word)) {
    error = ("unknown option '" + word + "'; did you mean '--redist-" +
             word.drop_front(2) + "'?")
                .str();
    return true;
  }
  if (!word.consume_front("--redist-"))
    return false;
  if (word == "help")
    own.help = true;
  else if (word == "verbose")
    own.verbose = true;
  else if (word == "keep")
    own.keep = true;
  else if (word == "launch")
    own.launch = true;
  else if (word.consume_front("cxx="))
    own.compiler = word.str();
  else if (word.consume_front("diagnostics-format="))
    own.forRedistc.push_back(("-fdiagnostics-format=" + word).str());
  else if (word == "remarks" || word.starts_with("max-embedded-entries=") ||
           word.starts_with("exact-seconds=") || word.starts_with("profile="))
    own.forRedistc.push_back(("--" + word).str());
  else
    error = ("unknown option '--redist-" + word + "'").str() + hintFor(word);
  return true;
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

std::optional<CommandLine> parseArguments(const std::vector<std::string> &words,
                                          std::string &error) {
  std::vector<std::string> expanded;
  if (!expandResponseFiles(words, expanded, error))
    return std::nullopt;
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
    } else if (takeOwnOption(word, line.own, error)) {
      if (!error.empty())
        return std::nullopt;
    } else if (takesNextWord(word) && i + 1 < expanded.size()) {
      addOption({expanded[i], expanded[i + 1]}, line, language);
      ++i;
    } else {
      addOption({expanded[i]}, line, language);
    }
  }
  if (line.own.launch && line.own.launched.empty()) {
    error = "no compiler follows '--redist-launch'";
    return std::nullopt;
  }
  return line;
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
