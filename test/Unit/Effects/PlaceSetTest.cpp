//===- PlaceSetTest.cpp - Sets of places ----------------------------------===//
//
// Random operations, against std::set.
//
//===----------------------------------------------------------------------===//
#include "PointsTo/PlaceSet.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <iterator>
#include <random>
#include <set>
#include <vector>

using namespace redistc::effects;

namespace {
using Places = std::set<PlaceId>;

std::vector<PlaceId> listOf(const PlaceSet &set) {
  std::vector<PlaceId> list;
  for (const PlaceId place : set)
    list.push_back(place);
  return list;
}

std::vector<PlaceId> listOf(const Places &set) {
  return {set.begin(), set.end()};
}

/// Both ways to keep a set.
struct Pair {
  PlaceSet set;
  Places places;

  void add(PlaceId place) {
    EXPECT_EQ(set.test_and_set(place), places.insert(place).second);
  }
  void unite(const Pair &other) {
    const std::size_t before = places.size();
    places.insert(other.places.begin(), other.places.end());
    EXPECT_EQ(set |= other.set, places.size() != before);
  }
  void intersect(const Pair &other) {
    set &= other.set;
    std::erase_if(places,
                  [&](PlaceId one) { return !other.places.count(one); });
  }
  void remove(const Pair &other) {
    set.intersectWithComplement(other.set);
    std::erase_if(places, [&](PlaceId one) { return other.places.count(one); });
  }
};
} // namespace

TEST(PlaceSet, isTheSetOfItsPlaces) {
  std::mt19937 random(26);
  for (const PlaceId range : {3u, 64u, 130u, 1000u, 100000u}) {
    std::vector<Pair> pairs(6);
    for (int step = 0; step < 4000; ++step) {
      Pair &one = pairs[random() % pairs.size()];
      const Pair other = pairs[random() % pairs.size()];
      switch (random() % 8) {
      case 0:
        one.unite(other);
        break;
      case 1:
        one.intersect(other);
        break;
      case 2:
        one.remove(other);
        break;
      default:
        one.add(random() % range);
      }
      ASSERT_EQ(listOf(one.set), listOf(one.places));
      ASSERT_EQ(one.set.count(), one.places.size());
      ASSERT_EQ(one.set.empty(), one.places.empty());
      if (one.places.size() > range / 2 + 40)
        one = Pair();
    }
  }
}

TEST(PlaceSet, takesTheLastPlaces) {
  PlaceSet set;
  for (const PlaceId place : {~0u, 0u, ~0u - 64, 63u, 64u})
    set.set(place);
  EXPECT_EQ(listOf(set), (std::vector<PlaceId>{0, 63, 64, ~0u - 64, ~0u}));
  set |= set;
  EXPECT_EQ(set.count(), 5u);
  set.intersectWithComplement(set);
  EXPECT_TRUE(set.empty());
}
