//===- Scan.cpp - Can a source hold directives at all? -------------------===//
//
// Room: tools/redistc++. A worklist of files; what is asked of each is only
// which words it has and which names follow `include`. The two words of a
// directive may come from two files (a macro and its argument), so they are
// collected over all files.
//
//===----------------------------------------------------------------------===//
#include "Scan.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"

using llvm::StringRef;

namespace redistc::command {

namespace {
struct Findings {
  bool pragma = false;         ///< `pragma` or `_Pragma`
  bool word = false;           ///< redistribute, reduce or pipeline
  bool unknownInclude = false; ///< #include of a macro
  std::vector<std::string> quoted, angled;

  bool decided() const { return unknownInclude || (pragma && word); }
};
} // namespace

/// Joins lines that end in a backslash: a word may be split there.
static std::string joinedLines(StringRef text) {
  std::string joined;
  joined.reserve(text.size());
  for (size_t i = 0; i < text.size(); ++i) {
    const StringRef rest = text.substr(i);
    if (rest.starts_with("\\\r\n"))
      i += 2;
    else if (rest.starts_with("\\\n"))
      i += 1;
    else
      joined.push_back(text[i]);
  }
  return joined;
}

static constexpr StringRef directiveWords[] = {"redistribute", "reduce",
                                               "pipeline"};

/// redistc has a word to say about `#pragma redistrubute`, too, and about words
/// of MPI and OpenMP, as `#pragma reduction`.
static bool isMisspeltWord(StringRef word) {
  static constexpr StringRef otherWords[] = {
      "reduction", "gather", "allgather", "scatter",
      "alltoall",  "bcast",  "broadcast", "distribution"};
  if (llvm::is_contained(otherWords, word))
    return true;
  return word.size() > 3 &&
         llvm::any_of(directiveWords, [&](StringRef directive) {
           return word.edit_distance(directive, true, 3) <= 3;
         });
}

static void noteWords(StringRef text, Findings &findings) {
  for (StringRef word : directiveWords)
    findings.word |= text.contains(word);
  for (size_t at = text.find("ragma"); at != StringRef::npos;
       at = text.find("ragma", at + 1)) {
    // `pragma` and `_Pragma("` alike: the next word is the directive's.
    findings.pragma = true;
    const StringRef next = text.substr(at + 5).ltrim(" \t(\"");
    findings.word |= isMisspeltWord(
        next.take_while([](char c) { return llvm::isAlnum(c) || c == '_'; }));
  }
}

/// `rest` follows the word `include` of a line that starts with a '#'.
static void noteInclude(StringRef rest, Findings &findings) {
  rest = rest.ltrim(" \t");
  if (rest.consume_front("\""))
    findings.quoted.push_back(
        rest.take_until([](char c) { return c == '"' || c == '\n'; }).str());
  else if (rest.consume_front("<"))
    findings.angled.push_back(
        rest.take_until([](char c) { return c == '>' || c == '\n'; }).str());
  else
    findings.unknownInclude = true;
}

static void noteIncludes(StringRef text, Findings &findings) {
  while (!text.empty()) {
    StringRef line;
    std::tie(line, text) = text.split('\n');
    line = line.ltrim(" \t");
    if (!line.consume_front("#") && !line.consume_front("%:"))
      continue;
    line = line.ltrim(" \t");
    if (line.consume_front("include_next") || line.consume_front("include"))
      noteInclude(line, findings);
  }
}

static Findings findingsOf(StringRef text) {
  // Most files have no spliced line; they need no copy.
  std::string joined;
  if (text.contains("\\\n") || text.contains("\\\r\n")) {
    joined = joinedLines(text);
    text = joined;
  }
  Findings findings;
  noteWords(text, findings);
  noteIncludes(text, findings);
  return findings;
}

static bool isDirective(StringRef line) {
  const auto isName = [](char c) { return llvm::isAlnum(c) || c == '_'; };
  line = line.ltrim(" \t");
  if (!line.consume_front("#"))
    return false;
  line = line.ltrim(" \t");
  return line.consume_front("pragma") &&
         llvm::is_contained(directiveWords,
                            line.ltrim(" \t").take_while(isName));
}

unsigned lineOfDirective(StringRef path) {
  const auto buffer = llvm::MemoryBuffer::getFile(path);
  StringRef text = buffer ? (*buffer)->getBuffer() : StringRef();
  for (unsigned number = 1; !text.empty(); ++number) {
    StringRef line;
    std::tie(line, text) = text.split('\n');
    if (isDirective(line))
      return number;
  }
  return 0;
}

bool mentionsDirectives(StringRef text) { return findingsOf(text).decided(); }

/// The first of the folders that has `name`; empty: none, a system header.
static std::string find(StringRef name, StringRef ownFolder,
                        const std::vector<std::string> &folders) {
  const auto candidate = [&](StringRef folder) {
    llvm::SmallString<256> path(folder);
    llvm::sys::path::append(path, name);
    return std::string(path);
  };
  if (llvm::sys::path::is_absolute(name))
    return name.str();
  if (const std::string path = candidate(ownFolder);
      !ownFolder.empty() && llvm::sys::fs::is_regular_file(path))
    return path;
  for (const std::string &folder : folders)
    if (std::string path = candidate(folder);
        llvm::sys::fs::is_regular_file(path))
      return path;
  return std::string();
}

bool mayHoldDirectives(StringRef path, const UserIncludes &includes) {
  llvm::StringSet<> seen;
  std::vector<std::string> waiting = {path.str()};
  for (const std::string &file : includes.forcedFiles)
    if (std::string found = find(file, ".", includes.folders); !found.empty())
      waiting.push_back(std::move(found));
  bool pragma = false, word = false;
  while (!waiting.empty()) {
    const std::string file = std::move(waiting.back());
    waiting.pop_back();
    if (!seen.insert(file).second)
      continue;
    const auto buffer = llvm::MemoryBuffer::getFile(file);
    if (!buffer)
      continue;
    const Findings findings = findingsOf((*buffer)->getBuffer());
    pragma |= findings.pragma;
    word |= findings.word;
    if (findings.unknownInclude || (pragma && word))
      return true;
    llvm::SmallString<256> folder(llvm::sys::path::parent_path(file));
    if (folder.empty())
      folder = ".";
    for (const std::string &name : findings.quoted)
      waiting.push_back(find(name, folder, includes.folders));
    for (const std::string &name : findings.angled)
      waiting.push_back(find(name, "", includes.folders));
  }
  return false;
}

} // namespace redistc::command
