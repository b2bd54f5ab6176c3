//===- RandomGrids.cpp - Large grids at random ----------------------------===//
//
// P, Q <= 512 and r, s <= 64, and products of small primes among them, where
// r' and s' are large and closed forms are rare.
//
//===----------------------------------------------------------------------===//
#include "Properties.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

using namespace redist::schedule;
using namespace redist::schedule::test;

/// A number up to `most`, half of the time one with many divisors.
static rc::Gen<std::int64_t> sizeUpTo(std::int64_t most) {
  auto smooth =
      rc::gen::map(rc::gen::container<std::vector<std::int64_t>>(
                       rc::gen::element<std::int64_t>(2, 2, 2, 3, 3, 5)),
                   [most](const std::vector<std::int64_t> &factors) {
                     std::int64_t product = 1;
                     for (std::int64_t factor : factors)
                       if (product * factor <= most)
                         product *= factor;
                     return product;
                   });
  return rc::gen::oneOf(rc::gen::inRange<std::int64_t>(1, most + 1), smooth);
}

static Redistribution randomGrid(std::int64_t ranks, std::int64_t blocks) {
  return redistribution(*sizeUpTo(ranks), *sizeUpTo(ranks), *sizeUpTo(blocks),
                        *sizeUpTo(blocks));
}

static void checkRandom(StrategyKind strategy, std::int64_t ranks) {
  RC_ASSERT(offenceOf(randomGrid(ranks, 64), strategy) == std::string());
}

RC_GTEST_PROP(RandomGrids, Auto, ()) { checkRandom(StrategyKind::Auto, 512); }

RC_GTEST_PROP(RandomGrids, Exact, ()) { checkRandom(StrategyKind::Exact, 512); }

RC_GTEST_PROP(RandomGrids, Stepwise, ()) {
  checkRandom(StrategyKind::Stepwise, 512);
}

RC_GTEST_PROP(RandomGrids, ClosedFormsAndBaselines, ()) {
  const StrategyKind strategy = *rc::gen::element(
      StrategyKind::Circulant, StrategyKind::Classes, StrategyKind::Caterpillar,
      StrategyKind::AllToAll, StrategyKind::Direct);
  checkRandom(strategy, 512);
}

RC_GTEST_PROP(RandomGrids, Greedy, ()) {
  checkRandom(StrategyKind::Greedy, 128);
}

RC_GTEST_PROP(RandomGrids, ExactCostsNoMoreThanAuto, ()) {
  static const redistc::exact::ClassSolver solver;
  const Redistribution parameters = randomGrid(96, 32);
  const Schedule exact =
      *makeSchedule(parameters, StrategyKind::Exact, ScheduleOptions{&solver});
  const Schedule fast = *makeSchedule(parameters, StrategyKind::Auto);
  RC_ASSERT(exact.totalCost() <= fast.totalCost());
  RC_ASSERT(exact.costLowerBound() <= exact.totalCost());
  if (exact.provedOptimal())
    RC_ASSERT(exact.costLowerBound() == exact.totalCost());
}

RC_GTEST_PROP(RandomGrids, CirculantWhereOneBlockDividesTheOther, ()) {
  // Whatever P, K and Q: least steps and least cost (docs/SchedulingMath.md).
  const std::int64_t block = *sizeUpTo(16), factor = *sizeUpTo(64);
  Redistribution parameters =
      redistribution(*sizeUpTo(256), *sizeUpTo(256), block, block * factor);
  if (*rc::gen::arbitrary<bool>())
    std::swap(parameters.source.block, parameters.target.block);
  RC_ASSERT(offenceOf(parameters, StrategyKind::Circulant) == std::string());
  const Result<Schedule> schedule =
      makeSchedule(parameters, StrategyKind::Circulant);
  RC_ASSERT(static_cast<bool>(schedule));
  RC_ASSERT(schedule->provedOptimal());
}
