//===- ParsedDirective.h - A directive as it was written -------*- C++ -*-===//
//
// What the parser makes of the tokens of one directive: kinds, clauses and
// token ranges, no meaning. Sema gives it meaning.
//
// The expressions inside a directive are parsed by Clang itself: the pragma
// handler puts, in place of the directive, one compound statement
//     { (void)((e0)); (void)(long)((e1)); ... }
// into the token stream, whose '{' carries the directive's location; integers
// (extents, sizes, ranks) have the cast to what std::int64_t is, as they will
// have it in generated code, other slots not, and the
// name of an operator stands in a generic lambda, where it is looked up but not
// resolved: (void)(([&](auto x) { (f)(x, x); })). Name
// lookup, constant evaluation, template instantiation and carets are then
// Clang's; an ExpressionSlot is the index of the statement. The statement is
// never compiled: redistc only looks at it. See
// docs/design/0002-clause-expressions.md.
//
//===----------------------------------------------------------------------===//
#ifndef REDISTC_DIRECTIVE_PARSEDDIRECTIVE_H
#define REDISTC_DIRECTIVE_PARSEDDIRECTIVE_H

#include "clang/Basic/SourceLocation.h"

#include <optional>
#include <string>
#include <vector>

namespace redistc::directive {

enum class DirectiveKind {
  Redistribute,
  RedistributeWait,
  Reduce,
  ReduceWait,
  Pipeline,
  PipelineStage
};

constexpr bool isWait(DirectiveKind kind) {
  return kind == DirectiveKind::RedistributeWait ||
         kind == DirectiveKind::ReduceWait;
}

/// What stands after `#pragma`: the word, or the two words of a stage.
constexpr const char *wordOf(DirectiveKind kind) {
  switch (kind) {
  case DirectiveKind::Redistribute:
  case DirectiveKind::RedistributeWait:
    break;
  case DirectiveKind::Reduce:
  case DirectiveKind::ReduceWait:
    return "reduce";
  case DirectiveKind::Pipeline:
    return "pipeline";
  case DirectiveKind::PipelineStage:
    return "pipeline stage";
  }
  return "redistribute";
}

/// Index of a statement in the injected compound statement.
using ExpressionSlot = unsigned;

/// An expression: C++ text that means at the directive what the tokens meant
/// there (as the user wrote it where that is one range of the file, with macros
/// expanded elsewhere), where it stands (token locations), and its slot.
struct ParsedExpression {
  std::string text;
  clang::SourceRange range;
  ExpressionSlot slot = 0;
};

/// section: [extent] or [lower : length] or [lower : length : stride], and of
/// both of these the whole extent behind `of`.
struct ParsedSection {
  std::optional<ParsedExpression> extent; ///< alone: the whole dimension
  std::optional<ParsedExpression> lower, length, stride, whole;
  clang::SourceRange range; ///< brackets included
};

/// object: id-expression and its brackets.
struct ParsedObject {
  ParsedExpression name;
  std::vector<ParsedSection> sections;
};

enum class DistributionWord {
  Undistributed,
  Block,
  Cyclic,
  GenBlock,
  Indirect,
  Listed
};

/// dist
struct ParsedDistribution {
  DistributionWord word = DistributionWord::Cyclic;
  clang::SourceLocation location;
  /// A size; or the range of gen_block, indirect or listed.
  std::optional<ParsedExpression> argument;
  std::optional<ParsedExpression> shift; ///< shift(e)
};

/// operator: one of + * & | ^ && || min max, or an id-expression.
struct ParsedOperator {
  std::string spelling; ///< "+", "min", ...; of a named one its text
  clang::SourceRange range;
  /// Of a named one. Its slot holds a generic lambda that calls it: it may be
  /// an overloaded function or a template.
  std::optional<ParsedExpression> name;
};

/// copies(ranks) or partial(operator, ranks) in onto: how many extents are
/// before it.
struct ParsedCopies {
  ParsedExpression ranks;
  std::size_t place = 0;
  std::optional<ParsedOperator> operation; ///< of partial
  clang::SourceRange range;                ///< from the word to its ')'
};

/// width: expr [: expr]
struct ParsedWidth {
  ParsedExpression before;
  std::optional<ParsedExpression> after; ///< absent: the same as before
};

/// layout: dist [shift(expr)] {, dist [shift(expr)]}
///         onto(expr | copies(expr) | partial(operator, expr) {, ...})
///         [at(expr) | ranks(id)]
///         [room(width {, width}) | halo(width {, width})] [lead(expr)]
///         or remote
struct ParsedLayout {
  bool isRemote = false; ///< all else is empty
  std::vector<ParsedDistribution> dimensions;
  std::vector<ParsedExpression> grid; ///< onto; empty: none is needed, or error
  std::vector<ParsedCopies> copies;   ///< onto, and what is partial
  std::optional<ParsedExpression> firstRank; ///< at(e)
  std::optional<ParsedExpression> ranks;     ///< ranks(id): not with at(e)
  std::vector<ParsedWidth> widths;           ///< room() or halo(); empty: none
  bool isHalo = false;
  std::optional<ParsedExpression> lead;
  clang::SourceRange range;
};

/// A word of a clause: a name of strategy(), row or column of order(), the
/// identifier of nowait() and wait().
struct ParsedWord {
  std::string name;
  clang::SourceLocation location;
};

/// item: an lvalue, or a section x[lower : length] or [lower : length : stride]
/// of one, whose elements are combined one by one.
struct ParsedItem {
  ParsedExpression name; ///< without the section's brackets
  std::optional<ParsedSection> section;
};

/// What only `reduce` has.
struct ParsedReduction {
  ParsedOperator operation;
  std::vector<ParsedItem> items;
  std::optional<ParsedExpression> root, onto;
  std::optional<ParsedExpression> transferCost, combineCost; ///< cost()
  std::optional<ParsedExpression> transfers, reducers;
  std::optional<clang::SourceLocation> ordered;
};

/// p[0 : n] of carry(): a pointer of the item, and how many elements behind it
/// travel with it.
struct ParsedCarry {
  ParsedExpression pointer;
  ParsedSection section;
};

/// What only `pipeline` has. Its injected statement stands before the loop,
/// that of a stage before the stage's statement.
struct ParsedPipeline {
  std::optional<ParsedExpression> onto;
  /// speeds(e, ...): one expression may be a range of numbers.
  std::vector<ParsedExpression> speeds;
  std::optional<ParsedExpression> bandwidth; ///< a number or a range of them
  std::optional<ParsedWord> mapping;
  std::optional<ParsedExpression> latency, depth;
  /// carry(...): names variables of the loop's body, so that its expressions
  /// are slots of the first stage, from ParsedStage::firstCarrySlot on.
  std::vector<ParsedCarry> carries;
};

/// What only `pipeline stage` has.
struct ParsedStage {
  std::optional<ParsedExpression> work, data;
  std::optional<ParsedExpression> replicas;           ///< replicate(e)
  std::optional<clang::SourceLocation> replicateAuto; ///< replicate(auto)
  /// in(x, ...) and out(x, ...); empty where the clause is not there.
  std::vector<ParsedExpression> reads, writes;
  std::optional<ParsedExpression> rank; ///< at(e)
  /// Of the first stage behind `pipeline carry(...)`, whose slots come behind
  /// its own.
  std::optional<ExpressionSlot> firstCarrySlot;

  /// The clauses say what the stage uses.
  bool isStated() const { return !reads.empty() || !writes.empty(); }
};

struct ParsedDirective {
  DirectiveKind kind = DirectiveKind::Redistribute;
  /// From the '#' (or `_Pragma`) to one past the last character of the last
  /// token, continuation lines included: the characters that Emit replaces. A
  /// comment after the last token stays outside.
  clang::SourceRange range;
  bool isPragmaOperator = false; ///< written as _Pragma("...")
  /// On one line, as the user wrote it, comments included; begins with
  /// "#pragma redistribute ", "#pragma reduce" or "#pragma pipeline", also
  /// where written as _Pragma.
  std::string spelling;
  std::vector<ParsedObject> objects;
  std::optional<ParsedLayout> from;
  std::optional<ParsedLayout> to;
  std::vector<ParsedObject> into;
  std::optional<ParsedExpression> communicator;
  std::optional<ParsedWord> strategy;
  std::optional<ParsedWord> order;
  std::vector<ParsedExpression> permute;
  std::optional<ParsedExpression> relabel;
  std::optional<ParsedExpression> capacity;
  std::optional<ParsedOperator> accumulate;
  /// nowait(id), or of wait(id). nowait's injected statement is followed by a
  /// declaration of `id`, and wait's statement names it: Clang looks it up.
  std::optional<ParsedWord> request;
  unsigned slotCount = 0;

  /// One side of an intercommunicator.
  bool sends() const { return to && to->isRemote; }
  bool receives() const { return from && from->isRemote; }

  std::optional<ParsedReduction> reduction; ///< of Reduce
  std::optional<ParsedPipeline> pipeline;   ///< of `pipeline`
  std::optional<ParsedStage> stage;         ///< of `pipeline stage`
};

} // namespace redistc::directive

#endif
