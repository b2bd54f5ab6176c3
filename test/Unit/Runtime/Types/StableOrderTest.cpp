//===- StableOrderTest.cpp - Containers arrive in their order -------------===//
//
// Each container goes through the archives; the copy must be walked through in
// the same order, also after both have got and lost the same elements.
//
//===----------------------------------------------------------------------===//
#include "redist/detail/types/Serialize.h"

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

TEST(StableOrder, UnorderedMap) {
  for (const int count : counts)
    expectSameOrder<std::unordered_map<int, std::string>>(
        count, [](auto &map, int i) { map.emplace(i * 7, std::to_string(i)); });
}

TEST(StableOrder, UnorderedMapWithEqualKeys) {
  for (const int count : counts)
    expectSameOrder<std::unordered_multimap<int, std::string>>(
        count,
        [](auto &map, int i) { map.emplace(i % 5 * 7, std::to_string(i)); });
}

TEST(StableOrder, MapWithEqualKeys) {
  for (const int count : counts)
    expectSameOrder<std::multimap<int, std::string>>(
        count,
        [](auto &map, int i) { map.emplace(i % 5 * 7, std::to_string(i)); });
}

TEST(StableOrder, UnorderedSets) {
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

TEST(StableOrder, LoadFactorAndNesting) {
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

// A table has as many buckets as it had, whatever number was asked for.
TEST(StableOrder, TablesMadeWithBuckets) {
  for (std::size_t asked = 0; asked < 60; ++asked) {
    std::unordered_map<int, int> sent(asked);
    for (int i = 0; i < 5; ++i)
      sent.emplace(i * 7, i);
    const auto arrived = travelled(sent);
    EXPECT_EQ(arrived.bucket_count(), sent.bucket_count()) << asked;
    EXPECT_TRUE(std::equal(sent.begin(), sent.end(), arrived.begin())) << asked;
  }
}

namespace {
struct Order {
  bool isDown = false;
  bool operator()(int a, int b) const { return isDown ? b < a : a < b; }
};
struct Hash {
  std::size_t buckets = 1;
  std::size_t operator()(int a) const {
    return static_cast<std::size_t>(a) % buckets;
  }
};
} // namespace

static bool isGreater(int a, int b) { return b < a; }
static bool isLess(int a, int b) { return a < b; }

/// What arrives in a container that has another comparator.
template <typename Container>
static Container arrivedIn(Container receiver, const Container &sent) {
  std::vector<std::byte> bytes;
  output_archive out(bytes);
  out(sent);
  input_archive in(bytes.data(), bytes.size());
  in(receiver);
  EXPECT_EQ(in.remaining(), 0U);
  return receiver;
}

TEST(StableOrder, ComparatorsTravel) {
  const auto expectSame = [](const auto &receiver, auto sent) {
    sent.insert({1, 5, 3});
    auto arrived = arrivedIn(receiver, sent);
    sent.insert(4);
    arrived.insert(4);
    EXPECT_EQ(std::vector<int>(sent.begin(), sent.end()),
              std::vector<int>(arrived.begin(), arrived.end()));
  };
  using Set = std::set<int, Order>;
  expectSame(Set(), Set(Order{true}));
  using Multiset = std::multiset<int, Order>;
  expectSame(Multiset(), Multiset(Order{true}));
  using Chosen = std::set<int, bool (*)(int, int)>;
  expectSame(Chosen(isLess), Chosen(isGreater));
  using Table = std::unordered_set<int, Hash>;
  expectSame(Table(), Table(8, Hash{3}));
}

TEST(StableOrder, ComparatorsOfMapsAndHeapsTravel) {
  std::map<int, int, Order> map(Order{true});
  map = std::map<int, int, Order>({{1, 2}, {3, 4}}, Order{true});
  EXPECT_EQ(arrivedIn({}, map).begin()->first, 3);
  using Heap = std::priority_queue<int, std::vector<int>, Order>;
  Heap heap(Order{true});
  for (const int one : {5, 1, 3})
    heap.push(one);
  Heap arrived = arrivedIn(Heap(), heap);
  arrived.push(2);
  EXPECT_EQ(arrived.top(), 1);
  arrived.pop();
  EXPECT_EQ(arrived.top(), 2);
}

// A lambda with captures cannot be assigned: the receiver keeps its own.
TEST(StableOrder, LambdasStay) {
  const std::vector<int> weight = {4, 1, 3};
  const auto lighter = [&](int a, int b) { return weight[a] < weight[b]; };
  std::set<int, decltype(lighter)> sent(lighter), arrived(lighter);
  sent.insert({0, 1, 2});
  std::vector<std::byte> bytes;
  output_archive out(bytes);
  out(sent);
  input_archive in(bytes.data(), bytes.size());
  in(arrived);
  EXPECT_EQ(std::vector<int>(arrived.begin(), arrived.end()),
            (std::vector<int>{1, 2, 0}));
}

/// A class that knows where it is, and whose copies and moves are others.
struct Placed {
  const Placed *self = this;
  int value = 0;
  Placed() = default;
  explicit Placed(int given) : value(given) {}
  Placed(const Placed &other) : value(other.value + 1000) {}
  Placed &operator=(const Placed &other) {
    value = other.value + 1000;
    return *this;
  }
  bool isInPlace() const { return self == this; }
  bool operator<(const Placed &other) const { return value < other.value; }
  bool operator==(const Placed &other) const { return value == other.value; }
  template <typename Archive> void serialize(Archive &archive) {
    archive(value);
  }
};
struct PlacedHash {
  std::size_t operator()(const Placed &one) const {
    return static_cast<std::size_t>(one.value);
  }
};

/// `of(element)`: the object of the class in it.
template <typename Container, typename Of>
static void expectInPlace(const Container &all, Of of) {
  std::vector<std::byte> bytes;
  output_archive out(bytes);
  out(all);
  Container arrived;
  input_archive in(bytes.data(), bytes.size());
  in(arrived);
  ASSERT_EQ(arrived.size(), all.size());
  auto expected = all.begin();
  for (const auto &element : arrived) {
    EXPECT_TRUE(of(element).isInPlace());
    EXPECT_EQ(of(element).value, of(*expected++).value);
  }
}

TEST(StableOrder, ElementsAreLoadedWhereTheyStay) {
  std::set<Placed> set;
  std::multiset<Placed> equal;
  std::map<int, Placed> map;
  std::multimap<Placed, int> keys;
  std::unordered_set<Placed, PlacedHash> table;
  std::unordered_multimap<int, Placed> tables;
  for (int i = 0; i < 50; ++i) {
    set.emplace(i);
    equal.emplace(i / 2);
    map.emplace(std::piecewise_construct, std::tuple(i), std::tuple(i));
    keys.emplace(std::piecewise_construct, std::tuple(i / 3), std::tuple(i));
    table.emplace(i);
    tables.emplace(std::piecewise_construct, std::tuple(i / 2), std::tuple(i));
  }
  const auto itself = [](const Placed &one) -> const Placed & { return one; };
  const auto first = [](const auto &one) -> const Placed & {
    return one.first;
  };
  const auto second = [](const auto &one) -> const Placed & {
    return one.second;
  };
  expectInPlace(set, itself);
  expectInPlace(equal, itself);
  expectInPlace(map, second);
  expectInPlace(keys, first);
  expectInPlace(table, itself);
  expectInPlace(tables, second);
}
