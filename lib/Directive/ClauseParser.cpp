//===- ClauseParser.cpp - Directive and clauses ----------------*- C++ -*-===//
//
// The outer grammar: objects and the list of clauses. Layouts and expressions
// are in LayoutParser.cpp, what only `reduce` has in ReductionParser.cpp, what
// only `pipeline` has in PipelineParser.cpp.
//
//===----------------------------------------------------------------------===//
#include "ClauseParser.h"

using namespace clang;

namespace redistc::directive {

static llvm::SmallVector<llvm::StringRef, 16>
namesOf(const Vocabulary &vocabulary) {
  llvm::SmallVector<llvm::StringRef, 16> names;
  for (const ClauseKind kind : vocabulary.clauses)
    names.push_back(nameOf(kind));
  return names;
}

bool ClauseParser::parse(ParsedDirective &directive) {
  if (parseWait(directive))
    return !cursor.hadError();
  directive.kind = words.kind;
  if (!parseOperation(directive))
    return false;
  directive.slotCount = slotTokens.size();
  return !cursor.hadError();
}

/// False if nothing in it looks like the directive.
bool ClauseParser::parseOperation(ParsedDirective &directive) {
  switch (words.kind) {
  case DirectiveKind::Reduce:
    return parseReduction(directive);
  case DirectiveKind::Pipeline:
  case DirectiveKind::PipelineStage:
    return parsePipeline(directive);
  default:
    return parseRedistribution(directive);
  }
}

/// object {, object} clause*; false if nothing in it looks like that.
bool ClauseParser::parseRedistribution(ParsedDirective &directive) {
  if (!parseObjects(directive.objects, /*needsExtent=*/true)) {
    cursor.skipToClause();
    if (cursor.atEnd())
      return false;
  }
  while (!cursor.atEnd())
    parseClause(directive);
  if (!seen[static_cast<unsigned>(ClauseKind::To)].isValid() &&
      !directive.receives()) // into what knows its layout
    if (auto diagnostic = cursor.error(DiagnosticKind::MissingClause))
      *diagnostic << "to";
  return true;
}

DiagnosticBuilder ClauseParser::errorAt(SourceLocation location,
                                        DiagnosticKind kind) {
  cursor.setFailed();
  return report(pp.getDiagnostics(), location, kind);
}

bool ClauseParser::expect(tok::TokenKind kind, llvm::StringRef after) {
  if (cursor.is(kind))
    return true;
  if (auto diagnostic = cursor.error(DiagnosticKind::ExpectedToken))
    *diagnostic << tok::getPunctuatorSpelling(kind)
                << (llvm::Twine("'") + after + "'").str() << cursor.found();
  return false;
}

/// `wait(id)`, or a misspelling of it: the directive is then done with.
bool ClauseParser::parseWait(ParsedDirective &directive) {
  if (!words.waitKind || !cursor.is(tok::identifier) ||
      !cursor.next().is(tok::l_paren) || words.clause(cursor.word()))
    return false;
  if (cursor.word() == "wait") {
    directive.kind = *words.waitKind;
    cursor.advance();
    parseRequest(directive);
    if (!cursor.atEnd())
      if (auto diagnostic = cursor.error(DiagnosticKind::ExpectedEnd))
        *diagnostic << cursor.found();
    if (requestToken)
      slotTokens.push_back({{*requestToken, requestToken->getLocation(),
                             requestToken->getLocation()},
                            SlotKind::Value});
    requestToken = nullptr; // named, not declared
    directive.slotCount = slotTokens.size();
    return true;
  }
  const llvm::StringRef nearest = nearestName(cursor.word(), {"wait"});
  if (nearest.empty())
    return false;
  if (auto diagnostic = cursor.error(DiagnosticKind::UnknownDirectiveWord))
    *diagnostic << cursor.word() << nearest << wordOf(words.kind)
                << FixItHint::CreateReplacement(cursor.current().getLocation(),
                                                nearest);
  return true;
}

/// object {, object}
bool ClauseParser::parseObjects(std::vector<ParsedObject> &objects,
                                bool needsExtent) {
  for (;; cursor.advance()) {
    ParsedObject object;
    if (!parseObject(object, needsExtent))
      return false;
    objects.push_back(std::move(object));
    if (!cursor.is(tok::comma))
      return true;
  }
}

/// object: id-expression section*, and member accesses beside it.
bool ClauseParser::parseObject(ParsedObject &object, bool needsExtent) {
  const size_t first = cursor.index();
  if (!words.clause(cursor.word()) || !cursor.next().is(tok::l_paren))
    cursor.skipName();
  const llvm::ArrayRef<Token> name = cursor.since(first);
  if (name.empty() ||
      !(name.back().is(tok::identifier) || name.back().is(tok::greater) ||
        name.back().is(tok::greatergreater))) {
    if (auto diagnostic = cursor.error(DiagnosticKind::ExpectedObject))
      *diagnostic << cursor.found();
    return false;
  }
  object.name = makeExpression(
      {name, name.front().getLocation(), cursor.current().getLocation()},
      SlotKind::Value);
  if (!cursor.is(tok::l_square) && needsExtent) {
    if (auto diagnostic = cursor.error(DiagnosticKind::ExpectedExtent))
      *diagnostic << object.name.text << cursor.found();
    return false;
  }
  while (cursor.is(tok::l_square))
    parseSection(object);
  return true;
}

/// Where the word `of` stands between two expressions, outside inner brackets;
/// the end: nowhere. A variable of that name has no operand beside it.
static size_t findOf(llvm::ArrayRef<Token> tokens) {
  const auto isOperand = [](const Token &token) {
    return token.is(tok::identifier) || token.isLiteral();
  };
  // What no operand can have behind it: another one, as that of sizeof.
  const auto beginsOperand = [&](const Token &token) {
    return isOperand(token) || tok::getKeywordSpelling(token.getKind());
  };
  int depth = 0;
  for (size_t i = 0; i < tokens.size(); ++i) {
    depth += tokens[i].isOneOf(tok::l_paren, tok::l_square, tok::l_brace);
    depth -= tokens[i].isOneOf(tok::r_paren, tok::r_square, tok::r_brace);
    if (depth != 0 || i == 0 || TokenCursor::wordOf(tokens[i]) != "of")
      continue;
    const Token &before = tokens[i - 1];
    if (isOperand(before) || before.is(tok::r_square))
      return i;
    if (i + 1 == tokens.size())
      continue;
    const Token &after = tokens[i + 1];
    // In (long)of it is a variable, and so is the first in : of of 8.
    if (before.is(tok::r_paren)
            ? beginsOperand(after) ||
                  after.isOneOf(tok::l_paren, tok::coloncolon)
            : beginsOperand(after) && TokenCursor::wordOf(after) != "of")
      return i;
  }
  return tokens.size();
}

/// section: [extent] or [lower : length] or [lower : length : stride], and
/// behind these `of extent`
void ClauseParser::parseSection(ParsedObject &object) {
  ParsedSection section;
  section.range.setBegin(cursor.current().getLocation());
  const auto bracket = parseBracketed();
  if (!bracket)
    return;
  section.range.setEnd(bracket->close);
  const size_t of = findOf(bracket->inner);
  if (of < bracket->inner.size() ? parseWhole(*bracket, of, section)
                                 : parseParts(*bracket, section))
    object.sections.push_back(std::move(section));
}

/// A section and, behind token `of`, the whole extent.
bool ClauseParser::parseWhole(const Bracketed &bracket, size_t of,
                              ParsedSection &section) {
  const SourceLocation word = bracket.inner[of].getLocation();
  if (!parseParts({bracket.inner.take_front(of), bracket.open, word}, section))
    return false;
  if (section.extent) {
    errorAt(word, DiagnosticKind::OfWithoutSection);
    return false;
  }
  const llvm::ArrayRef<Token> extent = bracket.inner.drop_front(of + 1);
  if (extent.empty())
    errorAt(bracket.close, DiagnosticKind::ExpectedExpression) << "']'";
  else
    section.whole =
        makeExpression({extent, word, bracket.close}, SlotKind::Integer);
  return true;
}

/// What stands between the brackets of a section; false if that is too much.
bool ClauseParser::parseParts(const Bracketed &bracket,
                              ParsedSection &section) {
  const auto parts = splitAt(tok::colon, bracket);
  std::optional<ParsedExpression> *const places[] = {
      &section.lower, &section.length, &section.stride};
  if (parts.size() > std::size(places)) {
    errorAt(parts[std::size(places)].open, DiagnosticKind::TooManyColons);
    return false;
  }
  for (size_t i = 0; i < parts.size(); ++i)
    if (parts[i].inner.empty()) {
      errorAt(parts[i].close, DiagnosticKind::ExpectedExpression)
          << (i + 1 < parts.size() ? "':'" : "']'");
    } else {
      (parts.size() == 1 ? section.extent : *places[i]) =
          makeExpression(parts[i], SlotKind::Integer);
    }
  return true;
}

void ClauseParser::parseClause(ParsedDirective &directive) {
  const llvm::StringRef name = cursor.word();
  const auto kind = words.clause(name);
  if (!kind) {
    parseUnknownClause();
    return;
  }
  SourceLocation &first = seen[static_cast<unsigned>(*kind)];
  const SourceLocation here = cursor.current().getLocation();
  if (first.isValid()) {
    if (auto diagnostic = cursor.error(DiagnosticKind::DuplicateClause)) {
      *diagnostic << name;
      diagnostic.reset();
      report(pp.getDiagnostics(), first, DiagnosticKind::FirstClause) << name;
    }
    // Its inside is still checked, into a directive that nobody sees.
    ParsedDirective duplicate;
    if (directive.reduction)
      duplicate.reduction.emplace();
    if (directive.pipeline)
      duplicate.pipeline.emplace();
    if (directive.stage)
      duplicate.stage.emplace();
    parseAfterName(*kind, duplicate);
    return;
  }
  first = here;
  parseAfterName(*kind, directive);
}

/// Current token is the name of a clause.
void ClauseParser::parseAfterName(ClauseKind kind, ParsedDirective &directive) {
  const SourceLocation here = cursor.current().getLocation();
  cursor.advance();
  if (isFlag(kind)) {
    directive.reduction->ordered = here;
    if (cursor.is(tok::l_paren)) {
      if (auto diagnostic = cursor.error(DiagnosticKind::ClauseIsFlag))
        *diagnostic << nameOf(kind);
      cursor.skipBracketed();
    }
  } else if (expect(tok::l_paren, nameOf(kind))) {
    parseClauseBody(kind, directive);
  } else {
    cursor.skipToClause();
  }
}

void ClauseParser::parseClauseBody(ClauseKind kind,
                                   ParsedDirective &directive) {
  switch (kind) {
  case ClauseKind::From:
    return parseLayout(directive.from);
  case ClauseKind::To:
    return parseLayout(directive.to);
  case ClauseKind::Into:
    return parseInto(directive);
  case ClauseKind::Comm:
    directive.communicator = parseExpression(SlotKind::Value);
    return;
  case ClauseKind::Strategy:
    return parseWord(directive.strategy, DiagnosticKind::ExpectedStrategy);
  case ClauseKind::Order:
    return parseWord(directive.order, DiagnosticKind::ExpectedOrder);
  case ClauseKind::Permute:
    directive.permute = parseList(SlotKind::Integer);
    return;
  case ClauseKind::Relabel:
    directive.relabel = parseExpression(SlotKind::Value);
    return;
  case ClauseKind::Nowait:
    return parseRequest(directive);
  case ClauseKind::Capacity:
    directive.capacity = parseExpression(SlotKind::Integer);
    return;
  case ClauseKind::Accumulate:
    return parseAccumulate(directive);
  case ClauseKind::Root:
    directive.reduction->root = parseExpression(SlotKind::Integer);
    return;
  case ClauseKind::Onto:
    (directive.pipeline ? directive.pipeline->onto
                        : directive.reduction->onto) =
        parseExpression(SlotKind::Integer);
    return;
  case ClauseKind::Cost:
    return parseCost(*directive.reduction);
  case ClauseKind::Transfers:
    directive.reduction->transfers = parseExpression(SlotKind::Integer);
    return;
  case ClauseKind::Reducers:
    directive.reduction->reducers = parseExpression(SlotKind::Integer);
    return;
  case ClauseKind::Ordered:
    return; // has no body
  case ClauseKind::Speeds:
    directive.pipeline->speeds = parseList(SlotKind::Value);
    return;
  case ClauseKind::Bandwidth:
    directive.pipeline->bandwidth = parseExpression(SlotKind::Value);
    return;
  case ClauseKind::Mapping:
    return parseWord(directive.pipeline->mapping,
                     DiagnosticKind::ExpectedMapping);
  case ClauseKind::Latency:
    directive.pipeline->latency = parseExpression(SlotKind::Value);
    return;
  case ClauseKind::Depth:
    directive.pipeline->depth = parseExpression(SlotKind::Integer);
    return;
  case ClauseKind::Carry:
    return parseCarries(*directive.pipeline);
  case ClauseKind::Work:
    directive.stage->work = parseExpression(SlotKind::Value);
    return;
  case ClauseKind::Data:
    directive.stage->data = parseExpression(SlotKind::Value);
    return;
  case ClauseKind::Replicate:
    return parseReplicas(*directive.stage);
  case ClauseKind::In:
    directive.stage->reads = parseList(SlotKind::Value);
    return;
  case ClauseKind::Out:
    directive.stage->writes = parseList(SlotKind::Value);
    return;
  case ClauseKind::At:
    directive.stage->rank = parseExpression(SlotKind::Integer);
    return;
  }
}

void ClauseParser::parseUnknownClause() {
  const llvm::StringRef name = cursor.word();
  if (name.empty()) {
    if (auto diagnostic = cursor.error(DiagnosticKind::ExpectedClause))
      *diagnostic << cursor.found();
    cursor.advance();
    cursor.skipToClause();
    return;
  }
  if (skipMisplacedWord())
    return;
  const llvm::SmallVector<llvm::StringRef, 16> names = namesOf(words);
  const llvm::StringRef nearest = nearestName(name, names);
  if (nearest.empty()) {
    if (auto diagnostic = cursor.error(DiagnosticKind::UnknownClause))
      *diagnostic << name << quotedAlternatives(names);
  } else if (auto diagnostic =
                 cursor.error(DiagnosticKind::UnknownClauseSuggest)) {
    *diagnostic << name << nearest
                << FixItHint::CreateReplacement(cursor.current().getLocation(),
                                                nearest);
    // It was meant to be that clause: not missing, besides misspelt.
    SourceLocation &first = seen[static_cast<unsigned>(*words.clause(nearest))];
    if (!first.isValid())
      first = cursor.current().getLocation();
  }
  cursor.advance();
  if (cursor.is(tok::l_paren))
    cursor.skipBracketed();
  else
    cursor.skipToClause();
}

void ClauseParser::parseInto(ParsedDirective &directive) {
  const Token open = cursor.current();
  cursor.advance();
  if (!parseObjects(directive.into, /*needsExtent=*/false)) {
    cursor.skipToClause();
    return;
  }
  cursor.expectClosing(tok::r_paren, open);
}

/// Current token is the '(' of a clause that takes one word.
void ClauseParser::parseWord(std::optional<ParsedWord> &word,
                             DiagnosticKind ifMissing) {
  const Token open = cursor.current();
  cursor.advance();
  if (cursor.word().empty()) {
    if (auto diagnostic = cursor.error(ifMissing))
      *diagnostic << cursor.found();
    cursor.skipToClause();
    return;
  }
  word = ParsedWord{cursor.word().str(), cursor.current().getLocation()};
  cursor.advance();
  cursor.expectClosing(tok::r_paren, open);
}

/// Current token is the '(' of nowait or wait.
void ClauseParser::parseRequest(ParsedDirective &directive) {
  if (cursor.next().is(tok::identifier)) {
    requestToken = &cursor.next();
  } else {
    cursor.advance();
    if (auto diagnostic = cursor.error(DiagnosticKind::ExpectedRequest))
      *diagnostic << cursor.found();
    cursor.skipToClause();
    return;
  }
  parseWord(directive.request, DiagnosticKind::ExpectedRequest);
}

} // namespace redistc::directive
