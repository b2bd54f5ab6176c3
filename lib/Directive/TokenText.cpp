//===- TokenText.cpp - From tokens back to text ----------------*- C++ -*-===//
//
// Text that is one range of the file is lexed raw, so that continuation lines
// and comments vanish the way the preprocessor makes them vanish.
//
//===----------------------------------------------------------------------===//
#include "TokenText.h"

#include "redistc/Directive/GeneratedWords.h"

#include "clang/Lex/Lexer.h"
#include "clang/Lex/TokenConcatenation.h"

#include <optional>

using namespace clang;

namespace redistc::directive {

static bool hasSpaceBefore(const Token &token) {
  return token.hasLeadingSpace() || token.isAtStartOfLine();
}

std::string joinTokens(const Preprocessor &pp, llvm::ArrayRef<Token> tokens) {
  const TokenConcatenation concatenation(pp);
  std::string text;
  Token beforePrevious, previous;
  beforePrevious.startToken();
  previous.startToken();
  for (const Token &token : tokens) {
    if (!text.empty() &&
        (hasSpaceBefore(token) ||
         concatenation.AvoidConcat(beforePrevious, previous, token)))
      text += ' ';
    text += pp.getSpelling(token);
    beforePrevious = previous;
    previous = token;
  }
  return text;
}

/// A raw lexer that starts at a location of a file.
static Lexer rawLexerAt(const Preprocessor &pp, SourceLocation location) {
  const SourceManager &sources = pp.getSourceManager();
  const auto [file, offset] = sources.getDecomposedLoc(location);
  const StringRef buffer = sources.getBufferData(file);
  return Lexer(sources.getLocForStartOfFile(file), pp.getLangOpts(),
               buffer.begin(), buffer.begin() + offset, buffer.end());
}

static SourceLocation endOf(const Token &token) {
  return token.getLocation().getLocWithOffset(token.getLength());
}

/// Appends a raw token; a comment that spans lines is put on one.
static void appendRaw(const Preprocessor &pp, const Token &token,
                      std::string &text) {
  if (!text.empty() && hasSpaceBefore(token))
    text += ' ';
  for (const char c :
       Lexer::getSpelling(token, pp.getSourceManager(), pp.getLangOpts()))
    if (c != '\n' && c != '\r')
      text += c;
    else if (text.back() != ' ')
      text += ' ';
}

/// Raw tokens from `begin` to before `end` as text; none if they are nothing.
static std::string rawText(const Preprocessor &pp, SourceLocation begin,
                           SourceLocation end) {
  Lexer lexer = rawLexerAt(pp, begin);
  std::string text;
  for (Token token; !lexer.LexFromRawLexer(token) || token.isNot(tok::eof);) {
    if (!(token.getLocation() < end))
      break;
    appendRaw(pp, token, text);
  }
  return text;
}

std::string expressionText(const Preprocessor &pp, llvm::ArrayRef<Token> tokens,
                           bool isRescanned) {
  const bool hasMacro = llvm::any_of(tokens, [](const Token &token) {
    return token.getLocation().isMacroID();
  });
  if (tokens.empty() || !hasMacro || isRescanned || isGeneratedWordMacro(pp))
    return joinTokens(pp, tokens);
  const SourceManager &sources = pp.getSourceManager();
  const CharSourceRange range = Lexer::makeFileCharRange(
      CharSourceRange::getTokenRange(tokens.front().getLocation(),
                                     tokens.back().getLocation()),
      sources, pp.getLangOpts());
  if (range.isInvalid() || !sources.isWrittenInMainFile(range.getBegin()))
    return joinTokens(pp, tokens);
  const std::string text = rawText(pp, range.getBegin(), range.getEnd());
  return text.empty() ? joinTokens(pp, tokens) : text;
}

DirectiveText hashDirectiveText(const Preprocessor &pp, SourceLocation hash) {
  Lexer lexer = rawLexerAt(pp, hash);
  lexer.SetCommentRetentionState(true);
  DirectiveText result{SourceRange(hash, hash), ""};
  std::string text;
  bool isFirst = true;
  for (Token token; !lexer.LexFromRawLexer(token) || token.isNot(tok::eof);
       isFirst = false) {
    if (token.isAtStartOfLine() && !isFirst)
      break;
    appendRaw(pp, token, text);
    if (token.is(tok::comment))
      continue; // kept only if another token follows
    result.range.setEnd(endOf(token));
    result.spelling = text;
  }
  return result;
}

DirectiveText pragmaOperatorText(const Preprocessor &pp, SourceLocation pragma,
                                 llvm::StringRef word,
                                 llvm::ArrayRef<Token> tokens) {
  const bool hasSpace = // none in reduce(+ : x) and in pipeline alone
      !tokens.empty() && tokens.front().isNot(tok::l_paren);
  DirectiveText result{SourceRange(pragma, pragma), "#pragma " + word.str() +
                                                        (hasSpace ? " " : "") +
                                                        joinTokens(pp, tokens)};
  Lexer lexer = rawLexerAt(pp, pragma);
  int depth = 0;
  for (Token token; !lexer.LexFromRawLexer(token) || token.isNot(tok::eof);) {
    if (token.is(tok::l_paren))
      ++depth;
    if (token.is(tok::r_paren) && --depth == 0) {
      result.range.setEnd(endOf(token));
      break;
    }
  }
  return result;
}

} // namespace redistc::directive
