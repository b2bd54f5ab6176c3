//===- LayoutParser.cpp - Layouts and expressions --------------*- C++ -*-===//
//
//   layout : remote | dist [shift(expr)] {, dist [shift(expr)]}
//            onto(grid {, grid}) [at(expr) | ranks(id)]
//            [(room | halo)(width {, width})] [lead(expr)]
//   width  : expr [: expr]
//
// The inside of the innermost brackets is an expression or a list of them,
// whose tokens go back to Clang.
//
//===----------------------------------------------------------------------===//
#include "ClauseParser.h"
#include "TokenText.h"

using namespace clang;

namespace redistc::directive {

ParsedExpression ClauseParser::makeExpression(const Bracketed &bracketed,
                                              SlotKind kind) {
  const llvm::ArrayRef<Token> inner = bracketed.inner;
  ParsedExpression expression;
  expression.text = expressionText(pp, inner, isRescanned);
  expression.range =
      SourceRange(inner.front().getLocation(), inner.back().getLocation());
  expression.slot = slotTokens.size();
  slotTokens.push_back({bracketed, kind});
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
  // A list in braces, which Clang would take for the body of ({ ... }).
  if (const Token &first = bracketed.inner.front(); first.is(tok::l_brace)) {
    cursor.setFailed();
    report(pp.getDiagnostics(), first.getLocation(),
           DiagnosticKind::ExpectedExpression)
        << "'{'";
    return std::nullopt;
  }
  return bracketed;
}

std::optional<ParsedExpression> ClauseParser::parseExpression(SlotKind kind) {
  if (const auto bracketed = parseBracketed())
    return makeExpression(*bracketed, kind);
  return std::nullopt;
}

/// What stands between the commas of `(e {, e})`.
llvm::SmallVector<Bracketed, 4> ClauseParser::parseParts() {
  llvm::SmallVector<Bracketed, 4> parts;
  const auto bracketed = parseBracketed();
  if (!bracketed)
    return parts;
  for (const Bracketed &part : splitAt(tok::comma, *bracketed))
    if (!part.inner.empty()) {
      parts.push_back(part);
    } else {
      cursor.setFailed();
      report(pp.getDiagnostics(), part.close,
             DiagnosticKind::ExpectedExpression)
          << (part.close == bracketed->close ? "')'" : "','");
    }
  return parts;
}

std::vector<ParsedExpression> ClauseParser::parseList(SlotKind kind) {
  std::vector<ParsedExpression> list;
  for (const Bracketed &part : parseParts())
    list.push_back(makeExpression(part, kind));
  return list;
}

/// `remote` stands here, maybe misspelt, which is reported.
bool ClauseParser::atRemote() {
  const llvm::StringRef word = cursor.word();
  if (word == remoteWord)
    return true;
  const SourceLocation here = cursor.current().getLocation();
  if (cursor.next().isNot(tok::r_paren) ||
      nearestName(word, {remoteWord}).empty())
    return false;
  if (auto diagnostic =
          cursor.error(DiagnosticKind::UnknownDistributionSuggest))
    *diagnostic << word << remoteWord
                << FixItHint::CreateReplacement(here, remoteWord);
  return true;
}

/// The dimensions of a layout, its grid, and the words behind.
void ClauseParser::parseDimensions(ParsedLayout &layout) {
  for (parseDistribution(layout); cursor.is(tok::comma);
       parseDistribution(layout))
    cursor.advance();
  while (cursor.word() != "onto" && skipMisplacedWord())
    ;
  std::vector<ParsedWord> seen = {{"onto", cursor.current().getLocation()}};
  if (!atLayoutWord({"onto"}, /*isRequired=*/true).empty() &&
      expect(tok::l_paren, "onto"))
    parseGrid(layout);
  while (parseLayoutWord(layout, seen) || skipMisplacedWord())
    ;
}

/// Where the words of a layout stand; none: it is no such word.
static std::optional<unsigned> placeOfWord(const Vocabulary &words,
                                           llvm::StringRef word) {
  if (words.innerWords.empty())
    return std::nullopt;
  if (word == shiftWord)
    return 0;
  if (word == copiesWord || word == partialWord)
    return 1;
  return words.isInnerWord(word) && word != "onto" ? std::optional(2u)
                                                   : std::nullopt;
}

/// A word of a layout with its brackets, and maybe a comma before it, stands
/// where none can: reports and skips it. False where there is none.
bool ClauseParser::skipMisplacedWord() {
  const unsigned comma = cursor.is(tok::comma);
  const llvm::StringRef word = TokenCursor::wordOf(cursor.ahead(comma));
  const std::optional<unsigned> place = placeOfWord(words, word);
  if (!place || cursor.ahead(comma + 1).isNot(tok::l_paren))
    return false;
  if (comma)
    cursor.advance();
  if (auto diagnostic = cursor.error(DiagnosticKind::LayoutWordElsewhere))
    *diagnostic << word << *place;
  cursor.advance();
  cursor.skipBracketed();
  return true;
}

/// Current token is the '(' of from or to.
void ClauseParser::parseLayout(std::optional<ParsedLayout> &result) {
  const Token open = cursor.current();
  cursor.advance();
  ParsedLayout layout;
  layout.range.setBegin(cursor.current().getLocation());
  layout.isRemote = atRemote();
  if (layout.isRemote)
    cursor.advance();
  else
    parseDimensions(layout);
  layout.range.setEnd(cursor.current().getLocation());
  cursor.expectClosing(tok::r_paren, open);
  if (cursor.hadError() && !cursor.atEnd() && !words.clause(cursor.word()))
    cursor.skipToClause();
  result = std::move(layout);
}

/// What says the same thing as `word`, which may stand there once.
static llvm::StringRef groupOf(llvm::StringRef word) {
  return word == "ranks" ? "at" : word == "halo" ? "room" : word;
}

/// The current word is one of a layout that has been there, or says what
/// another one has said: `first`.
void ClauseParser::repeatedWord(const ParsedWord &first) {
  const llvm::StringRef word = cursor.word();
  auto diagnostic =
      cursor.error(word == first.name      ? DiagnosticKind::DuplicateClause
                   : groupOf(word) == "at" ? DiagnosticKind::AtAndRanks
                                           : DiagnosticKind::RoomAndHalo);
  if (!diagnostic)
    return;
  if (word == first.name)
    *diagnostic << word;
  diagnostic.reset(); // emits it, so that the note follows
  report(pp.getDiagnostics(), first.location, DiagnosticKind::FirstClause)
      << first.name;
}

/// One of the words behind onto(); `seen`: those that have been there. False
/// where none stands here, or a second one.
bool ClauseParser::parseLayoutWord(ParsedLayout &layout,
                                   std::vector<ParsedWord> &seen) {
  const SourceLocation here = cursor.current().getLocation();
  const auto first = llvm::find_if(seen, [&](const ParsedWord &one) {
    return groupOf(one.name) == groupOf(cursor.word());
  });
  if (first != seen.end()) {
    repeatedWord(*first);
    return false;
  }
  const llvm::StringRef word = atLayoutWord(
      {"at", "ranks", "room", "halo", "lead"}, /*isRequired=*/false);
  if (word.empty() || !expect(tok::l_paren, word))
    return false;
  seen.push_back({word.str(), here});
  if (word == "at") {
    layout.firstRank = parseExpression(SlotKind::Integer);
  } else if (word == "ranks") {
    layout.ranks = parseExpression(SlotKind::Value);
  } else if (word == "lead") {
    layout.lead = parseExpression(SlotKind::Integer);
  } else {
    layout.isHalo = word == "halo";
    parseWidths(layout);
  }
  return true;
}

/// Current token is the '(' of room or halo.
void ClauseParser::parseWidths(ParsedLayout &layout) {
  const auto bracketed = parseBracketed();
  if (!bracketed)
    return;
  for (const Bracketed &width : splitAt(tok::comma, *bracketed)) {
    const auto parts = splitAt(tok::colon, width);
    if (parts.size() > 2) {
      errorAt(parts[2].open, DiagnosticKind::WidthColons);
      return;
    }
    const Bracketed *const empty = llvm::find_if(
        parts, [](const Bracketed &part) { return part.inner.empty(); });
    if (empty != parts.end()) {
      const llvm::StringRef found = empty != &parts.back()            ? "':'"
                                    : width.close == bracketed->close ? "')'"
                                                                      : "','";
      errorAt(empty->close, DiagnosticKind::ExpectedExpression) << found;
      return;
    }
    ParsedWidth one{makeExpression(parts[0], SlotKind::Integer), std::nullopt};
    if (parts.size() == 2)
      one.after = makeExpression(parts[1], SlotKind::Integer);
    layout.widths.push_back(std::move(one));
  }
}

void ClauseParser::parseDistribution(ParsedLayout &layout) {
  const llvm::StringRef word = cursor.word();
  ParsedDistribution distribution;
  distribution.location = cursor.current().getLocation();
  if (cursor.is(tok::star)) {
    distribution.word = DistributionWord::Undistributed;
    cursor.advance();
  } else if (word == "block" || word == "cyclic") {
    distribution.word =
        word == "block" ? DistributionWord::Block : DistributionWord::Cyclic;
    cursor.advance();
    if (cursor.is(tok::l_paren))
      distribution.argument = parseExpression(SlotKind::Integer);
  } else if (word == "gen_block" || word == "indirect" || word == "listed") {
    distribution.word = word == "gen_block"  ? DistributionWord::GenBlock
                        : word == "indirect" ? DistributionWord::Indirect
                                             : DistributionWord::Listed;
    cursor.advance();
    if (expect(tok::l_paren, word))
      distribution.argument = parseExpression(SlotKind::Value);
  } else {
    unknownDistribution(distribution.location);
    return;
  }
  if (cursor.word() == shiftWord) {
    cursor.advance();
    if (expect(tok::l_paren, shiftWord))
      distribution.shift = parseExpression(SlotKind::Integer);
  }
  if (cursor.word() == shiftWord)
    if (auto diagnostic = cursor.error(DiagnosticKind::DuplicateClause))
      *diagnostic << shiftWord;
  layout.dimensions.push_back(std::move(distribution));
}

void ClauseParser::unknownDistribution(SourceLocation location) {
  const llvm::StringRef word = cursor.word();
  const llvm::StringRef nearest = nearestName(
      word, {distributionWords[0], distributionWords[1], distributionWords[2],
             distributionWords[3], distributionWords[4]});
  if (!nearest.empty()) {
    if (auto diagnostic =
            cursor.error(DiagnosticKind::UnknownDistributionSuggest))
      *diagnostic << word << nearest
                  << FixItHint::CreateReplacement(location, nearest);
  } else if (auto diagnostic =
                 cursor.error(DiagnosticKind::UnknownDistribution)) {
    *diagnostic << cursor.found();
  }
  if (words.isInnerWord(word) || cursor.is(tok::r_paren) ||
      cursor.is(tok::comma))
    return; // only the distribution is missing
  cursor.advance();
  if (cursor.is(tok::l_paren))
    cursor.skipBracketed();
}

/// Current token is the '(' of onto. Where nothing is distributed there may be
/// nothing in it.
void ClauseParser::parseGrid(ParsedLayout &layout) {
  const bool isDistributed =
      llvm::any_of(layout.dimensions, [](const ParsedDistribution &dimension) {
        return dimension.word != DistributionWord::Undistributed;
      });
  if (!isDistributed && cursor.next().is(tok::r_paren)) {
    cursor.advance();
    cursor.advance();
    return;
  }
  for (const Bracketed &part : parseParts())
    parseGridExtent(part, layout);
}

/// What the brackets of `word(...)` hold, where these are all tokens.
static std::optional<Bracketed> argumentOf(llvm::StringRef word,
                                           llvm::ArrayRef<Token> tokens) {
  if (tokens.size() < 3 || !tokens[0].is(tok::identifier) ||
      tokens[0].getIdentifierInfo()->getName() != word ||
      tokens[1].isNot(tok::l_paren))
    return std::nullopt;
  std::size_t depth = 0;
  for (std::size_t i = 1; i < tokens.size(); ++i) {
    depth += tokens[i].is(tok::l_paren);
    depth -= tokens[i].is(tok::r_paren);
    if (depth == 0 && i + 1 < tokens.size())
      return std::nullopt; // copies(2) + 1
  }
  return Bracketed{tokens.slice(2, tokens.size() - 3), tokens[1].getLocation(),
                   tokens.back().getLocation()};
}

/// operator, number of ranks: what is between the brackets of partial().
void ClauseParser::parsePartial(const Bracketed &partial,
                                ParsedLayout &layout) {
  const auto parts = splitAt(tok::comma, partial);
  // A name may have commas between angle brackets.
  const Bracketed &ranks = parts.back();
  Bracketed name = partial;
  if (parts.size() > 1) {
    name.inner = partial.inner.drop_back(ranks.inner.size() + 1);
    name.close = ranks.open;
  }
  if (parts.size() > 1 && name.inner.empty()) {
    errorAt(ranks.open, DiagnosticKind::ExpectedOperator) << "','";
    return;
  }
  ParsedOperator operation;
  if (!parseOperator(name, OperatorEnd::Partial, operation))
    return;
  if (parts.size() == 1) {
    errorAt(partial.close, DiagnosticKind::ExpectedToken)
        << "," << ("'" + operation.spelling + "'") << "')'";
    return;
  }
  if (ranks.inner.empty()) {
    errorAt(ranks.close, DiagnosticKind::ExpectedExpression) << "')'";
    return;
  }
  layout.copies.push_back({makeExpression(ranks, SlotKind::Integer),
                           layout.grid.size(),
                           std::move(operation),
                           {}});
}

/// A number of ranks, copies(number of ranks), or partial(operator, number of
/// ranks).
void ClauseParser::parseGridExtent(const Bracketed &part,
                                   ParsedLayout &layout) {
  if (const auto partial = argumentOf(partialWord, part.inner)) {
    const std::size_t before = layout.copies.size();
    parsePartial(*partial, layout);
    if (layout.copies.size() > before)
      layout.copies.back().range = {part.inner.front().getLocation(),
                                    part.inner.back().getLocation()};
    return;
  }
  const auto copies = argumentOf(copiesWord, part.inner);
  if (!copies) {
    layout.grid.push_back(makeExpression(part, SlotKind::Integer));
  } else if (copies->inner.empty()) {
    cursor.setFailed();
    report(pp.getDiagnostics(), copies->close,
           DiagnosticKind::ExpectedExpression)
        << "')'";
  } else {
    layout.copies.push_back(
        {makeExpression(*copies, SlotKind::Integer),
         layout.grid.size(),
         std::nullopt,
         {part.inner.front().getLocation(), part.inner.back().getLocation()}});
  }
}

/// Which of `wanted` stands here, maybe misspelt, and consumes it; empty: none,
/// which is reported where one is required.
llvm::StringRef
ClauseParser::atLayoutWord(llvm::ArrayRef<llvm::StringRef> wanted,
                           bool isRequired) {
  const auto known = llvm::find(wanted, cursor.word());
  if (known != wanted.end()) {
    cursor.advance();
    return *known;
  }
  const llvm::StringRef nearest =
      cursor.word().empty() || words.isInnerWord(cursor.word())
          ? llvm::StringRef()
          : nearestName(cursor.word(), wanted);
  if (!nearest.empty()) {
    if (auto diagnostic = cursor.error(DiagnosticKind::UnknownLayoutWord))
      *diagnostic << cursor.word() << nearest
                  << FixItHint::CreateReplacement(
                         cursor.current().getLocation(), nearest);
    cursor.advance();
  } else if (isRequired) {
    if (auto diagnostic = cursor.error(DiagnosticKind::ExpectedToken))
      *diagnostic << "onto(...)" << "the distribution" << cursor.found();
  }
  return nearest;
}

} // namespace redistc::directive
