//===- ArrayShapeTest.cpp - Shapes of arrays against owner by element -----===//
#include "redist/detail/array/ArrayShape.h"
#include "redist/ArrayView.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>

using namespace redist;
using detail::array_shape;

using Index = std::vector<std::int64_t>;

/// A dimension as the test states it: kind, block, ranks, sizes of gen_block.
struct Dealt {
  distribution_kind kind;
  std::int64_t block = 1, ranks = 1;
  std::vector<std::int64_t> sizes;
  std::int64_t shift = 0;
};

static std::int64_t coordinateOf(const Dealt &dealt, std::int64_t extent,
                                 std::int64_t i) {
  std::int64_t coordinate = 0, end = 0;
  i += dealt.shift;
  switch (dealt.kind) {
  case distribution_kind::undistributed:
    return 0;
  case distribution_kind::block:
    return i / ((extent + dealt.ranks - 1) / dealt.ranks);
  case distribution_kind::block_sized:
    return i / dealt.block;
  case distribution_kind::cyclic:
    return i / dealt.block % dealt.ranks;
  case distribution_kind::gen_block:
    for (const std::int64_t size : dealt.sizes) {
      end += size;
      if (i < end)
        return coordinate;
      ++coordinate;
    }
    break;
  case distribution_kind::indirect: // no array has them
  case distribution_kind::listed:
    break;
  }
  return -1;
}

static redist::layout layoutOf(const std::vector<Dealt> &dealt) {
  redist::layout result;
  for (const Dealt &one : dealt) {
    distribution made{one.kind, one.block};
    if (one.kind == distribution_kind::gen_block)
      made = gen_block(one.sizes);
    result.dimensions[result.dimension_count++] = made.shift(one.shift);
    if (one.kind != distribution_kind::undistributed)
      result.grid[result.grid_count++] = one.ranks;
  }
  return result;
}

/// Visits all indices of an array in row-major order.
template <typename Visit>
static void forEachIndex(const Index &extents, Visit visit) {
  Index index(extents.size(), 0);
  if (std::count(extents.begin(), extents.end(), 0) > 0)
    return;
  for (;;) {
    visit(index);
    std::size_t k = extents.size();
    while (k > 0 && ++index[k - 1] == extents[k - 1])
      index[--k] = 0;
    if (k == 0)
      return;
  }
}

/// The shape on every rank against lists of elements that are dealt one by one.
static void check(const Index &extents, const std::vector<Dealt> &dealt,
                  storage_order order, std::int64_t firstRank,
                  bool isReversed) {
  const std::size_t count = extents.size();
  std::int64_t positions = 1;
  for (const Dealt &one : dealt)
    positions *= one.ranks;
  const int ranks = static_cast<int>(firstRank + positions) + 1;
  std::vector<int> map;
  for (std::int64_t i = 0; isReversed && i < positions; ++i)
    map.push_back(static_cast<int>(firstRank + positions - 1 - i));
  std::map<int, std::vector<Index>> owned;
  forEachIndex(extents, [&](const Index &index) {
    std::int64_t position = 0;
    for (std::size_t k = 0; k < count; ++k)
      position = position * dealt[k].ranks +
                 coordinateOf(dealt[k], extents[k], index[k]);
    owned[isReversed ? map[static_cast<std::size_t>(position)]
                     : static_cast<int>(firstRank + position)]
        .push_back(index);
  });
  if (order == storage_order::column)
    for (auto &[rank, elements] : owned)
      std::stable_sort(elements.begin(), elements.end(),
                       [](const Index &a, const Index &b) {
                         return std::lexicographical_compare(
                             a.rbegin(), a.rend(), b.rbegin(), b.rend());
                       });
  const redist::layout layout = layoutOf(dealt).at(firstRank);
  ASSERT_EQ("", array_shape::problem_of(extents.data(), count, layout, ranks));
  for (int rank = 0; rank < ranks; ++rank) {
    array_shape shape, second;
    second.describe(extents.data(), count, layout, order, rank,
                    {map.data(), map.size()});
    shape.describe(second);
    std::map<Index, std::int64_t> placeOf;
    for (const Index &index : owned[rank])
      placeOf.emplace(index, static_cast<std::int64_t>(placeOf.size()));
    ASSERT_EQ(static_cast<std::int64_t>(owned[rank].size()),
              shape.local_size());
    forEachIndex(extents, [&](const Index &index) {
      const auto found = placeOf.find(index);
      ASSERT_TRUE(shape.contains(index.data()));
      ASSERT_EQ(found == placeOf.end() ? -1 : found->second,
                shape.place(index.data()));
      ASSERT_EQ(found != placeOf.end(), shape.owner(index.data()) == rank);
      for (std::size_t k = 0; k < count && found != placeOf.end(); ++k) {
        const auto &axis = shape.axes()[k];
        ASSERT_EQ(index[k], axis.global_index(axis.local_index(index[k])));
      }
    });
    Index outside = extents;
    ASSERT_FALSE(shape.contains(outside.data()));
  }
}

/// Distributions that can be told apart, with up to three ranks.
static std::vector<Dealt> dealings(std::int64_t extent) {
  using kind = distribution_kind;
  const std::int64_t half = extent / 2;
  return {{kind::undistributed, 1, 1, {}},
          {kind::block, 1, 3, {}},
          {kind::block_sized, half + 1, 2, {}},
          {kind::cyclic, 1, 2, {}},
          {kind::cyclic, 2, 3, {}},
          {kind::cyclic, 3, 1, {}},
          {kind::cyclic, 3, 2, {}, 1},
          {kind::cyclic, 2, 3, {}, 5},
          {kind::block_sized, half + 1, 3, {}, 2},
          {kind::gen_block, 1, 3, {half, 2, extent - half}, 1},
          {kind::gen_block, 1, 3, {1, 1, extent}, 2},
          {kind::gen_block, 1, 3, {half, 0, extent - half}},
          {kind::gen_block, 1, 2, {1, extent + 4}}};
}

TEST(ArrayShape, EqualsOwnerByElementInOneDimension) {
  for (const std::int64_t extent : {0, 1, 2, 5, 12, 13})
    for (const Dealt &one : dealings(extent))
      for (const std::int64_t first : {0, 2})
        for (const bool isReversed : {false, true})
          check({extent}, {one}, storage_order::row, first, isReversed);
}

TEST(ArrayShape, EqualsOwnerByElementInSeveralDimensions) {
  for (const storage_order order : {storage_order::row, storage_order::column})
    for (const Dealt &one : dealings(7))
      for (const Dealt &other : dealings(5)) {
        check({7, 5}, {one, other}, order, 0, false);
        check({7, 5}, {one, other}, order, 1, true);
        check({3, 7, 5}, {{distribution_kind::cyclic, 1, 2, {}}, one, other},
              order, 0, true);
        check({7, 0, 5}, {one, {distribution_kind::cyclic, 1, 2, {}}, other},
              order, 0, false);
      }
}

/// What the iterator and for_each visit is what place() and global_index() say.
template <std::size_t D>
static void checkWalk(const std::array<std::int64_t, D> &extents,
                      const redist::layout &layout, storage_order order,
                      int ranks) {
  for (int rank = 0; rank < ranks; ++rank) {
    array_shape shape;
    shape.describe(extents.data(), D, layout, order, rank);
    std::vector<int> storage(static_cast<std::size_t>(shape.local_size()), 0);
    const owned_elements<int, D> owned(storage.data(), shape);
    std::int64_t place = 0;
    for (auto [index, value] : owned) {
      ASSERT_EQ(place, shape.place(index.data()));
      ASSERT_EQ(&storage[static_cast<std::size_t>(place)], &value);
      value = 7;
      ++place;
    }
    ASSERT_EQ(shape.local_size(), place);
    ASSERT_EQ(static_cast<std::size_t>(place), owned.size());
    place = 0;
    owned.for_each([&](const std::array<std::int64_t, D> &index, int &value) {
      ASSERT_EQ(7, value);
      ASSERT_EQ(place++, shape.place(index.data()));
    });
    ASSERT_EQ(shape.local_size(), place);
  }
}

TEST(OwnedElements, AreVisitedInTheOrderOfTheStorage) {
  const std::vector<long> sizes = {3, 0, 8};
  for (const storage_order order :
       {storage_order::row, storage_order::column}) {
    checkWalk<1>({11}, redist::layout({cyclic(2)}).onto({3}), order, 4);
    checkWalk<1>({11}, redist::layout({cyclic(3).shift(-4)}).onto({3}), order,
                 4);
    checkWalk<2>(
        {9, 7},
        redist::layout({cyclic(2).shift(1), cyclic(3).shift(2)}).onto({2, 2}),
        order, 4);
    checkWalk<1>({0}, redist::layout({cyclic(2)}).onto({3}), order, 4);
    checkWalk<1>({2}, redist::layout({block(5)}).onto({3}).at(1), order, 5);
    checkWalk<2>({11, 7},
                 redist::layout({gen_block(sizes), cyclic()}).onto({3, 2}),
                 order, 7);
    checkWalk<2>({4, 9}, redist::layout({undistributed(), block()}).onto({4}),
                 order, 4);
    checkWalk<3>(
        {5, 6, 7},
        redist::layout({cyclic(2), undistributed(), cyclic(3)}).onto({2, 2}),
        order, 4);
    checkWalk<3>(
        {5, 0, 7},
        redist::layout({cyclic(2), undistributed(), cyclic(3)}).onto({2, 2}),
        order, 4);
  }
}

static std::string problemOf(const Index &extents, const redist::layout &layout,
                             int ranks) {
  return array_shape::problem_of(extents.data(), extents.size(), layout, ranks);
}

TEST(ArrayShape, RefusesWhatIsNoLayoutOfTheArray) {
  const std::vector<int> sizes = {3, 4}, negative = {9, -1};
  const redist::layout rows = redist::layout({block(), undistributed()});
  EXPECT_EQ("", problemOf({6, 4}, rows.onto({3}), 3));
  EXPECT_EQ("the layout has 2 dimensions, the array has 1",
            problemOf({6}, rows.onto({3}), 3));
  EXPECT_EQ("onto() has 2 extents for 1 distributed dimension",
            problemOf({6, 4}, rows.onto({3, 1}), 3));
  EXPECT_EQ("the extent of dimension 1 is -4, which is negative",
            problemOf({6, -4}, rows.onto({3}), 3));
  EXPECT_EQ("an array of 4294967296 x 4294967296 elements is too large to "
            "address",
            problemOf({std::int64_t{1} << 32, std::int64_t{1} << 32},
                      rows.onto({3}), 3));
  EXPECT_EQ("a grid of 3 ranks from rank 1 on does not fit a communicator of 3",
            problemOf({6, 4}, rows.onto({3}).at(1), 3));
  EXPECT_EQ(
      "a grid of 4611686018427387904 x 8 ranks from rank 0 on does not "
      "fit a communicator of 3",
      problemOf(
          {6, 4},
          redist::layout({block(), block()}).onto({std::int64_t{1} << 62, 8}),
          3));
  EXPECT_EQ("the first rank is -1, which is negative",
            problemOf({6, 4}, rows.onto({3}).at(-1), 3));
  EXPECT_EQ("the number of ranks must be positive, not 0",
            problemOf({6, 4}, rows.onto({0}), 3));
  EXPECT_EQ("the block size must be positive, not 0",
            problemOf({6}, redist::layout({cyclic(0)}).onto({2}), 3));
  EXPECT_EQ("block(2) on 2 ranks holds 4 of 6 elements",
            problemOf({6}, redist::layout({block(2)}).onto({2}), 3));
  EXPECT_EQ("gen_block has 2 sizes for 3 ranks",
            problemOf({6}, redist::layout({gen_block(sizes)}).onto({3}), 3));
  EXPECT_EQ("the sizes of gen_block add up to 7, less than the extent 8",
            problemOf({8}, redist::layout({gen_block(sizes)}).onto({2}), 3));
  EXPECT_EQ("size 1 of gen_block must not be negative, it is -1",
            problemOf({8}, redist::layout({gen_block(negative)}).onto({2}), 3));
  EXPECT_EQ("shift(2) puts element 7 at 9, but the places on the ranks are 0 "
            "to 8",
            problemOf({8}, redist::layout({block(3).shift(2)}).onto({3}), 3));
  const std::vector<int> twice = {2, 0, 2}, beyond = {2, 0, 3};
  EXPECT_EQ("rank 2 is at two positions of the grid",
            problemOf({6, 4}, rows.onto({3}).ranks(twice), 3));
  EXPECT_EQ("rank 3 of the grid is not in a communicator of 3",
            problemOf({6, 4}, rows.onto({3}).ranks(beyond), 3));
  EXPECT_EQ("3 ranks are given for 2 positions of the grid",
            problemOf({6, 4}, rows.onto({2}).ranks(twice), 3));
}

TEST(ArrayShape, KeepsTheSizesOfGenBlock) {
  array_shape shape;
  {
    std::vector<int> sizes = {3, 4, 9};
    const Index extents = {8};
    shape.describe(extents.data(), 1,
                   redist::layout({gen_block(sizes)}).onto({3}),
                   storage_order::row, 1);
    sizes.assign(3, -1);
  }
  const array_shape moved = std::move(shape);
  const distribution &one = moved.layout().dimensions[0];
  ASSERT_EQ(3u, one.size_count);
  EXPECT_EQ(3, one.size_at(one.sizes, 0));
  EXPECT_EQ(4, one.size_at(one.sizes, 1));
  EXPECT_EQ(1, one.size_at(one.sizes, 2)); // what the extent leaves
}
