//===- ClauseParser.h - Tokens in, ParsedDirective out ---------*- C++ -*-===//
//
// Private to the Directive room: the grammar of `#pragma redistribute`,
// `#pragma reduce` and `#pragma pipeline`, one function a production.
// Everything wrong is reported; after an error in a clause the next clause is
// parsed all the same.
//
//===----------------------------------------------------------------------===//
#ifndef REDISTC_LIB_DIRECTIVE_CLAUSEPARSER_H
#define REDISTC_LIB_DIRECTIVE_CLAUSEPARSER_H

#include "Clauses.h"
#include "TokenCursor.h"

#include "redistc/Directive/ParsedDirective.h"

namespace redistc::directive {

enum class SlotKind {
  Value,
  Integer,  ///< an extent, a size or a rank
  Operator, ///< a name that is looked up, but not resolved
};

/// What is to be injected for one slot: Clang parses `inner` between `open`
/// and `close`, the places of the user's brackets.
struct SlotTokens {
  Bracketed expression;
  SlotKind kind = SlotKind::Value;
};

class ClauseParser {
public:
  /// `fromString`: the tokens are those of a _Pragma.
  ClauseParser(clang::Preprocessor &preprocessor,
               llvm::ArrayRef<clang::Token> tokens, const clang::Token &end,
               bool fromString, const Vocabulary &vocabulary)
      : pp(preprocessor), words(vocabulary),
        cursor(preprocessor, tokens, end, vocabulary), isRescanned(fromString) {
  }

  /// Parses all; false if an error was reported.
  bool parse(ParsedDirective &);
  /// One for each slot of the directive.
  llvm::ArrayRef<SlotTokens> slots() const { return slotTokens; }
  /// Of carry(): for the first stage.
  llvm::ArrayRef<SlotTokens> carriedSlots() const { return carriedTokens; }
  /// The name that nowait() declares; null without the clause.
  const clang::Token *declaredRequest() const { return requestToken; }

private:
  bool parseOperation(ParsedDirective &);
  bool parseWait(ParsedDirective &);
  bool parseRedistribution(ParsedDirective &);
  bool parseReduction(ParsedDirective &);
  bool parsePipeline(ParsedDirective &);
  void parseStageWord();
  void parseReplicas(ParsedStage &);
  void parseCarries(ParsedPipeline &);
  void parseCarry(const Bracketed &, ParsedPipeline &);
  bool parseOperands(ParsedReduction &);
  /// What stands behind the name of an operator.
  enum class OperatorEnd { Items, MissingItems, Clause, Partial };
  bool parseOperator(const Bracketed &, OperatorEnd, ParsedOperator &);
  bool endOperator(const Bracketed &, OperatorEnd, TokenCursor &,
                   const ParsedOperator &);
  std::optional<Bracketed> parseOperation();
  void parseAccumulate(ParsedDirective &);
  bool parseOperatorName(const Bracketed &, TokenCursor &, ParsedOperator &);
  bool refuseOperatorOfMpi(const Bracketed &part);
  void refuseExpression(const Bracketed &, const std::string &name);
  void parseItem(const Bracketed &, bool isLast, ParsedReduction &);
  void parseCost(ParsedReduction &);
  bool parseCostPart(const Bracketed &, llvm::ArrayRef<Bracketed> all,
                     ParsedReduction &);
  bool parseObjects(std::vector<ParsedObject> &, bool needsExtent);
  bool parseObject(ParsedObject &, bool needsExtent);
  void parseSection(ParsedObject &);
  bool parseWhole(const Bracketed &, size_t of, ParsedSection &);
  bool parseParts(const Bracketed &, ParsedSection &);
  void parseClause(ParsedDirective &);
  void parseAfterName(ClauseKind, ParsedDirective &);
  void parseClauseBody(ClauseKind, ParsedDirective &);
  void parseUnknownClause();
  void parseLayout(std::optional<ParsedLayout> &);
  void parseDimensions(ParsedLayout &);
  bool atRemote();
  void parseDistribution(ParsedLayout &);
  void unknownDistribution(clang::SourceLocation);
  void parseGrid(ParsedLayout &);
  void parsePartial(const Bracketed &, ParsedLayout &);
  void parseGridExtent(const Bracketed &, ParsedLayout &);
  void repeatedWord(const ParsedWord &first);
  bool skipMisplacedWord();
  bool parseLayoutWord(ParsedLayout &, std::vector<ParsedWord> &seen);
  void parseWidths(ParsedLayout &);
  llvm::StringRef atLayoutWord(llvm::ArrayRef<llvm::StringRef> wanted,
                               bool isRequired);
  void parseInto(ParsedDirective &);
  void parseWord(std::optional<ParsedWord> &, DiagnosticKind);
  void parseRequest(ParsedDirective &);
  std::optional<Bracketed> parseBracketed();
  std::optional<ParsedExpression> parseExpression(SlotKind);
  std::vector<ParsedExpression> parseList(SlotKind);
  llvm::SmallVector<Bracketed, 4> parseParts();
  ParsedExpression makeExpression(const Bracketed &, SlotKind);
  bool expect(clang::tok::TokenKind, llvm::StringRef after);
  clang::DiagnosticBuilder errorAt(clang::SourceLocation, DiagnosticKind);

  clang::Preprocessor &pp;
  const Vocabulary &words;
  TokenCursor cursor;
  bool isRescanned;
  llvm::SmallVector<SlotTokens, 8> slotTokens, carriedTokens;
  const clang::Token *requestToken = nullptr;
  /// Where each clause was first written.
  clang::SourceLocation seen[std::size(clauseNames)];
};

} // namespace redistc::directive

#endif
