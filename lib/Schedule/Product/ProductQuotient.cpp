//===- ProductQuotient.cpp - The quotient of a product grid ---------------===//
//
// Tuples of classes as the solvers, the colourings and the sorted bound take
// them.
//
//===----------------------------------------------------------------------===//
#include "Product/ProductGrid.h"

#include "Support/Arithmetic.h"

#include <algorithm>
#include <array>
#include <functional>
#include <optional>

using namespace redist::schedule;

/// The classes of the axes up to some axis, by number.
static std::vector<MessageClass> classesOf(const ProductGrid &product) {
  std::vector<MessageClass> classes = {{0, 0, 1}}, left;
  for (std::size_t k = 0; k < product.dimensions(); ++k) {
    const CommunicationGrid &grid = product.grid(k);
    std::vector<MessageClass> own;
    for (std::int64_t c = 0; c < grid.classCount(); ++c) {
      const std::int64_t residue = grid.firstClass() + c;
      own.push_back(
          {static_cast<std::int32_t>(modulo(residue, grid.rowTypes())),
           static_cast<std::int32_t>(modulo(residue, grid.columnTypes())),
           product.weight(k, c)});
    }
    const auto rowTypes = static_cast<std::int32_t>(grid.rowTypes());
    const auto columnTypes = static_cast<std::int32_t>(grid.columnTypes());
    left.swap(classes);
    classes.clear();
    classes.reserve(left.size() * own.size());
    for (const MessageClass &a : left)
      for (const MessageClass &b : own)
        classes.push_back({a.rowType * rowTypes + b.rowType,
                           a.columnType * columnTypes + b.columnType,
                           a.weight * b.weight});
  }
  return classes;
}

ClassProblem ProductGrid::classProblem(std::int64_t stepCount) const {
  ClassProblem problem;
  problem.alpha = alphaValue;
  problem.beta = betaValue;
  problem.rowTypes = static_cast<std::int32_t>(rowTypeCount);
  problem.columnTypes = static_cast<std::int32_t>(columnTypeCount);
  problem.classes = classesOf(*this);
  problem.stepCount = stepCount;
  return problem;
}

BipartiteGraph ProductGrid::quotientGraph() const {
  BipartiteGraph graph;
  graph.rows = static_cast<std::int32_t>(rowTypeCount * alphaValue);
  graph.columns = static_cast<std::int32_t>(columnTypeCount * betaValue);
  graph.edges.reserve(static_cast<std::size_t>(quotientSize()));
  for (const MessageClass &own : classesOf(*this))
    for (std::int64_t x = 0; x < alphaValue; ++x)
      for (std::int64_t y = 0; y < betaValue; ++y)
        graph.edges.push_back(
            {static_cast<std::int32_t>(own.rowType * alphaValue + x),
             static_cast<std::int32_t>(own.columnType * betaValue + y),
             own.weight});
  return graph;
}

/// The greatest i-th longest message of some ranks of one side. A rank has each
/// class of its type `width` times, so that its lengths are a staircase.
class SortedLengths {
public:
  /// `lack`: the ranks may lack the longest message.
  SortedLengths(std::int64_t stairWidth, bool lack)
      : width(stairWidth), offset(lack ? 1 : 0) {}

  void add(const std::vector<std::int64_t> &sorted) {
    greatest.resize(std::max(greatest.size(), sorted.size()), 0);
    for (std::size_t i = 0; i < sorted.size(); ++i)
      greatest[i] = std::max(greatest[i], sorted[i]);
  }
  std::int64_t at(std::int64_t i) const {
    const auto stair = static_cast<std::size_t>((i + offset) / width);
    return stair < greatest.size() ? greatest[stair] : 0;
  }
  /// The next i with another length.
  std::int64_t end(std::int64_t i) const {
    return ((i + offset) / width + 1) * width - offset;
  }

private:
  std::int64_t width, offset;
  std::vector<std::int64_t> greatest;
};

/// coordinate * block modulo the number of types of an axis.
static std::int64_t typeOf(std::int64_t coordinate, std::int64_t block,
                           std::int64_t types) {
  return coordinate % types * (block % types) % types;
}

std::int64_t ProductGrid::rowType(std::int64_t p) const {
  std::int64_t type = 0;
  for (std::size_t k = 0; k < dimensions(); ++k)
    type = type * grids[k].rowTypes() + typeOf(sourceRanks.coordinate(p, k),
                                               grids[k].reducedSourceBlock(),
                                               grids[k].rowTypes());
  return type;
}

std::int64_t ProductGrid::columnType(std::int64_t q) const {
  std::int64_t type = 0;
  for (std::size_t k = 0; k < dimensions(); ++k) {
    const std::int64_t types = grids[k].columnTypes();
    type = type * types + modulo(-typeOf(targetRanks.coordinate(q, k),
                                         grids[k].reducedTargetBlock(), types),
                                 types);
  }
  return type;
}

/// The types of which some rank keeps none of its messages, as far as a look at
/// the first ranks shows.
struct TypesWithMovers {
  std::vector<bool> rows, columns;

  TypesWithMovers(const ProductGrid &grid, const RankSharing &sharing);
};

TypesWithMovers::TypesWithMovers(const ProductGrid &grid,
                                 const RankSharing &sharing)
    : rows(static_cast<std::size_t>(grid.rowTypes())),
      columns(static_cast<std::size_t>(grid.columnTypes())) {
  constexpr std::int64_t looked = std::int64_t{1} << 12;
  const std::int64_t P = grid.sources().ranks(), Q = grid.targets().ranks();
  std::vector<bool> keeps(static_cast<std::size_t>(P));
  for (std::int64_t q = 0; q < std::min(Q, looked); ++q) {
    const std::int64_t p = sharing.sourceOf(q, P);
    if (p >= 0 && grid.length(p, q) > 0)
      keeps[static_cast<std::size_t>(p)] = true;
    else
      columns[static_cast<std::size_t>(grid.columnType(q))] = true;
  }
  // Of a source rank that is a target rank further on only a shift tells.
  const bool isShift = sharing.kind == RankSharing::Kind::Shift;
  for (std::int64_t p = 0; p < std::min(P, looked); ++p) {
    const std::int64_t q = p - sharing.shift;
    if (isShift ? q < 0 || q >= Q || grid.length(p, q) == 0
                : Q <= looked && !keeps[static_cast<std::size_t>(p)])
      rows[static_cast<std::size_t>(grid.rowType(p))] = true;
  }
}

static void addLengths(std::vector<std::vector<std::int64_t>> &lengthsOfType,
                       const std::vector<bool> &isWhole, SortedLengths &whole,
                       SortedLengths &lacking) {
  for (std::size_t type = 0; type < lengthsOfType.size(); ++type) {
    std::sort(lengthsOfType[type].begin(), lengthsOfType[type].end(),
              std::greater<>());
    (isWhole.empty() || isWhole[type] ? whole : lacking)
        .add(lengthsOfType[type]);
  }
}

LowerBounds ProductGrid::bounds(const RankSharing &sharing) const {
  std::vector<std::vector<std::int64_t>> byRow(
      static_cast<std::size_t>(rowTypeCount));
  std::vector<std::vector<std::int64_t>> byColumn(
      static_cast<std::size_t>(columnTypeCount));
  for (const MessageClass &own : classesOf(*this)) {
    byRow[static_cast<std::size_t>(own.rowType)].push_back(own.weight);
    byColumn[static_cast<std::size_t>(own.columnType)].push_back(own.weight);
  }
  std::array<SortedLengths, 4> profiles = {
      SortedLengths{betaValue, false}, SortedLengths{betaValue, true},
      SortedLengths{alphaValue, false}, SortedLengths{alphaValue, true}};
  std::optional<TypesWithMovers> movers;
  if (sharing.kind != RankSharing::Kind::None)
    movers.emplace(*this, sharing);
  addLengths(byRow, movers ? movers->rows : std::vector<bool>{}, profiles[0],
             profiles[1]);
  addLengths(byColumn, movers ? movers->columns : std::vector<bool>{},
             profiles[2], profiles[3]);
  const std::int64_t steps = minimumSteps();
  std::int64_t cost = 0;
  for (std::int64_t i = 0; i < steps;) {
    std::int64_t longest = 0, end = steps;
    for (const SortedLengths &profile : profiles) {
      longest = std::max(longest, profile.at(i));
      end = std::min(end, profile.end(i));
    }
    cost += (end - i) * longest;
    i = end;
  }
  return {steps, cost};
}
