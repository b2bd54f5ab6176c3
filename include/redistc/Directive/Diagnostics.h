//===- Diagnostics.h - The catalogue as an enumeration ---------*- C++ -*-===//
//
// One enumerator for every line of Diagnostics.def, and the one function that
// reports it through Clang, which then owns location, caret and counting.
//
//===----------------------------------------------------------------------===//
#ifndef REDISTC_DIRECTIVE_DIAGNOSTICS_H
#define REDISTC_DIRECTIVE_DIAGNOSTICS_H

#include "clang/Basic/Diagnostic.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

#include <string>

namespace redistc::directive {

enum class DiagnosticKind {
#define REDISTC_DIAGNOSTIC(identifier, severity, text) identifier,
#include "redistc/Directive/Diagnostics.def"
#undef REDISTC_DIAGNOSTIC
};

/// What NotAnInteger calls the integers of the clauses, and NotANumber the
/// numbers.
namespace parameterNames {
inline constexpr llvm::StringLiteral extent = "the extent";
inline constexpr llvm::StringLiteral block = "the block size";
inline constexpr llvm::StringLiteral ranks = "the number of ranks";
inline constexpr llvm::StringLiteral copies = "the number of copies";
inline constexpr llvm::StringLiteral parts = "the number of parts";
inline constexpr llvm::StringLiteral shift = "the shift";
inline constexpr llvm::StringLiteral firstRank = "the first rank";
inline constexpr llvm::StringLiteral width = "the width";
inline constexpr llvm::StringLiteral lead = "the lead";
inline constexpr llvm::StringLiteral lower = "the lower bound";
inline constexpr llvm::StringLiteral length = "the length";
inline constexpr llvm::StringLiteral stride = "the stride";
inline constexpr llvm::StringLiteral dimension = "a dimension";
inline constexpr llvm::StringLiteral capacity = "the capacity";
inline constexpr llvm::StringLiteral root = "the root";
inline constexpr llvm::StringLiteral transfers = "the number of transfers";
inline constexpr llvm::StringLiteral reducers = "the number of reducers";
inline constexpr llvm::StringLiteral transferCost = "the cost of a transfer";
inline constexpr llvm::StringLiteral combineCost = "the cost of a combine";
inline constexpr llvm::StringLiteral depth = "the depth";
inline constexpr llvm::StringLiteral replicas = "the number of replicas";
inline constexpr llvm::StringLiteral stageRank = "the rank of a stage";
inline constexpr llvm::StringLiteral speed = "a speed";
inline constexpr llvm::StringLiteral bandwidth = "the bandwidth";
inline constexpr llvm::StringLiteral latency = "the latency";
inline constexpr llvm::StringLiteral work = "the work";
inline constexpr llvm::StringLiteral data = "the size of the data";
} // namespace parameterNames

/// Starts the diagnostic; arguments, ranges and fix-its follow with <<.
clang::DiagnosticBuilder report(clang::DiagnosticsEngine &,
                                clang::SourceLocation, DiagnosticKind);

/// The catalogue's name of what the engine has under this number; empty where
/// it is not in the catalogue.
llvm::StringRef nameOf(const clang::DiagnosticsEngine &, unsigned id);

/// The text as it stands in the catalogue, placeholders included.
llvm::StringRef diagnosticText(DiagnosticKind);

/// The candidate nearest to `word`, if it is near enough to be a slip of the
/// fingers: one letter, a third of the letters, or two letters swapped. Empty
/// otherwise. The first wins a tie.
llvm::StringRef nearestName(llvm::StringRef word,
                            llvm::ArrayRef<llvm::StringRef> candidates);

/// "'a', 'b' or 'c'", for messages.
std::string quotedAlternatives(llvm::ArrayRef<llvm::StringRef> names);

} // namespace redistc::directive

#endif
