//===- Jobs.cpp - The commands behind one call of redistc++ --------------===//
//
// Room: tools/redistc++. See Jobs.h for an example.
//
//===----------------------------------------------------------------------===//
#include "Jobs.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/Path.h"

using llvm::StringRef;

namespace redistc::command {

static constexpr StringRef rewrittenMacro = "-DREDIST_REWRITTEN=1";

/// Folder in which quoted includes of the source are looked up first.
static std::string folderOf(StringRef source) {
  const StringRef folder = llvm::sys::path::parent_path(source);
  return folder.empty() ? "." : folder.str();
}

static void addIncludeFolder(const Toolchain &tools, Words &command) {
  // GCC loses its own headers when /usr/include is named explicitly.
  if (tools.includeFolder != "/usr/include")
    llvm::append_range(command, Words{"-isystem", tools.includeFolder});
  command.push_back(rewrittenMacro.str());
}

Words rewriteCommand(const CommandLine &line, const Toolchain &tools,
                     const Rewrite &rewrite, const Words &impliedWords) {
  Words command = {tools.redistc};
  llvm::append_range(command, line.own.forRedistc);
  if (line.phase == PhaseKind::Preprocess || line.namesSystemFiles)
    command.push_back("--depfile=" + rewrite.depfile());
  llvm::append_range(command, Words{rewrite.input, "-o", rewrite.output, "--"});
  // The compiler gives the user's warnings; redistc would give them twice.
  llvm::append_range(command, Words{"-w", "-x", "c++"});
  if (rewrite.input != rewrite.source)
    llvm::append_range(command, Words{"-iquote", "."});
  llvm::append_range(command, frontEndWords(line));
  addIncludeFolder(tools, command);
  llvm::append_range(command, impliedWords);
  return command;
}

/// What every compile of the user's sources gets in front of the user's words.
static void addCompileWords(const Toolchain &tools,
                            const std::vector<Rewrite> &rewrites,
                            Words &command) {
  llvm::StringSet<> named;
  for (const Rewrite &rewrite : rewrites)
    if (named.insert(folderOf(rewrite.source)).second)
      llvm::append_range(command, Words{"-iquote", folderOf(rewrite.source)});
  for (const Rewrite &rewrite : rewrites) {
    // Debug information names the file as the user did, not the temporary.
    const StringRef userFolder =
        StringRef(rewrite.source)
            .drop_back(llvm::sys::path::filename(rewrite.source).size());
    command.push_back(
        ("-ffile-prefix-map=" + llvm::sys::path::parent_path(rewrite.output) +
         "/=" + userFolder)
            .str());
  }
  addIncludeFolder(tools, command);
}

static void addLinkWords(const CommandLine &line, const Toolchain &tools,
                         Words &command) {
  if (line.phase != PhaseKind::Link || line.relocatable ||
      tools.libraries.empty())
    return;
  // After `-x c++` a library would be read as a source.
  if (llvm::any_of(line.arguments, [](const Argument &argument) {
        return argument.kind == ArgumentKind::Language;
      }))
    llvm::append_range(command, Words{"-x", "none"});
  llvm::append_range(command, tools.libraries);
}

static const Rewrite *rewriteAt(const std::vector<Rewrite> &rewrites,
                                size_t argument) {
  const auto found = llvm::find_if(rewrites, [&](const Rewrite &rewrite) {
    return rewrite.argument == argument;
  });
  return found == rewrites.end() ? nullptr : &*found;
}

/// All in one call: the rewritten files stand where the sources stood.
static Words singleCommand(const CommandLine &line, const Toolchain &tools,
                           const std::vector<Rewrite> &rewrites) {
  Words command = tools.compiler;
  addCompileWords(tools, rewrites, command);
  for (size_t i = 0; i < line.arguments.size(); ++i) {
    const Rewrite *rewrite = rewriteAt(rewrites, i);
    // Text that came through standard input goes on that way.
    if (rewrite && rewrite->source != "-")
      command.push_back(rewrite->output);
    else
      llvm::append_range(command, line.arguments[i].words);
  }
  addLinkWords(line, tools, command);
  return command;
}

static std::string stemOf(StringRef source) {
  return llvm::sys::path::stem(source).str();
}

/// The words of a call for the one source at `index`: no other input, nothing
/// for the linker, and where a link follows, an object in the temporary folder.
static Words commandForSource(const CommandLine &line, const Toolchain &tools,
                              const std::vector<Rewrite> &rewrites,
                              size_t index, StringRef object) {
  Words command = tools.compiler;
  std::vector<Rewrite> own;
  if (const Rewrite *rewrite = rewriteAt(rewrites, index))
    own.push_back(*rewrite);
  addCompileWords(tools, own, command);
  const bool linkFollows = line.phase == PhaseKind::Link;
  for (size_t i = 0; i < line.arguments.size(); ++i) {
    const Argument &argument = line.arguments[i];
    const bool isInput = argument.kind == ArgumentKind::Source ||
                         argument.kind == ArgumentKind::Input;
    if (i == index)
      command.push_back(own.empty() ? argument.value : own[0].output);
    else if (!isInput &&
             !(linkFollows && (argument.kind == ArgumentKind::Output ||
                               argument.kind == ArgumentKind::Library)))
      llvm::append_range(command, argument.words);
  }
  if (!linkFollows)
    return command;
  llvm::append_range(command, Words{"-c", "-o", object.str()});
  if (line.writesDependencies && !line.dependencyFile) {
    const std::string stem = stemOf(line.arguments[index].value);
    llvm::append_range(command, Words{"-MF", stem + ".d", "-MQ", stem + ".o"});
  }
  return command;
}

/// The closing link: objects where the sources stood, no -x (they are objects).
static Words linkCommand(const CommandLine &line, const Toolchain &tools,
                         const std::vector<std::string> &objects) {
  Words command = tools.compiler;
  for (size_t i = 0; i < line.arguments.size(); ++i) {
    const Argument &argument = line.arguments[i];
    if (argument.kind == ArgumentKind::Source)
      command.push_back(objects[i]);
    else if (argument.kind != ArgumentKind::Language &&
             !StringRef(argument.words[0]).starts_with("-M"))
      llvm::append_range(command, argument.words);
  }
  llvm::append_range(command, tools.libraries);
  return command;
}

/// Sources of different folders, of which at least one is rewritten.
static bool needsSeparateCalls(const CommandLine &line,
                               const std::vector<Rewrite> &rewrites) {
  llvm::StringSet<> folders;
  for (const Argument &argument : line.arguments)
    if (argument.kind == ArgumentKind::Source)
      folders.insert(folderOf(argument.value));
  // -o with several sources and no link: the compiler says what is wrong.
  const bool impossible = line.phase != PhaseKind::Link && line.output;
  return !rewrites.empty() && folders.size() > 1 && !impossible;
}

std::vector<Words> compileCommands(const CommandLine &line,
                                   const Toolchain &tools,
                                   const std::vector<Rewrite> &rewrites,
                                   StringRef temporaryFolder) {
  if (!needsSeparateCalls(line, rewrites))
    return {singleCommand(line, tools, rewrites)};
  std::vector<Words> commands;
  std::vector<std::string> objects(line.arguments.size());
  for (size_t i = 0; i < line.arguments.size(); ++i)
    if (line.arguments[i].kind == ArgumentKind::Source) {
      llvm::SmallString<256> object(temporaryFolder);
      llvm::sys::path::append(object, std::to_string(i) + "-" +
                                          stemOf(line.arguments[i].value) +
                                          ".o");
      objects[i] = std::string(object);
      commands.push_back(
          commandForSource(line, tools, rewrites, i, objects[i]));
    }
  if (line.phase == PhaseKind::Link)
    commands.push_back(linkCommand(line, tools, objects));
  return commands;
}

std::vector<std::string> dependencyFiles(const CommandLine &line,
                                         const std::vector<Rewrite> &rewrites) {
  if (!line.writesDependencies)
    return {};
  std::vector<std::string> files;
  if (line.dependencyFile)
    files.push_back(*line.dependencyFile);
  std::string output;
  if (line.output) {
    llvm::SmallString<256> path(*line.output);
    llvm::sys::path::replace_extension(path, ".d");
    files.push_back(std::string(path));
    llvm::sys::path::replace_extension(path, "");
    output = std::string(path);
  }
  // GCC names them after both the program and the source where it links.
  for (const Rewrite &rewrite : rewrites) {
    const std::string stem = stemOf(rewrite.source);
    files.push_back(stem + ".d");
    files.push_back((output.empty() ? "a" : output) + "-" + stem + ".d");
  }
  return files;
}

/// As GCC and Clang write a file name into a rule.
static std::string makeQuoted(StringRef name) {
  std::string quoted;
  for (char c : name) {
    if (c == ' ' || c == '#' || c == '\t')
      quoted += '\\';
    if (c == '$')
      quoted += '$';
    quoted += c;
  }
  return quoted;
}

static std::string literalQuoted(StringRef name) {
  std::string quoted;
  for (char c : name) {
    if (c == '"' || c == '\\')
      quoted += '\\';
    quoted += c;
  }
  return quoted;
}

std::string withName(std::string text, StringRef before, StringRef after) {
  for (size_t at = text.find(before); at != std::string::npos;
       at = text.find(before, at + after.size()))
    text.replace(at, before.size(), after);
  return text;
}

std::string withUserNames(std::string text,
                          const std::vector<Rewrite> &rewrites) {
  for (const Rewrite &rewrite : rewrites)
    text = withName(std::move(text), literalQuoted(rewrite.output),
                    literalQuoted(rewrite.source));
  return text;
}

/// Clang and GCC do not write the way to a header alike.
static std::string plainPath(StringRef file) {
  llvm::SmallString<256> path(file);
  llvm::sys::path::remove_dots(path, /*remove_dot_dot=*/true);
  return std::string(path);
}

std::string ruleWithUserName(std::string rule, const Rewrite &rewrite,
                             const Words &files) {
  std::string names = makeQuoted(rewrite.source);
  for (const std::string &file : files)
    if (!StringRef(rule).contains(" " + makeQuoted(plainPath(file))))
      names += " " + makeQuoted(file);
  return withName(std::move(rule), makeQuoted(rewrite.output), names);
}

/// A file name of a rule as it is.
static std::string unquoted(StringRef name) {
  std::string file;
  for (size_t i = 0; i < name.size(); ++i) {
    const StringRef rest = name.substr(i);
    if (rest.starts_with("\\ ") || rest.starts_with("\\#") ||
        rest.starts_with("\\\t") || rest.starts_with("$$"))
      ++i;
    file += name[i];
  }
  return file;
}

Words prerequisites(StringRef rule) {
  Words files;
  llvm::SmallVector<StringRef, 0> lines;
  rule.split(lines, '\n', /*MaxSplit=*/-1, /*KeepEmpty=*/false);
  for (StringRef name : lines)
    if (name.consume_front("  ")) {
      name.consume_back(" \\");
      files.push_back(unquoted(name));
    }
  return files;
}

/// Plain paths of the files that line markers name.
static llvm::StringSet<> markedFiles(StringRef text) {
  llvm::StringSet<> names, files;
  while (!text.empty()) {
    StringRef marker;
    std::tie(marker, text) = text.split('\n');
    const StringRef name = marker.split('"').second.rsplit('"').first;
    if (marker.starts_with("# ") && names.insert(name).second)
      files.insert(plainPath(name));
  }
  return files;
}

std::string missingMarkers(StringRef text, const Words &files) {
  llvm::StringSet<> marked = markedFiles(text);
  std::string markers;
  for (const std::string &file : files)
    if (marked.insert(plainPath(literalQuoted(file))).second)
      markers += "# 1 \"" + literalQuoted(file) + "\"\n";
  return markers;
}

} // namespace redistc::command
