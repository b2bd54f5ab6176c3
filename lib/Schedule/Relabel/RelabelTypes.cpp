//===- RelabelTypes.cpp - Rank types of a relabelling ---------------------===//
//
// A choice of messages (class, x, y) of the quotient (CommunicationGrid.h) in
// which no row (type, x) and no column (type, y) is used twice lifts to all
// translated copies of it, and the best one does to a best one (averaging over
// the copies). So rows are row types with alpha each, columns are column types
// with beta each, and of the classes between two types the heaviest is enough.
// In several dimensions types, x and y are tuples.
//
//   CYCLIC(1) on 3 -> CYCLIC(2) on 3: p sends class (p - 2q) mod 3; with one
//   type each and alpha = beta = 1 the heaviest class stays: W = 2, all three
//   times, of the 6 elements of the superblock.
//
//===----------------------------------------------------------------------===//
#include "Relabel/RelabelProblem.h"

using namespace redist::schedule;

/// The heaviest class between any two types. Only as many classes as there are
/// pairs of types are different modulo r's'.
static AxisEdges typesOf(const CommunicationGrid &grid) {
  AxisEdges result;
  const std::int64_t types = grid.rowTypes() * grid.columnTypes();
  result.columns = grid.columnTypes();
  result.rows.resize(static_cast<std::size_t>(grid.rowTypes()));
  const std::int64_t pairs = std::min(types, grid.classCount());
  for (std::int64_t c = 0; c < pairs; ++c) {
    const std::int64_t first = grid.firstClass() + c;
    AxisEdge best = {modulo(first, grid.columnTypes()), 0, 0};
    for (std::int64_t i = c; i < grid.classCount(); i += types) {
      const std::int64_t residue = grid.firstClass() + i;
      if (const std::int64_t weight = grid.weight(residue); weight > best.value)
        best.value = weight, best.classResidue = residue;
    }
    result.rows[static_cast<std::size_t>(modulo(first, grid.rowTypes()))]
        .push_back(best);
  }
  return result;
}

/// What a row (type, x) of the quotient was given: an edge, and y.
namespace {
struct Slot {
  std::int32_t edge = -1;
  std::int64_t y = 0;
};
} // namespace

/// Numbers all x of a type, and all y of a column, in the order of edges.
static std::vector<Slot> slotsOf(const TransportationProblem &problem,
                                 const std::vector<std::int64_t> &flows,
                                 std::int64_t alpha) {
  std::vector<Slot> slots(problem.supplies.size() *
                          static_cast<std::size_t>(alpha));
  std::vector<std::int64_t> usedX(problem.supplies.size(), 0);
  std::vector<std::int64_t> usedY(problem.capacities.size(), 0);
  for (std::size_t e = 0; e < flows.size(); ++e) {
    const auto row = static_cast<std::size_t>(problem.edges[e].row);
    const auto column = static_cast<std::size_t>(problem.edges[e].column);
    for (std::int64_t i = 0; i < flows[e]; ++i)
      slots[row * static_cast<std::size_t>(alpha) +
            static_cast<std::size_t>(usedX[row]++)] = {
          static_cast<std::int32_t>(e), usedY[column]++};
  }
  return slots;
}

namespace {

/// The transportation problem of the types, and its solution.
class TypeProblem {
public:
  explicit TypeProblem(const RelabelProblem &);

  /// Upper bound for the edges that solve() looks at.
  std::int64_t edgeBound() const;
  void solve();
  /// New position of a source rank's process; -1: none was chosen.
  std::int64_t positionOf(std::int64_t sourceRank) const;

private:
  const RelabelProblem &given;
  std::vector<CommunicationGrid> grids;
  std::vector<AxisEdges> axes;
  std::int64_t alpha = 1, beta = 1, rows = 1, columns = 1;
  ProductEdges product;
  std::vector<Slot> slots;
};

} // namespace

TypeProblem::TypeProblem(const RelabelProblem &problem) : given(problem) {
  for (const Axis &axis : given.assignment.axes) {
    const CommunicationGrid &grid = grids.emplace_back(gridOf(axis));
    alpha *= grid.alpha();
    beta *= grid.beta();
    rows *= grid.rowTypes();
    columns *= grid.columnTypes();
  }
}

std::int64_t TypeProblem::edgeBound() const {
  std::int64_t edges = 1;
  for (const CommunicationGrid &grid : grids)
    edges = boundedProduct(
        edges, std::min(boundedProduct(grid.rowTypes(), grid.columnTypes()),
                        grid.classCount()));
  return edges;
}

void TypeProblem::solve() {
  for (const CommunicationGrid &grid : grids)
    axes.push_back(typesOf(grid));
  TransportationProblem problem;
  problem.supplies.assign(static_cast<std::size_t>(rows), alpha);
  problem.capacities.assign(static_cast<std::size_t>(columns), beta);
  std::vector<std::int64_t> types(grids.size());
  for (std::int64_t row = 0; row < rows; ++row) {
    std::int64_t rest = row;
    for (std::size_t k = grids.size(); k-- > 0;) {
      types[k] = rest % grids[k].rowTypes();
      rest /= grids[k].rowTypes();
    }
    product.appendRow(axes, types, static_cast<std::int32_t>(row));
  }
  problem.edges = product.edges;
  slots = slotsOf(problem, transport(problem), alpha);
}

std::int64_t TypeProblem::positionOf(std::int64_t sourceRank) const {
  const auto typeOf = [&](std::size_t k, std::int64_t p) {
    const std::int64_t types = grids[k].rowTypes();
    return p % types * (grids[k].reducedSourceBlock() % types) % types;
  };
  std::int64_t row = 0, x = 0;
  for (std::size_t k = 0; k < grids.size(); ++k) {
    const std::int64_t p = given.sourceCoordinate(k, sourceRank);
    row = row * grids[k].rowTypes() + typeOf(k, p);
    x = x * grids[k].alpha() + p / grids[k].rowPeriod();
  }
  const Slot slot = slots[static_cast<std::size_t>(row * alpha + x)];
  if (slot.edge < 0)
    return -1;
  const auto firstPart = static_cast<std::size_t>(slot.edge) * grids.size();
  std::int64_t position = 0, y = slot.y;
  for (std::size_t k = grids.size(); k-- > 0;) {
    const CommunicationGrid &grid = grids[k];
    const std::int64_t p = given.sourceCoordinate(k, sourceRank);
    const auto &edges = axes[k].rows[static_cast<std::size_t>(typeOf(k, p))];
    const AxisEdge &part =
        edges[static_cast<std::size_t>(product.parts[firstPart + k])];
    position +=
        given.targetStrides[k] * (grid.columnOfClass(p, part.classResidue) +
                                  y % grid.beta() * grid.columnPeriod());
    y /= grid.beta();
  }
  return position;
}

std::optional<Positions>
redist::schedule::positionsByTypes(const RelabelProblem &given) {
  TypeProblem problem(given);
  if (problem.edgeBound() > maxEdges)
    return std::nullopt;
  problem.solve();
  Positions positions(static_cast<std::size_t>(given.targetRanks), -1);
  for (const SharedProcess &process : given.shared)
    positions[static_cast<std::size_t>(process.target)] =
        problem.positionOf(process.source);
  return positions;
}
