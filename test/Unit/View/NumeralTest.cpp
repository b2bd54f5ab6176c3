//===- NumeralTest.cpp - Numbers as users write them -----------*- C++ -*-===//
#include "redistc/View/Numeral.h"

#include <gtest/gtest.h>

using namespace redistc::view;

static std::int64_t integer(std::string_view text) {
  Numeral numeral = readInteger(text);
  EXPECT_EQ(numeral.kind, NumeralKind::Integer) << text;
  return numeral.value;
}

TEST(Numeral, ReadsIntegersOfAllForms) {
  EXPECT_EQ(integer("0"), 0);
  EXPECT_EQ(integer("007"), 7);
  EXPECT_EQ(integer("+12"), 12);
  EXPECT_EQ(integer("-12"), -12);
  EXPECT_EQ(integer("6/2"), 3);
  EXPECT_EQ(integer("-6/3"), -2);
  EXPECT_EQ(integer("0/5"), 0);
  EXPECT_EQ(integer("4.00"), 4);
  EXPECT_EQ(integer("4."), 4);
  EXPECT_EQ(integer(".0"), 0);
  EXPECT_EQ(integer("9223372036854775807"), INT64_MAX);
}

TEST(Numeral, TellsFractionsFromOtherText) {
  for (std::string_view text : {"3/2", "0.5", ".5", "1/3", "2.000000001"})
    EXPECT_EQ(readInteger(text).kind, NumeralKind::NotAnInteger) << text;
  for (std::string_view text :
       {"", "-", "+", ".", "/", "3/", "/3", "3/0", "1e3", "0x10", "1.2.3",
        "1/2/3", "2.0/1", " 1", "1 ", "--1", "n", "1,2"})
    EXPECT_EQ(readInteger(text).kind, NumeralKind::NotANumber) << text;
}

TEST(Numeral, TellsTooLargeFromNoNumber) {
  for (std::string_view text :
       {"9223372036854775808", "99999999999999999999999",
        "9223372036854775808/2", "1/9223372036854775808",
        "9223372036854775808.0"})
    EXPECT_EQ(readInteger(text).kind, NumeralKind::TooLarge) << text;
}
