//===- ProductGrid.cpp - Communication grids of several axes --------------===//
//
// Numbers of tuples, units of lengths, and the rows of ranks. A row is the
// product of the rows of the axes; partners and table entries add up, lengths
// multiply.
//
//===----------------------------------------------------------------------===//
#include "Product/ProductGrid.h"

#include "Support/Arithmetic.h"
#include "Support/LengthUnits.h"

#include <algorithm>

using namespace redist::schedule;

RankNumbering RankNumbering::ofSource(const Assignment &assignment) {
  RankNumbering result;
  for (const Axis &axis : assignment.axes)
    result.extents.push_back(axis.source.ranks);
  result.rankCount = assignment.sourceRanks();
  result.strides = assignment.sourceRankStrides();
  return result;
}

RankNumbering RankNumbering::ofTarget(const Assignment &assignment) {
  RankNumbering result;
  for (const Axis &axis : assignment.axes)
    result.extents.push_back(axis.target.ranks);
  result.rankCount = assignment.targetRanks();
  result.strides = assignment.targetRankStrides();
  return result;
}

Result<ProductGrid> ProductGrid::make(const Assignment &assignment) {
  std::vector<CommunicationGrid> grids;
  for (const Axis &axis : assignment.axes) {
    Result<CommunicationGrid> grid =
        CommunicationGrid::make({axis.source.cyclic(), axis.target.cyclic()});
    if (!grid)
      return grid.error();
    grids.push_back(*std::move(grid));
  }
  const std::int64_t P = assignment.sourceRanks();
  const std::int64_t Q = assignment.targetRanks();
  if (Int128{P} * Q >= sizeLimit / 2)
    return Error{ErrorKind::TooLarge,
                 "a grid of " + std::to_string(P) + " x " + std::to_string(Q) +
                     " ranks is too large: the product must be below 2^61"};
  return ProductGrid(std::move(grids), assignment);
}

ProductGrid::ProductGrid(std::vector<CommunicationGrid> given,
                         const Assignment &assignment)
    : grids(std::move(given)), sourceRanks(RankNumbering::ofSource(assignment)),
      targetRanks(RankNumbering::ofTarget(assignment)),
      classStride(grids.size()), xStride(grids.size()), yStride(grids.size()) {
  for (std::size_t k = grids.size(); k-- > 0;) {
    const CommunicationGrid &own = grids[k];
    classStride[k] = n, xStride[k] = alphaValue, yStride[k] = betaValue;
    n *= own.classCount();
    alphaValue *= own.alpha();
    betaValue *= own.beta();
    rowTypeCount *= own.rowTypes();
    columnTypeCount *= own.columnTypes();
    copies *= own.copies();
  }
  for (std::size_t k = 0; k < grids.size(); ++k) {
    classStride[k] *= alphaValue * betaValue;
    xStride[k] *= betaValue;
  }
  chooseUnits();
}

/// Elements of a superblock, in units of the grid.
static Int128 superblockUnits(const CommunicationGrid &grid) {
  const auto &[source, target] = grid.redistribution();
  const std::int64_t p = source.ranks * source.block;
  const std::int64_t q = target.ranks * target.block;
  return Int128{p / greatestCommonDivisor(p, q)} * q / grid.lengthUnit();
}

void ProductGrid::chooseUnits() {
  std::vector<AxisTotal> totals;
  for (const CommunicationGrid &grid : grids) {
    const auto &[source, target] = grid.redistribution();
    totals.push_back({superblockUnits(grid), grid.messageCount(),
                      source.ranks == 1 && target.ranks == 1});
    unit *= static_cast<double>(grid.lengthUnit());
  }
  axisUnits = lengthUnits(std::move(totals));
  for (const std::int64_t axisUnit : axisUnits)
    unit *= static_cast<double>(axisUnit);
}

std::int64_t ProductGrid::minimumSteps() const {
  std::int64_t rowSteps = 1, columnSteps = 1;
  for (const CommunicationGrid &grid : grids) {
    rowSteps *= grid.maxRowDegree();
    columnSteps *= grid.maxColumnDegree();
  }
  return std::max(rowSteps, columnSteps);
}

bool ProductGrid::isAllToAll() const {
  return messageCount() == sourceRanks.ranks() * targetRanks.ranks();
}

std::int64_t ProductGrid::weight(std::size_t axis,
                                 std::int64_t classNumber) const {
  const CommunicationGrid &own = grids[axis];
  return ceilDivide(own.weight(own.firstClass() + classNumber),
                    axisUnits[axis]);
}

/// Number of the class of (p, q) on one axis; at least classCount() where they
/// have nothing for each other.
static std::int64_t classNumber(const CommunicationGrid &grid, std::int64_t p,
                                std::int64_t q) {
  return modulo(grid.classOf(p, q) - grid.firstClass(), grid.modulus());
}

std::int64_t ProductGrid::length(std::int64_t p, std::int64_t q) const {
  std::int64_t result = 1;
  for (std::size_t k = 0; k < grids.size(); ++k) {
    const std::int64_t c = classNumber(grids[k], sourceRanks.coordinate(p, k),
                                       targetRanks.coordinate(q, k));
    if (c >= grids[k].classCount())
      return 0;
    result *= weight(k, c);
  }
  return result;
}

std::int64_t ProductGrid::entryOf(std::int64_t p, std::int64_t q) const {
  std::int64_t result = 0;
  for (std::size_t k = 0; k < grids.size(); ++k) {
    const CommunicationGrid &own = grids[k];
    const std::int64_t from = sourceRanks.coordinate(p, k);
    const std::int64_t to = targetRanks.coordinate(q, k);
    const std::int64_t c = classNumber(own, from, to);
    if (c >= own.classCount())
      return -1;
    result += c * classStride[k] + from / own.rowPeriod() * xStride[k] +
              to / own.columnPeriod() * yStride[k];
  }
  return result;
}

/// What a coordinate of one axis contributes to its messages: partners and
/// entries already with the strides of the product.
void ProductGrid::appendAxis(std::size_t axis, std::int64_t coordinate,
                             bool isRow,
                             std::vector<ProductMessage> &factor) const {
  const CommunicationGrid &own = grids[axis];
  const std::int64_t types = isRow ? own.rowTypes() : own.columnTypes();
  const std::int64_t position = isRow ? coordinate * own.reducedSourceBlock()
                                      : -coordinate * own.reducedTargetBlock();
  const std::int64_t period = isRow ? own.columnPeriod() : own.rowPeriod();
  const std::int64_t count = isRow ? own.beta() : own.alpha();
  const std::int64_t partnerStride =
      isRow ? targetRanks.stride(axis) : sourceRanks.stride(axis);
  const std::int64_t entryStride = isRow ? yStride[axis] : xStride[axis];
  const std::int64_t fixed =
      isRow ? coordinate / own.rowPeriod() * xStride[axis]
            : coordinate / own.columnPeriod() * yStride[axis];
  for (std::int64_t c = modulo(position - own.firstClass(), types);
       c < own.classCount(); c += types) {
    const std::int64_t k = own.firstClass() + c;
    const std::int64_t first = isRow ? own.columnOfClass(coordinate, k)
                                     : own.rowOfClass(coordinate, k);
    const std::int64_t length = weight(axis, c);
    const std::int64_t entry = fixed + c * classStride[axis];
    for (std::int64_t i = 0; i < count; ++i)
      factor.push_back({(first + i * period) * partnerStride, length,
                        entry + i * entryStride});
  }
}

void ProductGrid::product(std::int64_t rank, bool isRow,
                          std::vector<ProductMessage> &result) const {
  const RankNumbering &own = isRow ? sourceRanks : targetRanks;
  result.clear();
  appendAxis(0, own.coordinate(rank, 0), isRow, result);
  std::vector<ProductMessage> factor, left;
  for (std::size_t k = 1; k < grids.size(); ++k) {
    factor.clear();
    appendAxis(k, own.coordinate(rank, k), isRow, factor);
    left.swap(result);
    result.clear();
    result.reserve(left.size() * factor.size());
    for (const ProductMessage &a : left)
      for (const ProductMessage &b : factor)
        result.push_back(
            {a.partner + b.partner, a.length * b.length, a.entry + b.entry});
  }
}

void ProductGrid::row(std::int64_t p,
                      std::vector<ProductMessage> &result) const {
  product(p, true, result);
}

void ProductGrid::column(std::int64_t q,
                         std::vector<ProductMessage> &result) const {
  product(q, false, result);
}

/// Number of the n consecutive classes from `first` on that have a type.
static std::int64_t classesOfType(std::int64_t position, std::int64_t first,
                                  std::int64_t n, std::int64_t types) {
  const std::int64_t c = modulo(position - first, types);
  return c < n ? (n - c - 1) / types + 1 : 0;
}

std::int64_t ProductGrid::rowDegree(std::int64_t p) const {
  std::int64_t result = 1;
  for (std::size_t k = 0; k < grids.size(); ++k) {
    const CommunicationGrid &own = grids[k];
    result *=
        own.beta() *
        classesOfType(sourceRanks.coordinate(p, k) * own.reducedSourceBlock(),
                      own.firstClass(), own.classCount(), own.rowTypes());
  }
  return result;
}

std::int64_t ProductGrid::columnDegree(std::int64_t q) const {
  std::int64_t result = 1;
  for (std::size_t k = 0; k < grids.size(); ++k) {
    const CommunicationGrid &own = grids[k];
    result *=
        own.alpha() *
        classesOfType(-targetRanks.coordinate(q, k) * own.reducedTargetBlock(),
                      own.firstClass(), own.classCount(), own.columnTypes());
  }
  return result;
}
