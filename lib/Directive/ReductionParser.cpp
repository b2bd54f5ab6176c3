//===- ReductionParser.cpp - Operator, items and costs ---------*- C++ -*-===//
//
// `(operator : item {, item})` and cost(transfer: e, combine: e). The clauses
// that `reduce` shares with `redistribute` are in ClauseParser.cpp.
//
//===----------------------------------------------------------------------===//
#include "ClauseParser.h"
#include "TokenText.h"

#include "llvm/ADT/StringSwitch.h"

using namespace clang;

namespace redistc::directive {

bool ClauseParser::parseReduction(ParsedDirective &directive) {
  directive.reduction.emplace();
  if (!expect(tok::l_paren, wordOf(words.kind)))
    return false;
  if (!parseOperands(*directive.reduction))
    cursor.skipToClause();
  while (!cursor.atEnd())
    parseClause(directive);
  return true;
}

/// Current token is the '(' before an operator; none if nothing is inside.
std::optional<Bracketed> ClauseParser::parseOperation() {
  if (!cursor.next().isOneOf(tok::r_paren, tok::eod))
    return cursor.bracketed();
  cursor.advance();
  if (auto diagnostic = cursor.error(DiagnosticKind::ExpectedOperator))
    *diagnostic << cursor.found();
  cursor.advance();
  return std::nullopt;
}

/// accumulate(operator)
void ClauseParser::parseAccumulate(ParsedDirective &directive) {
  const auto all = parseOperation();
  ParsedOperator operation;
  if (!all || all->inner.empty() ||
      !parseOperator(*all, OperatorEnd::Clause, operation))
    return;
  directive.accumulate = std::move(operation);
}

/// Current token is the '('. False where nothing closes it.
bool ClauseParser::parseOperands(ParsedReduction &reduction) {
  const auto all = parseOperation();
  if (!all)
    return true;
  if (all->inner.empty())
    return false; // reported as a missing bracket
  const auto parts = splitAt(tok::colon, *all);
  const bool hasItems = parts.size() > 1;
  if (!parseOperator(parts.front(),
                     hasItems ? OperatorEnd::Items : OperatorEnd::MissingItems,
                     reduction.operation) ||
      !hasItems)
    return true;
  const Bracketed items{all->inner.drop_front(parts.front().inner.size() + 1),
                        parts.front().close, all->close};
  const auto list = splitAt(tok::comma, items);
  for (const Bracketed &item : list)
    parseItem(item, &item == &list.back(), reduction);
  return true;
}

static bool isBuiltin(llvm::ArrayRef<Token> tokens) {
  const Token &first = tokens.front();
  if (first.is(tok::identifier)) {
    const llvm::StringRef name = first.getIdentifierInfo()->getName();
    return tokens.size() == 1 && (name == "min" || name == "max");
  }
  return first.isOneOf(tok::plus, tok::star, tok::amp, tok::pipe, tok::caret,
                       tok::ampamp, tok::pipepipe);
}

/// Binary operators of C++ that depend on the order of evaluation.
static bool isNotAssociative(const Token &token) {
  return token.isOneOf(tok::minus, tok::slash, tok::percent, tok::lessless,
                       tok::greatergreater, tok::less, tok::greater,
                       tok::lessequal, tok::greaterequal, tok::equalequal,
                       tok::exclaimequal, tok::spaceship);
}

/// The sign of an operator of C++, also behind the word `operator`.
static const Token &signOf(llvm::ArrayRef<Token> tokens) {
  for (size_t i = 0; i + 1 < tokens.size(); ++i)
    if (tokens[i].is(tok::kw_operator))
      return tokens[i + 1];
  return tokens.front();
}

/// The sign of a function object of the standard library; empty: another name.
static llvm::StringRef signOfFunctor(const std::string &name) {
  llvm::StringRef plain = llvm::StringRef(name).split('<').first.rtrim();
  plain.consume_front("::");
  if (!plain.consume_front("std::"))
    return "";
  return llvm::StringSwitch<llvm::StringRef>(plain)
      .Case("plus", "+")
      .Case("multiplies", "*")
      .Case("bit_and", "&")
      .Case("bit_or", "|")
      .Case("bit_xor", "^")
      .Case("logical_and", "&&")
      .Case("logical_or", "||")
      .Default("");
}

/// What the program has written where the token comes from, a macro or not.
static llvm::StringRef writtenName(const Preprocessor &pp, const Token &token) {
  const SourceManager &sources = pp.getSourceManager();
  const SourceLocation place = sources.getExpansionLoc(token.getLocation());
  return Lexer::getSourceText(CharSourceRange::getTokenRange(place), sources,
                              pp.getLangOpts());
}

/// Whether the operator is one of MPI, which are values: reported then.
bool ClauseParser::refuseOperatorOfMpi(const Bracketed &part) {
  if (part.inner.empty())
    return false;
  const llvm::StringRef name = writtenName(pp, part.inner.front());
  constexpr llvm::StringLiteral other = "other";
  const llvm::StringRef sign =
      llvm::StringSwitch<llvm::StringRef>(name)
          .Case("MPI_SUM", "+")
          .Case("MPI_PROD", "*")
          .Case("MPI_MIN", "min")
          .Case("MPI_MAX", "max")
          .Case("MPI_BAND", "&")
          .Case("MPI_BOR", "|")
          .Case("MPI_BXOR", "^")
          .Case("MPI_LAND", "&&")
          .Case("MPI_LOR", "||")
          .Cases("MPI_LXOR", "MPI_MINLOC", "MPI_MAXLOC", other)
          .Default("");
  if (sign.empty())
    return false;
  const SourceLocation begin =
      pp.getSourceManager().getExpansionLoc(part.inner.front().getLocation());
  auto diagnostic = errorAt(begin, DiagnosticKind::OperatorOfMpi);
  diagnostic << name << (sign != other) << sign;
  if (sign != other)
    diagnostic << FixItHint::CreateReplacement(begin, sign);
  return true;
}

/// Behind the name stands what makes it a call, or a temporary object.
void ClauseParser::refuseExpression(const Bracketed &part,
                                    const std::string &name) {
  const llvm::StringRef sign = signOfFunctor(name);
  const SourceLocation begin = part.inner.front().getLocation();
  auto diagnostic = errorAt(begin, DiagnosticKind::OperatorIsExpression);
  diagnostic << joinTokens(pp, part.inner) << !sign.empty() << sign;
  if (!sign.empty())
    diagnostic << FixItHint::CreateReplacement(
        CharSourceRange::getCharRange(begin, part.close), (sign + " ").str());
}

/// What stands before the ':' or ',', or all there is. Of elements that are
/// combined once, or in the order of ranks, the order is plain: there it need
/// not be associative.
bool ClauseParser::parseOperator(const Bracketed &part, OperatorEnd end,
                                 ParsedOperator &operation) {
  const bool hasColon = end == OperatorEnd::Items;
  Token close;
  close.startToken();
  close.setKind(hasColon ? tok::colon : tok::r_paren);
  close.setLocation(part.close);
  if (refuseOperatorOfMpi(part))
    return false;
  TokenCursor inside(pp, part.inner, close, words);
  const auto found = [&] {
    if (inside.atEnd())
      return std::string(hasColon ? "':'" : "')'");
    return inside.found();
  };
  const bool isPlain =
      end == OperatorEnd::Clause || end == OperatorEnd::Partial;
  if (!isPlain && !part.inner.empty() && isNotAssociative(signOf(part.inner))) {
    const Token &sign = signOf(part.inner);
    errorAt(sign.getLocation(), DiagnosticKind::NotAssociative)
        << pp.getSpelling(sign);
    return false;
  }
  if (!part.inner.empty() && isBuiltin(part.inner)) {
    // `and` is another spelling of the token.
    const char *sign = tok::getPunctuatorSpelling(inside.current().getKind());
    operation.spelling = sign ? sign : pp.getSpelling(inside.current());
    operation.range = inside.current().getLocation();
    inside.advance();
  } else if (!parseOperatorName(part, inside, operation)) {
    errorAt(inside.current().getLocation(), DiagnosticKind::ExpectedOperator)
        << found();
    return false;
  }
  return endOperator(part, end, inside, operation);
}

/// Whether nothing stands behind the operator but what belongs there.
bool ClauseParser::endOperator(const Bracketed &part, OperatorEnd end,
                               TokenCursor &inside,
                               const ParsedOperator &operation) {
  if (inside.atEnd() && end != OperatorEnd::MissingItems)
    return true;
  if (end != OperatorEnd::MissingItems && operation.name &&
      inside.current().isOneOf(tok::l_paren, tok::l_brace)) {
    refuseExpression(part, operation.spelling);
    return false;
  }
  const char *const closing = end == OperatorEnd::Items ? "':'" : "')'";
  errorAt(inside.current().getLocation(), DiagnosticKind::ExpectedToken)
      << (end == OperatorEnd::Clause    ? ")"
          : end == OperatorEnd::Partial ? ","
                                        : ":")
      << ("'" + operation.spelling + "'")
      << (inside.atEnd() ? closing : inside.found());
  return false;
}

/// An id-expression, maybe of a member of an object. The name of an operator
/// function of C++ is one, too.
bool ClauseParser::parseOperatorName(const Bracketed &part, TokenCursor &inside,
                                     ParsedOperator &operation) {
  inside.skipName();
  if (inside.is(tok::kw_operator)) {
    inside.advance();
    if (inside.next().isOneOf(tok::r_paren, tok::r_square))
      inside.advance();
    inside.advance();
  }
  const llvm::ArrayRef<Token> name = inside.since(0);
  if (name.empty() ||
      name.back().isOneOf(tok::coloncolon, tok::period, tok::arrow,
                          tok::kw_template, tok::kw_this, tok::kw_operator))
    return false;
  // Of a macro without parameters the expansion stands here.
  if (const IdentifierInfo *last = name.back().getIdentifierInfo();
      last && pp.getMacroInfo(last) &&
      pp.getMacroInfo(last)->isFunctionLike()) {
    errorAt(name.back().getLocation(), DiagnosticKind::OperatorIsMacro)
        << last->getName();
    return true;
  }
  operation.name =
      makeExpression({name, part.open, part.close}, SlotKind::Operator);
  operation.spelling = operation.name->text;
  operation.range = operation.name->range;
  return true;
}

/// An lvalue, or one with the brackets of a section behind it: the colon
/// decides.
void ClauseParser::parseItem(const Bracketed &part, bool isLast,
                             ParsedReduction &reduction) {
  llvm::ArrayRef<Token> name = part.inner;
  ParsedItem item;
  const auto brackets = lastBrackets(name);
  if (isSection(brackets)) {
    item.section.emplace();
    item.section->range = {brackets->open, brackets->close};
    if (!parseParts(*brackets, *item.section))
      return;
    name = name.drop_back(brackets->inner.size() + 2);
    if (isSection(lastBrackets(name))) {
      errorAt(brackets->open, DiagnosticKind::OneSection);
      return;
    }
  }
  if (name.empty() || name.front().is(tok::l_brace)) {
    const bool isMissing = name.empty() && !item.section;
    errorAt(isMissing      ? part.close
            : name.empty() ? brackets->open
                           : name.front().getLocation(),
            DiagnosticKind::ExpectedItem)
        << (isMissing      ? (isLast ? "')'" : "','")
            : name.empty() ? "'['"
                           : "'{'");
    return;
  }
  if (const auto parts = splitAt(tok::colon, {name, part.open, part.close});
      parts.size() > 1) {
    errorAt(parts.front().close, DiagnosticKind::ExpectedToken)
        << "," << "the item" << "':'";
    return;
  }
  item.name = makeExpression({name, part.open, part.close}, SlotKind::Value);
  reduction.items.push_back(std::move(item));
}

/// Current token is the '(' of cost.
void ClauseParser::parseCost(ParsedReduction &reduction) {
  const auto bracketed = parseBracketed();
  if (!bracketed)
    return;
  const auto parts = splitAt(tok::comma, *bracketed);
  for (const Bracketed &part : parts)
    if (!parseCostPart(part, parts, reduction))
      return;
  if (!reduction.transferCost || !reduction.combineCost)
    errorAt(bracketed->close, DiagnosticKind::MissingCost)
        << (reduction.transferCost ? costWords[1] : costWords[0]);
}

/// transfer: e, or combine: e, as one of `all` parts. False after an error.
bool ClauseParser::parseCostPart(const Bracketed &part,
                                 llvm::ArrayRef<Bracketed> all,
                                 ParsedReduction &reduction) {
  const auto sides = splitAt(tok::colon, part);
  const llvm::ArrayRef<Token> word = sides.front().inner;
  const SourceLocation begin =
      part.inner.empty() ? part.close : part.inner.front().getLocation();
  const IdentifierInfo *name =
      word.empty() ? nullptr : word.front().getIdentifierInfo();
  const llvm::StringRef spelled = name ? name->getName() : "";
  const bool isTransfer = spelled == costWords[0];
  if (word.size() != 1 || (!isTransfer && spelled != costWords[1])) {
    const llvm::StringRef nearest =
        nearestName(spelled, {costWords[0], costWords[1]});
    if (!nearest.empty())
      errorAt(begin, DiagnosticKind::UnknownCostSuggest)
          << spelled << nearest << FixItHint::CreateReplacement(begin, nearest);
    else
      errorAt(begin, DiagnosticKind::UnknownCost);
    return false;
  }
  auto &cost = isTransfer ? reduction.transferCost : reduction.combineCost;
  if (cost) {
    errorAt(begin, DiagnosticKind::DuplicateClause) << spelled;
    // Whatever came before was right, or this would not be read.
    const Bracketed &first = *llvm::find_if(all, [&](const Bracketed &other) {
      return TokenCursor::wordOf(other.inner.front()) == spelled;
    });
    report(pp.getDiagnostics(), first.inner.front().getLocation(),
           DiagnosticKind::FirstClause)
        << spelled;
    return false;
  }
  const std::string after =
      &part == &all.back() ? "')'" : "','"; // what stands behind this part
  if (sides.size() == 1)
    errorAt(part.close, DiagnosticKind::ExpectedToken)
        << ":" << ("'" + spelled + "'").str() << after;
  else if (sides.size() > 2)
    errorAt(sides[1].close, DiagnosticKind::ExpectedToken)
        << "," << "the cost" << "':'";
  else if (sides[1].inner.empty())
    errorAt(part.close, DiagnosticKind::ExpectedExpression) << after;
  else
    cost = makeExpression(sides[1], SlotKind::Value);
  return cost.has_value();
}

} // namespace redistc::directive
