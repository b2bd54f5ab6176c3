//===- GridMessages.cpp - The true messages of an assignment --------------===//
//
// Rows of ranks are products of rows of axes. Source ranks are visited in the
// order of the source's dimensions and partners in that of the target's, so
// that the list comes out sorted.
//
//===----------------------------------------------------------------------===//
#include "Product/GridMessages.h"

#include "Product/ProductGrid.h"
#include "Support/LengthUnits.h"

#include <algorithm>
#include <limits>

using namespace redist::schedule;

/// Blocks of one side that `length` elements, `stride` apart, can lie in.
static std::int64_t blockCount(const DimensionLayout &layout,
                               std::int64_t length, std::int64_t stride) {
  if (!layout.isCyclic())
    return layout.ranks;
  const Int128 span = Int128{length} * (stride < 0 ? -Int128{stride} : stride);
  return static_cast<std::int64_t>(
      std::min<Int128>(span / layout.block + 1, length));
}

/// Of one axis; of its superblock where it has no length.
static Int128 messageBound(const Axis &axis) {
  if (axis.shares)
    return axis.shares->pairs();
  Int128 pairs = Int128{axis.source.ranks} * axis.target.ranks;
  if (axis.isRegular())
    if (const Result<CommunicationGrid> grid = CommunicationGrid::make(
            {axis.source.cyclic(), axis.target.cyclic()}))
      pairs = grid->messageCount();
  if (!axis.length)
    return pairs;
  if (axis.target.hasHalo()) {
    const std::int64_t all = axis.deliveries();
    // Each target cuts two blocks of a cyclic source.
    if (axis.source.isCyclic())
      pairs = std::min(pairs,
                       Int128{blockCount(axis.source, all, axis.sourceStride)} +
                           2 * Int128{axis.target.ranks});
    return std::min(pairs, Int128{all});
  }
  const Int128 pieces =
      Int128{blockCount(axis.source, *axis.length, axis.sourceStride)} +
      blockCount(axis.target, *axis.length, axis.targetStride);
  return std::min({pairs, pieces, Int128{*axis.length}});
}

std::int64_t redist::schedule::messageBound(const Assignment &assignment) {
  Int128 product = 1;
  for (const Axis &axis : assignment.axes)
    product = std::min<Int128>(product * ::messageBound(axis), sizeLimit);
  return static_cast<std::int64_t>(product);
}

bool redist::schedule::fitsList(const Assignment &assignment) {
  const std::int64_t limit = std::numeric_limits<std::int32_t>::max();
  return std::max({assignment.sourceRanks(), assignment.targetRanks(),
                   messageBound(assignment)}) <= limit;
}

/// Source coordinates that can have messages.
static std::int64_t activeCoordinates(const Axis &axis) {
  if (!axis.length || !axis.isRegular())
    return axis.source.ranks;
  return std::min(axis.source.ranks,
                  ceilDivide(*axis.length, axis.source.block));
}

/// The rows of an axis for one superblock.
static Result<ProductGrid> superblockOf(const Axis &axis) {
  Assignment alone;
  alone.axes = {axis};
  return ProductGrid::make(alone);
}

/// Appends a row by ascending partner: through an array of all partners where
/// most of them are in it.
void AxisRows::appendSorted(std::vector<ProductMessage> &row,
                            std::int64_t ranks) {
  if (4 * static_cast<std::int64_t>(row.size()) > ranks) {
    dense.assign(static_cast<std::size_t>(ranks), 0);
    for (const ProductMessage &message : row)
      dense[static_cast<std::size_t>(message.partner)] = message.length;
    for (std::int64_t q = 0; q < ranks; ++q)
      if (const std::int64_t length = dense[static_cast<std::size_t>(q)];
          length > 0)
        partners.push_back({q, length});
    return;
  }
  std::sort(row.begin(), row.end(),
            [](const auto &a, const auto &b) { return a.partner < b.partner; });
  for (const ProductMessage &message : row)
    partners.push_back({message.partner, message.length});
}

AxisRows::AxisRows(const Axis &axis, std::int64_t unit) {
  const std::int64_t active = activeCoordinates(axis);
  begins = {0};
  begins.reserve(static_cast<std::size_t>(active) + 1);
  if (axis.length) {
    const AxisFinder finder(axis);
    std::vector<AxisPartner> row;
    for (std::int64_t p = 0; p < active; ++p) {
      finder.partnersOfSource(p, row);
      partners.insert(partners.end(), row.begin(), row.end());
      begins.push_back(partners.size());
    }
  } else if (const Result<ProductGrid> grid = superblockOf(axis)) {
    std::vector<ProductMessage> row;
    for (std::int64_t p = 0; p < active; ++p) {
      grid->row(p, row);
      appendSorted(row, axis.target.ranks);
      begins.push_back(partners.size());
    }
  }
  if (unit != 1)
    for (AxisPartner &partner : partners)
      partner.length = ceilDivide(partner.length, unit);
}

std::span<const AxisPartner> AxisRows::row(std::int64_t coordinate) const {
  if (coordinate >= coordinates())
    return {};
  const auto i = static_cast<std::size_t>(coordinate);
  return std::span(partners).subspan(begins[i], begins[i + 1] - begins[i]);
}

static std::vector<std::int64_t> unitsOf(const Assignment &assignment) {
  std::vector<AxisTotal> totals;
  for (const Axis &axis : assignment.axes) {
    AxisTotal total = {axis.length ? axis.deliveries() : 0, 0,
                       axis.source.ranks == 1 && axis.target.ranks == 1};
    total.messages = static_cast<std::int64_t>(
        std::min<Int128>(::messageBound(axis), sizeLimit));
    if (!axis.length)
      if (const Result<CommunicationGrid> grid = CommunicationGrid::make(
              {axis.source.cyclic(), axis.target.cyclic()}))
        total.elements = grid->superblock().value_or(2 * (sizeLimit - 1));
    totals.push_back(total);
  }
  return lengthUnits(std::move(totals));
}

double redist::schedule::lengthUnitOf(const Assignment &assignment) {
  double unit = 1;
  for (const std::int64_t axisUnit : unitsOf(assignment))
    unit *= static_cast<double>(axisUnit);
  for (const Axis &axis : assignment.axes)
    if (!axis.length)
      if (const Result<CommunicationGrid> grid = CommunicationGrid::make(
              {axis.source.cyclic(), axis.target.cyclic()}))
        unit *= static_cast<double>(grid->lengthUnit());
  return unit;
}

/// Makes the list, one source rank after the other.
class MessageCollector {
public:
  explicit MessageCollector(const Assignment &given);
  std::vector<ListedMessage> collect() {
    visitSources(0, 0);
    return std::move(list);
  }

private:
  void visitSources(std::size_t dimension, std::int64_t p);
  void visitTargets(std::size_t axis, std::int64_t p, const AxisPartner &sofar);

  const Assignment &assignment;
  RankNumbering sources, targets;
  std::vector<AxisRows> axes;
  std::vector<std::size_t> axisOfSource; ///< axis of a source dimension
  std::vector<std::span<const AxisPartner>> rows; ///< of one source rank
  std::vector<ListedMessage> list;
};

MessageCollector::MessageCollector(const Assignment &given)
    : assignment(given), sources(RankNumbering::ofSource(given)),
      targets(RankNumbering::ofTarget(given)), axisOfSource(given.dimensions()),
      rows(given.dimensions()) {
  const std::vector<std::int64_t> units = unitsOf(given);
  for (std::size_t k = 0; k < given.dimensions(); ++k) {
    axes.emplace_back(given.axes[k], units[k]);
    axisOfSource[given.sourceDimensionOf(k)] = k;
  }
}

void MessageCollector::visitSources(std::size_t dimension, std::int64_t p) {
  if (dimension == axes.size()) {
    visitTargets(0, p, {0, 1});
    return;
  }
  const std::size_t k = axisOfSource[dimension];
  for (std::int64_t c = 0; c < axes[k].coordinates(); ++c) {
    rows[k] = axes[k].row(c);
    if (!rows[k].empty())
      visitSources(dimension + 1, p + c * sources.stride(k));
  }
}

void MessageCollector::visitTargets(std::size_t axis, std::int64_t p,
                                    const AxisPartner &sofar) {
  const std::int64_t stride = targets.stride(axis);
  if (axis + 1 < axes.size()) {
    for (const AxisPartner &own : rows[axis])
      visitTargets(axis + 1, p,
                   {sofar.coordinate + own.coordinate * stride,
                    sofar.length * own.length});
    return;
  }
  for (const AxisPartner &own : rows[axis])
    if (const std::int64_t q = sofar.coordinate + own.coordinate * stride;
        assignment.sharing.sourceOf(q, sources.ranks()) != p)
      list.push_back({static_cast<std::int32_t>(p),
                      static_cast<std::int32_t>(q), sofar.length * own.length});
}

MessageList redist::schedule::messagesOf(const Assignment &assignment) {
  MessageList result;
  result.list = MessageCollector(assignment).collect();
  result.byColumn = orderByColumn(result.list, assignment.targetRanks());
  return result;
}
