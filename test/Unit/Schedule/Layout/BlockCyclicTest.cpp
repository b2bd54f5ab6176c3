//===- BlockCyclicTest.cpp - Layouts against dealing out by hand ----------===//
//
// Owners, local indices and local extents, element by element; what makers
// refuse.
//
//===----------------------------------------------------------------------===//
#include "redistSchedule/Layout/BlockCyclic.h"

#include <gtest/gtest.h>

#include <vector>

using namespace redist::schedule;

TEST(BlockCyclic, DealsBlocksInTurn) {
  for (std::int64_t ranks = 1; ranks <= 5; ++ranks)
    for (std::int64_t block = 1; block <= 5; ++block) {
      const BlockCyclic layout = *makeBlockCyclic(ranks, block);
      std::vector<std::int64_t> held(static_cast<std::size_t>(ranks), 0);
      std::int64_t owner = 0, inBlock = 0;
      for (std::int64_t i = 0; i < 60; ++i) {
        for (std::int64_t rank = 0; rank < ranks; ++rank)
          ASSERT_EQ(layout.localExtent(i, rank),
                    held[static_cast<std::size_t>(rank)]);
        ASSERT_EQ(layout.owner(i), owner);
        ASSERT_EQ(layout.localIndex(i), held[static_cast<std::size_t>(owner)]);
        ASSERT_EQ(layout.globalIndex(owner, layout.localIndex(i)), i);
        ++held[static_cast<std::size_t>(owner)];
        if (++inBlock == block)
          inBlock = 0, owner = (owner + 1) % ranks;
      }
    }
}

TEST(BlockCyclic, HoldsNothingOutsideTheGrid) {
  const BlockCyclic layout = *makeBlockCyclic(3, 2);
  EXPECT_EQ(layout.localExtent(100, -1), 0);
  EXPECT_EQ(layout.localExtent(100, 3), 0);
  EXPECT_EQ(layout.localExtent(0, 0), 0);
}

TEST(BlockCyclic, SizesBeyond32Bits) {
  const std::int64_t N = (std::int64_t{1} << 40) + 3;
  const BlockCyclic layout = *makeBlock(4, N);
  EXPECT_EQ(layout.block, (std::int64_t{1} << 38) + 1);
  EXPECT_EQ(layout.owner(N - 1), 3);
  EXPECT_EQ(layout.localExtent(N, 3), layout.block - 1);
  EXPECT_EQ(layout.globalIndex(3, layout.localIndex(N - 1)), N - 1);
}

TEST(BlockCyclic, BlockTakesTheCeiling) {
  EXPECT_EQ(makeBlock(4, 10)->block, 3);
  EXPECT_EQ(makeBlock(4, 8)->block, 2);
  EXPECT_EQ(makeBlock(4, 3)->block, 1);
  EXPECT_EQ(makeBlock(4, 0)->block, 1);
}

TEST(BlockCyclic, RefusesImpossibleInput) {
  EXPECT_EQ(makeBlockCyclic(0, 3).error().kind, ErrorKind::RanksNotPositive);
  EXPECT_EQ(makeBlockCyclic(-2, 3).error().kind, ErrorKind::RanksNotPositive);
  EXPECT_EQ(makeBlockCyclic(2, 0).error().kind, ErrorKind::BlockNotPositive);
  EXPECT_EQ(makeBlock(0, 5).error().kind, ErrorKind::RanksNotPositive);
  EXPECT_EQ(makeBlock(2, -5).error().kind, ErrorKind::ExtentNegative);
  EXPECT_EQ(makeBlock(2, -5, 3).error().kind, ErrorKind::ExtentNegative);
  EXPECT_EQ(makeBlock(2, 7, 3).error().kind, ErrorKind::BlockTooSmall);
  EXPECT_EQ(makeBlock(2, 7, 3).error().message,
            "block(3) on 2 ranks holds 6 of 7 elements");
  EXPECT_TRUE(makeBlock(2, 6, 3));
}
