//===- RelabelTest.cpp - Relabelling against all permutations -------------===//
//
// The elements that stay are the most possible: of all permutations for small
// grids, and as the Hungarian method finds for larger ones.
//
//===----------------------------------------------------------------------===//
#include "redistSchedule/Relabel/Relabel.h"

#include "redistSchedule/Intersection/AxisFinder.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <limits>
#include <numeric>
#include <random>

using namespace redist::schedule;

using Matrix = std::vector<std::vector<std::int64_t>>;

static Axis axis(std::int64_t P, std::int64_t r, std::int64_t Q, std::int64_t s,
                 std::optional<std::int64_t> length = std::nullopt) {
  Axis result;
  result.source = {P, r, {}};
  result.target = {Q, s, {}};
  result.length = length;
  return result;
}

static Assignment shifted(std::vector<Axis> axes, std::int64_t shift) {
  Assignment result;
  result.axes = std::move(axes);
  result.sharing.kind = RankSharing::Kind::Shift;
  result.sharing.shift = shift;
  return result;
}

/// gain[i][position]: what the process of target rank i keeps there.
static Matrix gains(const Assignment &assignment) {
  const std::vector<AxisFinder> finders(assignment.axes.begin(),
                                        assignment.axes.end());
  const auto sourceStrides = assignment.sourceRankStrides();
  const auto targetStrides = assignment.targetRankStrides();
  const std::int64_t P = assignment.sourceRanks(), Q = assignment.targetRanks();
  Matrix gain(static_cast<std::size_t>(Q),
              std::vector<std::int64_t>(static_cast<std::size_t>(Q), 0));
  for (std::int64_t i = 0; i < Q; ++i) {
    const std::int64_t p = assignment.sharing.sourceOf(i, P);
    for (std::int64_t q = 0; q < Q && p >= 0; ++q) {
      std::int64_t product = 1;
      for (std::size_t k = 0; k < finders.size(); ++k)
        product *= finders[k].length(
            p / sourceStrides[k] % assignment.axes[k].source.ranks,
            q / targetStrides[k] % assignment.axes[k].target.ranks);
      gain[static_cast<std::size_t>(i)][static_cast<std::size_t>(q)] = product;
    }
  }
  return gain;
}

static std::int64_t bestOfAllPermutations(const Matrix &gain) {
  std::vector<std::size_t> permutation(gain.size());
  std::iota(permutation.begin(), permutation.end(), 0);
  std::int64_t best = 0;
  do {
    std::int64_t sum = 0;
    for (std::size_t i = 0; i < gain.size(); ++i)
      sum += gain[i][permutation[i]];
    best = std::max(best, sum);
  } while (std::next_permutation(permutation.begin(), permutation.end()));
  return best;
}

/// The Hungarian method on the dense matrix, a row at a time.
static std::int64_t bestByHungarian(const Matrix &gain) {
  const std::size_t n = gain.size();
  const std::int64_t infinite = std::numeric_limits<std::int64_t>::max();
  std::vector<std::int64_t> u(n + 1, 0), v(n + 1, 0);
  std::vector<std::size_t> rowOf(n + 1, 0), way(n + 1, 0);
  for (std::size_t i = 1; i <= n; ++i) {
    rowOf[0] = i;
    std::size_t column = 0;
    std::vector<std::int64_t> least(n + 1, infinite);
    std::vector<char> used(n + 1, 0);
    do {
      used[column] = 1;
      const std::size_t row = rowOf[column];
      std::size_t next = 0;
      std::int64_t delta = infinite;
      for (std::size_t j = 1; j <= n; ++j) {
        if (used[j])
          continue;
        const std::int64_t reduced = -gain[row - 1][j - 1] - u[row] - v[j];
        if (reduced < least[j])
          least[j] = reduced, way[j] = column;
        if (least[j] < delta)
          delta = least[j], next = j;
      }
      for (std::size_t j = 0; j <= n; ++j)
        if (used[j])
          u[rowOf[j]] += delta, v[j] -= delta;
        else
          least[j] -= delta;
      column = next;
    } while (rowOf[column] != 0);
    for (; column != 0; column = way[column])
      rowOf[column] = rowOf[way[column]];
  }
  std::int64_t sum = 0;
  for (std::size_t j = 1; j <= n; ++j)
    sum += gain[rowOf[j] - 1][j - 1];
  return sum;
}

/// Holds what relabel() says against the matrix and the best value.
static void expectBest(const Assignment &assignment, const Matrix &gain,
                       std::int64_t best) {
  const Relabelling result = relabel(assignment);
  ASSERT_EQ(result.positionOf.size(), gain.size());
  std::vector<char> taken(gain.size(), 0);
  std::int64_t kept = 0, identity = 0;
  for (std::size_t i = 0; i < gain.size(); ++i) {
    const std::int64_t position = result.positionOf[i];
    ASSERT_GE(position, 0);
    ASSERT_LT(position, static_cast<std::int64_t>(gain.size()));
    ASSERT_FALSE(taken[static_cast<std::size_t>(position)]++);
    kept += gain[i][static_cast<std::size_t>(position)];
    identity += gain[i][i];
  }
  EXPECT_EQ(result.kept, kept);
  EXPECT_EQ(result.keptIdentity, identity);
  EXPECT_EQ(result.kept, best);
  if (kept == identity) {
    for (std::size_t i = 0; i < gain.size(); ++i)
      EXPECT_EQ(result.positionOf[i], static_cast<std::int64_t>(i));
  }
  const Assignment moved = relabelled(assignment, result);
  EXPECT_FALSE(check(moved).has_value());
  const std::int64_t P = assignment.sourceRanks();
  for (std::size_t i = 0; i < gain.size(); ++i)
    EXPECT_EQ(moved.sharing.sourceOf(result.positionOf[i], P),
              assignment.sharing.sourceOf(static_cast<std::int64_t>(i), P));
}

TEST(Relabel, SmallGridsAgainstAllPermutations) {
  for (std::int64_t P = 1; P <= 6; ++P)
    for (std::int64_t Q = 1; Q <= 5; ++Q)
      for (std::int64_t r = 1; r <= 4; ++r)
        for (std::int64_t s = 1; s <= 4; ++s)
          for (const std::int64_t shift : {-1, 0, 2})
            for (const std::int64_t length : {-1, 7, 24, 61}) {
              const Assignment one = shifted(
                  {axis(P, r, Q, s,
                        length < 0 ? std::nullopt : std::optional(length))},
                  shift);
              const Matrix gain = gains(one);
              expectBest(one, gain, bestOfAllPermutations(gain));
              ASSERT_FALSE(HasFailure()) << P << " " << Q << " " << r << " "
                                         << s << " " << shift << " " << length;
            }
}

TEST(Relabel, SmallProductsAgainstAllPermutations) {
  for (const std::int64_t r : {1, 2, 3})
    for (const std::int64_t s : {1, 2, 5})
      for (const std::optional<std::int64_t> length :
           {std::optional<std::int64_t>(), std::optional<std::int64_t>(17)})
        for (const bool transposed : {false, true})
          for (const std::int64_t shift : {0, 1}) {
            Assignment one = shifted(
                {axis(2, r, 3, s, length), axis(3, s, 2, 2, length)}, shift);
            if (transposed)
              one.sourceDimension = {1, 0};
            const Matrix gain = gains(one);
            expectBest(one, gain, bestOfAllPermutations(gain));
          }
}

/// Random grids of one to three dimensions, sections and irregular blocks,
/// all or some ranks shared.
TEST(Relabel, RandomGridsAgainstHungarian) {
  std::mt19937 random(20250101);
  const auto number = [&](std::int64_t least, std::int64_t most) {
    return least + static_cast<std::int64_t>(
                       random() % static_cast<std::uint64_t>(most - least + 1));
  };
  for (int i = 0; i < 400; ++i) {
    const std::int64_t dimensions = number(1, 3);
    const std::int64_t most = dimensions == 1 ? 24 : dimensions == 2 ? 6 : 3;
    std::vector<Axis> axes;
    for (std::int64_t k = 0; k < dimensions; ++k) {
      Axis one =
          axis(number(1, most), number(1, 9), number(1, most), number(1, 9));
      if (number(0, 1) == 0)
        one.length = number(0, 300);
      if (one.length && number(0, 3) == 0)
        one.sourceLower = number(0, 9), one.sourceStride = number(1, 4);
      if (one.length && number(0, 3) == 0) {
        one.target.sizes.assign(static_cast<std::size_t>(one.target.ranks), 0);
        for (std::int64_t t = 0; t < *one.length; ++t)
          ++one.target.sizes[static_cast<std::size_t>(
              number(0, one.target.ranks - 1))];
      }
      axes.push_back(one);
    }
    Assignment one = shifted(axes, number(-2, 2));
    if (number(0, 2) > 0)
      one.sharing.shift = 0;
    const Matrix gain = gains(one);
    expectBest(one, gain, bestByHungarian(gain));
    ASSERT_FALSE(HasFailure()) << "case " << i;
  }
}

TEST(Relabel, NothingSharedIsTheIdentity) {
  Assignment none;
  none.axes = {axis(2, 1, 3, 2)};
  const Relabelling result = relabel(none);
  EXPECT_EQ(result.positionOf, (std::vector<std::int64_t>{0, 1, 2}));
  EXPECT_EQ(result.kept, 0);
}

/// block -> block with the halves of the machine exchanged: all stays.
TEST(Relabel, UndoesAnExchange) {
  Assignment one = shifted({axis(4, 5, 4, 5, 20)}, 0);
  one.sharing.kind = RankSharing::Kind::Map;
  one.sharing.map = {2, 3, 0, 1};
  const Relabelling result = relabel(one);
  EXPECT_EQ(result.positionOf, (std::vector<std::int64_t>{2, 3, 0, 1}));
  EXPECT_EQ(result.kept, 20);
  EXPECT_EQ(result.keptIdentity, 0);
}

/// 1024 ranks: milliseconds, whatever the pattern. The bound leaves room for
/// slow machines and sanitizers.
TEST(Relabel, LargeGridsAreFast) {
  const std::vector<std::vector<Axis>> cases = {
      {axis(1024, 3, 1024, 5)},
      {axis(1024, 1025, 1024, 1023)},
      {axis(1024, 1023, 1023, 1024)},
      {axis(960, 64, 1024, 45)},
      {axis(32, 3, 16, 5), axis(32, 7, 64, 2)},
      {axis(1024, 1, 1, 1, 100'000), axis(1, 1, 1024, 1, 100'000)},
      {axis(1024, 977, 1024, 1, 1'000'000)},
      {axis(1024, 97'657, 1024, 97'700, 100'000'000)}};
  for (const std::vector<Axis> &axes : cases) {
    const auto start = std::chrono::steady_clock::now();
    const Relabelling result = relabel(shifted(axes, 0));
    const std::chrono::duration<double> seconds =
        std::chrono::steady_clock::now() - start;
    EXPECT_GE(result.kept, result.keptIdentity);
    EXPECT_LT(seconds.count(), 2.0);
  }
}

//===----------------------------------------------------------------------===//
// The same node
//===----------------------------------------------------------------------===//

/// Elements of each process's part that lie on its node, where it is not `kept`
/// on the process.
struct NodeOracle {
  const Assignment &assignment;
  const RankNodes &sources, &targets;
  std::vector<AxisFinder> finders{assignment.axes.begin(),
                                  assignment.axes.end()};

  std::int64_t length(std::int64_t p, std::int64_t q) const {
    std::int64_t product = 1;
    const auto s = assignment.sourceRankStrides(),
               t = assignment.targetRankStrides();
    for (std::size_t k = 0; k < finders.size(); ++k)
      product *= finders[k].length(p / s[k] % assignment.axes[k].source.ranks,
                                   q / t[k] % assignment.axes[k].target.ranks);
    return product;
  }
  std::int64_t ofNode(std::size_t process, std::int64_t position) const {
    std::int64_t sum = 0;
    for (std::int64_t p = 0; p < assignment.sourceRanks(); ++p)
      if (sources[static_cast<std::size_t>(p)] == targets[process])
        sum += length(p, position);
    return sum;
  }
  bool keeps(std::size_t process, std::int64_t position) const {
    const std::int64_t p = assignment.sharing.sourceOf(
        static_cast<std::int64_t>(process), assignment.sourceRanks());
    return p >= 0 && length(p, position) > 0;
  }
};

/// The most of all ways to deal the positions of those that keep nothing.
static std::int64_t bestOfNodes(const NodeOracle &oracle,
                                const std::vector<std::size_t> &idle,
                                std::vector<std::int64_t> positions) {
  std::ranges::sort(positions);
  std::int64_t best = 0;
  do {
    std::int64_t sum = 0;
    for (std::size_t i = 0; i < idle.size(); ++i)
      sum += oracle.ofNode(idle[i], positions[i]);
    best = std::max(best, sum);
  } while (std::ranges::next_permutation(positions).found);
  return best;
}

TEST(Relabel, PrefersTheNodeWhereNotTheRank) {
  std::mt19937 random(7);
  const auto pick = [&](int low, int high) {
    return std::uniform_int_distribution(low, high)(random);
  };
  int gains = 0;
  for (int trial = 0; trial < 400; ++trial) {
    const std::int64_t P = pick(1, 6), Q = pick(1, 6), n = pick(1, 40);
    const Assignment assignment =
        shifted({axis(P, pick(1, 4), Q, pick(1, 4), n)}, pick(-3, 3));
    const int nodes = pick(1, 3);
    RankNodes sources, targets;
    for (std::int64_t p = 0; p < P; ++p)
      sources.push_back(pick(0, nodes - 1));
    for (std::int64_t q = 0; q < Q; ++q) {
      const std::int64_t p = assignment.sharing.sourceOf(q, P);
      targets.push_back(p >= 0 ? sources[static_cast<std::size_t>(p)]
                               : pick(0, nodes - 1));
    }
    const Relabelling plain = relabel(assignment),
                      found = relabel(assignment, sources, targets);
    const NodeOracle oracle{assignment, sources, targets};
    std::vector<std::size_t> idle;
    std::vector<std::int64_t> positions;
    std::int64_t before = 0, after = 0;
    for (std::size_t i = 0; i < targets.size(); ++i) {
      if (oracle.keeps(i, plain.positionOf[i])) {
        EXPECT_EQ(found.positionOf[i], plain.positionOf[i]);
        continue;
      }
      idle.push_back(i);
      positions.push_back(plain.positionOf[i]);
      before += oracle.ofNode(i, plain.positionOf[i]);
      after += oracle.ofNode(i, found.positionOf[i]);
    }
    EXPECT_EQ(found.kept, plain.kept);
    EXPECT_EQ(after, bestOfNodes(oracle, idle, positions)) << trial;
    EXPECT_TRUE(
        std::ranges::is_permutation(found.positionOf, plain.positionOf));
    gains += after > before;
  }
  EXPECT_GT(gains, 20);
}
