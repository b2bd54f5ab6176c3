//===- LayoutParser.cpp - Layouts and expressions --------------*- C++ -*-===//
//
// layout: dist onto(expr) [at(expr)]. The inside of the innermost brackets is
// an expression, whose tokens go back to Clang.
//
//===----------------------------------------------------------------------===//
#include "ClauseParser.h"
#include "TokenText.h"

using namespace clang;

namespace redistc::directive {

ParsedExpression ClauseParser::makeExpression(const Bracketed &bracketed,
                                              bool isInteger) {
  const llvm::ArrayRef<Token> inner = bracketed.inner;
  ParsedExpression expression;
  expression.text = expressionText(pp, inner, isRescanned);
  expression.range =
      SourceRange(inner.front().getLocation(), inner.back().getLocation());
  expression.slot = slotTokens.size();
  slotTokens.push_back({bracketed, isInteger});
  return expression;
}

/// Current token is '(' or '['; none if there is nothing inside.
std::optional<Bracketed> ClauseParser::parseBracketed() {
  if (cursor.next().isOneOf(tok::r_paren, tok::r_square, tok::eod)) {
    cursor.advance();
    if (auto diagnostic = cursor.error(DiagnosticKind::ExpectedExpression))
      *diagnostic << cursor.found();
    cursor.advance();
    return std::nullopt;
  }
  const Bracketed bracketed = cursor.bracketed();
  if (bracketed.inner.empty())
    return std::nullopt; // reported as a missing bracket
  return bracketed;
}

std::optional<ParsedExpression> ClauseParser::parseExpression(bool isInteger) {
  if (const auto bracketed = parseBracketed())
    return makeExpression(*bracketed, isInteger);
  return std::nullopt;
}

/// Current token is the '(' of from or to.
void ClauseParser::parseLayout(std::optional<ParsedLayout> &result) {
  const Token open = cursor.current();
  cursor.advance();
  ParsedLayout layout;
  layout.range.setBegin(cursor.current().getLocation());
  parseDistribution(layout);
  if (cursor.is(tok::comma)) {
    notSupported("several dimensions", /*isPlural=*/true);
    while (!cursor.atEnd() && !isLayoutWord(cursor.word()))
      cursor.advance();
  }
  parseLayoutWord("onto", /*isRequired=*/true, layout.ranks);
  parseLayoutWord("at", /*isRequired=*/false, layout.firstRank);
  layout.range.setEnd(cursor.current().getLocation());
  if (!cursor.is(tok::r_paren) && isLayoutWord(cursor.word()))
    if (auto diagnostic = cursor.error(DiagnosticKind::DuplicateClause))
      *diagnostic << cursor.word();
  cursor.expectClosing(tok::r_paren, open);
  if (cursor.hadError() && !cursor.atEnd() && !clauseFromName(cursor.word()))
    cursor.skipToClause();
  result = std::move(layout);
}

void ClauseParser::parseDistribution(ParsedLayout &layout) {
  const llvm::StringRef word = cursor.word();
  layout.wordLocation = cursor.current().getLocation();
  if (word == "block" || word == "cyclic") {
    layout.word =
        word == "block" ? DistributionWord::Block : DistributionWord::Cyclic;
    cursor.advance();
    if (cursor.is(tok::l_paren))
      layout.block = parseExpression(/*isInteger=*/true);
    return;
  }
  const llvm::StringRef nearest =
      nearestName(word, {"block", "cyclic", "gen_block"});
  if (cursor.is(tok::star) || word == "gen_block") {
    notSupported("distribution '" + pp.getSpelling(cursor.current()) + "'");
  } else if (!nearest.empty()) {
    if (auto diagnostic =
            cursor.error(DiagnosticKind::UnknownDistributionSuggest))
      *diagnostic << word << nearest
                  << FixItHint::CreateReplacement(layout.wordLocation, nearest);
  } else if (auto diagnostic =
                 cursor.error(DiagnosticKind::UnknownDistribution)) {
    *diagnostic << cursor.found();
  }
  if (isLayoutWord(word) || cursor.is(tok::r_paren))
    return; // only the distribution is missing
  cursor.advance();
  if (cursor.is(tok::l_paren))
    cursor.skipBracketed();
}

void ClauseParser::parseLayoutWord(llvm::StringRef word, bool isRequired,
                                   std::optional<ParsedExpression> &result) {
  if (cursor.word() != word) {
    const bool isMisspelt = !cursor.word().empty() &&
                            !isLayoutWord(cursor.word()) &&
                            !nearestName(cursor.word(), {word}).empty();
    if (isMisspelt) {
      if (auto diagnostic = cursor.error(DiagnosticKind::UnknownLayoutWord))
        *diagnostic << cursor.word() << word
                    << FixItHint::CreateReplacement(
                           cursor.current().getLocation(), word);
    } else if (isRequired) {
      if (auto diagnostic = cursor.error(DiagnosticKind::ExpectedToken))
        *diagnostic << "onto(...)" << "the distribution" << cursor.found();
    }
    if (!isMisspelt)
      return;
  }
  cursor.advance();
  if (expect(tok::l_paren, word))
    result = parseExpression(/*isInteger=*/true);
}

} // namespace redistc::directive
