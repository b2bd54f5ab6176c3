//===- Canonical.cpp - What a schedule depends on -------------------------===//
//
// docs/SchedulingMath.md, section 7. What an assignment says beyond that is
// left out, so that one schedule serves all that agree:
//
//   undistributed axes   their sections and lengths weigh all messages alike
//   lengths              of axes of many superblocks, or of whole ones; of all
//                        axes, where the messages are many and their number of
//                        steps is that of the superblock
//   sharing              where some rank of greatest degree keeps nothing:
//                        then copying what stays saves no step
//
//===----------------------------------------------------------------------===//
#include "Arithmetic.h"
#include "GridMessages.h"
#include "ProductGrid.h"

#include <algorithm>
#include <limits>

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

/// Regular axes that have a length: what depends on it.
class LengthChoice {
public:
  explicit LengthChoice(Assignment &given) : assignment(given) {}

  void choose() {
    for (std::size_t k = 0; k < assignment.dimensions(); ++k)
      if (!isTrivial(assignment.axes[k]) && isLong(assignment.axes[k]))
        assignment.axes[k].length.reset();
    const auto isIrregular = [](const Axis &axis) { return !axis.isRegular(); };
    if (messageBound(assignment) > listLimit &&
        std::none_of(assignment.axes.begin(), assignment.axes.end(),
                     isIrregular))
      keepWhatLowersSteps();
  }

private:
  /// Many superblocks, or whole ones only, whose lengths are in proportion.
  static bool isLong(const Axis &axis);
  void keepWhatLowersSteps();

  Assignment &assignment;
};

bool LengthChoice::isLong(const Axis &axis) {
  if (!axis.length || !axis.isRegular())
    return false;
  const std::optional<CommunicationGrid> grid = gridOf(axis);
  if (!grid)
    return false;
  const std::optional<std::int64_t> superblock = grid->superblock();
  if (!superblock)
    return false;
  const bool isWhole = *axis.length > 0 && *axis.length % *superblock == 0;
  return isWhole || *axis.length / longAxis >= *superblock;
}

/// Many messages, all axes regular: lengths of less than a superblock stay if
/// they make the greatest degree smaller.
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
  const bool saves = std::max(row, column) < std::max(fullRow, fullColumn);
  for (std::size_t k = 0; k < assignment.dimensions(); ++k)
    if (!saves || !lowers[k])
      assignment.axes[k].length.reset();
}

/// Degrees of the coordinates of one axis, and who has a message for whom.
class AxisDegrees {
public:
  explicit AxisDegrees(const Axis &axis);

  std::int64_t row(std::int64_t p) const { return at(rows, p); }
  std::int64_t column(std::int64_t q) const { return at(columns, q); }
  std::int64_t maxRow() const { return greatest(rows); }
  std::int64_t maxColumn() const { return greatest(columns); }
  bool meet(std::int64_t p, std::int64_t q) const {
    return grid ? grid->length(p, q) > 0 : finder->length(p, q) > 0;
  }

private:
  static std::int64_t at(const std::vector<std::int64_t> &degrees,
                         std::int64_t i) {
    return degrees[static_cast<std::size_t>(i)];
  }
  static std::int64_t greatest(const std::vector<std::int64_t> &degrees) {
    return *std::max_element(degrees.begin(), degrees.end());
  }

  std::optional<ProductGrid> grid;  ///< of an axis without a length
  std::optional<AxisFinder> finder; ///< of the others
  std::vector<std::int64_t> rows, columns;
};

AxisDegrees::AxisDegrees(const Axis &axis)
    : rows(static_cast<std::size_t>(axis.source.ranks), 0),
      columns(static_cast<std::size_t>(axis.target.ranks), 0) {
  if (axis.length) {
    finder.emplace(axis);
    const AxisRows all(axis, 1);
    for (std::int64_t p = 0; p < all.coordinates(); ++p)
      rows[static_cast<std::size_t>(p)] = all.degree(p);
    for (const AxisPartner &partner : all.all())
      ++columns[static_cast<std::size_t>(partner.coordinate)];
    return;
  }
  Assignment alone;
  alone.axes = {axis};
  if (Result<ProductGrid> made = ProductGrid::make(alone))
    grid = *std::move(made);
  if (!grid)
    return;
  for (std::int64_t p = 0; p < axis.source.ranks; ++p)
    rows[static_cast<std::size_t>(p)] = grid->rowDegree(p);
  for (std::int64_t q = 0; q < axis.target.ranks; ++q)
    columns[static_cast<std::size_t>(q)] = grid->columnDegree(q);
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
    else if (column == degree && columnDegree(q) == degree)
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

Assignment redist::schedule::canonical(const Assignment &given) {
  Assignment result = given;
  for (Axis &axis : result.axes)
    if (isTrivial(axis))
      simplifyTrivial(axis);
  LengthChoice(result).choose();
  std::vector<std::int32_t> identity;
  for (std::size_t k = 0; k < result.dimensions(); ++k)
    identity.push_back(static_cast<std::int32_t>(k));
  if (result.sourceDimension == identity)
    result.sourceDimension.clear();
  simplifySharing(result);
  const bool isCounted = std::max(result.sourceRanks(), result.targetRanks()) <=
                         std::numeric_limits<std::int32_t>::max();
  if (result.sharing.kind != RankSharing::Kind::None &&
      (!isCounted || !SharingTest(result).savesStep()))
    result.sharing = {};
  return result;
}
