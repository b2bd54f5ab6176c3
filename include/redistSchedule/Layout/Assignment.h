//===- Assignment.h - Y[section] = X[section], dimension by dimension -----===//
//
// The general redistribution as a value. Comes in: how each dimension of source
// and target is dealt onto the coordinates of its grid, which elements of each
// take part, and which ranks of both grids are the same process. Everything
// about messages and schedules of several dimensions is computed from this.
//
// An axis pairs one dimension of the source with one of the target: element
// t, 0 <= t < length, goes from index sourceLower + t * sourceStride to index
// targetLower + t * targetStride. Messages are products: rank p owes rank q the
// product over the axes of the elements that their coordinates share.
//
//   A[6][10], (block, *) onto(2)  ->  (*, cyclic(2)) onto(2)
//   axis 0: CYCLIC(3) on 2 -> 1 coordinate, length 6
//   axis 1: 1 coordinate -> CYCLIC(2) on 2, length 10
//   source rank 0 owes target rank 1 the 3 * 4 elements [0,3) x {2,3,6,7}
//
//===----------------------------------------------------------------------===//
#ifndef REDISTSCHEDULE_LAYOUT_ASSIGNMENT_H
#define REDISTSCHEDULE_LAYOUT_ASSIGNMENT_H

#include "redistSchedule/Layout/AxisShares.h"
#include "redistSchedule/Layout/BlockCyclic.h"

#include <functional>
#include <memory>
#include <vector>

namespace redist::schedule {

/// How one dimension is dealt onto the coordinates of its grid: CYCLIC(block),
/// or, where `sizes` is not empty, the next sizes[i] elements to coordinate i
/// (gen_block; HPF 2.0). Undistributed (`*`) is {1 rank, block 1}.
/// Element i lies where element i + shift of the unshifted layout would; each
/// coordinate stores its elements without a gap, so that its first block may be
/// short. Where `map` is not 0, elements lie on any coordinates: sizes[i] of
/// them on coordinate i, in an order of its own; which ones, only the shares of
/// an axis tell.
/// Of a target, `before` and `after` are the widths of a halo: a coordinate
/// whose part is not empty gets as many elements of its neighbours on either
/// side, too, as far as there are any. Invariant: ranks, block > 0; sizes is
/// empty, or has `ranks` entries >= 0; shift >= 0, and 0 on one rank; before,
/// after >= 0, and 0 where sizes is empty; with a map, sizes is not empty, and
/// shift, before and after are 0.
struct DimensionLayout {
  std::int64_t ranks = 1;
  std::int64_t block = 1;
  std::vector<std::int64_t> sizes;
  std::int64_t shift = 0;
  std::int64_t before = 0, after = 0;
  std::uint64_t map = 0; ///< which elements lie where: equal iff these are

  bool operator==(const DimensionLayout &) const = default;

  bool isMapped() const { return map != 0; }
  bool hasHalo() const { return before > 0 || after > 0; }
  bool isCyclic() const { return sizes.empty(); }
  /// Precondition: isCyclic().
  BlockCyclic cyclic() const { return {ranks, block}; }
  /// Number of the `extent` elements that lie on `coordinate`; 0 outside the
  /// grid.
  std::int64_t localExtent(std::int64_t extent, std::int64_t coordinate) const;
  /// Coordinate and local index of a global index. Precondition of a
  /// gen_block: 0 <= globalIndex < sum of sizes - shift. None of them where
  /// isMapped().
  std::int64_t owner(std::int64_t globalIndex) const;
  std::int64_t localIndex(std::int64_t globalIndex) const;
  std::int64_t globalIndex(std::int64_t coordinate,
                           std::int64_t localIndex) const;

private:
  // Of the layout without its shift.
  std::int64_t unshiftedExtent(std::int64_t extent,
                               std::int64_t coordinate) const;
  std::int64_t unshiftedIndex(std::int64_t globalIndex) const;
};

/// The unshifted layout with a shift; none is left where it changes nothing.
/// `wraps`: CYCLIC, whose shift may be any number. Elsewhere all of the
/// `extent` elements must keep an owner (BlockTooSmall), as far as the extent
/// is known. TooLarge.
Result<DimensionLayout> shifted(DimensionLayout, std::int64_t shift, bool wraps,
                                std::optional<std::int64_t> extent);

/// The error in the `count` sizes of a gen_block, or none. There must be one
/// size for each rank, none negative, and their sum must be below 2^62 and at
/// least `extent`. BlockTooSmall, BlockNotPositive, TooLarge.
std::optional<Error>
checkSizes(std::int64_t ranks, std::size_t count,
           const std::function<std::int64_t(std::size_t)> &sizeAt,
           std::int64_t extent);

/// The layout of `extent` elements with a halo: as sizes; as it is where there
/// is one rank, or no width. BlockTooSmall where a rank's part is not one
/// interval: blocks of cyclic(k) have no neighbours on their rank.
/// Precondition: before, after, extent >= 0; gen_block sizes hold the extent.
Result<DimensionLayout> withHalo(DimensionLayout, std::int64_t extent,
                                 std::int64_t before, std::int64_t after);

/// What the elements along an axis are, and whose storage extends along it.
enum class AxisRole {
  Elements, ///< of a dimension of both sides
  OfTarget, ///< of one that the source lacks: it gives the same to all
  OfSource, ///< of one that the target lacks: a single one
  Copies,   ///< who gives and who gets an element with several holders
  Parts,    ///< those whose combination it is, all of which go to who gets it
};

struct Axis {
  DimensionLayout source;
  DimensionLayout target;
  /// Elements along the axis; absent: what is asked of does not depend on it,
  /// and lengths are those of one superblock (canonical() below).
  std::optional<std::int64_t> length;
  // The sections; strides are not 0, and may be negative.
  std::int64_t sourceLower = 0, sourceStride = 1;
  std::int64_t targetLower = 0, targetStride = 1;
  AxisRole role = AxisRole::Elements;
  /// Copies of the source share what they give: each coordinate stores all
  /// elements of the dimension, and gives those that `source` deals to it.
  bool sourceIsWhole = false;
  /// Where either side is mapped: what pairs of coordinates share. Equal where
  /// it is the same object.
  std::shared_ptr<const AxisShares> shares = nullptr;

  bool operator==(const Axis &) const = default;

  bool isDimension() const {
    return role != AxisRole::Copies && role != AxisRole::Parts;
  }
  /// Whether it is a dimension of the source / the target.
  bool hasSource() const {
    return role == AxisRole::Elements || role == AxisRole::OfSource;
  }
  bool hasTarget() const {
    return role == AxisRole::Elements || role == AxisRole::OfTarget;
  }

  /// Both sides CYCLIC, whole from 0 on with stride 1, not shifted, without
  /// shares: the communication grid of its superblock describes it.
  bool isRegular() const;
  /// Elements that all coordinates of the target get together: each of them
  /// once, but for halos. 2^62 stands for more. Precondition: has a length.
  std::int64_t deliveries() const;
};

/// Which source rank is the same process as a target rank. What stays on a
/// process is copied: it is no message and takes no step.
struct RankSharing {
  enum class Kind {
    None,  ///< disjoint, or nobody asks: every pair is a message
    Shift, ///< target rank q is source rank q + shift
    Map    ///< target rank q is source rank sourceOf[q]; -1: no source rank
  };
  Kind kind = Kind::None;
  std::int64_t shift = 0;
  std::vector<std::int64_t> map;

  bool operator==(const RankSharing &) const = default;

  /// Source rank that is target rank q; -1 where there is none among
  /// `sourceRanks`.
  std::int64_t sourceOf(std::int64_t q, std::int64_t sourceRanks) const;
};

/// Ranks of either grid are numbered row-major over its dimensions, in the
/// order of the dimensions of that side (undistributed ones have extent 1).
/// Copies count among the dimensions.
struct Assignment {
  /// Axis k is dimension k of the target ...
  std::vector<Axis> axes;
  /// ... and dimension sourceDimension[k] of the source: a permutation. Empty:
  /// the identity.
  std::vector<std::int32_t> sourceDimension;
  RankSharing sharing;

  bool operator==(const Assignment &) const = default;

  std::size_t dimensions() const { return axes.size(); }
  /// Of axis k.
  std::size_t sourceDimensionOf(std::size_t k) const {
    return sourceDimension.empty()
               ? k
               : static_cast<std::size_t>(sourceDimension[k]);
  }
  std::int64_t sourceRanks() const;
  std::int64_t targetRanks() const;
  /// What coordinate + 1 on axis k adds to a rank of the source / target grid.
  std::vector<std::int64_t> sourceRankStrides() const;
  std::vector<std::int64_t> targetRankStrides() const;
  /// Product of the lengths. Precondition: all are there.
  std::int64_t elements() const;
  /// The same of what all targets get.
  std::int64_t deliveries() const;
};

/// The assignment of dimensions of which either side may lack some. An axis
/// with both, or OfSource, is dimension sourceOf[k] of the source; the others
/// get one behind these. Those of the target come first, in its order. Here a
/// sourceStride may be 0: the axis becomes two, the index of the source and
/// the positions of the target, which the source lacks. Precondition: an axis
/// OfTarget has no source layout, one OfSource no target layout.
Assignment assignmentOf(const std::vector<Axis> &axes,
                        const std::vector<std::int32_t> &sourceOf);

/// `ranks` coordinates of a grid that hold the same elements, copies(ranks) of
/// onto(), or parts of their values, partial(op, ranks); their extent stands
/// before that of `dimension` in the row-major order of the grid.
struct Holders {
  std::int64_t ranks = 1;
  std::size_t dimension = 0;
  bool areParts = false;

  bool operator==(const Holders &) const = default;
};

/// Adds the holders of both sides as axes: k copies of a target are k positions
/// along an axis, one on each coordinate; position i comes from copy i mod c of
/// c copies of the source, which are paired with those of the target in their
/// order. Copies of the source that have none beside them share a dimension
/// that the target alone distributes, as it does: a rank in both grids then
/// gives itself what it wants. Where there is no such dimension, copy 0 gives
/// all. k parts of a source are k positions, one on each coordinate, all of
/// which every target gets. Precondition: the axes of `dimensions` are
/// dimensions; ranks > 0; `dimension` ascends; a target has no parts.
Assignment withHolders(Assignment dimensions,
                       const std::vector<Holders> &source,
                       const std::vector<Holders> &target);

/// Whether source rank p gives target rank q anything, as far as copies decide.
/// Precondition: axes of copies have their lengths.
bool holdersMeet(const Assignment &, std::int64_t p, std::int64_t q);

/// Whether elements are combinations of parts.
bool hasParts(const Assignment &);

/// Without halos.
Assignment withoutHalos(Assignment);

/// Checks the invariants above, and that the sections lie within gen_blocks,
/// that ranks and elements stay within 62 bits: RanksNotPositive,
/// BlockNotPositive, BlockTooSmall (gen_block sizes that do not cover a
/// section), ExtentNegative, TooLarge.
std::optional<Error> check(const Assignment &);

/// What any schedule of an assignment depends on; the compiler, the runtime and
/// redist-plan all decide by this. Nothing else is left out: the least number
/// of steps is the same, and costs are in proportion.
/// canonical(canonical(x)) == canonical(x).
/// Precondition: check() finds nothing wrong.
Assignment canonical(const Assignment &);

/// Of a canonical assignment: without lengths where the schedule of the
/// superblock may serve (long regular axes; many messages whose least number of
/// steps is that of the superblock).
Assignment periodic(Assignment);
/// Of a canonical assignment: without the sharing where copying what stays
/// saves no step. What both give is canonical again.
Assignment disjoint(Assignment);
/// Whether what stays on a process makes one step fewer enough.
bool savesStep(const Assignment &);

} // namespace redist::schedule

#endif
