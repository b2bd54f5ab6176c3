//===- PipelineParser.cpp - Pipelines and their stages ---------*- C++ -*-===//
//
// `pipeline clause*` and `pipeline stage clause*`: which of the two a directive
// is, its first word tells before anything else is looked at. The clauses are
// those of ClauseParser.cpp.
//
//===----------------------------------------------------------------------===//
#include "ClauseParser.h"
#include "TokenText.h"

using namespace clang;

namespace redistc::directive {

bool ClauseParser::parsePipeline(ParsedDirective &directive) {
  if (words.kind == DirectiveKind::PipelineStage) {
    directive.stage.emplace();
    cursor.advance();
  } else {
    directive.pipeline.emplace();
    parseStageWord();
  }
  while (!cursor.atEnd())
    parseClause(directive);
  return true;
}

/// A first word of `pipeline` that is meant to be `stage`: reported, and its
/// clauses are not looked at, since they are those of a stage.
void ClauseParser::parseStageWord() {
  const llvm::StringRef word = cursor.word();
  if (word.empty() || words.clause(word) ||
      nearestName(word, {stageWord}).empty())
    return;
  if (auto diagnostic = cursor.error(DiagnosticKind::UnknownDirectiveWord))
    *diagnostic << word << stageWord << wordOf(words.kind)
                << FixItHint::CreateReplacement(cursor.current().getLocation(),
                                                stageWord);
  while (!cursor.atEnd())
    cursor.advance();
}

/// Current token is the '(' of replicate. `auto` alone is a word; in `auto(x)`
/// it is C++.
void ClauseParser::parseReplicas(ParsedStage &stage) {
  const auto bracketed = parseBracketed();
  if (!bracketed)
    return;
  const Token &first = bracketed->inner.front();
  if (bracketed->inner.size() == 1 && first.is(tok::kw_auto))
    stage.replicateAuto = first.getLocation();
  else
    stage.replicas = makeExpression(*bracketed, SlotKind::Integer);
}

/// Current token is the '(' of carry. What it names is declared in the body of
/// the loop: its slots are put aside for the first stage.
void ClauseParser::parseCarries(ParsedPipeline &pipeline) {
  const auto bracketed = parseBracketed();
  if (!bracketed)
    return;
  slotTokens.swap(carriedTokens);
  for (const Bracketed &part : splitAt(tok::comma, *bracketed))
    parseCarry(part, pipeline);
  slotTokens.swap(carriedTokens);
}

/// p[lower : length]
void ClauseParser::parseCarry(const Bracketed &part, ParsedPipeline &pipeline) {
  const auto brackets = lastBrackets(part.inner);
  const llvm::ArrayRef<Token> name =
      brackets ? part.inner.drop_back(brackets->inner.size() + 2) : part.inner;
  if (!isSection(brackets) || name.empty() ||
      splitAt(tok::colon, *brackets).size() > 2) {
    errorAt(part.inner.empty() ? part.close : part.inner.front().getLocation(),
            DiagnosticKind::ExpectedCarry)
        << (part.inner.empty() ? std::string("nothing")
                               : "'" + joinTokens(pp, part.inner) + "'");
    return;
  }
  ParsedCarry carry;
  carry.section.range = {brackets->open, brackets->close};
  carry.pointer =
      makeExpression({name, part.open, brackets->open}, SlotKind::Value);
  if (parseParts(*brackets, carry.section))
    pipeline.carries.push_back(std::move(carry));
}

} // namespace redistc::directive
