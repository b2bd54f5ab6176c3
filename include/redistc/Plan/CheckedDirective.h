//===- CheckedDirective.h - A directive with its meaning -------*- C++ -*-===//
//
// The input of Plan, produced by Sema: pure values, no Clang. A parameter is
// either a constant that Sema evaluated, or unknown until run time. Text is
// kept only as opaque C++ to be placed into generated code; where the directive
// stands in the file is Emit's business, found again through `id`.
//
//===----------------------------------------------------------------------===//
#ifndef REDISTC_PLAN_CHECKEDDIRECTIVE_H
#define REDISTC_PLAN_CHECKEDDIRECTIVE_H

#include "redist/Schedule/Schedule.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace redistc::plan {

/// Index of a directive in its translation unit, in source order.
using DirectiveId = std::uint32_t;

/// An integer expression of a clause.
struct Parameter {
  std::string text;                  ///< macro-expanded C++ of the expression
  std::optional<std::int64_t> value; ///< where it is a constant expression
};

enum class DistributionKind {
  Block,      ///< block: ⌈N/P⌉
  BlockSized, ///< block(k)
  Cyclic,     ///< cyclic(k); `cyclic` has the constant size 1
};

/// dist onto(ranks) at(firstRank), one dimension.
struct CheckedLayout {
  DistributionKind distribution = DistributionKind::Cyclic;
  Parameter block;     ///< unused for DistributionKind::Block
  Parameter ranks;     ///< onto
  Parameter firstRank; ///< at; text "0" by default
};

/// The constants of one directive in one context: the function itself, or one
/// instantiation of the template that contains it.
struct CheckedInstance {
  std::string context; ///< "" or e.g. "reblock<16>", for remarks
  Parameter extent;
  CheckedLayout from;
  CheckedLayout to;
};

/// A `#pragma redistribute` that passed Sema.
struct CheckedRedistribute {
  DirectiveId id = 0;
  std::string file;     ///< as the user named it
  unsigned line = 0;    ///< of the directive's '#'
  std::string spelling; ///< the directive on one line, for the comment
  std::string object;   ///< source object, C++ text
  std::string into;     ///< destination object; empty: in place
  std::optional<Parameter> intoExtent; ///< into(b[m])
  std::string communicator;            ///< C++ text; "MPI_COMM_WORLD" default
  redist::schedule::StrategyKind strategy =
      redist::schedule::StrategyKind::Auto;
  /// Raw pointers: the runtime cannot see the size of the storage.
  bool objectIsPointer = false;
  bool intoIsPointer = false;
  /// At least one; several for a template. All have the same texts.
  std::vector<CheckedInstance> instances;
  /// In a template whose uninstantiated parameters may still take other
  /// values (always true inside a template).
  bool isTemplated = false;
};

} // namespace redistc::plan

#endif
