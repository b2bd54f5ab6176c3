//===- LayoutText.h - A layout as users write it ----------------*- C++ -*-===//
//
// Room View: the layout grammar of the directive language in one dimension, as
// `redist-plan` takes it in --from and --to.
//
//   layout : dist onto(n) [at(n)]
//   dist   : block | block(k) | cyclic | cyclic(k)
//
//   "cyclic(3) onto(16)"  ->  blocks of 3 dealt round robin to 16 ranks
//
// Comes in: text. Goes out: what it says, with every number known; or one
// sentence that quotes the offending words and their column. Knows no extent:
// blockCyclic() brings the two together.
//
//===----------------------------------------------------------------------===//
#ifndef REDISTC_VIEW_LAYOUTTEXT_H
#define REDISTC_VIEW_LAYOUTTEXT_H

#include "redist/Schedule/BlockCyclic.h"

#include <optional>
#include <string>
#include <string_view>
#include <variant>

namespace redistc::view {

/// Why a text was not understood: lower case, one sentence, no full stop.
struct TextError {
  std::string message;
};

/// A value, or the reason why the text has none.
template <typename T> using Parsed = std::variant<T, TextError>;

enum class DistributionKind { Block, Cyclic };

struct LayoutText {
  DistributionKind kind = DistributionKind::Cyclic;
  /// k of block(k) or cyclic(k), positive; absent where none was written.
  std::optional<std::int64_t> block;
  std::int64_t ranks = 1; ///< n of onto(n), positive
  std::int64_t first = 0; ///< n of at(n), not negative

  /// `block` alone: its block size follows from the extent.
  bool needsExtent() const { return kind == DistributionKind::Block && !block; }
  bool operator==(const LayoutText &) const = default;
};

/// Parses the whole of `text`.
Parsed<LayoutText> parseLayout(std::string_view text);

/// The layout again, in the shortest spelling: "cyclic onto(4) at(2)".
std::string toText(const LayoutText &);

/// The layout over `extent` elements. BlockTooSmall, ExtentNegative.
/// Precondition: an extent is given where layout.needsExtent(). Without one,
/// block(k) is taken as a whole number of superblocks of cyclic(k).
redist::schedule::Result<redist::schedule::BlockCyclic>
blockCyclic(const LayoutText &, std::optional<std::int64_t> extent);

} // namespace redistc::view

#endif
