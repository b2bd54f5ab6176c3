//===- LayoutText.h - A layout as users write it ----------------*- C++ -*-===//
//
// Room View: the layout grammar of the directive language, as `redist-plan`
// takes it in --from and --to.
//
//   layout : dist [shift(n)] {, dist [shift(n)]} onto(grid {, grid}) [at(n)]
//            [(room | halo)(width {, width})]
//   dist   : * | block | block(k) | cyclic | cyclic(k) | gen_block(n {, n})
//          | indirect([n {[,] n}])
//   grid   : n | copies(n) | partial(op, n)
//   width  : n | n : n
//
//   "cyclic(3), * onto(16)"  ->  blocks of 3 rows dealt round robin to 16 ranks
//
// Comes in: text. Goes out: what it says, with every number known; or one
// sentence that quotes the offending words and their column. Knows no extents:
// dimensionLayouts() brings the two together.
//
//===----------------------------------------------------------------------===//
#ifndef REDISTC_VIEW_LAYOUTTEXT_H
#define REDISTC_VIEW_LAYOUTTEXT_H

#include "redistSchedule/Layout/Assignment.h"

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace redistc::view {

/// Why a text was not understood: lower case, one sentence, no full stop.
struct TextError {
  std::string message;
};

/// A value, or the reason why the text has none.
template <typename T> using Parsed = std::variant<T, TextError>;

enum class DistributionKind {
  Undistributed,
  Block,
  Cyclic,
  GenBlock,
  Indirect
};

struct DistributionText {
  DistributionKind kind = DistributionKind::Cyclic;
  /// k of block(k) or cyclic(k), positive; absent where none was written.
  std::optional<std::int64_t> block = std::nullopt;
  /// Of gen_block: not negative.
  std::vector<std::int64_t> sizes = {};
  std::int64_t shift = 0; ///< n of shift(n)
  /// Of indirect: the coordinate of each index, not negative.
  std::vector<std::int64_t> owners = {};

  bool isDistributed() const { return kind != DistributionKind::Undistributed; }
  bool isMapped() const { return kind == DistributionKind::Indirect; }
  /// `block` alone: its block size follows from the extent; what is shifted has
  /// no superblock that begins at element 0.
  bool needsExtent() const {
    return (kind == DistributionKind::Block && !block) ||
           (kind != DistributionKind::GenBlock && isDistributed() &&
            shift != 0);
  }
  bool operator==(const DistributionText &) const = default;
};

/// One copies(ranks) or partial(operation, ranks) in onto().
struct CopiesText {
  std::int64_t ranks = 1;
  std::size_t place = 0;      ///< numbers of ranks in onto() before it
  std::string operation = {}; ///< of partial; empty: copies
  bool operator==(const CopiesText &) const = default;
};

/// Elements of the neighbours before and after a rank's part.
struct WidthText {
  std::int64_t before = 0, after = 0; ///< not negative
  bool operator==(const WidthText &) const = default;
};

/// Invariant of what is parsed: `ranks` has one entry for each distributed
/// dimension, or is {1} or, beside copies, empty where there is none; a
/// gen_block has as many sizes; owners of indirect are coordinates of the grid,
/// and it has no shift; `halo` has a width for each dimension or none.
struct LayoutText {
  std::vector<DistributionText> dimensions;
  std::vector<std::int64_t> ranks;     ///< of onto(), positive
  std::int64_t first = 0;              ///< n of at(n), not negative
  std::vector<CopiesText> copies = {}; ///< of onto(), in their order; and parts
  std::vector<WidthText> halo = {}; ///< of halo() alone: room() moves nothing
  /// Of ranks(): the rank at each position of the grid; empty: from `first` on.
  std::vector<std::int64_t> map = {};

  bool needsExtent() const;
  bool operator==(const LayoutText &) const = default;
};

/// Parses the whole of `text`.
Parsed<LayoutText> parseLayout(std::string_view text);

/// The layout again, in the shortest spelling: "cyclic, * onto(4) at(2)".
std::string toText(const LayoutText &);

/// " of dimension 1" where there are several, for messages.
std::string ofDimension(const LayoutText &, std::size_t dimension);

/// Elements of each dimension, where known.
using Extents = std::vector<std::optional<std::int64_t>>;

/// The dimensions over `extents`, one of each, without their halos.
/// BlockTooSmall, ExtentNegative. Precondition: an extent is there where a
/// dimension needs it. Without one, block(k) is taken as a whole number of
/// superblocks of cyclic(k). An axis with an indirect dimension also needs its
/// shares (sharesOf()).
redist::schedule::Result<std::vector<redist::schedule::DimensionLayout>>
dimensionLayouts(const LayoutText &, const Extents &extents);

/// What coordinates of two dimensions of `extent` elements share, of which one
/// or both are indirect; the layouts are theirs, with a halo of the target.
/// Precondition: an indirect one has `extent` owners; no other is too small.
redist::schedule::AxisShares
sharesOf(const DistributionText &source,
         const redist::schedule::DimensionLayout &sourceLayout,
         const DistributionText &target,
         const redist::schedule::DimensionLayout &targetLayout,
         std::int64_t extent);

/// Widens dimensions of a target by the layout's halo. Errors as withHalo();
/// BlockTooSmall where the dimension is indirect: it has no neighbours.
/// Precondition: a dimension with a halo has an extent.
redist::schedule::Result<std::vector<redist::schedule::DimensionLayout>>
withHalos(std::vector<redist::schedule::DimensionLayout>, const LayoutText &,
          const Extents &extents);

/// Whether it has parts.
bool hasParts(const LayoutText &);

/// Its copies and parts, as an assignment has them.
std::vector<redist::schedule::Holders> holdersOf(const LayoutText &);

/// Dimensions as `redist-plan` shows them, block sizes and all:
/// "cyclic(3) shift(2), * onto(4)". Long lists of sizes are cut short.
/// `roles`: what each is, "cyclic(3) onto(4, copies(2))"; empty: dimensions.
std::string
toText(std::span<const redist::schedule::DimensionLayout> dimensions,
       const std::vector<redist::schedule::AxisRole> &roles = {});

} // namespace redistc::view

#endif
