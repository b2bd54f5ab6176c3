//===- CommunicationGrid.cpp - Lengths of messages ------------------------===//
//
// The closed forms of the grid. Weights: vol(k') counts the pairs (i, j) with
// 0 <= i < r, 0 <= j < s and j - i = k', so that the sum over k' = k (mod g)
// counts the pairs with j - i = k (mod g). With r = r1*g + rho and
// s = s1*g + sigma, residue c occurs r1 + [c < rho] times among the i and
// s1 + [c < sigma] times among the j; the sum of the products over all c is
//
//   W[k] = r1*s + s1*rho + |[k, k + rho) cap ([0, sigma) + gZ)|.
//
// Example r = 3, s = 5, g = 16 (P = Q = 16): r1 = s1 = 0, W[0] = |[0, 3)| = 3,
// W[4] = |[4, 7) cap [0, 5)| = 1, W[14] = |[14, 17) cap [16, 21)| = 1.
//
//===----------------------------------------------------------------------===//
#include "redistSchedule/Intersection/CommunicationGrid.h"

#include "Support/Arithmetic.h"

#include <algorithm>

using namespace redist::schedule;

static std::optional<Error> checkParameters(const Redistribution &parameters) {
  for (const BlockCyclic &side : {parameters.source, parameters.target}) {
    if (Result<BlockCyclic> valid = makeBlockCyclic(side.ranks, side.block);
        !valid)
      return valid.error();
    if (!productFits(side.ranks, side.block))
      return Error{ErrorKind::TooLarge,
                   "cyclic(" + std::to_string(side.block) + ") onto(" +
                       std::to_string(side.ranks) +
                       ") is too large: ranks times block size must be "
                       "below 2^62"};
  }
  if (!productFits(parameters.source.ranks, 2 * parameters.target.ranks))
    return Error{ErrorKind::TooLarge,
                 "a grid of " + std::to_string(parameters.source.ranks) +
                     " x " + std::to_string(parameters.target.ranks) +
                     " ranks is too large: the product must be below 2^61"};
  return std::nullopt;
}

Result<CommunicationGrid>
CommunicationGrid::make(const Redistribution &parameters) {
  if (std::optional<Error> error = checkParameters(parameters))
    return *std::move(error);
  return CommunicationGrid(parameters);
}

static Int128 leastCommonMultiple(const Redistribution &parameters) {
  const std::int64_t sourceCycle =
      parameters.source.ranks * parameters.source.block;
  const std::int64_t targetCycle =
      parameters.target.ranks * parameters.target.block;
  return Int128{sourceCycle / greatestCommonDivisor(sourceCycle, targetCycle)} *
         targetCycle;
}

CommunicationGrid::CommunicationGrid(const Redistribution &given)
    : parameters(given) {
  const std::int64_t P = given.source.ranks, Q = given.target.ranks;
  scaleFactor = greatestCommonDivisor(given.source.block, given.target.block);
  r = given.source.block / scaleFactor;
  s = given.target.block / scaleFactor;
  rPrime = greatestCommonDivisor(r, Q);
  sPrime = greatestCommonDivisor(s, P);
  g0 = greatestCommonDivisor(P / sPrime, Q / rPrime);
  g = rPrime * sPrime * g0;
  alphaValue = P / rowPeriod();
  betaValue = Q / columnPeriod();
  n = r + s - 1 < g ? r + s - 1 : g;
  inverseTargetStep = inverseModulo(s / sPrime, columnPeriod());
  inverseSourceStep = inverseModulo(r / rPrime, rowPeriod());
  // Rounding lengths up may add one unit a message: leave room for PQ units.
  const Int128 elements = leastCommonMultiple(given);
  if (elements >= sizeLimit)
    while ((elements >> unitShift) + Int128{P} * Q >= 2 * Int128{sizeLimit})
      ++unitShift;
}

std::optional<std::int64_t> CommunicationGrid::superblock() const {
  const Int128 elements = leastCommonMultiple(parameters);
  if (elements >= sizeLimit)
    return std::nullopt;
  return static_cast<std::int64_t>(elements);
}

PatternKind CommunicationGrid::pattern() const {
  if (parameters.source == parameters.target ||
      (parameters.source.ranks == 1 && parameters.target.ranks == 1))
    return PatternKind::None;
  return n == g ? PatternKind::AllToAll : PatternKind::Partial;
}

std::int64_t CommunicationGrid::classOf(std::int64_t p, std::int64_t q) const {
  return modulo(p * r - q * s, g);
}

bool CommunicationGrid::carriesMessages(std::int64_t classResidue) const {
  return modulo(classResidue - firstClass(), g) < n;
}

/// Elements that [begin, begin + length) shares with [0, sigma) + gZ.
/// Precondition: 0 <= begin < g, length < g, sigma < g.
static std::int64_t circularOverlap(std::int64_t begin, std::int64_t length,
                                    std::int64_t sigma, std::int64_t g) {
  const std::int64_t end = begin + length;
  const std::int64_t here = std::min(end, sigma) - begin;
  const std::int64_t wrapped = std::min(end - g, sigma);
  return std::max<std::int64_t>(here, 0) + std::max<std::int64_t>(wrapped, 0);
}

std::int64_t CommunicationGrid::weight(std::int64_t classResidue) const {
  const std::int64_t rho = r % g, sigma = s % g;
  const std::int64_t partial =
      circularOverlap(modulo(classResidue, g), rho, sigma, g);
  const Int128 elements =
      (Int128{r / g} * s + Int128{s / g} * rho + partial) * scaleFactor;
  const Int128 roundUp = (Int128{1} << unitShift) - 1;
  return static_cast<std::int64_t>((elements + roundUp) >> unitShift);
}

std::int64_t CommunicationGrid::maxRowDegree() const {
  return betaValue * ceilDivide(n, sPrime);
}

std::int64_t CommunicationGrid::maxColumnDegree() const {
  return alphaValue * ceilDivide(n, rPrime);
}

std::int64_t CommunicationGrid::minimumSteps() const {
  return std::max(maxRowDegree(), maxColumnDegree());
}

std::int64_t CommunicationGrid::messageCount() const {
  return n * alphaValue * betaValue * g0;
}

/// No more than there are pieces between the boundaries of blocks.
std::int64_t CommunicationGrid::messageBound(std::int64_t extent) const {
  return std::min(messageCount(),
                  ceilDivide(extent, parameters.source.block) +
                      ceilDivide(extent, parameters.target.block));
}

std::int64_t CommunicationGrid::columnOfClass(std::int64_t p,
                                              std::int64_t classResidue) const {
  return multiplyModulo((p * r - classResidue) / sPrime, inverseTargetStep,
                        columnPeriod());
}

std::int64_t CommunicationGrid::rowOfClass(std::int64_t q,
                                           std::int64_t classResidue) const {
  return multiplyModulo((q * s + classResidue) / rPrime, inverseSourceStep,
                        rowPeriod());
}
