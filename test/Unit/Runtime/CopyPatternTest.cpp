//===- CopyPatternTest.cpp - Patterns, seeking and kernels ----------------===//
#include "CopyPattern.h"
#include "CopyKernels.h"

#include <gtest/gtest.h>

#include <numeric>

using namespace redist::runtime;

static const std::byte *bytes(const void *p) {
  return static_cast<const std::byte *>(p);
}

TEST(CopyKernels, CopyEveryRunSizeAndNothingElse) {
  std::vector<unsigned char> from(4096);
  std::iota(from.begin(), from.end(), static_cast<unsigned char>(0));
  for (std::int64_t run = 1; run <= 300; ++run) {
    const std::int64_t count = 5;
    const std::int64_t fromStride = run + 7;
    const std::int64_t toStride = run + 3;
    std::vector<unsigned char> expected(4096, 0xee);
    for (std::int64_t i = 0; i < count; ++i)
      for (std::int64_t b = 0; b < run; ++b)
        expected[static_cast<std::size_t>(i * toStride + b)] =
            from[static_cast<std::size_t>(i * fromStride + b)];
    for (const StoreKind stores : {StoreKind::Cached, StoreKind::Streaming}) {
      std::vector<unsigned char> to(4096, 0xee);
      copyRuns(reinterpret_cast<std::byte *>(to.data()), toStride,
               bytes(from.data()), fromStride, run, count, stores);
      finishStores();
      ASSERT_EQ(to, expected) << "runs of " << run << " bytes";
    }
  }
}

TEST(RunList, MergesNeighboursThatContinueOneAnother) {
  RunList list;
  list.add({0, 0, 2, 1, 0, 0});
  list.add({2, 2, 3, 1, 0, 0}); // goes on at both sides
  ASSERT_EQ(list.groups().size(), 1u);
  EXPECT_EQ(list.groups()[0].length, 5);
  list.add({10, 5, 5, 1, 0, 0}); // as long, 10 and 5 further
  list.add({20, 10, 5, 1, 0, 0});
  ASSERT_EQ(list.groups().size(), 1u);
  EXPECT_EQ(list.groups()[0].count, 3);
  EXPECT_EQ(list.groups()[0].fromStride, 10);
  EXPECT_EQ(list.groups()[0].toStride, 5);
  list.add({31, 15, 5, 1, 0, 0}); // off the spacing
  EXPECT_EQ(list.groups().size(), 2u);
  EXPECT_EQ(list.elements(), 20);
}

/// Elements 0 1 8 of every 12, then a tail: the example of CopyPattern.h.
static CopyPattern packExample(std::int64_t periods) {
  RunList period;
  period.add({0, 0, 2, 1, 0, 0});
  period.add({5, 2, 1, 1, 0, 0});
  RunList tail;
  tail.add({6 * periods, 3 * periods, 2, 1, 0, 0});
  return CopyPattern(period, periods, 6, 3, tail);
}

TEST(CopyPattern, CanBeEnteredAtAnyElement) {
  const CopyPattern pattern = packExample(7);
  ASSERT_EQ(pattern.length(), 23);
  std::vector<int> source(44);
  std::iota(source.begin(), source.end(), 0);
  std::vector<int> whole(23);
  pattern.copy({reinterpret_cast<std::byte *>(whole.data()), 0,
                bytes(source.data()), 0, sizeof(int)},
               0, 23);
  for (std::size_t i = 0; i < 23; ++i) {
    const int expected = static_cast<int>(i / 3 * 6 + (i % 3 == 2 ? 5 : i % 3));
    EXPECT_EQ(whole[i], expected);
  }
  for (std::int64_t begin = 0; begin <= 23; ++begin)
    for (std::int64_t count = 0; begin + count <= 23; ++count) {
      std::vector<int> part(static_cast<std::size_t>(count));
      pattern.copy({reinterpret_cast<std::byte *>(part.data()), begin,
                    bytes(source.data()), 0, sizeof(int)},
                   begin, count);
      ASSERT_TRUE(std::equal(part.begin(), part.end(), whole.begin() + begin))
          << "from " << begin << ", " << count << " elements";
    }
}

TEST(CopyPattern, FindsPiecesThatLieTogether) {
  const CopyPattern pattern = packExample(7);
  EXPECT_EQ(pattern.contiguousFrom(3, 2), 6); // second period, run of two
  EXPECT_EQ(pattern.contiguousFrom(4, 1), 7);
  EXPECT_EQ(pattern.contiguousFrom(4, 2), std::nullopt);
  EXPECT_EQ(pattern.contiguousFrom(21, 2), 42); // the tail
  EXPECT_EQ(pattern.contiguousTo(1, 1), 1);
}

TEST(CopyPattern, JoinsPeriodsOfOneRun) {
  RunList period;
  period.add({0, 0, 1, 1, 0, 0});
  const CopyPattern pattern(period, 1000, 4, 1, {});
  EXPECT_EQ(pattern.periodCount(), 1);
  ASSERT_EQ(pattern.periodRuns().groups().size(), 1u);
  EXPECT_EQ(pattern.periodRuns().groups()[0].count, 1000);
  EXPECT_EQ(pattern.length(), 1000);
}
