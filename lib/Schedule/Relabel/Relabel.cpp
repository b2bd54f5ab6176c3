//===- Relabel.cpp - Target ranks permuted to keep data in place ----------===//
//
// Choosing positions for the processes of both grids so that most elements stay
// is a transportation problem, and ranks that owe the same to everybody are one
// row or one column of it. Where superblocks count and all source ranks are in
// the target too, the types of ranks are enough (RelabelTypes.cpp); otherwise
// rows are the ranks that are shared, and columns all positions, or coordinates
// p mod a and q mod b of them on the axes where superblocks count
// (CommunicationGrid.h).
//
//===----------------------------------------------------------------------===//
#include "redistSchedule/Relabel/Relabel.h"

#include "Relabel/RelabelProblem.h"
#include "redistSchedule/Intersection/AxisFinder.h"

#include <numeric>

using namespace redist::schedule;

/// With more pairs of ranks than this, axes of at least half a superblock count
/// as whole ones.
static constexpr std::int64_t maxExactPairs = std::int64_t{1} << 18;

RelabelProblem::RelabelProblem(const Assignment &given)
    : assignment(given), sourceRanks(given.sourceRanks()),
      targetRanks(given.targetRanks()),
      sourceStrides(given.sourceRankStrides()),
      targetStrides(given.targetRankStrides()), byClass(given.dimensions(), 0) {
  if (given.sharing.kind == RankSharing::Kind::None)
    return;
  for (std::int64_t q = 0; q < targetRanks; ++q)
    if (const std::int64_t p = given.sharing.sourceOf(q, sourceRanks); p >= 0)
      shared.push_back({q, p});
}

void ProductEdges::appendRow(const std::vector<AxisEdges> &axes,
                             const std::vector<std::int64_t> &coordinates,
                             std::int32_t row) {
  const std::size_t dimensions = axes.size();
  std::vector<const std::vector<AxisEdge> *> lists;
  for (std::size_t k = 0; k < dimensions; ++k) {
    lists.push_back(&axes[k].rows[static_cast<std::size_t>(coordinates[k])]);
    if (lists.back()->empty())
      return;
  }
  std::vector<std::int32_t> at(dimensions, 0);
  while (true) {
    std::int64_t column = 0, value = 1;
    for (std::size_t k = 0; k < dimensions; ++k) {
      const AxisEdge &part = (*lists[k])[static_cast<std::size_t>(at[k])];
      column = column * axes[k].columns + part.column;
      value = boundedProduct(value, part.value);
    }
    edges.push_back({row, static_cast<std::int32_t>(column), value});
    parts.insert(parts.end(), at.begin(), at.end());
    std::size_t k = dimensions;
    while (k > 0 &&
           at[k - 1] + 1 == static_cast<std::int32_t>(lists[k - 1]->size()))
      at[--k] = 0;
    if (k == 0)
      return;
    ++at[k - 1];
  }
}

/// At least as many pairs of coordinates share anything.
static std::int64_t pairBound(const Axis &axis) {
  if (!axis.isRegular())
    return boundedProduct(axis.source.ranks, axis.target.ranks);
  const CommunicationGrid grid = gridOf(axis);
  return axis.length ? grid.messageBound(*axis.length) : grid.messageCount();
}

/// Chooses the axes that count by class.
static void chooseClasses(RelabelProblem &problem) {
  std::int64_t pairs = 1;
  for (const Axis &axis : problem.assignment.axes)
    pairs = boundedProduct(pairs, pairBound(axis));
  for (std::size_t k = 0; k < problem.dimensions(); ++k) {
    const Axis &axis = problem.axis(k);
    if (!axis.isRegular())
      continue;
    const std::optional<std::int64_t> superblock = gridOf(axis).superblock();
    const std::int64_t length = axis.length.value_or(0);
    problem.byClass[k] =
        !axis.length || (superblock && length % *superblock == 0) ||
        (superblock && pairs > maxExactPairs && length >= *superblock / 2);
  }
}

/// Rows are coordinates of the source, columns of the target; where classes
/// count, one of those that owe or get the same.
static AxisEdges coordinatesOf(const Axis &given, bool byClass) {
  Axis axis = given;
  AxisEdges result;
  std::int64_t rows = axis.source.ranks;
  result.columns = axis.target.ranks;
  if (byClass) {
    axis.length.reset();
    const CommunicationGrid grid = gridOf(axis);
    rows = grid.rowPeriod();
    result.columns = grid.columnPeriod();
  }
  const AxisFinder finder(axis);
  std::vector<AxisPartner> partners;
  for (std::int64_t row = 0; row < rows; ++row) {
    finder.partnersOfSource(row, partners);
    std::vector<AxisEdge> &edges = result.rows.emplace_back();
    for (const AxisPartner &partner : partners)
      if (partner.coordinate < result.columns)
        edges.push_back(
            {partner.coordinate, std::min(partner.length, maxElements), 0});
  }
  return result;
}

/// Shared processes by the row that they have in common.
namespace {
struct Row {
  std::vector<std::int64_t> coordinates;
  std::vector<std::int64_t> targets; ///< of its processes, ascending
};
} // namespace

static std::vector<Row> rowsOf(const RelabelProblem &problem,
                               const std::vector<AxisEdges> &axes) {
  std::vector<Row> rows;
  std::vector<std::int32_t> rowOf; // by number of the coordinates; -1: none yet
  std::int64_t count = 1;
  for (const AxisEdges &axis : axes)
    count *= static_cast<std::int64_t>(axis.rows.size());
  rowOf.assign(static_cast<std::size_t>(count), -1);
  std::vector<std::int64_t> coordinates(axes.size());
  for (const SharedProcess &process : problem.shared) {
    std::int64_t number = 0;
    for (std::size_t k = 0; k < axes.size(); ++k) {
      const auto period = static_cast<std::int64_t>(axes[k].rows.size());
      coordinates[k] = problem.sourceCoordinate(k, process.source) % period;
      number = number * period + coordinates[k];
    }
    std::int32_t &row = rowOf[static_cast<std::size_t>(number)];
    if (row < 0) {
      row = static_cast<std::int32_t>(rows.size());
      rows.push_back({coordinates, {}});
    }
    rows[static_cast<std::size_t>(row)].targets.push_back(process.target);
  }
  return rows;
}

/// The index-th position whose coordinates make up a column.
static std::int64_t positionOfColumn(const RelabelProblem &problem,
                                     const std::vector<AxisEdges> &axes,
                                     std::int64_t column, std::int64_t index) {
  std::int64_t position = 0;
  for (std::size_t k = axes.size(); k-- > 0;) {
    const std::int64_t repeats = problem.axis(k).target.ranks / axes[k].columns;
    const std::int64_t q =
        column % axes[k].columns + index % repeats * axes[k].columns;
    column /= axes[k].columns;
    index /= repeats;
    position += q * problem.targetStrides[k];
  }
  return position;
}

/// Of all axes; empty where the product has too many edges.
static std::vector<AxisEdges> allCoordinates(const RelabelProblem &given) {
  std::vector<AxisEdges> axes;
  std::int64_t edges = 1;
  for (std::size_t k = 0; k < given.dimensions(); ++k) {
    if (pairBound(given.axis(k)) > maxEdges)
      return {};
    axes.push_back(coordinatesOf(given.axis(k), given.byClass[k]));
    std::int64_t ofAxis = 0;
    for (const auto &row : axes.back().rows)
      ofAxis += static_cast<std::int64_t>(row.size());
    edges = boundedProduct(edges, ofAxis);
  }
  return edges > maxEdges ? std::vector<AxisEdges>() : axes;
}

std::optional<Positions>
redist::schedule::positionsByRanks(const RelabelProblem &given) {
  const std::vector<AxisEdges> axes = allCoordinates(given);
  if (axes.empty())
    return std::nullopt;
  std::int64_t columns = 1;
  for (const AxisEdges &axis : axes)
    columns *= axis.columns;
  const std::vector<Row> rows = rowsOf(given, axes);
  TransportationProblem problem;
  ProductEdges product;
  for (std::size_t row = 0; row < rows.size(); ++row) {
    problem.supplies.push_back(
        static_cast<std::int64_t>(rows[row].targets.size()));
    product.appendRow(axes, rows[row].coordinates,
                      static_cast<std::int32_t>(row));
  }
  problem.capacities.assign(static_cast<std::size_t>(columns),
                            given.targetRanks / columns);
  problem.edges = std::move(product.edges);
  const std::vector<std::int64_t> flows = transport(problem);

  Positions positionOf(static_cast<std::size_t>(given.targetRanks), -1);
  std::vector<std::size_t> usedOfRow(rows.size(), 0);
  std::vector<std::int64_t> usedOfColumn(static_cast<std::size_t>(columns), 0);
  for (std::size_t e = 0; e < flows.size(); ++e) {
    const auto row = static_cast<std::size_t>(problem.edges[e].row);
    const std::int32_t column = problem.edges[e].column;
    for (std::int64_t i = 0; i < flows[e]; ++i)
      positionOf[static_cast<std::size_t>(
          rows[row].targets[usedOfRow[row]++])] =
          positionOfColumn(given, axes, column,
                           usedOfColumn[static_cast<std::size_t>(column)]++);
  }
  return positionOf;
}

/// Elements that stay, by true lengths where there are any.
static std::int64_t keptBy(const RelabelProblem &problem,
                           const Positions &positionOf) {
  std::vector<AxisFinder> finders(problem.assignment.axes.begin(),
                                  problem.assignment.axes.end());
  std::int64_t sum = 0;
  for (const SharedProcess &process : problem.shared) {
    const std::int64_t position =
        positionOf[static_cast<std::size_t>(process.target)];
    std::int64_t product = 1;
    for (std::size_t k = 0; k < finders.size() && product > 0; ++k)
      product = boundedProduct(
          product,
          finders[k].length(problem.sourceCoordinate(k, process.source),
                            problem.targetCoordinate(k, position)));
    sum = std::min(sum + product, maxElements);
  }
  return sum;
}

/// Gives the positions that are left to those that have none, both ascending.
static void fillUp(Positions &positionOf) {
  std::vector<char> taken(positionOf.size(), 0);
  for (const std::int64_t position : positionOf)
    if (position >= 0)
      taken[static_cast<std::size_t>(position)] = 1;
  std::size_t next = 0;
  for (std::int64_t &position : positionOf)
    if (position < 0) {
      while (taken[next])
        ++next;
      position = static_cast<std::int64_t>(next++);
    }
}

/// What a rank keeps is its part: halos do not count.
Relabelling redist::schedule::relabel(const Assignment &given) {
  const Assignment assignment = withoutHalos(given);
  RelabelProblem problem(assignment);
  Relabelling identity;
  identity.positionOf.resize(static_cast<std::size_t>(problem.targetRanks));
  std::iota(identity.positionOf.begin(), identity.positionOf.end(), 0);
  if (problem.shared.empty())
    return identity;
  identity.keptIdentity = keptBy(problem, identity.positionOf);
  identity.kept = identity.keptIdentity;

  chooseClasses(problem);
  const bool isByClass =
      std::find(problem.byClass.begin(), problem.byClass.end(), 0) ==
      problem.byClass.end();
  std::optional<Positions> positions =
      isByClass && static_cast<std::int64_t>(problem.shared.size()) ==
                       problem.sourceRanks
          ? positionsByTypes(problem)
          : positionsByRanks(problem);
  if (!positions)
    return identity;
  fillUp(*positions);
  Relabelling result = identity;
  result.kept = keptBy(problem, *positions);
  if (result.kept <= identity.kept)
    return identity;
  result.positionOf = *std::move(positions);
  return result;
}

Assignment redist::schedule::relabelled(const Assignment &assignment,
                                        const Relabelling &relabelling) {
  Assignment result = assignment;
  result.sharing = {RankSharing::Kind::Map, 0, {}};
  result.sharing.map.resize(relabelling.positionOf.size());
  const std::int64_t sourceRanks = assignment.sourceRanks();
  for (std::size_t i = 0; i < relabelling.positionOf.size(); ++i)
    result.sharing.map[static_cast<std::size_t>(relabelling.positionOf[i])] =
        assignment.sharing.sourceOf(static_cast<std::int64_t>(i), sourceRanks);
  return result;
}
