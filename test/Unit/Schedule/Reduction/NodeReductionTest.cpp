//===- NodeReductionTest.cpp - Reductions of ranks that share nodes -------===//
#include "redistSchedule/Reduction/NodeReduction.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <string>

using namespace redist::schedule;

/// What a rank's element is combined with inside its node of `ranks` ranks:
/// in round i, number `slot` takes in that of number slot + 2^i, to its right,
/// if it is a multiple of 2^(i + 1) and there is such a rank; -1 if it does
/// not (docs/SchedulingMath.md, section 26).
static std::int64_t takenInRound(std::int64_t slot, std::int64_t round,
                                 std::int64_t ranks) {
  const std::int64_t distance = std::int64_t{1} << round;
  return slot % (2 * distance) == 0 && slot + distance < ranks ? slot + distance
                                                               : -1;
}

/// What the ranks of a node have after so many rounds inside; each element is a
/// letter.
static std::string combinedInside(std::int64_t first, std::int64_t ranks,
                                  std::int64_t rounds) {
  std::vector<std::string> held;
  for (std::int64_t slot = 0; slot < ranks; ++slot)
    held.emplace_back(1, static_cast<char>('a' + first + slot));
  for (std::int64_t round = 0; round < rounds; ++round) {
    std::vector<bool> isBusy(held.size(), false);
    for (std::int64_t slot = 0; slot < ranks; ++slot)
      if (const std::int64_t taken = takenInRound(slot, round, ranks);
          taken >= 0) {
        auto &own = held[static_cast<std::size_t>(slot)];
        auto &other = held[static_cast<std::size_t>(taken)];
        EXPECT_FALSE(isBusy[static_cast<std::size_t>(slot)] || other.empty());
        isBusy[static_cast<std::size_t>(slot)] = true;
        own += other;
        other.clear();
      }
  }
  return held[0];
}

/// What the root's node has after the transfers between nodes.
static std::string combinedBetween(const NodeReduction &reduction,
                                   std::int64_t root) {
  const ReductionSchedule &between = reduction.between;
  const std::int64_t nodes = between.problem().ranks;
  const std::int64_t rounds =
      std::bit_width(static_cast<std::uint64_t>(reduction.ranksPerNode - 1));
  const std::vector<ReductionRole> roles = between.roles(root);
  const auto collect = [&](auto &self, std::int64_t node) -> std::string {
    const std::int64_t first = node * reduction.ranksPerNode;
    std::string held = combinedInside(
        first, std::min(reduction.ranksPerNode, reduction.ranks - first),
        rounds);
    for (const ReductionChild &child :
         roles[static_cast<std::size_t>(node)].children) {
      const std::string other = self(self, child.rank);
      held = child.isLeft ? other + held : held + other;
    }
    return held;
  };
  EXPECT_EQ(roles[static_cast<std::size_t>(root)].parent, -1);
  EXPECT_LT(root, nodes);
  return collect(collect, root);
}

TEST(NodeReduction, KeepsOrderAndBounds) {
  for (std::int64_t ranks = 1; ranks <= 24; ++ranks)
    for (std::int64_t perNode = 1; perNode <= 7; ++perNode)
      for (std::int64_t d = 0; d <= 3; ++d)
        for (std::int64_t c = 0; c <= 3; ++c) {
          ReductionProblem problem = {ranks, {d, c, 0}};
          problem.ordered = true;
          const Result<NodeReduction> made =
              makeNodeReduction(problem, perNode);
          ASSERT_TRUE(made);
          const std::int64_t nodes = made->between.problem().ranks;
          std::string all;
          for (std::int64_t rank = 0; rank < ranks; ++rank)
            all += static_cast<char>('a' + rank);
          for (std::int64_t root = 0; root < nodes; ++root)
            ASSERT_EQ(combinedBetween(*made, root), all);
          ASSERT_LE(made->lowerBound, made->length());
          // Without company on a node the bound is that of the best tree.
          if (perNode == 1 && d >= c) {
            ASSERT_EQ(made->lowerBound, made->length());
          }
          // One node: the depth of a tree of combines.
          if (nodes == 1) {
            ASSERT_EQ(made->lowerBound, made->length());
          }
        }
}

TEST(NodeReduction, RefusesWhatMakesNoTree) {
  EXPECT_FALSE(makeNodeReduction({0, {1, 1, 0}}, 4));
  EXPECT_FALSE(makeNodeReduction({5, {-1, 1, 0}}, 4));
  EXPECT_FALSE(makeNodeReduction({5, {1, (std::int64_t{1} << 62) - 1, 0}}, 8));
}

/// Of many ranks, by formulas alone.
TEST(NodeReduction, TakesNoTimeForManyRanks) {
  const Result<NodeReduction> made =
      makeNodeReduction({1'000'000'000'000, {3, 1, 0}}, 64);
  ASSERT_TRUE(made);
  EXPECT_EQ(made->insideLength, 6);
  EXPECT_EQ(made->between.problem().ranks, 15'625'000'000);
  EXPECT_EQ(made->lowerBound, made->between.length());
}
