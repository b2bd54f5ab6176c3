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

#include <algorithm>
#include <set>

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

/// Elements that each rank of the source sends, by a walk over all of them.
static std::vector<std::int64_t> sentBy(const Assignment &assignment) {
  std::vector<std::int64_t> sent(
      static_cast<std::size_t>(assignment.sourceRanks()));
  const auto sources = assignment.sourceRankStrides(),
             targets = assignment.targetRankStrides();
  for (std::int64_t i = 0; i < assignment.elements(); ++i) {
    std::int64_t p = 0, q = 0, rest = i;
    for (std::size_t k = 0; k < assignment.dimensions(); ++k) {
      const Axis &axis = assignment.axes[k];
      const std::int64_t t = rest % *axis.length;
      rest /= *axis.length;
      p += sources[k] *
           axis.source.owner(axis.sourceLower + t * axis.sourceStride);
      q += targets[k] *
           axis.target.owner(axis.targetLower + t * axis.targetStride);
    }
    if (assignment.sharing.sourceOf(q, assignment.sourceRanks()) != p)
      ++sent[static_cast<std::size_t>(p)];
  }
  return sent;
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
  if (std::ranges::any_of(made.axes, &Axis::sourceIsWhole)) {
    ASSERT_EQ(to.ranks, 1); // with partners nothing is shared
    return;                 // who sends what is below
  }
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

/// Every target gets all parts of what it gets, each from the rank that has it.
static void checkParts(const std::vector<std::int64_t> &source,
                       const Holders &parts,
                       const std::vector<std::int64_t> &target,
                       const Holders &copies) {
  const Assignment plain = dealt(source, target, false);
  const Assignment made = withHolders(plain, {parts}, {copies});
  EXPECT_EQ(hasParts(made), parts.ranks > 1);
  EXPECT_EQ(made.deliveries(), plain.deliveries() * parts.ranks * copies.ranks);
  const auto schedule = makeGridSchedule(made, StrategyKind::Auto);
  ASSERT_TRUE(schedule);
  ASSERT_TRUE(verify(*schedule).valid());
  std::set<std::pair<std::int64_t, std::int64_t>> wanted, found; // messages
  std::vector<Message> row;
  for (std::int64_t p = 0; p < made.sourceRanks(); ++p) {
    const auto from = coordinatesOf(source, parts, p);
    for (std::int64_t q = 0; q < made.targetRanks(); ++q) {
      const auto at = coordinatesOf(target, copies, q);
      ASSERT_TRUE(holdersMeet(made, p, q));
      bool areShared = true;
      for (std::size_t k = 0; k < target.size(); ++k) {
        std::int64_t along = 0;
        for (std::int64_t t = 0; t < *plain.axes[k].length; ++t)
          along += t % source[k] == from[k] && t % target[k] == at[k];
        areShared &= along > 0;
      }
      if (areShared)
        wanted.insert({p, q});
    }
    schedule->sendRow(p, row);
    for (const Message &one : row)
      if (one.length > 0)
        found.insert({p, one.partner});
  }
  ASSERT_EQ(found, wanted);
}

TEST(Holders, OfPartsAllGive) {
  for (std::int64_t k = 1; k <= 6; ++k)
    for (std::int64_t c = 1; c <= 6; ++c)
      for (std::size_t i = 0; i <= 2; ++i) {
        checkParts({2, 1}, {k, i, true}, {1, 3}, {c, 2 - i});
        checkParts({1, 1}, {k, i, true}, {2, 2}, {c, i});
        checkParts({6, 1}, {k, i, true}, {6, 1}, {c, 1});
        if (HasFatalFailure())
          return;
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

/// A dimension that all copies have, and the target deals.
static Assignment fromWhole(const DimensionLayout &target, std::int64_t length,
                            std::int64_t copies) {
  Assignment plain;
  plain.axes = {{{1, 1, {}}, target, length}};
  plain.sharing.kind = RankSharing::Kind::Shift;
  return withHolders(plain, {{copies, 1}}, {});
}

TEST(Holders, GiveThemselvesWhatTheyHave) {
  for (std::int64_t ranks = 2; ranks <= 6; ++ranks)
    for (std::int64_t factor = 1; factor <= 3; ++factor)
      for (std::int64_t length = 0; length <= 20; ++length) {
        std::vector<std::int64_t> sizes(static_cast<std::size_t>(ranks), 1);
        sizes.back() = length;
        for (const DimensionLayout &target :
             {DimensionLayout{ranks, 1, {}}, DimensionLayout{ranks, 3, {}},
              DimensionLayout{ranks, 2, {}, 5},
              DimensionLayout{ranks, 1, sizes}})
          for (const std::int64_t sent :
               sentBy(fromWhole(target, length, ranks * factor)))
            EXPECT_EQ(sent, 0) << ranks << " x " << factor << ", " << length;
      }
}

/// Copy j gives target ranks j, j + c, ...: nobody else's.
TEST(Holders, ShareWhatTheySend) {
  for (std::int64_t copies = 2; copies <= 6; ++copies)
    for (std::int64_t factor = 1; factor <= 3; ++factor) {
      const DimensionLayout target{copies * factor, 2, {}};
      Assignment made = fromWhole(target, 37, copies);
      made.sharing = {};
      const auto sent = sentBy(made);
      for (std::int64_t j = 0; j < copies; ++j) {
        std::int64_t wanted = 0;
        for (std::int64_t q = j; q < target.ranks; q += copies)
          wanted += target.localExtent(37, q);
        EXPECT_EQ(sent[static_cast<std::size_t>(j)], wanted);
      }
    }
}

/// Each pair of copies takes the dimension that suits it, as far as the order
/// of the grid lets it; numbers of ranks stay.
TEST(Holders, ShareSeveralDimensions) {
  Assignment plain = dealt({1, 1}, {2, 3}, false);
  const Assignment both = withHolders(plain, {{2, 2}, {3, 2}}, {});
  EXPECT_EQ(both.dimensions(), 2u);
  EXPECT_EQ(both.axes[0].source.ranks, 2);
  EXPECT_EQ(both.axes[1].source.ranks, 3);
  // The other way round copies(3) stand where columns do, and rows are before.
  const Assignment one = withHolders(plain, {{3, 2}, {2, 2}}, {});
  EXPECT_EQ(one.sourceRanks(), 6);
  EXPECT_EQ(one.axes[1].source.ranks, 3);
  EXPECT_FALSE(one.axes[0].sourceIsWhole);
  // What one dimension leaves of the copies shares the next one.
  for (const std::int64_t rows : {2, 3}) {
    plain = dealt({1, 1}, {rows, 2}, false);
    plain.sharing.kind = RankSharing::Kind::Shift;
    for (const std::int64_t sent :
         sentBy(withHolders(plain, {{2 * rows, 2}}, {})))
      EXPECT_EQ(sent, 0);
  }
  // Other strides, halos: copy 0 gives all.
  plain = dealt({1}, {4}, false);
  plain.axes[0].sourceStride = 2;
  EXPECT_FALSE(withHolders(plain, {{4, 1}}, {}).axes[0].sourceIsWhole);
}
