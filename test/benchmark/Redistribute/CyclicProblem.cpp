//===- CyclicProblem.cpp - A matrix of blocks on a grid of ranks ----------===//
#include "Redistribute/CyclicProblem.h"

namespace bench {

/// Blocks of size 0 are one a rank.
static CyclicAxis axisOf(const CyclicShape &shape, std::int64_t ranks,
                         std::int64_t coordinate) {
  const std::int64_t whole =
      std::max<std::int64_t>(1, (shape.extent + ranks - 1) / ranks);
  return {shape.extent, shape.source ? shape.source : whole,
          shape.target ? shape.target : whole, ranks, coordinate};
}

CyclicProblem::CyclicProblem(const CyclicShape &givenShape, int side)
    : shape(givenShape),
      rows(axisOf(shape, side,
                  shape.isMatrix ? worldRank() / side : worldRank())),
      columns(shape.isMatrix ? axisOf(shape, side, worldRank() % side)
                             : CyclicAxis{1, 1, 1, 1, 0}) {}

std::string CyclicProblem::name() const {
  const auto distribution = [](std::int64_t block) {
    return block ? "cyclic(" + std::to_string(block) + ")" : "block";
  };
  std::string result = shape.isMatrix ? "2-D " : "";
  result += distribution(shape.source) + " -> " + distribution(shape.target);
  if (shape.doubles > 1)
    result += ", records";
  const std::int64_t all = rows.extent * columns.extent * shape.doubles;
  return result + ", " + std::to_string(all) + " doubles";
}

void CyclicProblem::fillSource(double *source) const {
  forEachElement(false, [&](std::int64_t at, double value) {
    std::fill_n(source + at * shape.doubles, shape.doubles, value);
  });
}

bool CyclicProblem::isResult(const double *target) const {
  bool right = true;
  forEachElement(true, [&](std::int64_t at, double value) {
    for (std::int64_t i = 0; i < shape.doubles; ++i)
      right = right && target[at * shape.doubles + i] == value;
  });
  return right;
}

} // namespace bench
