//===- TripleListsTest.cpp - Lists of triples of numbers ------------------===//
//
// What is put in comes out, whichever words the numbers take: lists that are
// counted, lists whose shapes are known, and lists that are chosen.
//
//===----------------------------------------------------------------------===//
#include "Support/TripleLists.h"

#include <gtest/gtest.h>

#include <random>

using namespace redist::runtime;

using List = std::vector<Triple>;
using Random = std::mt19937;

/// `kind`: of two, three or six words.
static List randomList(int kind, Random &random) {
  List list(random() % 5);
  for (Triple &one : list) {
    one = {static_cast<std::int64_t>(random() % 100),
           -static_cast<std::int64_t>(random() % 100), 1};
    if (kind > 0)
      one[2] = static_cast<std::int64_t>(random() % 9);
    if (kind > 1)
      one[random() % 3] += std::int64_t{1} << 40;
  }
  return list;
}

static List listOf(const TripleLists &lists, std::size_t i) {
  List list;
  for (const Triple &one : lists.of(static_cast<std::int64_t>(i)))
    list.push_back(one);
  return list;
}

static std::int64_t totalOf(const List &list) {
  std::int64_t total = 0;
  for (const Triple &one : list)
    total += one[2];
  return total;
}

TEST(TripleLists, KeepWhatIsPutIn) {
  Random random(20261128);
  for (int round = 0; round < 1000; ++round) {
    std::vector<List> given(1 + random() % 5);
    for (List &list : given)
      list = randomList(static_cast<int>(random() % 3), random);
    const auto fill = [&](const auto &add) {
      for (std::size_t i = 0; i < given.size(); ++i)
        for (const Triple &one : given[i])
          add(i, one);
    };
    TripleLists counted(given.size(), fill);
    std::vector<TripleLists::Shape> shapes;
    for (std::size_t i = 0; i < given.size(); ++i)
      shapes.push_back(counted.shapeOf(i));
    const TripleLists known(shapes, fill);
    std::vector<std::int64_t> chosen;
    for (std::size_t i = 0; i < given.size(); ++i) {
      EXPECT_EQ(listOf(counted, i), given[i]);
      EXPECT_EQ(listOf(known, i), given[i]);
      EXPECT_EQ(counted.of(static_cast<std::int64_t>(i)).total(),
                totalOf(given[i]));
      chosen.push_back(static_cast<std::int64_t>(random() % given.size()));
    }
    chosen.push_back(-1);
    const TripleLists some = std::move(counted).select(chosen);
    ASSERT_EQ(some.size(), chosen.size());
    for (std::size_t i = 0; i + 1 < chosen.size(); ++i)
      EXPECT_EQ(listOf(some, i), given[static_cast<std::size_t>(chosen[i])]);
    EXPECT_TRUE(listOf(some, chosen.size() - 1).empty());
  }
}
