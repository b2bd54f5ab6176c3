//===- Session.cpp - One call of redistc++, step by step -----------------===//
//
// Room: tools/redistc++. See Session.h.
//
//===----------------------------------------------------------------------===//
#include "Session.h"

#include "Scan.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

using llvm::StringRef;

namespace redistc::command {

int fail(const llvm::Twine &message) {
  llvm::errs() << "redistc++: error: " << message << '\n';
  return 1;
}

static std::string readFile(StringRef path) {
  const auto buffer = llvm::MemoryBuffer::getFile(path);
  return buffer ? (*buffer)->getBuffer().str() : std::string();
}

static bool writeFile(StringRef path, StringRef text) {
  std::error_code failure;
  llvm::raw_fd_ostream file(path, failure);
  if (!failure)
    file << text;
  file.flush();
  if (file.has_error())
    failure = file.error();
  file.clear_error();
  return !failure;
}

int Session::run() {
  if (!takeStandardInput())
    return fail("cannot read standard input");
  if (line.phase == PhaseKind::Link && !line.relocatable &&
      tools.libraries.empty())
    llvm::errs() << "redistc++: warning: no runtime library in '"
                 << tools.libraryFolder << "': linking without it\n";
  warnOfDirectivesInC();
  const int status = rewriteAndCompile();
  if (status != 0 && !processes.signal())
    explainC();
  return status;
}

/// No error: a directive may be one that the preprocessor leaves out.
void Session::warnOfDirectivesInC() const {
  for (const Argument &argument : line.arguments)
    if (const unsigned at = argument.isC ? lineOfDirective(argument.value) : 0)
      llvm::errs() << argument.value << ':' << at
                   << ": warning: directives do nothing in C; put this one "
                      "into a C++ file, in a function that is extern \"C\"\n";
}

/// Of a program in C, most errors are those of C++.
void Session::explainC() const {
  for (const Rewrite &rewrite : rewrites)
    if (llvm::sys::path::extension(rewrite.source) == ".c")
      llvm::errs() << "redistc++: note: '" << rewrite.source
                   << "' is compiled as C++, as mpicxx does; keep C in files "
                      "without directives, and call it by extern \"C\"\n";
}

int Session::rewriteAndCompile() {
  // Dependencies alone are those of the sources as they are.
  if (line.phase != PhaseKind::Dependencies) {
    if (!chooseRewrites())
      return fail("cannot write to '" + folder + "'");
    if (int status = rewriteSources())
      return status;
    dropUnchanged();
  }
  return compile();
}

std::string Session::inFolder(const llvm::Twine &name) const {
  llvm::SmallString<256> path(folder);
  llvm::sys::path::append(path, name);
  return std::string(path);
}

/// `-` is read once, into a file: redistc and the compiler both need it.
bool Session::takeStandardInput() {
  if (line.own.dryRun ||
      llvm::none_of(line.arguments, [](const Argument &argument) {
        return argument.kind == ArgumentKind::Source && argument.value == "-";
      }))
    return true;
  const auto buffer = llvm::MemoryBuffer::getSTDIN();
  standardInput = inFolder("stdin.cpp");
  return buffer && writeFile(standardInput, (*buffer)->getBuffer());
}

bool Session::chooseRewrites() {
  const UserIncludes includes = userIncludes(line);
  for (size_t i = 0; i < line.arguments.size(); ++i) {
    const Argument &argument = line.arguments[i];
    if (argument.kind != ArgumentKind::Source)
      continue;
    const std::string input =
        argument.value == "-" ? standardInput : argument.value;
    if (!mayHoldDirectives(input, includes))
      continue;
    const std::string own = inFolder(llvm::Twine(rewrites.size()));
    if (llvm::sys::fs::create_directory(own))
      return false;
    llvm::SmallString<256> output(own);
    llvm::sys::path::append(output, llvm::sys::path::filename(input));
    rewrites.push_back({i, argument.value, input, std::string(output)});
  }
  return true;
}

/// Every source is tried, so that the user sees the errors of all of them.
int Session::rewriteSources() {
  if (rewrites.empty())
    return 0;
  const bool openMp = llvm::is_contained(frontEndWords(line), "-fopenmp");
  const Words implied = impliedFrontEndWords(tools, openMp, processes, folder);
  int failed = 0;
  for (const Rewrite &rewrite : rewrites) {
    const int status =
        execute(rewriteCommand(line, tools, rewrite, implied), Streams());
    if (processes.signal())
      return status;
    if (failed == 0)
      failed = status;
    // #line is to say what the compiler calls text from standard input.
    if (status == 0 && !line.own.dryRun && rewrite.source == "-" &&
        !writeFile(rewrite.output, withName(readFile(rewrite.output),
                                            rewrite.input, "<stdin>")))
      return fail("cannot write '" + rewrite.output + "'");
  }
  return failed;
}

/// What has a pragma and one of our words, but no directive, is compiled where
/// it is: messages and __FILE__ name it as they do without redistc.
void Session::dropUnchanged() {
  if (!line.own.dryRun)
    llvm::erase_if(rewrites, [](const Rewrite &rewrite) {
      return readFile(rewrite.output) == readFile(rewrite.input);
    });
}

int Session::compile() {
  Streams streams;
  streams.in = standardInput;
  for (const Rewrite &rewrite : rewrites)
    if (rewrite.source == "-")
      streams.in = rewrite.output;
  // Preprocessed text would show where the rewritten file lay.
  const bool renames = line.phase == PhaseKind::Preprocess &&
                       !rewrites.empty() && !line.own.dryRun;
  if (renames && !line.output)
    streams.out = inFolder("preprocessed");
  int status = 0;
  for (const Words &command : compileCommands(line, tools, rewrites, folder)) {
    status = execute(command, streams);
    if (renames)
      showPreprocessed(streams.out);
    if (status != 0)
      break;
  }
  for (const std::string &file : dependencyFiles(line, rewrites))
    renameInRule(file);
  return status;
}

/// Written where it was `captured`, or where the compiler has put it.
void Session::showPreprocessed(StringRef captured) {
  const StringRef file = captured.empty() ? *line.output : captured;
  if (!llvm::sys::fs::is_regular_file(file))
    return;
  std::string text = withUserNames(readFile(file), rewrites);
  if (line.lineMarkers)
    for (const Rewrite &rewrite : rewrites)
      text += missingMarkers(text, filesRead(rewrite));
  if (!captured.empty())
    llvm::outs() << text;
  else if (!writeFile(file, text))
    fail("cannot write '" + file + "'");
  llvm::outs().flush();
}

/// What the rewritten text depends on: redistc, and what that has read.
Words Session::filesRead(const Rewrite &rewrite) const {
  Words files = {tools.redistc};
  for (StringRef option : line.own.forRedistc)
    if (option.consume_front("--profile="))
      files.push_back(option.str());
  for (std::string &file : prerequisites(readFile(rewrite.depfile())))
    if (file != rewrite.input)
      files.push_back(std::move(file));
  return files;
}

/// Only a regular file that names a temporary is written.
void Session::renameInRule(StringRef file) {
  if (line.own.dryRun || !llvm::sys::fs::is_regular_file(file))
    return;
  const std::string before = readFile(file);
  std::string after = before;
  for (const Rewrite &rewrite : rewrites)
    after =
        ruleWithUserName(std::move(after), rewrite,
                         line.namesSystemFiles ? filesRead(rewrite) : Words());
  if (after != before && !writeFile(file, after))
    fail("cannot write '" + file + "'");
}

int Session::execute(const Words &command, const Streams &streams) {
  if (line.own.verbose || line.own.dryRun)
    llvm::errs() << shellText(command) << '\n';
  return line.own.dryRun ? 0 : processes.run(command, streams, folder);
}

} // namespace redistc::command
