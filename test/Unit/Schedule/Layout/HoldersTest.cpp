//===- HoldersTest.cpp - Copies as axes -----------------------------------===//
//
// Who gives which rank its elements, against grids that are counted rank by
// rank: all numbers of copies up to 6 on either side of one or two dimensions,
// in every place of onto(), permuted or not; and that schedules of them are
// right.
//
//===----------------------------------------------------------------------===//
#include "redistSchedule/OneDimension/Verify.h"
#include "redistSchedule/Product/GridSchedule.h"

#include <gtest/gtest.h>

using namespace redist::schedule;

/// Coordinates of a rank by dimension, and behind them the copy.
static std::vector<std::int64_t>
coordinatesOf(const std::vector<std::int64_t> &grid, const Holders &copies,
              std::int64_t rank) {
  std::vector<std::int64_t> all = grid;
  all.insert(all.begin() + static_cast<std::ptrdiff_t>(copies.dimension),
             copies.ranks);
  std::vector<std::int64_t> result(all.size());
  for (std::size_t k = all.size(); k-- > 0; rank /= all[k])
    result[k] = rank % all[k];
  const auto at =
      result.begin() + static_cast<std::ptrdiff_t>(copies.dimension);
  const std::int64_t copy = *at;
  result.erase(at);
  result.push_back(copy);
  return result;
}

/// Cyclic(1) of `length` elements in each dimension.
static Assignment dealt(const std::vector<std::int64_t> &source,
                        const std::vector<std::int64_t> &target,
                        bool isPermuted) {
  constexpr std::int64_t length = 3;
  Assignment made;
  for (std::size_t k = 0; k < target.size(); ++k) {
    const std::size_t d = isPermuted ? target.size() - 1 - k : k;
    made.axes.push_back({{source[d], 1, {}}, {target[k], 1, {}}, length});
    made.sourceDimension.push_back(static_cast<std::int32_t>(d));
  }
  return made;
}

static void check(const std::vector<std::int64_t> &source, const Holders &of,
                  const std::vector<std::int64_t> &target, const Holders &to,
                  bool isPermuted) {
  const Assignment plain = dealt(source, target, isPermuted);
  const Assignment made = withHolders(plain, {of}, {to});
  std::int64_t P = of.ranks, Q = to.ranks;
  for (const std::int64_t ranks : source)
    P *= ranks;
  for (const std::int64_t ranks : target)
    Q *= ranks;
  ASSERT_EQ(made.sourceRanks(), P);
  ASSERT_EQ(made.targetRanks(), Q);
  const auto schedule = makeGridSchedule(made, StrategyKind::Auto);
  ASSERT_TRUE(schedule);
  ASSERT_TRUE(verify(*schedule).valid());
  for (std::int64_t q = 0; q < Q; ++q) {
    const auto at = coordinatesOf(target, to, q);
    for (std::int64_t p = 0; p < P; ++p) {
      const auto from = coordinatesOf(source, of, p);
      bool meets = from.back() == at.back() % of.ranks;
      ASSERT_EQ(holdersMeet(made, p, q), meets) << p << " -> " << q;
      const std::vector<std::int64_t> sources = made.sourceRankStrides();
      const std::vector<std::int64_t> targets = made.targetRankStrides();
      std::size_t next = 0; // of the dimensions
      for (std::size_t k = 0; k < made.dimensions(); ++k) {
        if (!made.axes[k].isDimension())
          continue;
        const std::size_t d = isPermuted ? target.size() - 1 - next : next;
        ASSERT_EQ(p / sources[k] % made.axes[k].source.ranks, from[d]);
        ASSERT_EQ(q / targets[k] % made.axes[k].target.ranks, at[next++]);
      }
    }
  }
}

TEST(Holders, AreAxesInTheirPlace) {
  for (std::int64_t c = 1; c <= 6; ++c)
    for (std::int64_t k = 1; k <= 6; ++k)
      for (std::size_t i = 0; i <= 2; ++i)
        for (std::size_t j = 0; j <= 2; ++j) {
          if (i < 2 && j < 2)
            check({2}, {c, i}, {3}, {k, j}, false);
          check({2, 1}, {c, i}, {1, 3}, {k, j}, false);
          check({3, 2}, {c, i}, {2, 2}, {k, j}, true);
        }
}

TEST(Holders, OfOneRankAreNone) {
  const Assignment plain = dealt({2, 3}, {3, 2}, true);
  EXPECT_EQ(withHolders(plain, {{1, 0}}, {{1, 1}, {1, 2}}), plain);
  EXPECT_EQ(withHolders(plain, {}, {}), plain);
}

/// Copies of the source that have none beside them: the first one sends.
TEST(Holders, SeveralArePairedInOrder) {
  const Assignment plain = dealt({1}, {1}, false);
  const Assignment made = withHolders(plain, {{2, 0}, {3, 1}}, {{4, 0}});
  EXPECT_EQ(made.sourceRanks(), 6);
  EXPECT_EQ(made.targetRanks(), 4);
  for (std::int64_t p = 0; p < 6; ++p)
    for (std::int64_t q = 0; q < 4; ++q)
      EXPECT_EQ(holdersMeet(made, p, q), p / 3 == q % 2 && p % 3 == 0);
}
