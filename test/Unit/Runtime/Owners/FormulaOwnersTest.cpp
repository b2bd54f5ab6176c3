//===- FormulaOwnersTest.cpp - A table of pieces beside the formula -------===//
//
// Random layouts, sections and strides: for every position the table says what
// the formula says, and so does the formula where a table would not pay.
//
//===----------------------------------------------------------------------===//
#include "Owners/FormulaOwners.h"

#include <gtest/gtest.h>

#include <random>

using namespace redist::runtime;
using redist::schedule::AxisSide;
using redist::schedule::DimensionLayout;

using Random = std::mt19937;

static std::int64_t upTo(std::int64_t most, Random &random) {
  return static_cast<std::int64_t>(random() %
                                   static_cast<std::uint64_t>(most + 1));
}

/// Of `extent` elements.
static DimensionLayout randomLayout(std::int64_t extent, Random &random) {
  DimensionLayout layout;
  layout.ranks = 1 + upTo(5, random);
  if (random() % 3 != 0) {
    layout.block = 1 + upTo(30, random);
    layout.shift = upTo(layout.block * layout.ranks - 1, random);
    return layout;
  }
  std::int64_t left = extent;
  for (std::int64_t i = 1; i < layout.ranks; ++i) {
    layout.sizes.push_back(upTo(left, random));
    left -= layout.sizes.back();
  }
  layout.sizes.push_back(left);
  return layout;
}

TEST(FormulaOwners, SayWhatTheFormulaSays) {
  Random random(20261128);
  for (int round = 0; round < 3000; ++round) {
    const std::int64_t extent = 1 + upTo(300, random);
    const DimensionLayout layout = randomLayout(extent, random);
    const std::int64_t stride = 1 + upTo(round % 2 ? 0 : 4, random);
    const std::int64_t length = 1 + upTo((extent - 1) / stride, random);
    const std::int64_t reach = (length - 1) * stride;
    const std::int64_t first = upTo(extent - 1 - reach, random);
    const AxisSide side =
        random() % 2 ? AxisSide(layout, first, stride, length)
                     : AxisSide(layout, first + reach, -stride, length);
    for (const std::size_t questions :
         {std::size_t{0}, std::size_t{40}, std::size_t{100000}}) {
      const FormulaOwners owners(side, length, questions);
      for (std::int64_t t = length - 1; t >= 0; --t) {
        const AxisSide::Piece said = owners.at(t), right = side.pieceAt(t);
        ASSERT_EQ(said.coordinate, right.coordinate) << round << ": " << t;
        ASSERT_EQ(said.local, right.local) << round << ": " << t;
        ASSERT_EQ(said.end, right.end) << round << ": " << t;
      }
    }
  }
}
