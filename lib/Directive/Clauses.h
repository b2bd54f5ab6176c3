//===- Clauses.h - The words of the directive language ---------*- C++ -*-===//
//
// Private to the Directive room: one table of the clauses of
// `#pragma redistribute`, used by the parser and for "did you mean".
//
//===----------------------------------------------------------------------===//
#ifndef REDISTC_LIB_DIRECTIVE_CLAUSES_H
#define REDISTC_LIB_DIRECTIVE_CLAUSES_H

#include "llvm/ADT/ArrayRef.h"
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
  Nowait
};

/// Position is the value of the enumerator.
inline constexpr llvm::StringLiteral clauseNames[] = {
    "from",  "to",      "into",    "comm",  "strategy",
    "order", "permute", "relabel", "nowait"};

/// Inside a layout, after the distribution.
inline constexpr llvm::StringLiteral layoutWords[] = {"onto", "at"};

inline std::optional<ClauseKind> clauseFromName(llvm::StringRef name) {
  for (unsigned i = 0; i < std::size(clauseNames); ++i)
    if (name == clauseNames[i])
      return static_cast<ClauseKind>(i);
  return std::nullopt;
}

inline bool isLayoutWord(llvm::StringRef name) {
  return name == layoutWords[0] || name == layoutWords[1];
}

/// dist, as "did you mean" knows it.
inline constexpr llvm::StringLiteral distributionWords[] = {"block", "cyclic",
                                                            "gen_block"};

} // namespace redistc::directive

#endif
