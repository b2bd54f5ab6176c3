//===- HeaderWords.cpp - How headers use names of macros -------*- C++ -*-===//
//
// See HeaderWords.h.
//
//===----------------------------------------------------------------------===//
#include "HeaderWords.h"

#include "clang/Lex/HeaderSearch.h"
#include "clang/Lex/Lexer.h"
#include "clang/Lex/Preprocessor.h"

#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/Path.h"

using namespace clang;

namespace redistc::emit {

namespace {

/// What a token is part of.
enum class LineKind { Code, Condition, Name, Body, Other };

class HeaderReader {
public:
  HeaderReader(const Preprocessor &preprocessor,
               llvm::StringMap<WordUse> &wanted)
      : pp(preprocessor), names(wanted) {}

  /// Looks for a header as #include does, or, with `isNext`, also behind the
  /// first folder that has it.
  void find(llvm::StringRef name, llvm::StringRef includer, bool isNext);
  void readAll();
  llvm::DenseSet<const FileEntry *> takeFiles() { return std::move(files); }

private:
  bool add(llvm::StringRef folder, llvm::StringRef name);
  void read(FileEntryRef file);
  LineKind beginDirective(Lexer &lexer, Token &token, FileEntryRef file);
  void note(llvm::StringRef word, LineKind line);

  const Preprocessor &pp;
  llvm::StringMap<WordUse> &names;
  llvm::DenseSet<const FileEntry *> files;
  std::vector<FileEntryRef> pending;
};

} // namespace

bool HeaderReader::add(llvm::StringRef folder, llvm::StringRef name) {
  llvm::SmallString<256> path(folder);
  llvm::sys::path::append(path, name);
  const auto file = pp.getFileManager().getOptionalFileRef(path);
  if (file && files.insert(&file->getFileEntry()).second)
    pending.push_back(*file);
  return file.has_value();
}

void HeaderReader::find(llvm::StringRef name, llvm::StringRef includer,
                        bool isNext) {
  if (!includer.empty() && add(includer, name) && !isNext)
    return;
  for (const DirectoryLookup &one : pp.getHeaderSearchInfo().search_dir_range())
    if (one.isNormalDir() && add(one.getDirRef()->getName(), name) && !isNext)
      return;
}

/// The name behind #include: what stands between < and >, or " and ".
static llvm::StringRef includedName(llvm::StringRef text, bool &isQuoted) {
  text = text.ltrim(" \t");
  isQuoted = text.starts_with("\"");
  if (!isQuoted && !text.starts_with("<"))
    return "";
  const std::size_t end = text.find_first_of(isQuoted ? "\"\n" : ">\n", 1);
  return end == llvm::StringRef::npos || text[end] == '\n' ? ""
                                                           : text.slice(1, end);
}

/// `token`: the '#', then the word behind it.
LineKind HeaderReader::beginDirective(Lexer &lexer, Token &token,
                                      FileEntryRef file) {
  lexer.LexFromRawLexer(token);
  if (token.isNot(tok::raw_identifier) || token.isAtStartOfLine())
    return LineKind::Other;
  const llvm::StringRef word = token.getRawIdentifier();
  if (word == "include" || word == "include_next") {
    bool isQuoted = false;
    const llvm::StringRef rest = lexer.getBuffer().drop_front(
        lexer.getBufferLocation() - lexer.getBuffer().data());
    if (const auto name = includedName(rest, isQuoted); !name.empty())
      find(name, isQuoted ? file.getDir().getName() : "",
           word == "include_next");
  }
  return llvm::StringSwitch<LineKind>(word)
      .Cases("if", "ifdef", "ifndef", "elif", LineKind::Condition)
      .Case("define", LineKind::Name)
      .Default(LineKind::Other);
}

void HeaderReader::note(llvm::StringRef word, LineKind line) {
  const auto found = names.find(word);
  if (found == names.end())
    return;
  WordUse &use = found->getValue();
  use.inCode |= line == LineKind::Code || line == LineKind::Body;
  use.inCondition |= line == LineKind::Condition;
  use.isDefined |= line == LineKind::Name;
}

void HeaderReader::read(FileEntryRef file) {
  const auto buffer = pp.getFileManager().getBufferForFile(file);
  if (!buffer)
    return;
  const llvm::StringRef text = (*buffer)->getBuffer();
  Lexer lexer(SourceLocation(), pp.getLangOpts(), text.begin(), text.begin(),
              text.end());
  LineKind line = LineKind::Code;
  Token token;
  for (lexer.LexFromRawLexer(token); token.isNot(tok::eof);
       lexer.LexFromRawLexer(token)) {
    if (token.isAtStartOfLine()) {
      line = LineKind::Code;
      if (token.is(tok::hash)) {
        line = beginDirective(lexer, token, file);
        continue;
      }
    }
    if (token.is(tok::raw_identifier))
      note(token.getRawIdentifier(), line);
    if (line == LineKind::Name)
      line = LineKind::Body;
  }
}

void HeaderReader::readAll() {
  while (!pending.empty()) {
    const FileEntryRef next = pending.back();
    pending.pop_back();
    read(next);
  }
}

llvm::DenseSet<const FileEntry *>
findWordUses(const Preprocessor &pp, llvm::ArrayRef<llvm::StringRef> headers,
             llvm::StringMap<WordUse> &names) {
  HeaderReader reader(pp, names);
  for (const llvm::StringRef header : headers)
    reader.find(header, "", /*isNext=*/false);
  reader.readAll();
  return reader.takeFiles();
}

} // namespace redistc::emit
