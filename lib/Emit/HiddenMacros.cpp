//===- HiddenMacros.cpp - The program's macros, put aside ------*- C++ -*-===//
//
// See HiddenMacros.h.
//
//===----------------------------------------------------------------------===//
#include "HiddenMacros.h"

#include "HeaderWords.h"
#include "redistc/Directive/GeneratedWords.h"

#include "clang/Basic/SourceManager.h"
#include "clang/Lex/Preprocessor.h"

#include "llvm/ADT/STLExtras.h"

using namespace clang;

namespace redistc::emit {

using Definition = MacroDirective::DefInfo;

/// What the name is defined as at the place; none where it is no macro, or one
/// that the compiler makes up.
static Definition definitionAt(const Preprocessor &pp,
                               const IdentifierInfo *name,
                               SourceLocation place) {
  const MacroDirective *history = pp.getLocalMacroDirectiveHistory(name);
  if (!history)
    return Definition();
  const Definition found =
      history->findDirectiveAtLoc(place, pp.getSourceManager());
  return found && found.getMacroInfo()->isBuiltinMacro() ? Definition() : found;
}

/// One of the compiler, or of redistc's own command line.
static bool isPredefined(const Preprocessor &pp, const IdentifierInfo *name,
                         const MacroInfo &macro) {
  const SourceManager &sources = pp.getSourceManager();
  const SourceLocation place = macro.getDefinitionLoc();
  return sources.isWrittenInBuiltinFile(place) ||
         (sources.isWrittenInCommandLineFile(place) &&
          name->isReserved(pp.getLangOpts()) !=
              ReservedIdentifierStatus::NotReserved);
}

static const FileEntry *fileOf(const Preprocessor &pp, const MacroInfo &macro) {
  const SourceManager &sources = pp.getSourceManager();
  const auto file = sources.getFileEntryRefForID(
      sources.getFileID(sources.getExpansionLoc(macro.getDefinitionLoc())));
  return file ? &file->getFileEntry() : nullptr;
}

/// "#define name(parameters) tokens"
static std::string defineText(const Preprocessor &pp,
                              const IdentifierInfo *name,
                              const MacroInfo &macro) {
  std::string text = "#define " + name->getName().str();
  if (macro.isFunctionLike()) {
    const char *separator = "(";
    for (const IdentifierInfo *parameter : macro.params()) {
      const bool isRest =
          macro.isC99Varargs() && parameter == macro.params().back();
      text += separator + (isRest ? "..." : parameter->getName().str());
      separator = ", ";
    }
    text += macro.getNumParams() == 0 ? "(" : "";
    text += macro.isGNUVarargs() ? "...)" : ")";
  }
  for (const Token &token : macro.tokens())
    text += ' ' + pp.getSpelling(token);
  return text + '\n';
}

HiddenMacros macrosInHeaders(const Preprocessor &pp, SourceLocation place,
                             llvm::ArrayRef<llvm::StringRef> headers) {
  llvm::StringMap<WordUse> uses;
  for (const auto &[name, state] : pp.macros(/*IncludeExternalMacros=*/false))
    if (const Definition found = definitionAt(pp, name, place);
        found && !isPredefined(pp, name, *found.getMacroInfo()))
      uses.try_emplace(name->getName());
  const auto files = findWordUses(pp, headers, uses);
  HiddenMacros hidden;
  for (const auto &entry : uses) {
    const WordUse &use = entry.getValue();
    if (!use.inCode || (use.inCondition && use.isDefined))
      continue;
    const IdentifierInfo *name = pp.getIdentifierInfo(entry.getKey());
    Definition found = definitionAt(pp, name, place);
    if (files.contains(fileOf(pp, *found.getMacroInfo())))
      continue;
    while (found && !files.contains(fileOf(pp, *found.getMacroInfo())))
      found = found.getPreviousDefinition();
    hidden.push_back(
        {entry.getKey().str(),
         found ? defineText(pp, name, *found.getMacroInfo()) : ""});
  }
  llvm::sort(hidden, [](const HiddenMacro &one, const HiddenMacro &other) {
    return one.name < other.name;
  });
  return hidden;
}

HiddenMacros macrosInText(const Preprocessor &pp, SourceLocation place,
                          llvm::StringRef text) {
  llvm::StringMap<WordUse> words;
  Lexer lexer(SourceLocation(), pp.getLangOpts(), text.begin(), text.begin(),
              text.end());
  Token token;
  for (lexer.LexFromRawLexer(token); token.isNot(tok::eof);
       lexer.LexFromRawLexer(token))
    if (token.is(tok::raw_identifier) &&
        directive::isGeneratedWord(token.getRawIdentifier()))
      words.try_emplace(token.getRawIdentifier());
  HiddenMacros hidden;
  for (const llvm::StringRef word : words.keys())
    if (definitionAt(pp, pp.getIdentifierInfo(word), place))
      hidden.push_back({word.str(), ""});
  llvm::sort(hidden, [](const HiddenMacro &one, const HiddenMacro &other) {
    return one.name < other.name;
  });
  return hidden;
}

std::string hideText(const HiddenMacros &macros) {
  std::string text;
  for (const HiddenMacro &macro : macros)
    text += "#pragma push_macro(\"" + macro.name + "\")\n#undef " + macro.name +
            '\n' + macro.original;
  return text;
}

std::string restoreText(const HiddenMacros &macros) {
  std::string text;
  for (const HiddenMacro &macro : llvm::reverse(macros))
    text += "#pragma pop_macro(\"" + macro.name + "\")\n";
  return text;
}

} // namespace redistc::emit
