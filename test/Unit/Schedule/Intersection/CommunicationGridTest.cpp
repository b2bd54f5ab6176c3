//===- CommunicationGridTest.cpp - Closed forms against counting ----------===//
//
// Lengths, degrees, partners and patterns of all small parameter sets, element
// by element; limits.
//
//===----------------------------------------------------------------------===//
#include "ElementOracle.h"

#include <gtest/gtest.h>

#include <set>

using namespace redist::schedule;
using namespace redist::schedule::test;

TEST(CommunicationGrid, LengthsAndDegreesEqualCounting) {
  forAllParameters(7, 7, [](const Redistribution &parameters) {
    const CommunicationGrid grid = gridOf(parameters);
    const std::int64_t L = superblockOf(parameters);
    ASSERT_EQ(grid.superblock(), L) << describe(parameters);
    const Lengths lengths = countElements(parameters, L);
    std::int64_t messages = 0;
    for (std::int64_t p = 0; p < parameters.source.ranks; ++p)
      for (std::int64_t q = 0; q < parameters.target.ranks; ++q) {
        const std::int64_t expected =
            lengths[static_cast<std::size_t>(p)][static_cast<std::size_t>(q)];
        ASSERT_EQ(grid.length(p, q), expected) << describe(parameters);
        ASSERT_EQ(grid.carriesMessages(grid.classOf(p, q)), expected > 0);
        messages += expected > 0;
      }
    EXPECT_EQ(grid.messageCount(), messages) << describe(parameters);
    EXPECT_EQ(grid.minimumSteps(), maximumDegree(lengths))
        << describe(parameters);
  });
}

TEST(CommunicationGrid, PartnersByClass) {
  forAllParameters(6, 7, [](const Redistribution &parameters) {
    const CommunicationGrid grid = gridOf(parameters);
    for (std::int64_t c = 0; c < grid.classCount(); ++c) {
      const std::int64_t k = grid.firstClass() + c;
      std::set<std::pair<std::int64_t, std::int64_t>> byRow, byColumn, all;
      for (std::int64_t p = 0; p < parameters.source.ranks; ++p) {
        if ((p * grid.reducedSourceBlock() - k) % grid.rowTypes() != 0)
          continue;
        for (std::int64_t y = 0; y < grid.beta(); ++y)
          byRow.insert({p, grid.columnOfClass(p, k) + y * grid.columnPeriod()});
      }
      for (std::int64_t q = 0; q < parameters.target.ranks; ++q) {
        if ((q * grid.reducedTargetBlock() + k) % grid.columnTypes() != 0)
          continue;
        for (std::int64_t x = 0; x < grid.alpha(); ++x)
          byColumn.insert({grid.rowOfClass(q, k) + x * grid.rowPeriod(), q});
      }
      for (std::int64_t p = 0; p < parameters.source.ranks; ++p)
        for (std::int64_t q = 0; q < parameters.target.ranks; ++q)
          if ((grid.classOf(p, q) - k) % grid.modulus() == 0)
            all.insert({p, q});
      ASSERT_EQ(byRow, all) << describe(parameters);
      ASSERT_EQ(byColumn, all) << describe(parameters);
    }
  });
}

TEST(CommunicationGrid, Patterns) {
  const auto patternOf = [](std::int64_t P, std::int64_t Q, std::int64_t r,
                            std::int64_t s) {
    return gridOf(redistribution(P, Q, r, s)).pattern();
  };
  EXPECT_EQ(patternOf(4, 4, 3, 3), PatternKind::None);
  EXPECT_EQ(patternOf(1, 1, 3, 5), PatternKind::None);
  EXPECT_EQ(patternOf(4, 6, 3, 3), PatternKind::Partial);
  EXPECT_EQ(patternOf(16, 16, 3, 5), PatternKind::Partial);
  EXPECT_EQ(patternOf(16, 16, 7, 11), PatternKind::AllToAll);
  EXPECT_EQ(patternOf(1, 6, 3, 3), PatternKind::AllToAll);
}

/// Blocks of 2^40 and 2^40 + 1 elements on 4 ranks: L has 84 bits.
TEST(CommunicationGrid, CoarserUnitWhereTheSuperblockLeaves62Bits) {
  const std::int64_t block = std::int64_t{1} << 40;
  const CommunicationGrid grid = gridOf(redistribution(4, 4, block, block + 1));
  EXPECT_EQ(grid.superblock(), std::nullopt);
  EXPECT_GT(grid.lengthUnit(), 1);
  long double elements = 0;
  for (std::int64_t p = 0; p < 4; ++p)
    for (std::int64_t q = 0; q < 4; ++q) {
      EXPECT_GT(grid.length(p, q), 0);
      elements += static_cast<long double>(grid.length(p, q)) *
                  static_cast<long double>(grid.lengthUnit());
    }
  const long double L = 4.0L * static_cast<long double>(block) *
                        static_cast<long double>(block + 1);
  EXPECT_GE(elements, L);
  EXPECT_LE(elements, L * (1 + 1e-15L));
}

TEST(CommunicationGrid, RefusesWhatCannotBeCounted) {
  const std::int64_t huge = std::int64_t{1} << 61;
  const auto kindOf = [](const Redistribution &parameters) {
    return CommunicationGrid::make(parameters).error().kind;
  };
  EXPECT_EQ(kindOf(redistribution(2, 1, huge, 1)), ErrorKind::TooLarge);
  EXPECT_EQ(kindOf(redistribution(1, 2, 1, huge)), ErrorKind::TooLarge);
  EXPECT_EQ(kindOf(redistribution(huge, 2, 1, 1)), ErrorKind::TooLarge);
  EXPECT_EQ(kindOf(redistribution(0, 2, 1, 1)), ErrorKind::RanksNotPositive);
  EXPECT_EQ(kindOf(redistribution(2, 2, 1, -1)), ErrorKind::BlockNotPositive);
  EXPECT_TRUE(CommunicationGrid::make(redistribution(1, 1, huge, huge - 1)));
}
