//===- Clauses.h - The words of the directive language ---------*- C++ -*-===//
//
// Private to the Directive room: one table of the clauses of each directive,
// used by the parser and for "did you mean".
//
//===----------------------------------------------------------------------===//
#ifndef REDISTC_LIB_DIRECTIVE_CLAUSES_H
#define REDISTC_LIB_DIRECTIVE_CLAUSES_H

#include "redistc/Directive/ParsedDirective.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringRef.h"

#include <optional>

namespace redistc::directive {

enum class ClauseKind {
  From,
  To,
  Into,
  Comm,
  Strategy,
  Order,
  Permute,
  Relabel,
  Nowait,
  Capacity,
  Accumulate,
  Root,
  Onto,
  Cost,
  Transfers,
  Reducers,
  Ordered,
  Speeds,
  Bandwidth,
  Mapping,
  Latency,
  Depth,
  Carry,
  Work,
  Data,
  Replicate,
  In,
  Out,
  At
};

/// Position is the value of the enumerator.
inline constexpr llvm::StringLiteral clauseNames[] = {
    "from",      "to",        "into",      "comm",     "strategy",   "order",
    "permute",   "relabel",   "nowait",    "capacity", "accumulate", "root",
    "onto",      "cost",      "transfers", "reducers", "ordered",    "speeds",
    "bandwidth", "mapping",   "latency",   "depth",    "carry",      "work",
    "data",      "replicate", "in",        "out",      "at"};

inline llvm::StringRef nameOf(ClauseKind kind) {
  return clauseNames[static_cast<unsigned>(kind)];
}

/// The words of one directive: its clauses, in the order in which messages
/// list them, and what may stand inside of them before a '('.
struct Vocabulary {
  DirectiveKind kind;
  std::optional<DirectiveKind>
      waitKind; ///< with `wait(id)`, where there is one
  llvm::ArrayRef<ClauseKind> clauses;
  llvm::ArrayRef<llvm::StringLiteral> innerWords;

  std::optional<ClauseKind> clause(llvm::StringRef name) const {
    for (const ClauseKind known : clauses)
      if (name == nameOf(known))
        return known;
    return std::nullopt;
  }
  bool isInnerWord(llvm::StringRef name) const {
    return llvm::is_contained(innerWords, name);
  }
};

/// Stands alone; all other clauses have parentheses.
inline bool isFlag(ClauseKind kind) { return kind == ClauseKind::Ordered; }

/// Inside a layout, after the distribution.
inline constexpr llvm::StringLiteral layoutWords[] = {"onto", "at",   "ranks",
                                                      "room", "halo", "lead"};

inline constexpr ClauseKind redistributeClauses[] = {
    ClauseKind::From,     ClauseKind::To,        ClauseKind::Into,
    ClauseKind::Comm,     ClauseKind::Strategy,  ClauseKind::Order,
    ClauseKind::Permute,  ClauseKind::Relabel,   ClauseKind::Nowait,
    ClauseKind::Capacity, ClauseKind::Accumulate};

inline constexpr ClauseKind reduceClauses[] = {
    ClauseKind::Root,    ClauseKind::Comm,      ClauseKind::Onto,
    ClauseKind::Cost,    ClauseKind::Transfers, ClauseKind::Reducers,
    ClauseKind::Ordered, ClauseKind::Strategy,  ClauseKind::Nowait};

inline constexpr ClauseKind pipelineClauses[] = {
    ClauseKind::Comm,      ClauseKind::Onto,    ClauseKind::Speeds,
    ClauseKind::Bandwidth, ClauseKind::Mapping, ClauseKind::Latency,
    ClauseKind::Depth,     ClauseKind::Carry};

inline constexpr ClauseKind stageClauses[] = {
    ClauseKind::Work, ClauseKind::Data, ClauseKind::Replicate,
    ClauseKind::In,   ClauseKind::Out,  ClauseKind::At};

inline constexpr Vocabulary redistributeWords = {
    DirectiveKind::Redistribute, DirectiveKind::RedistributeWait,
    redistributeClauses, layoutWords};
inline constexpr Vocabulary reduceWords = {
    DirectiveKind::Reduce, DirectiveKind::ReduceWait, reduceClauses, {}};
inline constexpr Vocabulary pipelineWords = {
    DirectiveKind::Pipeline, std::nullopt, pipelineClauses, {}};
inline constexpr Vocabulary stageWords = {
    DirectiveKind::PipelineStage, std::nullopt, stageClauses, {}};

/// After `#pragma pipeline`: the directive is one of a stage.
inline constexpr llvm::StringLiteral stageWord = "stage";

/// dist, as "did you mean" knows it.
inline constexpr llvm::StringLiteral distributionWords[] = {
    "block", "cyclic", "gen_block", "indirect", "listed"};

/// Inside onto().
inline constexpr llvm::StringLiteral copiesWord = "copies";
inline constexpr llvm::StringLiteral partialWord = "partial";

/// After a distribution.
inline constexpr llvm::StringLiteral shiftWord = "shift";

/// In place of a layout.
inline constexpr llvm::StringLiteral remoteWord = "remote";

/// Inside cost().
inline constexpr llvm::StringLiteral costWords[] = {"transfer", "combine"};

} // namespace redistc::directive

#endif
