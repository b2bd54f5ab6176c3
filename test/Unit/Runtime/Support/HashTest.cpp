//===- HashTest.cpp - Hashes of lists -------------------------------------===//
#include "Support/Hash.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <set>

using namespace redist::runtime;

using Words = std::vector<std::int64_t>;

static std::uint64_t hashOfList(const Words &words) {
  ListHash hash;
  for (std::size_t i = 0; i < words.size(); i += ListHash::block)
    hash.add(std::span(words).subspan(
        i, std::min(ListHash::block, words.size() - i)));
  return hash.value();
}

/// Lists as maps have them differ in few places, and by small numbers.
TEST(ListHash, TellsSimilarListsApart) {
  std::mt19937 random(1);
  for (const std::size_t count : {1, 2, 3, 511, 512, 513, 1024, 1999}) {
    Words words(count);
    for (std::int64_t &word : words)
      word = static_cast<std::int64_t>(random() % 4);
    std::set<std::uint64_t> seen = {hashOfList(words)};
    std::set<Words> lists = {words};
    for (int i = 0; i < 2000; ++i) {
      Words other = words;
      for (std::size_t changes = 1 + random() % 4; changes > 0; --changes)
        if (random() % 2 == 0)
          std::swap(other[random() % count], other[random() % count]);
        else
          other[random() % count] += 1 - static_cast<int>(random() % 3);
      lists.insert(other);
      seen.insert(hashOfList(other));
    }
    EXPECT_EQ(seen.size(), lists.size()) << count;
  }
}

TEST(ListHash, TellsLengthsApart) {
  std::set<std::uint64_t> seen;
  for (std::size_t count = 0; count < 1500; ++count)
    seen.insert(hashOfList(Words(count, 0)));
  EXPECT_EQ(seen.size(), 1500U);
}
