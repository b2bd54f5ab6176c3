//===- SpellingTest.cpp - Words that error messages share ------*- C++ -*-===//
#include "redistc/Support/Spelling.h"

#include <gtest/gtest.h>

#include <array>

using namespace redistc::support;

static constexpr std::array<std::string_view, 4> names = {"auto", "exact",
                                                          "stepwise", "greedy"};

TEST(Suggest, FindsTheNearestName) {
  EXPECT_EQ(nearestName("stepwsie", names), "stepwise"); // neighbours exchanged
  EXPECT_EQ(nearestName("gredy", names), "greedy");      // a letter missing
  EXPECT_EQ(nearestName("exactt", names), "exact");      // one too many
  EXPECT_EQ(nearestName("auti", names), "auto");         // one wrong
  EXPECT_EQ(nearestName("exact", names), "exact");
}

TEST(Suggest, StaysSilentWhereNothingIsNear) {
  EXPECT_EQ(nearestName("", names), std::nullopt);
  EXPECT_EQ(nearestName("x", names), std::nullopt);
  EXPECT_EQ(nearestName("caterpillar", names), std::nullopt);
  EXPECT_EQ(nearestName(std::string(10000, 'a'), names), std::nullopt);
}

TEST(Suggest, WritesTheEndOfAMessage) {
  EXPECT_EQ(didYouMean("gredy", names), "; did you mean 'greedy'?");
  EXPECT_EQ(didYouMean("zzz", names), "");
}
