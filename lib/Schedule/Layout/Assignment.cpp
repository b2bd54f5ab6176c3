//===- Assignment.cpp - Y[section] = X[section], checked and numbered -----===//
//
// Owners and local indices of one dimension, ranks of both grids, and what can
// be wrong with an assignment. What a schedule depends on of it (canonical())
// is decided elsewhere.
//
//===----------------------------------------------------------------------===//
#include "redistSchedule/Layout/Assignment.h"

#include "Support/Arithmetic.h"

#include <algorithm>
#include <utility>

using namespace redist::schedule;

std::int64_t DimensionLayout::unshiftedExtent(std::int64_t extent,
                                              std::int64_t coordinate) const {
  if (isCyclic())
    return cyclic().localExtent(extent, coordinate);
  if (coordinate < 0 || coordinate >= ranks)
    return 0;
  std::int64_t left = extent;
  for (std::int64_t i = 0; i < coordinate && left > 0; ++i)
    left -= sizes[static_cast<std::size_t>(i)];
  const std::int64_t size = sizes[static_cast<std::size_t>(coordinate)];
  return std::clamp<std::int64_t>(left, 0, size);
}

std::int64_t DimensionLayout::localExtent(std::int64_t extent,
                                          std::int64_t coordinate) const {
  if (isMapped())
    return coordinate < 0 || coordinate >= ranks
               ? 0
               : sizes[static_cast<std::size_t>(coordinate)];
  const std::int64_t all = unshiftedExtent(extent + shift, coordinate);
  return shift == 0 ? all : all - unshiftedExtent(shift, coordinate);
}

std::int64_t DimensionLayout::owner(std::int64_t globalIndex) const {
  if (isCyclic())
    return cyclic().owner(globalIndex + shift);
  std::int64_t coordinate = 0;
  for (std::int64_t left = globalIndex + shift; coordinate + 1 < ranks;
       ++coordinate) {
    left -= sizes[static_cast<std::size_t>(coordinate)];
    if (left < 0)
      break;
  }
  return coordinate;
}

std::int64_t DimensionLayout::unshiftedIndex(std::int64_t globalIndex) const {
  if (isCyclic())
    return cyclic().localIndex(globalIndex);
  std::int64_t left = globalIndex;
  for (std::int64_t i = 0; i + 1 < ranks; ++i) {
    const std::int64_t size = sizes[static_cast<std::size_t>(i)];
    if (left < size)
      break;
    left -= size;
  }
  return left;
}

std::int64_t DimensionLayout::localIndex(std::int64_t globalIndex) const {
  const std::int64_t index = unshiftedIndex(globalIndex + shift);
  return shift == 0 ? index
                    : index - unshiftedExtent(shift, owner(globalIndex));
}

std::int64_t DimensionLayout::globalIndex(std::int64_t coordinate,
                                          std::int64_t localIndex) const {
  if (shift != 0)
    localIndex += unshiftedExtent(shift, coordinate);
  if (isCyclic())
    return cyclic().globalIndex(coordinate, localIndex) - shift;
  std::int64_t index = localIndex - shift;
  for (std::int64_t i = 0; i < coordinate; ++i)
    index += sizes[static_cast<std::size_t>(i)];
  return index;
}

Result<DimensionLayout> redist::schedule::withHalo(DimensionLayout layout,
                                                   std::int64_t extent,
                                                   std::int64_t before,
                                                   std::int64_t after) {
  if (layout.ranks == 1 || (before == 0 && after == 0))
    return layout;
  if (layout.isCyclic() &&
      ceilDivide(extent + layout.shift, layout.block) > layout.ranks)
    return Error{ErrorKind::BlockTooSmall,
                 "halo needs one interval of elements on each rank: cyclic(" +
                     std::to_string(layout.block) + ") on " +
                     std::to_string(layout.ranks) + " ranks deals " +
                     std::to_string(extent) +
                     " elements in several blocks a rank"};
  std::vector<std::int64_t> sizes;
  for (std::int64_t i = 0; i < layout.ranks; ++i)
    sizes.push_back(layout.localExtent(extent, i));
  DimensionLayout made{layout.ranks, 1, std::move(sizes)};
  made.before = std::min(before, extent);
  made.after = std::min(after, extent);
  return made;
}

/// Positions t of [0, length) with low <= lower + t * stride < high.
static Int128 positionsWithin(const Axis &axis, Int128 low, Int128 high) {
  Int128 lower = axis.targetLower, stride = axis.targetStride;
  if (stride < 0) { // the same indices from the other end
    lower += stride * (*axis.length - 1);
    stride = -stride;
  }
  const auto positionsBelow = [&](Int128 index) {
    const Int128 count = (index - lower + stride - 1) / stride;
    return index <= lower ? Int128{0} : std::min<Int128>(count, *axis.length);
  };
  return positionsBelow(high) - positionsBelow(low);
}

std::int64_t Axis::deliveries() const {
  if (shares)
    return shares->elements();
  if (!target.hasHalo() || *length == 0)
    return *length;
  Int128 sum = 0, begin = 0;
  for (const std::int64_t size : target.sizes) {
    if (size > 0)
      sum += positionsWithin(*this, begin - target.before,
                             begin + size + target.after);
    begin += size;
  }
  return static_cast<std::int64_t>(std::min<Int128>(sum, sizeLimit));
}

bool Axis::isRegular() const {
  return source.isCyclic() && target.isCyclic() && sourceLower == 0 &&
         sourceStride == 1 && targetLower == 0 && targetStride == 1 &&
         source.shift == 0 && target.shift == 0 && !shares;
}

std::int64_t RankSharing::sourceOf(std::int64_t q,
                                   std::int64_t sourceRanks) const {
  switch (kind) {
  case Kind::None:
    return -1;
  case Kind::Shift:
    return q >= -shift && q < sourceRanks - shift ? q + shift : -1;
  case Kind::Map:
    return map[static_cast<std::size_t>(q)];
  }
  return -1;
}

std::int64_t Assignment::sourceRanks() const {
  std::int64_t product = 1;
  for (const Axis &axis : axes)
    product *= axis.source.ranks;
  return product;
}

std::int64_t Assignment::targetRanks() const {
  std::int64_t product = 1;
  for (const Axis &axis : axes)
    product *= axis.target.ranks;
  return product;
}

std::vector<std::int64_t> Assignment::sourceRankStrides() const {
  std::vector<std::size_t> axisOf(axes.size());
  for (std::size_t k = 0; k < axes.size(); ++k)
    axisOf[sourceDimensionOf(k)] = k;
  std::vector<std::int64_t> strides(axes.size());
  std::int64_t stride = 1;
  for (std::size_t dimension = axes.size(); dimension-- > 0;) {
    strides[axisOf[dimension]] = stride;
    stride *= axes[axisOf[dimension]].source.ranks;
  }
  return strides;
}

std::vector<std::int64_t> Assignment::targetRankStrides() const {
  std::vector<std::int64_t> strides(axes.size());
  std::int64_t stride = 1;
  for (std::size_t k = axes.size(); k-- > 0;) {
    strides[k] = stride;
    stride *= axes[k].target.ranks;
  }
  return strides;
}

std::int64_t Assignment::elements() const {
  std::int64_t product = 1;
  for (const Axis &axis : axes)
    product *= *axis.length;
  return product;
}

std::int64_t Assignment::deliveries() const {
  std::int64_t product = 1;
  for (const Axis &axis : axes)
    product *= axis.deliveries();
  return product;
}

Assignment redist::schedule::withoutHalos(Assignment assignment) {
  for (Axis &axis : assignment.axes)
    axis.target.before = axis.target.after = 0;
  return assignment;
}

static std::string nameOf(const DimensionLayout &layout) {
  const std::string onto = ") onto(" + std::to_string(layout.ranks) + ")";
  if (layout.isCyclic())
    return "cyclic(" + std::to_string(layout.block) + onto;
  return "gen_block(" + std::to_string(layout.sizes.size()) + " sizes" + onto;
}

std::optional<Error> redist::schedule::checkSizes(
    std::int64_t ranks, std::size_t count,
    const std::function<std::int64_t(std::size_t)> &sizeAt,
    std::int64_t extent) {
  const auto counted = [](auto number, const char *noun) {
    return std::to_string(number) + noun + (number == 1 ? "" : "s");
  };
  if (!std::cmp_equal(count, ranks))
    return Error{ErrorKind::BlockTooSmall,
                 "gen_block has " + counted(count, " size") + " for " +
                     counted(ranks, " rank")};
  Int128 sum = 0;
  for (std::size_t i = 0; i < count; ++i) {
    const std::int64_t size = sizeAt(i);
    if (size < 0)
      return Error{ErrorKind::BlockNotPositive,
                   "size " + std::to_string(i) +
                       " of gen_block must not be negative, it is " +
                       std::to_string(size)};
    sum += size;
  }
  if (sum >= sizeLimit)
    return Error{ErrorKind::TooLarge,
                 "the sizes of gen_block are too large: their sum must be "
                 "below 2^62"};
  if (sum < extent)
    return Error{ErrorKind::BlockTooSmall,
                 "the sizes of gen_block add up to " +
                     std::to_string(static_cast<std::int64_t>(sum)) +
                     ", less than the extent " + std::to_string(extent)};
  return std::nullopt;
}

/// Places for elements, where they are not repeated. At most 2^62, for more is
/// as good.
static Int128 placesOf(const DimensionLayout &layout) {
  Int128 places = layout.isCyclic() ? Int128{layout.ranks} * layout.block : 0;
  for (const std::int64_t size : layout.sizes)
    places += size;
  return std::min<Int128>(places, sizeLimit);
}

Result<DimensionLayout>
redist::schedule::shifted(DimensionLayout layout, std::int64_t shift,
                          bool wraps, std::optional<std::int64_t> extent) {
  const Int128 places = placesOf(layout);
  const std::int64_t end = extent.value_or(1);
  if (wraps && places == sizeLimit && shift != 0)
    return Error{ErrorKind::TooLarge,
                 nameOf(layout) + " is too large for a shift: ranks times "
                                  "block size must be below 2^62"};
  if (!wraps && end > 0 && (shift < 0 || Int128{end} + shift > places)) {
    const Int128 element = shift < 0 ? 0 : end - 1;
    const Int128 place = element + shift;
    return Error{
        ErrorKind::BlockTooSmall,
        "shift(" + std::to_string(shift) + ") puts element " +
            std::to_string(static_cast<std::int64_t>(element)) +
            (place >= sizeLimit
                 ? " beyond all"
                 : " at " + std::to_string(static_cast<std::int64_t>(place))) +
            ", but the places on the ranks are 0 to " +
            std::to_string(static_cast<std::int64_t>(places) - 1)};
  }
  if (wraps)
    shift = modulo(shift, static_cast<std::int64_t>(places));
  layout.shift = layout.ranks == 1 || end <= 0 ? 0 : shift;
  return layout;
}

static std::optional<Error> checkLayout(const DimensionLayout &layout) {
  const Result<BlockCyclic> valid = makeBlockCyclic(layout.ranks, layout.block);
  if (!valid)
    return valid.error();
  if (!layout.isCyclic())
    return checkSizes(
        layout.ranks, layout.sizes.size(),
        [&](std::size_t i) { return layout.sizes[i]; }, 0);
  if (!productFits(layout.ranks, layout.block))
    return Error{ErrorKind::TooLarge,
                 nameOf(layout) + " is too large: ranks times block size must "
                                  "be below 2^62"};
  return std::nullopt;
}

/// One side of an axis that has `length` elements. Precondition: the layout is
/// valid, length >= 0.
static std::optional<Error> checkSection(const DimensionLayout &layout,
                                         std::int64_t length,
                                         std::int64_t lower,
                                         std::int64_t stride) {
  if (stride == 0)
    return Error{ErrorKind::BlockNotPositive,
                 "the stride of a section must not be 0"};
  // So that a stride may be turned round.
  if (stride <= -sizeLimit || stride >= sizeLimit || lower <= -sizeLimit ||
      lower >= sizeLimit)
    return Error{ErrorKind::TooLarge,
                 "a section is too large: its bounds and stride must be below "
                 "2^62"};
  if (length == 0)
    return std::nullopt;
  const Int128 last = lower + Int128{stride} * (length - 1);
  const Int128 least = std::min<Int128>(lower, last);
  const Int128 greatest = std::max<Int128>(lower, last);
  if (least < 0)
    return Error{ErrorKind::ExtentNegative,
                 "a section of " + std::to_string(length) +
                     " elements from index " + std::to_string(lower) +
                     " with stride " + std::to_string(stride) +
                     " reaches negative indices"};
  if (greatest + layout.shift >= sizeLimit)
    return Error{ErrorKind::TooLarge,
                 "a section of " + std::to_string(length) +
                     " elements from index " + std::to_string(lower) +
                     " with stride " + std::to_string(stride) +
                     " is too large: its indices must be below 2^62"};
  if (layout.isCyclic())
    return std::nullopt;
  const auto covered =
      static_cast<std::int64_t>(placesOf(layout)) - layout.shift;
  if (greatest < covered)
    return std::nullopt;
  return Error{ErrorKind::BlockTooSmall,
               nameOf(layout) + " holds " + std::to_string(covered) +
                   " elements, and index " +
                   std::to_string(static_cast<std::int64_t>(greatest)) +
                   " is asked for"};
}

/// Without shares nobody knows what coordinates share of a mapped side.
static std::optional<Error> checkMaps(const Axis &axis) {
  if (axis.shares || !(axis.source.isMapped() || axis.target.isMapped()))
    return std::nullopt;
  return Error{ErrorKind::BadEncoding,
               "the shares of an axis of any owners are missing"};
}

/// Only targets have halos, and only beside intervals.
static std::optional<Error> checkHalo(const Axis &axis) {
  const auto isWidth = [](std::int64_t width) {
    return width >= 0 && width < sizeLimit;
  };
  const DimensionLayout &target = axis.target;
  if (isWidth(target.before) && isWidth(target.after) &&
      !(target.hasHalo() && target.isCyclic()) && axis.source.before == 0 &&
      axis.source.after == 0)
    return std::nullopt;
  return Error{ErrorKind::BadEncoding,
               "a halo is not beside the intervals of a target"};
}

static std::optional<Error> checkAxis(const Axis &axis) {
  for (const DimensionLayout *layout : {&axis.source, &axis.target})
    if (std::optional<Error> error = checkLayout(*layout))
      return error;
  if (std::optional<Error> error = checkHalo(axis))
    return error;
  if (std::optional<Error> error = checkMaps(axis))
    return error;
  if (!axis.length)
    return axis.isRegular()
               ? std::nullopt
               : std::optional(Error{ErrorKind::ExtentNegative,
                                     "gen_block and sections need a length"});
  if (*axis.length < 0)
    return Error{ErrorKind::ExtentNegative,
                 "the extent must not be negative, it is " +
                     std::to_string(*axis.length)};
  if (*axis.length >= sizeLimit)
    return Error{ErrorKind::TooLarge, "an extent of " +
                                          std::to_string(*axis.length) +
                                          " is too large: it must be below "
                                          "2^62"};
  // Of a mapped side whoever has made its shares has checked its section.
  if (!axis.source.isMapped())
    if (std::optional<Error> error = checkSection(
            axis.source, *axis.length, axis.sourceLower, axis.sourceStride))
      return error;
  if (axis.target.isMapped())
    return std::nullopt;
  return checkSection(axis.target, *axis.length, axis.targetLower,
                      axis.targetStride);
}

/// Whether `values` are different numbers of [0, limit); -1 may repeat where
/// it is allowed.
static bool areDistinct(std::vector<std::int64_t> values, std::int64_t limit,
                        bool allowNone) {
  std::sort(values.begin(), values.end());
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (allowNone && values[i] == -1)
      continue;
    if (values[i] < 0 || values[i] >= limit ||
        (i > 0 && values[i] == values[i - 1]))
      return false;
  }
  return true;
}

/// Products of the ranks of both sides and of all lengths.
static std::optional<Error> checkProducts(const Assignment &assignment) {
  Int128 sourceRanks = 1, targetRanks = 1, elements = 1;
  for (const Axis &axis : assignment.axes) {
    sourceRanks *= axis.source.ranks;
    targetRanks *= axis.target.ranks;
    if (sourceRanks >= sizeLimit || targetRanks >= sizeLimit)
      break;
    // Stays beyond the limit but for an extent of 0.
    const std::int64_t length = axis.length ? axis.deliveries() : 1;
    elements = length == 0 ? 0 : std::min<Int128>(elements * length, sizeLimit);
  }
  if (sourceRanks >= sizeLimit || targetRanks >= sizeLimit ||
      2 * sourceRanks * targetRanks >= sizeLimit)
    return Error{ErrorKind::TooLarge,
                 "the grids are too large: the product of the numbers of "
                 "their ranks must be below 2^61"};
  if (elements >= sizeLimit)
    return Error{ErrorKind::TooLarge,
                 "the array is too large: it must have fewer than 2^62 "
                 "elements"};
  return std::nullopt;
}

std::optional<Error> redist::schedule::check(const Assignment &assignment) {
  for (const Axis &axis : assignment.axes)
    if (std::optional<Error> error = checkAxis(axis))
      return error;
  if (std::optional<Error> error = checkProducts(assignment))
    return error;
  const std::vector<std::int32_t> &permutation = assignment.sourceDimension;
  const auto dimensions = static_cast<std::int64_t>(assignment.dimensions());
  if (!permutation.empty() &&
      (static_cast<std::int64_t>(permutation.size()) != dimensions ||
       !areDistinct({permutation.begin(), permutation.end()}, dimensions,
                    false)))
    return Error{ErrorKind::BadEncoding,
                 "the source dimensions are not a permutation"};
  const RankSharing &sharing = assignment.sharing;
  if (sharing.kind == RankSharing::Kind::Shift &&
      (sharing.shift <= -sizeLimit || sharing.shift >= sizeLimit))
    return Error{ErrorKind::TooLarge, "the shift between the grids is too "
                                      "large: it must be below 2^62"};
  if (sharing.kind == RankSharing::Kind::Map &&
      (static_cast<std::int64_t>(sharing.map.size()) !=
           assignment.targetRanks() ||
       !areDistinct(sharing.map, assignment.sourceRanks(), true)))
    return Error{ErrorKind::BadEncoding,
                 "the ranks shared by both grids are not a partial matching"};
  return std::nullopt;
}
