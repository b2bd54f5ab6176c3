//===- Canonical.cpp - Canonical assignments ------------------------------===//
//
// docs/SchedulingMath.md, section 7. canonical() leaves out what no schedule
// depends on:
//
//   shifts               are lower bounds: local indices are no matter
//   undistributed axes   their sections and lengths weigh all messages alike
//   lengths              of whole superblocks: messages are in proportion
//   sharing              where nothing stays on a process
//   copies               are positions as those of dimensions
//
// What a schedule need not depend on, periodic() and disjoint() leave out, so
// that one schedule serves all that agree in the rest:
//
//   lengths   of axes of many superblocks; of all axes, where the messages are
//             many and their number of steps is that of the superblock
//   sharing   where some rank of greatest degree keeps nothing: then copying
//             what stays saves no step
//
//===----------------------------------------------------------------------===//
#include "Layout/Shifts.h"
#include "Product/GridMessages.h"
#include "Product/GridRule.h"
#include "Product/ProductGrid.h"
#include "Support/Arithmetic.h"

#include <algorithm>
#include <limits>
#include <utility>

using namespace redist::schedule;

/// An axis of as many superblocks or more is scheduled by superblocks.
static constexpr std::int64_t longAxis = 8;
/// Up to as many messages, lengths of shorter axes are always taken as they
/// are.
static constexpr std::int64_t listLimit = 8192;

static bool isTrivial(const Axis &axis) {
  return axis.source.ranks == 1 && axis.target.ranks == 1;
}

static bool isEmpty(const Axis &axis) { return axis.length == 0; }

static std::optional<CommunicationGrid> gridOf(const Axis &axis) {
  Result<CommunicationGrid> grid =
      CommunicationGrid::make({axis.source.cyclic(), axis.target.cyclic()});
  if (!grid)
    return std::nullopt;
  return *std::move(grid);
}

static void simplifyTrivial(Axis &axis) {
  const bool keepsLength = isEmpty(axis);
  if (!axis.isRegular() || keepsLength)
    axis = Axis{};
  axis.length = keepsLength ? std::optional<std::int64_t>(0) : std::nullopt;
}

/// Messages of the first coordinate of each side, which has most elements.
struct FirstDegrees {
  std::int64_t row, column;
};

static FirstDegrees firstDegrees(const Axis &axis) {
  const AxisFinder finder(axis);
  std::vector<AxisPartner> row, column;
  finder.partnersOfSource(0, row);
  finder.partnersOfTarget(0, column);
  return {static_cast<std::int64_t>(row.size()),
          static_cast<std::int64_t>(column.size())};
}

/// Elements of the superblock of a regular axis that has a length; absent
/// elsewhere, and where they leave 62 bits.
static std::optional<std::int64_t> superblockOf(const Axis &axis) {
  if (!axis.length || !axis.isRegular())
    return std::nullopt;
  const std::optional<CommunicationGrid> grid = gridOf(axis);
  return grid ? grid->superblock() : std::nullopt;
}

static bool isWhole(const Axis &axis) {
  const std::optional<std::int64_t> superblock = superblockOf(axis);
  return superblock && *axis.length > 0 && *axis.length % *superblock == 0;
}

static bool isLong(const Axis &axis) {
  const std::optional<std::int64_t> superblock = superblockOf(axis);
  return superblock && *axis.length / longAxis >= *superblock;
}

/// Regular axes that have a length: what may be scheduled without it.
class LengthChoice {
public:
  explicit LengthChoice(Assignment &given) : assignment(given) {}

  void choose() {
    for (Axis &axis : assignment.axes)
      if (!isTrivial(axis) && isLong(axis))
        axis.length.reset();
    const auto isIrregular = [](const Axis &axis) { return !axis.isRegular(); };
    if (messageBound(assignment) > listLimit &&
        std::none_of(assignment.axes.begin(), assignment.axes.end(),
                     isIrregular))
      keepWhatLowersSteps();
  }

private:
  void keepWhatLowersSteps();

  Assignment &assignment;
};

/// A list of the messages is worth its time if it has no more steps than this.
/// `full`: the steps of a schedule without a list.
static Int128 worthwhileSteps(Int128 full, std::int64_t messages) {
  return messages <= maxListed ? full - 1 : full / 2;
}

/// Many messages, all axes regular: lengths of less than a superblock stay if
/// they lower the greatest degree to worthwhileSteps().
void LengthChoice::keepWhatLowersSteps() {
  Int128 fullRow = 1, fullColumn = 1, row = 1, column = 1;
  std::vector<bool> lowers(assignment.dimensions(), false);
  for (std::size_t k = 0; k < assignment.dimensions(); ++k) {
    const Axis &axis = assignment.axes[k];
    const std::optional<CommunicationGrid> grid = gridOf(axis);
    if (!grid)
      return;
    FirstDegrees own = {grid->maxRowDegree(), grid->maxColumnDegree()};
    fullRow *= own.row, fullColumn *= own.column;
    const std::optional<std::int64_t> superblock = grid->superblock();
    if (axis.length && (!superblock || *axis.length < *superblock)) {
      own = firstDegrees(axis);
      lowers[k] = own.row < grid->maxRowDegree() ||
                  own.column < grid->maxColumnDegree();
    }
    row *= own.row, column *= own.column;
  }
  const bool saves =
      std::max(row, column) <=
      worthwhileSteps(std::max(fullRow, fullColumn), messageBound(assignment));
  for (std::size_t k = 0; k < assignment.dimensions(); ++k)
    if (!saves || !lowers[k])
      assignment.axes[k].length.reset();
}

/// Who has a message for whom along one axis: of true lengths, or of the
/// superblock, however large that is.
class AxisMeeting {
public:
  explicit AxisMeeting(const Axis &axis) {
    Assignment alone;
    alone.axes = {axis};
    if (axis.length)
      finder.emplace(axis);
    else if (Result<ProductGrid> made = ProductGrid::make(alone))
      grid = *std::move(made);
  }

  bool meet(std::int64_t p, std::int64_t q) const {
    return finder ? finder->length(p, q) > 0 : grid && grid->length(p, q) > 0;
  }
  /// Of an axis without a length.
  const ProductGrid *superblock() const { return grid ? &*grid : nullptr; }

private:
  std::optional<ProductGrid> grid;
  std::optional<AxisFinder> finder;
};

/// Degrees of the coordinates of one axis.
class AxisDegrees {
public:
  explicit AxisDegrees(const Axis &axis);

  std::int64_t row(std::int64_t p) const {
    return grid() ? grid()->rowDegree(p) : at(rows, p);
  }
  std::int64_t column(std::int64_t q) const {
    return grid() ? grid()->columnDegree(q) : at(columns, q);
  }
  std::int64_t maxRow() const {
    return grid() ? grid()->grid(0).maxRowDegree() : greatest(rows);
  }
  std::int64_t maxColumn() const {
    return grid() ? grid()->grid(0).maxColumnDegree() : greatest(columns);
  }
  bool meet(std::int64_t p, std::int64_t q) const { return meeting.meet(p, q); }

private:
  const ProductGrid *grid() const { return meeting.superblock(); }
  static std::int64_t at(const std::vector<std::int64_t> &degrees,
                         std::int64_t i) {
    return degrees[static_cast<std::size_t>(i)];
  }
  static std::int64_t greatest(const std::vector<std::int64_t> &degrees) {
    return *std::max_element(degrees.begin(), degrees.end());
  }

  AxisMeeting meeting;
  std::vector<std::int64_t> rows, columns; ///< where there is no grid
};

AxisDegrees::AxisDegrees(const Axis &axis) : meeting(axis) {
  if (grid())
    return;
  rows.assign(static_cast<std::size_t>(axis.source.ranks), 0);
  columns.assign(static_cast<std::size_t>(axis.target.ranks), 0);
  if (!axis.length)
    return;
  const AxisRows all(axis, 1);
  for (std::int64_t p = 0; p < all.coordinates(); ++p)
    rows[static_cast<std::size_t>(p)] = all.degree(p);
  for (const AxisPartner &partner : all.all())
    ++columns[static_cast<std::size_t>(partner.coordinate)];
}

/// Whether what stays on a process makes fewer steps enough: every rank of
/// greatest degree keeps something.
class SharingTest {
public:
  explicit SharingTest(const Assignment &given)
      : sharing(given.sharing), sources(RankNumbering::ofSource(given)),
        targets(RankNumbering::ofTarget(given)) {
    for (const Axis &axis : given.axes)
      axes.emplace_back(axis);
  }

  bool savesStep() const;

private:
  bool meet(std::int64_t p, std::int64_t q) const {
    for (std::size_t k = 0; k < axes.size(); ++k)
      if (!axes[k].meet(sources.coordinate(p, k), targets.coordinate(q, k)))
        return false;
    return true;
  }
  std::int64_t rowDegree(std::int64_t p) const {
    std::int64_t product = 1;
    for (std::size_t k = 0; k < axes.size(); ++k)
      product *= axes[k].row(sources.coordinate(p, k));
    return product;
  }
  std::int64_t columnDegree(std::int64_t q) const {
    std::int64_t product = 1;
    for (std::size_t k = 0; k < axes.size(); ++k)
      product *= axes[k].column(targets.coordinate(q, k));
    return product;
  }

  const RankSharing &sharing;
  RankNumbering sources, targets;
  std::vector<AxisDegrees> axes;
};

bool SharingTest::savesStep() const {
  std::int64_t row = 1, column = 1;
  for (const AxisDegrees &axis : axes)
    row *= axis.maxRow(), column *= axis.maxColumn();
  const std::int64_t degree = std::max(row, column);
  if (degree == 0)
    return false;
  std::vector<bool> keeps(static_cast<std::size_t>(sources.ranks()), false);
  for (std::int64_t q = 0; q < targets.ranks(); ++q) {
    const std::int64_t p = sharing.sourceOf(q, sources.ranks());
    const bool kept = p >= 0 && meet(p, q);
    if (kept)
      keeps[static_cast<std::size_t>(p)] = true;
    else if ((column == degree && columnDegree(q) == degree) ||
             (p >= 0 && row == degree && rowDegree(p) == degree))
      return false;
  }
  for (std::int64_t p = 0; p < sources.ranks() && row == degree; ++p)
    if (!keeps[static_cast<std::size_t>(p)] && rowDegree(p) == degree)
      return false;
  return true;
}

/// A map that is a shift becomes one.
static void simplifySharing(Assignment &assignment) {
  RankSharing &sharing = assignment.sharing;
  const std::int64_t P = assignment.sourceRanks();
  const std::int64_t Q = assignment.targetRanks();
  if (sharing.kind == RankSharing::Kind::None) {
    sharing = {};
    return;
  }
  std::optional<std::int64_t> shift;
  if (sharing.kind == RankSharing::Kind::Shift)
    shift = sharing.shift;
  for (std::int64_t q = 0; q < Q && !shift; ++q)
    if (const std::int64_t p = sharing.sourceOf(q, P); p >= 0)
      shift = p - q;
  if (!shift || *shift <= -Q || *shift >= P) { // nobody is in both
    sharing = {};
    return;
  }
  const RankSharing shifted = {RankSharing::Kind::Shift, *shift, {}};
  for (std::int64_t q = 0; q < Q && sharing.kind == RankSharing::Kind::Map; ++q)
    if (sharing.sourceOf(q, P) != shifted.sourceOf(q, P)) {
      sharing.shift = 0;
      return;
    }
  sharing = shifted;
}

/// Whether some rank of both grids has a message for itself.
static bool keepsAnything(const Assignment &assignment) {
  const RankNumbering sources = RankNumbering::ofSource(assignment);
  const RankNumbering targets = RankNumbering::ofTarget(assignment);
  const std::vector<AxisMeeting> axes(assignment.axes.begin(),
                                      assignment.axes.end());
  for (std::int64_t q = 0; q < targets.ranks(); ++q) {
    const std::int64_t p = assignment.sharing.sourceOf(q, sources.ranks());
    bool meets = p >= 0;
    for (std::size_t k = 0; k < axes.size() && meets; ++k)
      meets = axes[k].meet(sources.coordinate(p, k), targets.coordinate(q, k));
    if (meets)
      return true;
  }
  return false;
}

static bool isShared(const Assignment &assignment) {
  return assignment.sharing.kind != RankSharing::Kind::None;
}

Assignment redist::schedule::canonical(const Assignment &given) {
  Assignment result = given;
  for (Axis &axis : result.axes) {
    axis.role = AxisRole::Elements;
    axis.sourceIsWhole = false;
    axis = withoutShifts(std::move(axis));
    if (isTrivial(axis))
      simplifyTrivial(axis);
    else if (isWhole(axis))
      axis.length.reset();
  }
  std::vector<std::int32_t> identity;
  for (std::size_t k = 0; k < result.dimensions(); ++k)
    identity.push_back(static_cast<std::int32_t>(k));
  if (result.sourceDimension == identity)
    result.sourceDimension.clear();
  simplifySharing(result);
  const bool isCounted = std::max(result.sourceRanks(), result.targetRanks()) <=
                         std::numeric_limits<std::int32_t>::max();
  if (isShared(result) && (!isCounted || !keepsAnything(result)))
    result.sharing = {};
  return result;
}

Assignment redist::schedule::periodic(Assignment assignment) {
  LengthChoice(assignment).choose();
  return assignment;
}

bool redist::schedule::savesStep(const Assignment &assignment) {
  return isShared(assignment) && SharingTest(assignment).savesStep();
}

/// Whether one step less is worth a look at the messages of all ranks.
static bool isWorthLooking(const Assignment &assignment) {
  constexpr std::int64_t manySteps = 20;
  if (!isByClasses(unshared(assignment)) ||
      messageBound(assignment) <= maxListed)
    return true;
  const Result<ProductGrid> grid = ProductGrid::make(assignment);
  return !grid || grid->minimumSteps() < manySteps;
}

Assignment redist::schedule::disjoint(Assignment assignment) {
  if (!isWorthLooking(assignment) || !savesStep(assignment))
    assignment.sharing = {};
  return assignment;
}
