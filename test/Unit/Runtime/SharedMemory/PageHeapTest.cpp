//===- PageHeapTest.cpp - Blocks of pages out of a stretch of memory ------===//
#include "SharedMemory/PageHeap.h"

#include <gtest/gtest.h>

#include <random>
#include <vector>

using redist::runtime::PageHeap;

TEST(PageHeap, TakesTheFirstGapThatIsLargeEnough) {
  PageHeap heap(0, 1000, 10);
  EXPECT_EQ(heap.take(95), 0);
  EXPECT_EQ(heap.take(200), 100);
  EXPECT_EQ(heap.take(300), 300);
  heap.give(100, 200);
  EXPECT_EQ(heap.take(201), 600);
  EXPECT_EQ(heap.take(150), 100);
  EXPECT_EQ(heap.take(191), std::nullopt);
  EXPECT_EQ(heap.take(190), 810);
}

TEST(PageHeap, BlocksAreApartAndAllComesBack) {
  struct Block {
    std::int64_t begin, bytes;
  };
  constexpr std::int64_t page = 16, size = page * 500;
  PageHeap heap(page, size, page);
  std::vector<Block> blocks;
  std::mt19937 random(3);
  for (int i = 0; i < 5000; ++i) {
    const auto bytes = static_cast<std::int64_t>(1 + random() % 700);
    if (const auto begin = heap.take(bytes)) {
      ASSERT_GE(*begin, page);
      ASSERT_LE(*begin + heap.rounded(bytes), page + size);
      for (const Block &other : blocks)
        ASSERT_TRUE(*begin + bytes <= other.begin ||
                    other.begin + other.bytes <= *begin);
      blocks.push_back({*begin, bytes});
    }
    if (random() % 2 == 0 && !blocks.empty()) {
      const std::size_t at = random() % blocks.size();
      heap.give(blocks[at].begin, blocks[at].bytes);
      blocks.erase(blocks.begin() + static_cast<std::ptrdiff_t>(at));
    }
  }
  for (const Block &block : blocks)
    heap.give(block.begin, block.bytes);
  EXPECT_EQ(heap.take(size), page); // one gap again
}
