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

static AxisRuns runsOf(const Places &places) {
  RunList list({1, 1});
  for (std::size_t i = 0; i < places.from.size(); ++i)
    list.add({places.from[i], places.to[i], 1, 1, 0, 0});
  return {RunList({1, 1}), 0, 0, 0, std::move(list)};
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
        AxisRuns runs = runsOf(where);
        EXPECT_EQ(copied(runs, sides, from, size, places, 50, random),
                  expected);
        runs.listElements();
        ASSERT_TRUE(runs.hasListedElements());
        EXPECT_EQ(copied(runs, sides, from, size, places, 50, random),
                  expected);
      }
}

TEST(ListedElements, AreNoneOfLongRuns) {
  RunList list({1, 1});
  for (std::int64_t i = 0; i < 9; ++i)
    list.add({i * i * 100, i * 20, 20, 1, 0, 0});
  AxisRuns runs(RunList({1, 1}), 0, 0, 0, std::move(list));
  runs.listElements();
  EXPECT_FALSE(runs.hasListedElements());
}

/// Offsets have 31 bits; what lies beyond stays in runs.
TEST(ListedElements, AreNoneBeyond31Bits) {
  RunList list({1, 1});
  for (const std::int64_t at : {5, 2, 9})
    list.add({at << 31, 0, 1, 1, 0, 0});
  AxisRuns runs(RunList({1, 1}), 0, 0, 0, std::move(list));
  runs.listElements();
  EXPECT_FALSE(runs.hasListedElements());
}
