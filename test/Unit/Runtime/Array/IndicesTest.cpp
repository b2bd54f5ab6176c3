//===- IndicesTest.cpp - Indices of raw storage against a count -----------===//
#include "redist/Layout.h"

#include <gtest/gtest.h>

#include <limits>
#include <vector>

using namespace redist;

// For arrays of constants, and inside functions that must not throw.
static_assert(owner(11, 3, 4) == 3 && local_index(11, 3, 4) == 2);
static_assert(global_index(2, 3, 4, 3) == 11);
static_assert(noexcept(owner(0, 1, 1)) && noexcept(local_index(0, 1, 1)) &&
              noexcept(global_index(0, 1, 1, 0)));

/// Deals `extent` elements one by one: blocks go round the coordinates.
static void expectDealt(std::int64_t extent, std::int64_t block,
                        std::int64_t ranks) {
  std::vector<std::int64_t> stored(static_cast<std::size_t>(ranks), 0);
  std::int64_t coordinate = 0, inBlock = 0;
  for (std::int64_t i = 0; i < extent; ++i) {
    std::int64_t &local = stored[static_cast<std::size_t>(coordinate)];
    ASSERT_EQ(owner(i, block, ranks), coordinate) << i;
    ASSERT_EQ(local_index(i, block, ranks), local) << i;
    ASSERT_EQ(global_index(local, block, ranks, coordinate), i);
    ++local;
    if (++inBlock == block) {
      inBlock = 0;
      coordinate = (coordinate + 1) % ranks;
    }
  }
  for (std::int64_t c = 0; c < ranks; ++c)
    ASSERT_EQ(local_extent(extent, block, ranks, c),
              stored[static_cast<std::size_t>(c)]);
}

TEST(Indices, AreThoseOfBlocksDealtRoundRobin) {
  for (std::int64_t extent = 0; extent <= 40; ++extent)
    for (std::int64_t block = 1; block <= 12; ++block)
      for (std::int64_t ranks = 1; ranks <= 7; ++ranks)
        expectDealt(extent, block, ranks);
}

/// The same of what follows the first `shift` elements.
static void expectShifted(std::int64_t extent, std::int64_t block,
                          std::int64_t ranks, std::int64_t shift) {
  std::vector<std::int64_t> stored(static_cast<std::size_t>(ranks), 0);
  for (std::int64_t i = 0; i < extent; ++i) {
    const std::int64_t coordinate = (i + shift) / block % ranks;
    std::int64_t &local = stored[static_cast<std::size_t>(coordinate)];
    // By whole cycles more and less.
    for (const std::int64_t turns : {0, 1, -3}) {
      const std::int64_t told = shift + turns * block * ranks;
      ASSERT_EQ(owner(i, block, ranks, told), coordinate) << i;
      ASSERT_EQ(local_index(i, block, ranks, told), local) << i;
      ASSERT_EQ(global_index(local, block, ranks, coordinate, told), i);
    }
    ++local;
  }
  for (std::int64_t c = 0; c < ranks; ++c)
    ASSERT_EQ(local_extent(extent, block, ranks, c, shift),
              stored[static_cast<std::size_t>(c)]);
}

TEST(Indices, AreThoseOfShiftedBlocks) {
  for (std::int64_t extent = 0; extent <= 20; ++extent)
    for (std::int64_t block = 1; block <= 5; ++block)
      for (std::int64_t ranks = 1; ranks <= 5; ++ranks)
        for (std::int64_t shift = 0; shift <= 2 * block * ranks; ++shift)
          expectShifted(extent, block, ranks, shift);
}

TEST(Indices, OfWhatHasMoreThan32Bits) {
  constexpr std::int64_t last = std::numeric_limits<std::int64_t>::max() - 1;
  // One block for each rank, so long that their product has no 64 bits.
  EXPECT_EQ(owner(last, std::int64_t{1} << 62, 4), 1);
  EXPECT_EQ(local_index(last, std::int64_t{1} << 62, 4),
            (std::int64_t{1} << 62) - 2);
  EXPECT_EQ(
      global_index((std::int64_t{1} << 62) - 2, std::int64_t{1} << 62, 4, 1),
      last);
  EXPECT_EQ(
      global_index(local_index(last, 7, 1000), 7, 1000, owner(last, 7, 1000)),
      last);
}
