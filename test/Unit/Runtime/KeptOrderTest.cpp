//===- KeptOrderTest.cpp - Containers arrive in their order ---------------===//
//
// Each container goes through the archives; the copy must be walked through in
// the same order, also after both have got and lost the same elements.
//
//===----------------------------------------------------------------------===//
#include "redist/Serialize.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>

using redist::detail::input_archive;
using redist::detail::output_archive;

template <typename Container>
static Container travelled(const Container &sent) {
  std::vector<std::byte> bytes;
  output_archive out(bytes);
  out(sent);
  Container arrived = sent; // what was there before is gone
  input_archive in(bytes.data(), bytes.size());
  in(arrived);
  EXPECT_EQ(in.remaining(), 0U);
  return arrived;
}

/// (key, number of the element), in the order of a walk.
template <typename Map>
static std::vector<std::pair<int, std::string>> walk(const Map &map) {
  return {map.begin(), map.end()};
}

/// `add(map, i)`: the element of number i.
template <typename Map, typename Add>
static void expectSameOrder(int count, Add add) {
  Map map;
  for (int i = 0; i < count; ++i)
    add(map, i);
  for (int i = 0; i < count; i += 3)
    map.erase(i * 7);
  Map copy = travelled(map);
  EXPECT_EQ(walk(map), walk(copy)) << count << " elements";
  for (int i = 0; i < 2 * count; ++i) {
    add(map, i + 5 * count);
    add(copy, i + 5 * count);
  }
  EXPECT_EQ(walk(map), walk(copy)) << 3 * count << " elements";
}

static const int counts[] = {0, 1, 5, 13, 14, 100, 1000};

TEST(KeptOrder, UnorderedMap) {
  for (const int count : counts)
    expectSameOrder<std::unordered_map<int, std::string>>(
        count, [](auto &map, int i) { map.emplace(i * 7, std::to_string(i)); });
}

TEST(KeptOrder, UnorderedMapWithEqualKeys) {
  for (const int count : counts)
    expectSameOrder<std::unordered_multimap<int, std::string>>(
        count,
        [](auto &map, int i) { map.emplace(i % 5 * 7, std::to_string(i)); });
}

TEST(KeptOrder, MapWithEqualKeys) {
  for (const int count : counts)
    expectSameOrder<std::multimap<int, std::string>>(
        count,
        [](auto &map, int i) { map.emplace(i % 5 * 7, std::to_string(i)); });
}

TEST(KeptOrder, UnorderedSets) {
  std::unordered_set<std::string> words;
  std::unordered_multiset<std::string> all;
  for (int i = 0; i < 200; ++i) {
    words.insert("w" + std::to_string(i * i % 97));
    all.insert("w" + std::to_string(i * i % 97));
  }
  const auto wordsThere = travelled(words);
  const auto allThere = travelled(all);
  EXPECT_EQ(std::vector<std::string>(words.begin(), words.end()),
            std::vector<std::string>(wordsThere.begin(), wordsThere.end()));
  EXPECT_EQ(std::vector<std::string>(all.begin(), all.end()),
            std::vector<std::string>(allThere.begin(), allThere.end()));
}

TEST(KeptOrder, LoadFactorAndNesting) {
  std::unordered_map<int, std::unordered_set<int>> map;
  map.max_load_factor(3.5F);
  for (int i = 0; i < 50; ++i)
    for (int k = 0; k < i; ++k)
      map[i].insert(k * 31 % 47);
  const auto copy = travelled(map);
  EXPECT_EQ(copy.max_load_factor(), 3.5F);
  EXPECT_EQ(copy.bucket_count(), map.bucket_count());
  auto there = copy.begin();
  for (const auto &[key, set] : map) {
    EXPECT_EQ(key, there->first);
    EXPECT_TRUE(std::equal(set.begin(), set.end(), there->second.begin(),
                           there->second.end()));
    ++there;
  }
}
