//===- PipelineParser.cpp - Pipelines and their stages ---------*- C++ -*-===//
//
// `pipeline clause*` and `pipeline stage clause*`: which of the two a directive
// is, its first word tells before anything else is looked at. The clauses are
// those of ClauseParser.cpp.
//
//===----------------------------------------------------------------------===//
#include "ClauseParser.h"

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

} // namespace redistc::directive
