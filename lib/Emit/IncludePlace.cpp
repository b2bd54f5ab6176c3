//===- IncludePlace.cpp - Where the runtime's header goes ------*- C++ -*-===//
//
// The AST knows which declaration contains the directive, but not always where
// that declaration begins: attributes in front and macros that expand to
// nothing are outside of its range. The tokens know: a declaration begins after
// the last ';', '}' or preprocessor directive before it.
//
//===----------------------------------------------------------------------===//
#include "IncludePlace.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/Decl.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Lex/Lexer.h"

using namespace clang;

namespace redistc::emit {

/// Offset in the main file of a place, or of the #include that leads to it.
static std::optional<unsigned> mainFileOffset(const SourceManager &sources,
                                              SourceLocation location) {
  while (location.isValid()) {
    const auto [file, offset] =
        sources.getDecomposedLoc(sources.getExpansionLoc(location));
    if (file == sources.getMainFileID())
      return offset;
    location = sources.getIncludeLoc(file);
  }
  return std::nullopt;
}

/// Where a declaration begins. `void f(auto &a)` is a template without the
/// word: only the function in it has a begin.
static SourceLocation beginOf(const Decl *declaration) {
  const SourceLocation begin = declaration->getSourceRange().getBegin();
  const auto *pattern = dyn_cast<TemplateDecl>(declaration);
  return begin.isInvalid() && pattern && pattern->getTemplatedDecl()
             ? pattern->getTemplatedDecl()->getSourceRange().getBegin()
             : begin;
}

/// Begin of the outermost declaration around an offset of the main file.
static std::optional<unsigned> outermostBegin(const ASTContext &context,
                                              unsigned offset) {
  const SourceManager &sources = context.getSourceManager();
  std::optional<unsigned> result;
  for (const Decl *declaration :
       context.getTranslationUnitDecl()->noload_decls()) {
    const auto begin = mainFileOffset(sources, beginOf(declaration));
    if (!begin || *begin > offset)
      continue;
    const auto end =
        mainFileOffset(sources, declaration->getSourceRange().getEnd());
    if (end && *end >= offset && (!result || *begin < *result))
      result = begin;
  }
  return result;
}

/// Lexes the rest of a preprocessor directive and the token after it.
static void skipDirective(Lexer &lexer, Token &token) {
  do
    lexer.LexFromRawLexer(token);
  while (token.isNot(tok::eof) && !token.isAtStartOfLine());
}

/// The first token of what begins before `offset`, going back no further than
/// to the end of the previous declaration or preprocessor directive.
static unsigned declarationBegin(const ASTContext &context, unsigned offset) {
  const SourceManager &sources = context.getSourceManager();
  const FileID file = sources.getMainFileID();
  Lexer lexer(file, sources.getBufferOrFake(file), sources,
              context.getLangOpts());
  unsigned begin = offset;
  bool atBegin = true;
  Token token;
  lexer.LexFromRawLexer(token);
  while (token.isNot(tok::eof)) {
    const unsigned at = sources.getFileOffset(token.getLocation());
    if (token.is(tok::hash) && token.isAtStartOfLine()) {
      skipDirective(lexer, token);
      const bool isInside =
          offset >= at && (token.is(tok::eof) ||
                           offset < sources.getFileOffset(token.getLocation()));
      if (isInside)
        return at;
      atBegin = true;
      continue;
    }
    if (atBegin)
      begin = at;
    if (at >= offset)
      return begin;
    atBegin = token.isOneOf(tok::semi, tok::r_brace);
    lexer.LexFromRawLexer(token);
  }
  return begin;
}

std::optional<unsigned> findIncludePlace(const ASTContext &context,
                                         SourceLocation firstDirective) {
  const auto offset =
      mainFileOffset(context.getSourceManager(), firstDirective);
  if (!offset)
    return std::nullopt;
  const auto begin = outermostBegin(context, *offset);
  if (!begin)
    return std::nullopt;
  return declarationBegin(context, *begin);
}

} // namespace redistc::emit
