//===- RangeTreeTest.cpp - Which ranges of memory overlap -----------------===//
#include "Support/RangeTree.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <vector>

using redist::runtime::MemoryRange;
using redist::runtime::RangeTree;

/// A range with a number, which counts the searches that find it.
struct Numbered {
  MemoryRange range;
  int found = 0;
};
using Tree = RangeTree<Numbered>;

static std::byte memory[4096];

static MemoryRange between(std::size_t begin, std::size_t end) {
  return {memory + begin, memory + end};
}

TEST(RangeTree, findsOverlapsAsALookAtAllDoes) {
  std::mt19937 random(7);
  std::vector<Numbered> all;
  for (int i = 0; i < 300; ++i) {
    // Long and short ones, equal ones, neighbours.
    const std::size_t begin = random() % 64 * 32;
    const std::size_t length = 1 + random() % (i % 3 == 0 ? 2000 : 32);
    all.push_back({between(begin, begin + length)});
  }
  std::vector<Tree::Node> nodes;
  for (Numbered &one : all)
    nodes.emplace_back(one.range, &one);
  std::vector<bool> isIn(all.size(), false);
  Tree tree;
  for (int turn = 0; turn < 3000; ++turn) {
    const std::size_t at = random() % all.size();
    if (isIn[at])
      tree.erase(nodes[at]);
    else
      tree.insert(nodes[at]);
    isIn[at] = !isIn[at];
    const std::size_t begin = random() % 3000;
    const MemoryRange asked = between(begin, begin + random() % 100);
    for (Numbered &one : all)
      one.found = 0;
    tree.visitOverlaps(asked, [](Numbered &one) { ++one.found; });
    for (std::size_t i = 0; i < all.size(); ++i) {
      const MemoryRange &range = all[i].range;
      const bool overlaps = !asked.isEmpty() && range.begin < asked.end &&
                            asked.begin < range.end;
      ASSERT_EQ(all[i].found, isIn[i] && overlaps ? 1 : 0)
          << "turn " << turn << ", range " << i;
    }
  }
}

TEST(RangeTree, anEmptyRangeOverlapsNothing) {
  Numbered one{between(10, 20)};
  Tree::Node node(one.range, &one);
  Tree tree;
  const auto countIn = [&](MemoryRange asked) {
    int count = 0;
    tree.visitOverlaps(asked, [&](Numbered &) { ++count; });
    return count;
  };
  EXPECT_EQ(countIn(between(0, 4000)), 0);
  tree.insert(node);
  EXPECT_EQ(countIn(between(15, 15)), 0);
  EXPECT_EQ(countIn(MemoryRange::of(nullptr, 8)), 0);
  EXPECT_EQ(countIn(between(0, 10)), 0);
  EXPECT_EQ(countIn(between(20, 30)), 0);
  EXPECT_EQ(countIn(between(19, 20)), 1);
  tree.erase(node);
  EXPECT_EQ(countIn(between(0, 4000)), 0);
}
