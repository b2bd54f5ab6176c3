//===- ClauseParser.cpp - Directive and clauses ----------------*- C++ -*-===//
//
// The outer grammar: objects and the list of clauses. Layouts and expressions
// are in LayoutParser.cpp.
//
//===----------------------------------------------------------------------===//
#include "ClauseParser.h"

using namespace clang;

namespace redistc::directive {

static llvm::SmallVector<llvm::StringRef, 16> supportedNames() {
  llvm::SmallVector<llvm::StringRef, 16> names;
  for (llvm::StringRef name : clauseNames)
    if (isSupported(*clauseFromName(name)))
      names.push_back(name);
  return names;
}

static llvm::SmallVector<llvm::StringRef, 16> allNames() {
  return {std::begin(clauseNames), std::end(clauseNames)};
}

bool ClauseParser::parse(ParsedDirective &directive) {
  if (parseWait())
    return false;
  if (!parseObject(directive.object, /*needsExtent=*/true)) {
    cursor.skipToClause();
    if (cursor.atEnd())
      return false; // nothing in it looks like this directive
  }
  if (cursor.is(tok::comma)) {
    cursor.advance();
    notSupported("several objects in one directive", /*isPlural=*/true);
    cursor.skipToClause();
  }
  while (!cursor.atEnd())
    parseClause(directive);
  if (!seen[static_cast<unsigned>(ClauseKind::To)].isValid())
    if (auto diagnostic = cursor.error(DiagnosticKind::MissingClause))
      *diagnostic << "to";
  directive.slotCount = slotTokens.size();
  return !cursor.hadError();
}

void ClauseParser::notSupported(const llvm::Twine &what, bool isPlural) {
  if (auto diagnostic = cursor.error(DiagnosticKind::NotSupportedYet))
    *diagnostic << what.str() << isPlural;
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
bool ClauseParser::parseWait() {
  if (!cursor.is(tok::identifier) || !cursor.next().is(tok::l_paren) ||
      clauseFromName(cursor.word()))
    return false;
  if (cursor.word() == "wait") {
    notSupported("'#pragma redistribute wait'");
    return true;
  }
  const llvm::StringRef nearest = nearestName(cursor.word(), {"wait"});
  if (nearest.empty())
    return false;
  if (auto diagnostic = cursor.error(DiagnosticKind::UnknownDirectiveWord))
    *diagnostic << cursor.word() << nearest
                << FixItHint::CreateReplacement(cursor.current().getLocation(),
                                                nearest);
  return true;
}

/// object: id-expression section*, and member accesses beside it.
bool ClauseParser::parseObject(ParsedObject &object, bool needsExtent) {
  const size_t first = cursor.index();
  if (cursor.is(tok::coloncolon))
    cursor.advance();
  while (cursor.is(tok::identifier) || cursor.is(tok::kw_this) ||
         cursor.is(tok::kw_template)) {
    const bool isName = !cursor.is(tok::kw_template);
    cursor.advance();
    if (!isName)
      continue;
    cursor.skipTemplateArguments();
    if (!cursor.is(tok::coloncolon) && !cursor.is(tok::period) &&
        !cursor.is(tok::arrow))
      break;
    cursor.advance();
  }
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
      /*isInteger=*/false);
  if (cursor.is(tok::l_square)) {
    parseExtent(object);
    return true;
  }
  if (!needsExtent)
    return true;
  if (auto diagnostic = cursor.error(DiagnosticKind::ExpectedExtent))
    *diagnostic << object.name.text << cursor.found();
  return false;
}

/// A ':' that belongs to no '?', as in lower : length; null if none.
static const Token *sectionColon(llvm::ArrayRef<Token> tokens) {
  int depth = 0, questions = 0;
  for (const Token &token : tokens) {
    depth += token.isOneOf(tok::l_paren, tok::l_square, tok::l_brace);
    depth -= token.isOneOf(tok::r_paren, tok::r_square, tok::r_brace);
    if (depth != 0)
      continue;
    questions += token.is(tok::question);
    if (token.is(tok::colon) && questions-- == 0)
      return &token;
  }
  return nullptr;
}

void ClauseParser::parseExtent(ParsedObject &object) {
  if (const auto bracket = parseBracketed()) {
    if (const Token *colon = sectionColon(bracket->inner)) {
      cursor.setFailed();
      report(pp.getDiagnostics(), colon->getLocation(),
             DiagnosticKind::NotSupportedYet)
          << "array sections with ':'" << true;
    } else {
      object.extent = makeExpression(*bracket, /*isInteger=*/true);
    }
  }
  if (!cursor.is(tok::l_square))
    return;
  notSupported("several dimensions", /*isPlural=*/true);
  while (cursor.is(tok::l_square))
    cursor.skipBracketed();
}

void ClauseParser::parseClause(ParsedDirective &directive) {
  const llvm::StringRef name = cursor.word();
  const auto kind = clauseFromName(name);
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
    cursor.advance();
    if (expect(tok::l_paren, name))
      parseClauseBody(*kind, duplicate);
    else
      cursor.skipToClause();
    return;
  }
  first = here;
  if (!isSupported(*kind)) {
    parseUnsupportedClause(*kind);
    return;
  }
  cursor.advance();
  if (expect(tok::l_paren, name))
    parseClauseBody(*kind, directive);
  else
    cursor.skipToClause();
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
    directive.communicator = parseExpression(/*isInteger=*/false);
    return;
  case ClauseKind::Strategy:
    return parseStrategy(directive);
  case ClauseKind::Order:
  case ClauseKind::Permute:
  case ClauseKind::Relabel:
  case ClauseKind::Nowait:
    cursor.skipBracketed();
  }
}

void ClauseParser::parseUnsupportedClause(ClauseKind kind) {
  notSupported("clause '" + clauseNames[static_cast<unsigned>(kind)] + "'");
  cursor.advance();
  if (cursor.is(tok::l_paren))
    cursor.skipBracketed();
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
  const llvm::StringRef nearest = nearestName(name, allNames());
  if (nearest.empty()) {
    if (auto diagnostic = cursor.error(DiagnosticKind::UnknownClause))
      *diagnostic << name << quotedAlternatives(supportedNames());
  } else if (auto diagnostic =
                 cursor.error(DiagnosticKind::UnknownClauseSuggest)) {
    *diagnostic << name << nearest
                << FixItHint::CreateReplacement(cursor.current().getLocation(),
                                                nearest);
    // It was meant to be that clause: not missing, besides misspelt.
    SourceLocation &first =
        seen[static_cast<unsigned>(*clauseFromName(nearest))];
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
  ParsedObject object;
  if (!parseObject(object, /*needsExtent=*/false)) {
    cursor.skipToClause();
    return;
  }
  if (cursor.is(tok::comma)) {
    notSupported("several objects in 'into'", /*isPlural=*/true);
    cursor.skipToClause();
    return;
  }
  cursor.expectClosing(tok::r_paren, open);
  directive.into = std::move(object);
}

void ClauseParser::parseStrategy(ParsedDirective &directive) {
  const Token open = cursor.current();
  cursor.advance();
  if (cursor.word().empty()) {
    if (auto diagnostic = cursor.error(DiagnosticKind::ExpectedStrategy))
      *diagnostic << cursor.found();
    cursor.skipToClause();
    return;
  }
  directive.strategy =
      ParsedStrategy{cursor.word().str(), cursor.current().getLocation()};
  cursor.advance();
  cursor.expectClosing(tok::r_paren, open);
}

} // namespace redistc::directive
