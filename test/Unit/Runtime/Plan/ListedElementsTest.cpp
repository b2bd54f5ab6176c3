//===- ListedElementsTest.cpp - Elements at listed places -----------------===//
//
// Patterns whose elements lie in no order, of every size of elements, for all
// sides, cut anywhere: beside the same pattern by loops, and element by
// element.
//
//===----------------------------------------------------------------------===//
#include "Plan/CopyPattern.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <numeric>
#include <random>

using namespace redist::runtime;

namespace {

using Bytes = std::vector<std::byte>;
using Random = std::mt19937;

/// Where each element of a list is on both sides.
struct Places {
  std::vector<std::int64_t> from, to;
};

} // namespace

static std::vector<std::int64_t> shuffled(std::int64_t places,
                                          std::int64_t taken, Random &random) {
  std::vector<std::int64_t> all(static_cast<std::size_t>(places));
  std::iota(all.begin(), all.end(), 0);
  std::shuffle(all.begin(), all.end(), random);
  all.resize(static_cast<std::size_t>(taken));
  return all;
}

static AxisRuns inGroups(const Places &places) {
  RunList list({1, 1});
  for (std::size_t i = 0; i < places.from.size(); ++i)
    list.add({places.from[i], places.to[i], 1, 1, 0, 0});
  return {RunList({1, 1}), 0, 0, 0, std::move(list)};
}

static std::optional<AxisRuns> alone(const Places &places) {
  return AxisRuns::ofElements(
      {1, 1}, std::ssize(places.from), [&](const auto &visit) {
        for (std::size_t i = 0; i < places.from.size(); ++i)
          visit(RunGroup{places.from[i], places.to[i], 1, 1, 0, 0});
      });
}

/// The elements of a list as its pieces tell them.
static Places piecesOf(const AxisRuns &runs, std::int64_t position,
                       std::int64_t count) {
  Places places;
  runs.forEachPiece(position, count, 0, [&](const RunPiece &piece) {
    ASSERT_EQ(piece.repeats, 1);
    for (std::int64_t run = 0; run < piece.count; ++run)
      for (std::int64_t i = 0; i < piece.length; ++i) {
        places.from.push_back(piece.from + run * piece.fromStride +
                              i * runs.steps().from);
        places.to.push_back(piece.to + run * piece.toStride +
                            i * runs.steps().to);
      }
  });
  return places;
}

/// Copies the list from `first` on in stretches of at most `most` elements; a
/// message begins at its element 0.
static Bytes copied(const AxisRuns &runs, PatternSides sides, const Bytes &from,
                    std::int64_t size, std::int64_t targets, std::int64_t most,
                    Random &random) {
  Bytes to(static_cast<std::size_t>(targets * size), std::byte{0xee});
  const CopyPattern pattern({&runs}, {}, sides);
  for (std::int64_t position = 0; position < pattern.length();) {
    const std::int64_t count = std::min<std::int64_t>(
        pattern.length() - position,
        std::uniform_int_distribution<std::int64_t>(1, most)(random));
    // A chunk of a message has a buffer of its own.
    const std::int64_t shift = sides == PatternSides::Local ? 0 : position;
    const std::int64_t bytes = shift * size;
    pattern.copy({to.data() + (sides == PatternSides::Pack ? bytes : 0),
                  from.data() + (sides == PatternSides::Unpack ? bytes : 0),
                  shift, size},
                 position, count);
    position += count;
  }
  return to;
}

TEST(ListedElements, LieWhereTheyAreListed) {
  Random random(20261127);
  for (const std::int64_t size : {1, 2, 3, 4, 8, 12, 16, 24, 32, 40, 48, 64})
    for (const PatternSides sides :
         {PatternSides::Pack, PatternSides::Unpack, PatternSides::Local})
      for (int repeat = 0; repeat < 20; ++repeat) {
        const std::int64_t count = 2 + random() % 300, places = count + 9;
        Places where{shuffled(places, count, random),
                     shuffled(places, count, random)};
        if (sides == PatternSides::Pack)
          std::iota(where.to.begin(), where.to.end(), 0);
        if (sides == PatternSides::Unpack)
          std::iota(where.from.begin(), where.from.end(), 0);
        Bytes from(static_cast<std::size_t>(places * size)),
            expected(from.size(), std::byte{0xee});
        for (std::byte &one : from)
          one = static_cast<std::byte>(random());
        for (std::size_t i = 0; i < where.from.size(); ++i)
          std::memcpy(expected.data() + where.to[i] * size,
                      from.data() + where.from[i] * size,
                      static_cast<std::size_t>(size));
        EXPECT_EQ(
            copied(inGroups(where), sides, from, size, places, 50, random),
            expected);
        const auto listed = alone(where);
        ASSERT_TRUE(listed && listed->hasListedElements());
        EXPECT_EQ(copied(*listed, sides, from, size, places, 50, random),
                  expected);
      }
}

/// Loops of several levels take pieces, which are the same elements.
TEST(ListedElements, GoTogetherWhereTheyFollowOneAnother) {
  Random random(20261128);
  for (int repeat = 0; repeat < 200; ++repeat) {
    Places where;
    while (where.from.size() < 60) { // runs, strides and single elements
      std::int64_t from = random() % 1000, to = random() % 1000;
      const std::int64_t step = 1 + random() % 3;
      for (auto left = 1 + random() % 6; left > 0; --left) {
        where.from.push_back(from);
        where.to.push_back(to);
        from += step;
        to += step;
      }
    }
    const auto listed = alone(where);
    ASSERT_TRUE(listed);
    const auto count = std::ssize(where.from);
    const std::int64_t first = random() % count;
    const std::int64_t taken = 1 + random() % (count - first);
    const auto part = [&](const std::vector<std::int64_t> &all) {
      return std::vector(all.begin() + first, all.begin() + first + taken);
    };
    const Places got = piecesOf(*listed, first, taken);
    EXPECT_EQ(got.from, part(where.from));
    EXPECT_EQ(got.to, part(where.to));
    EXPECT_EQ(listed->rest().groups(), inGroups(where).tailRuns().groups());
  }
}

static AxisRuns listOf(const Places &places) {
  return AxisRuns::ofList(
      {1, 1}, std::ssize(places.from), [&](const auto &visit) {
        for (std::size_t i = 0; i < places.from.size(); ++i)
          if (!visit(RunGroup{places.from[i], places.to[i], 1, 1, 0, 0}))
            return;
      });
}

/// However long the list is in order at its beginning, and in none at its end.
TEST(ListedElements, AreListedByTheWholeList) {
  Random random(20261129);
  for (const std::int64_t count : {9, 100, 20000})
    for (const std::int64_t inOrder : {0, 1, 2, 4, 7, 8}) {
      const std::int64_t first = count * inOrder / 8;
      Places where{shuffled(count, count, random), {}};
      std::sort(where.from.begin(), where.from.end());
      std::shuffle(where.from.begin() + first, where.from.end(), random);
      where.to = shuffled(count, count, random);
      std::sort(where.to.begin(), where.to.begin() + first);
      std::iota(where.to.begin(), where.to.begin() + first, 0);
      const AxisRuns groups = inGroups(where), made = listOf(where);
      const bool areMany = std::ssize(groups.tailRuns().groups()) * 8 >= count;
      EXPECT_EQ(made.hasListedElements(), areMany);
      EXPECT_EQ(made.rest().groups(), groups.tailRuns().groups());
      EXPECT_EQ(made.length(), count);
    }
}

/// Offsets have 31 bits.
TEST(ListedElements, AreNoneBeyond31Bits) {
  Places where;
  for (const std::int64_t at : {5, 2, 9}) {
    where.from.push_back(at << 31);
    where.to.push_back(0);
  }
  EXPECT_FALSE(alone(where));
}
