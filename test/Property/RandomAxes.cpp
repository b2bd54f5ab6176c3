//===- RandomAxes.cpp - Axes at random, element by element ----------------===//
//
// Block-cyclic and irregular blocks, sections with any bounds and strides, of
// up to a few thousand elements, against AxisOracle.
//
//===----------------------------------------------------------------------===//
#include "../Unit/Schedule/AxisOracle.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

using namespace redist::schedule;
using namespace redist::schedule::test;

static std::int64_t number(std::int64_t least, std::int64_t most) {
  return *rc::gen::resize(rc::kNominalSize,
                          rc::gen::inRange<std::int64_t>(least, most + 1));
}

/// A section of `length` elements; strides short, long and backwards.
static void chooseSection(std::int64_t length, std::int64_t &lower,
                          std::int64_t &stride) {
  const bool plain = number(0, 2) == 0;
  stride = plain ? 1 : number(1, number(1, 3) == 3 ? 60 : 5);
  lower = number(0, 3) == 0 ? 0 : number(0, 100);
  if (number(0, 3) > 0)
    return;
  lower += stride * std::max<std::int64_t>(length - 1, 0);
  stride = -stride;
}

/// Sizes that hold `count` elements, with empty blocks among them.
static DimensionLayout irregular(std::int64_t count) {
  DimensionLayout result;
  result.ranks = number(1, 7);
  for (std::int64_t i = 1; i < result.ranks; ++i)
    result.sizes.push_back(number(0, 2) == 0 ? 0 : number(0, count));
  std::int64_t sum = 0;
  for (const std::int64_t size : result.sizes)
    sum += size;
  result.sizes.push_back(std::max<std::int64_t>(count - sum, number(0, 5)));
  return result;
}

static DimensionLayout unshiftedLayout(std::int64_t length, std::int64_t lower,
                                       std::int64_t stride) {
  if (number(0, 4) > 0)
    return {number(1, 12), number(1, number(0, 3) == 0 ? 200 : 12), {}};
  const std::int64_t last =
      length == 0 ? 0 : std::max(lower, lower + stride * (length - 1)) + 1;
  return irregular(last);
}

static DimensionLayout chooseLayout(std::int64_t length, std::int64_t lower,
                                    std::int64_t stride) {
  const std::int64_t shift = number(0, 3) == 0 ? number(1, 60) : 0;
  DimensionLayout result = unshiftedLayout(length, lower + shift, stride);
  if (result.ranks > 1)
    result.shift = shift;
  return result;
}

static Axis randomAxis(std::int64_t longest) {
  Axis result;
  const std::int64_t length = number(0, 9) == 0 ? 0 : number(1, longest);
  result.length = length;
  if (number(0, 4) == 0) {
    result.source = {number(1, 12), number(1, 12), {}};
    result.target = {number(1, 12), number(1, 12), {}};
    return result;
  }
  chooseSection(length, result.sourceLower, result.sourceStride);
  chooseSection(length, result.targetLower, result.targetStride);
  result.source = chooseLayout(length, result.sourceLower, result.sourceStride);
  result.target = chooseLayout(length, result.targetLower, result.targetStride);
  return result;
}

static void checkRandom(std::int64_t longest) {
  const Axis axis = randomAxis(longest);
  RC_ASSERT_FALSE(check(Assignment{{axis}, {}, {}}).has_value());
  RC_TAG(axis.isRegular() ? "regular" : "irregular");
  RC_ASSERT(describe(axis) + ": " + offenceOf(axis) == describe(axis) + ": ");
}

RC_GTEST_PROP(RandomAxes, Short, ()) { checkRandom(60); }

RC_GTEST_PROP(RandomAxes, Long, ()) { checkRandom(3000); }
