//===- TokenCursor.cpp - The tokens of one directive -----------*- C++ -*-===//
//
// Brackets that are not closed are the commonest slip in nested clauses, and
// the next clause then looks like part of an expression. No C++ expression has
// two operands side by side, so `16 to(` shows where the bracket is missing.
//
//===----------------------------------------------------------------------===//
#include "TokenCursor.h"

#include "llvm/ADT/SmallVector.h"

using namespace clang;

namespace redistc::directive {

llvm::StringRef TokenCursor::wordOf(const Token &token) {
  const IdentifierInfo *info =
      token.isAnnotation() ? nullptr : token.getIdentifierInfo();
  return info ? info->getName() : llvm::StringRef();
}

std::string TokenCursor::found() const {
  return atEnd() ? "end of directive"
                 : (llvm::Twine("'") + pp.getSpelling(current()) + "'").str();
}

std::optional<DiagnosticBuilder> TokenCursor::error(DiagnosticKind kind) {
  failed = true;
  if (lastError == position)
    return std::nullopt;
  lastError = position;
  return report(pp.getDiagnostics(), current().getLocation(), kind);
}

bool TokenCursor::isClauseAt(size_t i, bool orInnerWord) const {
  const llvm::StringRef name = wordOf(at(i));
  const auto kind = words.clause(name);
  if (kind && isFlag(*kind))
    return true;
  return (kind || (orInnerWord && words.isInnerWord(name))) &&
         at(i + 1).is(tok::l_paren);
}

static tok::TokenKind closingOf(tok::TokenKind open) {
  switch (open) {
  case tok::l_paren:
    return tok::r_paren;
  case tok::l_square:
    return tok::r_square;
  case tok::l_brace:
    return tok::r_brace;
  default:
    return tok::unknown;
  }
}

static bool isClosing(tok::TokenKind kind) {
  return kind == tok::r_paren || kind == tok::r_square || kind == tok::r_brace;
}

static bool endsOperand(const Token &token, bool orParenthesis) {
  return token.isLiteral() || token.is(tok::identifier) ||
         token.is(tok::r_square) || (orParenthesis && token.is(tok::r_paren));
}

/// Index of the token that closes the bracket before `first`, or of the first
/// that cannot stand before it, inside an expression or at all; `isFound` tells
/// which.
size_t TokenCursor::closingFrom(size_t first, tok::TokenKind close,
                                bool isExpression, bool &isFound) const {
  llvm::SmallVector<tok::TokenKind, 8> open;
  isFound = false;
  for (size_t i = first; i < tokens.size(); ++i) {
    const tok::TokenKind kind = tokens[i].getKind();
    if (open.empty() && kind == close) {
      isFound = true;
      return i;
    }
    if (isExpression && open.empty() && kind == tok::semi)
      return i;
    if (isExpression && open.empty() && i > first && isClauseAt(i, true) &&
        endsOperand(tokens[i - 1], /*orParenthesis=*/false))
      return i;
    if (closingOf(kind) != tok::unknown) {
      open.push_back(closingOf(kind));
    } else if (isClosing(kind)) {
      if (open.empty() || open.back() != kind)
        return i;
      open.pop_back();
    }
  }
  return tokens.size();
}

/// Where nothing closes: the first "clause(" after an operand, where `)` ends
/// one too (`(T)to(x)` would be a cast, but then its bracket would be closed).
size_t TokenCursor::clauseInsideFrom(size_t first) const {
  for (size_t i = first + 1; i < tokens.size(); ++i)
    if (isClauseAt(i, true) &&
        endsOperand(tokens[i - 1], /*orParenthesis=*/true))
      return i;
  return tokens.size();
}

/// The last bracket opened among the tokens and not closed there.
static const Token *lastOpen(llvm::ArrayRef<Token> tokens) {
  llvm::SmallVector<const Token *, 8> open;
  for (const Token &token : tokens)
    if (closingOf(token.getKind()) != tok::unknown)
      open.push_back(&token);
    else if (isClosing(token.getKind()) && !open.empty())
      open.pop_back();
  return open.empty() ? nullptr : open.back();
}

Bracketed TokenCursor::bracketed() {
  const Token &open = current();
  const tok::TokenKind close = closingOf(open.getKind());
  const size_t first = position + 1;
  bool isFound = false;
  size_t last = closingFrom(first, close, /*isExpression=*/true, isFound);
  if (!isFound && last == tokens.size())
    last = clauseInsideFrom(first);
  position = last;
  Bracketed result{tokens.slice(first, last - first), open.getLocation(),
                   current().getLocation()};
  if (const Token *inner = lastOpen(result.inner); inner && is(close)) {
    expectClosing(closingOf(inner->getKind()), *inner); // as in a[(n]
    advance();
    result.inner = {};
    return result;
  }
  expectClosing(close, open);
  return result;
}

void TokenCursor::expectClosing(tok::TokenKind kind, const Token &open) {
  if (is(kind)) {
    advance();
    return;
  }
  auto diagnostic = error(DiagnosticKind::ExpectedClosing);
  if (!diagnostic)
    return;
  *diagnostic << tok::getPunctuatorSpelling(kind) << found();
  diagnostic.reset(); // emits it, so that the note follows
  report(pp.getDiagnostics(), open.getLocation(), DiagnosticKind::ToMatchThis)
      << tok::getPunctuatorSpelling(open.getKind());
}

void TokenCursor::skipBracketed() {
  const Token &open = current();
  const tok::TokenKind close = closingOf(open.getKind());
  bool isFound = false;
  position = closingFrom(position + 1, close, /*isExpression=*/false, isFound);
  expectClosing(close, open);
}

void TokenCursor::skipToClause() {
  while (!atEnd() && !isClauseAt(position, false))
    advance();
}

/// One past the '>' that closes the '<' at `first`; `first` where none does.
static size_t pastTemplateArguments(llvm::ArrayRef<Token> tokens,
                                    size_t first) {
  int angles = 0;
  llvm::SmallVector<tok::TokenKind, 8> open;
  for (size_t i = first; i < tokens.size(); ++i) {
    const tok::TokenKind kind = tokens[i].getKind();
    if (closingOf(kind) != tok::unknown) {
      open.push_back(closingOf(kind));
    } else if (isClosing(kind)) {
      if (open.empty() || open.back() != kind)
        return first;
      open.pop_back();
    } else if (open.empty()) {
      angles += kind == tok::less;
      angles -= kind == tok::greater ? 1 : kind == tok::greatergreater ? 2 : 0;
      if (angles <= 0)
        return i + 1;
    }
  }
  return first;
}

/// Skips a template argument list that stands here, if one does.
void TokenCursor::skipTemplateArguments() {
  if (is(tok::less))
    position = pastTemplateArguments(tokens, position);
}

void TokenCursor::skipName() {
  if (is(tok::coloncolon))
    advance();
  while (is(tok::identifier) || is(tok::kw_this) || is(tok::kw_template)) {
    const bool isName = !is(tok::kw_template);
    advance();
    if (!isName)
      continue;
    skipTemplateArguments();
    if (!is(tok::coloncolon) && !is(tok::period) && !is(tok::arrow))
      break;
    advance();
  }
}

/// One past the template arguments that the '<' at `first` opens; `first` if it
/// compares: two operands side by side, as d after `a < b, c >`, are no
/// expression.
static size_t pastAngles(llvm::ArrayRef<Token> tokens, size_t first) {
  const size_t past = pastTemplateArguments(tokens, first);
  const bool hasColon =
      llvm::any_of(tokens.slice(first, past - first),
                   [](const Token &token) { return token.is(tok::colon); });
  const bool hasOperand =
      past < tokens.size() &&
      (tokens[past].isLiteral() || tokens[past].getIdentifierInfo() != nullptr);
  return hasColon || hasOperand ? first : past;
}

llvm::SmallVector<Bracketed, 4> splitAt(tok::TokenKind separator,
                                        const Bracketed &list) {
  llvm::SmallVector<Bracketed, 4> parts;
  const llvm::ArrayRef<Token> tokens = list.inner;
  SourceLocation open = list.open;
  size_t first = 0;
  int depth = 0, questions = 0;
  for (size_t i = 0; i < tokens.size(); ++i) {
    const Token &token = tokens[i];
    depth += closingOf(token.getKind()) != tok::unknown;
    depth -= isClosing(token.getKind());
    if (depth != 0)
      continue;
    if (token.is(tok::less) && i > 0 && tokens[i - 1].getIdentifierInfo())
      if (const size_t past = pastAngles(tokens, i); past > i) {
        i = past - 1;
        continue;
      }
    questions += token.is(tok::question);
    if (token.is(tok::colon) && questions > 0)
      --questions;
    else if (token.is(separator)) {
      parts.push_back(
          {tokens.slice(first, i - first), open, token.getLocation()});
      open = token.getLocation();
      first = i + 1;
    }
  }
  parts.push_back({tokens.drop_front(first), open, list.close});
  return parts;
}

std::optional<Bracketed> lastBrackets(llvm::ArrayRef<Token> tokens) {
  if (tokens.empty() || !tokens.back().is(tok::r_square))
    return std::nullopt;
  int depth = 0;
  for (size_t i = tokens.size(); i-- > 0;) {
    depth += tokens[i].isOneOf(tok::r_square, tok::r_paren, tok::r_brace);
    depth -= tokens[i].isOneOf(tok::l_square, tok::l_paren, tok::l_brace);
    if (depth == 0)
      return Bracketed{tokens.slice(i + 1, tokens.size() - i - 2),
                       tokens[i].getLocation(), tokens.back().getLocation()};
  }
  return std::nullopt;
}

bool isSection(const std::optional<Bracketed> &brackets) {
  return brackets && splitAt(tok::colon, *brackets).size() > 1;
}

} // namespace redistc::directive
