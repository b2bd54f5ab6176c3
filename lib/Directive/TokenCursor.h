//===- TokenCursor.h - The tokens of one directive -------------*- C++ -*-===//
//
// Private to the Directive room: walks the tokens of a directive, finds the
// bracket that closes another, and reports what is missing. Knows brackets and
// the words of clauses, no grammar.
//
//===----------------------------------------------------------------------===//
#ifndef REDISTC_LIB_DIRECTIVE_TOKENCURSOR_H
#define REDISTC_LIB_DIRECTIVE_TOKENCURSOR_H

#include "Clauses.h"

#include "redistc/Directive/Diagnostics.h"

#include "clang/Lex/Preprocessor.h"

#include "llvm/ADT/ArrayRef.h"

#include <optional>
#include <string>

namespace redistc::directive {

/// The tokens between two brackets; `close` is where the closing one stands,
/// or where it should.
struct Bracketed {
  llvm::ArrayRef<clang::Token> inner;
  clang::SourceLocation open, close;
};

/// What stands between the separators of a list, which are those outside all
/// inner brackets. `:` belongs to a `?` before it, if there is one. A comma
/// after `name <` belongs to template arguments if what closes them is not
/// followed by an operand, as in f<1, 2>(x).
llvm::SmallVector<Bracketed, 4> splitAt(clang::tok::TokenKind separator,
                                        const Bracketed &list);

/// What the brackets at the end of an expression hold, if they are there.
std::optional<Bracketed> lastBrackets(llvm::ArrayRef<clang::Token>);
/// Whether they are those of a section: a colon decides.
bool isSection(const std::optional<Bracketed> &);

class TokenCursor {
public:
  /// `endOfDirective` is not among the tokens of `directive`.
  TokenCursor(clang::Preprocessor &preprocessor,
              llvm::ArrayRef<clang::Token> directive,
              const clang::Token &endOfDirective, const Vocabulary &vocabulary)
      : pp(preprocessor), tokens(directive), end(endOfDirective),
        words(vocabulary) {}

  bool atEnd() const { return position == tokens.size(); }
  const clang::Token &current() const { return at(position); }
  const clang::Token &next() const { return ahead(1); }
  const clang::Token &ahead(size_t count) const { return at(position + count); }
  bool is(clang::tok::TokenKind kind) const { return current().is(kind); }
  void advance() { position += !atEnd(); }
  /// Spelling of a token if it is an identifier or keyword.
  static llvm::StringRef wordOf(const clang::Token &);
  llvm::StringRef word() const { return wordOf(current()); }

  /// Current token is an opening bracket: consumes through its closing one. A
  /// missing one is reported, and taken to stand before the first token that
  /// cannot belong to the inside.
  Bracketed bracketed();
  /// Consumes `kind`, which closes the bracket at `open`, or reports it.
  void expectClosing(clang::tok::TokenKind kind, const clang::Token &open);
  /// Current token is an opening bracket: skips through its closing one,
  /// whatever is inside. A missing one is reported.
  void skipBracketed();
  /// Skips to the next clause, or to the end.
  void skipToClause();
  /// Skips what may be a name, as far as it is one: an id-expression, with
  /// member accesses before it.
  void skipName();

  /// Reports at the current token, once per token: what follows from an error
  /// is not an error of its own. Gives null if there was one.
  std::optional<clang::DiagnosticBuilder> error(DiagnosticKind);
  bool hadError() const { return failed; }
  void setFailed() { failed = true; }
  /// For messages: "'x'" or "end of directive".
  std::string found() const;

  size_t index() const { return position; }
  llvm::ArrayRef<clang::Token> since(size_t first) const {
    return tokens.slice(first, position - first);
  }

private:
  const clang::Token &at(size_t i) const {
    return i < tokens.size() ? tokens[i] : end;
  }
  bool isClauseAt(size_t i, bool orInnerWord) const;
  size_t closingFrom(size_t first, clang::tok::TokenKind, bool isExpression,
                     bool &isFound) const;
  size_t clauseInsideFrom(size_t first) const;
  void skipTemplateArguments();

  clang::Preprocessor &pp;
  llvm::ArrayRef<clang::Token> tokens;
  const clang::Token &end;
  const Vocabulary &words;
  size_t position = 0;
  std::optional<size_t> lastError;
  bool failed = false;
};

} // namespace redistc::directive

#endif
