//===- Injection.cpp - A directive as a statement for Clang ----*- C++ -*-===//
//
// Tokens that the user wrote keep their locations; tokens made here are given
// one of the user's.
//
//===----------------------------------------------------------------------===//
#include "Injection.h"

#include "clang/Basic/TargetInfo.h"

#include <algorithm>
#include <memory>

using namespace clang;

namespace redistc::directive {

static Token makeToken(tok::TokenKind kind, SourceLocation location) {
  Token token;
  token.startToken();
  token.setKind(kind);
  token.setLocation(location);
  return token;
}

static Token makeKeyword(Preprocessor &pp, tok::TokenKind kind,
                         SourceLocation location) {
  Token token = makeToken(kind, location);
  token.setIdentifierInfo(pp.getIdentifierInfo(tok::getKeywordSpelling(kind)));
  return token;
}

/// [&](auto x) { (e)(x, x); } - Clang looks up `e`, which may be a set of
/// overloads or a template, and resolves it no further. In its parentheses
/// arguments find nothing: a misspelt name is an error.
static void appendOperator(Preprocessor &pp, const Bracketed &name,
                           llvm::SmallVectorImpl<Token> &tokens) {
  const SourceLocation first = name.inner.front().getLocation();
  const auto add = [&](std::initializer_list<tok::TokenKind> kinds) {
    for (const tok::TokenKind kind : kinds)
      tokens.push_back(makeToken(kind, first));
  };
  const auto addParameter = [&] {
    tokens.push_back(makeToken(tok::identifier, first));
    tokens.back().setIdentifierInfo(pp.getIdentifierInfo("redistOperand_"));
  };
  add({tok::l_square, tok::amp, tok::r_square, tok::l_paren});
  tokens.push_back(makeKeyword(pp, tok::kw_auto, first));
  addParameter();
  add({tok::r_paren, tok::l_brace, tok::l_paren});
  tokens.append(name.inner.begin(), name.inner.end());
  add({tok::r_paren, tok::l_paren});
  addParameter();
  add({tok::comma});
  addParameter();
  add({tok::r_paren, tok::semi, tok::r_brace});
}

/// The type that std::int64_t is another name for.
static void appendInt64(Preprocessor &pp, SourceLocation location,
                        llvm::SmallVectorImpl<Token> &tokens) {
  tokens.push_back(makeKeyword(pp, tok::kw_long, location));
  if (pp.getTargetInfo().getInt64Type() != TargetInfo::SignedLong)
    tokens.push_back(makeKeyword(pp, tok::kw_long, location));
}

/// (void)((e)); or (void)(int64_t)((e)); or (void)((lambda));
static void appendSlot(Preprocessor &pp, SourceLocation directive,
                       const SlotTokens &slot,
                       llvm::SmallVectorImpl<Token> &tokens) {
  const Bracketed &expression = slot.expression;
  const SourceLocation first = expression.inner.front().getLocation();
  tokens.push_back(makeToken(tok::l_paren, first));
  tokens.push_back(makeKeyword(pp, tok::kw_void, first));
  tokens.push_back(makeToken(tok::r_paren, first));
  if (slot.kind == SlotKind::Integer) {
    tokens.push_back(makeToken(tok::l_paren, first));
    appendInt64(pp, first, tokens);
    tokens.push_back(makeToken(tok::r_paren, first));
  }
  // Two pairs: of a type in one, (void)(int), Clang would make a cast of the
  // semicolon.
  tokens.push_back(makeToken(tok::l_paren, expression.open));
  tokens.push_back(makeToken(tok::l_paren, expression.open));
  if (slot.kind == SlotKind::Operator)
    appendOperator(pp, expression, tokens);
  else
    tokens.append(expression.inner.begin(), expression.inner.end());
  tokens.push_back(makeToken(tok::r_paren, expression.close));
  tokens.push_back(makeToken(tok::r_paren, expression.close));
  tokens.push_back(makeToken(tok::semi, directive));
}

/// struct {} id = {}; - with an initializer no jump may pass it, as none may
/// pass the request that it stands for.
static void appendRequest(Preprocessor &pp, SourceLocation directive,
                          const Token &request,
                          llvm::SmallVectorImpl<Token> &tokens) {
  tokens.push_back(makeKeyword(pp, tok::kw_struct, directive));
  tokens.push_back(makeToken(tok::l_brace, directive));
  tokens.push_back(makeToken(tok::r_brace, directive));
  tokens.push_back(request);
  for (const tok::TokenKind kind :
       {tok::equal, tok::l_brace, tok::r_brace, tok::semi})
    tokens.push_back(makeToken(kind, directive));
}

void injectStatement(Preprocessor &pp, SourceLocation location,
                     llvm::ArrayRef<SlotTokens> slots, const Token *request) {
  llvm::SmallVector<Token, 64> tokens;
  tokens.push_back(makeToken(tok::l_brace, location));
  for (const SlotTokens &slot : slots)
    appendSlot(pp, location, slot, tokens);
  tokens.push_back(makeToken(tok::r_brace, location));
  if (request)
    appendRequest(pp, location, *request, tokens);

  auto owned = std::make_unique<Token[]>(tokens.size());
  std::copy(tokens.begin(), tokens.end(), owned.get());
  pp.EnterTokenStream(std::move(owned), tokens.size(),
                      /*DisableMacroExpansion=*/true, /*IsReinject=*/false);
}

} // namespace redistc::directive
