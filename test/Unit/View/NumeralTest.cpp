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

static std::string exact(std::string_view text) {
  const ExactNumeral numeral = readExact(text);
  EXPECT_NE(numeral.kind, NumeralKind::NotANumber) << text;
  EXPECT_NE(numeral.kind, NumeralKind::TooLarge) << text;
  EXPECT_NE(numeral.kind, NumeralKind::TooFine) << text;
  const redist::schedule::Fraction value = numeral.value;
  EXPECT_EQ(numeral.kind == NumeralKind::Integer, value.denominator == 1);
  return std::to_string(value.numerator) + "/" +
         std::to_string(value.denominator);
}

TEST(Numeral, KeepsFractionsAndDecimalsExactly) {
  EXPECT_EQ(exact("3/2"), "3/2");
  EXPECT_EQ(exact("6/4"), "3/2");
  EXPECT_EQ(exact("-6/4"), "-3/2");
  EXPECT_EQ(exact("0/7"), "0/1");
  EXPECT_EQ(exact("0.10"), "1/10");
  EXPECT_EQ(exact("+.5"), "1/2");
  EXPECT_EQ(exact("5."), "5/1");
  EXPECT_EQ(exact("2.0e-3"), "1/500");
  EXPECT_EQ(exact("31E2"), "3100/1");
  EXPECT_EQ(exact("1.5e+1"), "15/1");
  EXPECT_EQ(exact("0.0e99999999999999999999"), "0/1");
  EXPECT_EQ(exact("1.000000000000000000000000000"), "1/1");
  EXPECT_EQ(exact("0000000000000000000000000001"), "1/1");
  EXPECT_EQ(exact("0.000000000000000001"), "1/1000000000000000000");
  EXPECT_EQ(exact("9223372036854775807"), "9223372036854775807/1");
}

TEST(Numeral, TellsWhatHasNoExactValue) {
  for (std::string_view text :
       {"",      "-",     ".",     "e",     "e5",    ".e5", "1e",
        "1e+",   "1e1.5", "1e2e3", "1/2e3", "1e3/2", "3/0", "0x10",
        "1.2.3", "1/2/3", " 1",    "1 ",    "inf",   "nan"})
    EXPECT_EQ(readExact(text).kind, NumeralKind::NotANumber) << text;
  for (std::string_view text :
       {"9223372036854775808", "1e19", "9223372036854775808/2",
        "9223372036854775808/9223372036854775808", "9223372036854775808.5",
        "100000000000000000000.000001", "9223372036854775809e-0", "12e18",
        "922337203685477580.8e1", "1e999999999999999999999"})
    EXPECT_EQ(readExact(text).kind, NumeralKind::TooLarge) << text;
  for (std::string_view text :
       {"1e-19", "0.12345678901234567891", "1/9223372036854775808", "1e-300",
        "9223372036854775807.5", "1e-4000000000", "-2.5e-30"})
    EXPECT_EQ(readExact(text).kind, NumeralKind::TooFine) << text;
}

TEST(Numeral, WritesTwelveDigits) {
  EXPECT_EQ(decimalText(0, {1, 3}), "0");
  EXPECT_EQ(decimalText(6, {1, 3}), "2");
  EXPECT_EQ(decimalText(10, {1, 3}), "3.33333333333");
  EXPECT_EQ(decimalText(20, {1, 3}), "6.66666666667");
  EXPECT_EQ(decimalText(1, {1, 400}), "0.0025");
  EXPECT_EQ(decimalText(1, {1, 7000000}), "0.000000142857142857");
  EXPECT_EQ(decimalText(2, {1, 3000000}), "0.000000666666666667");
  // Carries run as far as they have to.
  EXPECT_EQ(decimalText(2999999999999, {1, 3000000000000}), "1");
  EXPECT_EQ(decimalText(29999999999999, {1, 3000000000000}), "10");
  // Ties away from zero: 1.000000000005.
  EXPECT_EQ(decimalText(1000000000005, {1, 1000000000000}), "1.00000000001");
  // Integers are never cut, and no digit before the point is.
  EXPECT_EQ(decimalText(INT64_MAX, {1, 1}), "9223372036854775807");
  EXPECT_EQ(decimalText(INT64_MAX, {1000000000000000000, 1}),
            "9223372036854775807000000000000000000");
  EXPECT_EQ(decimalText(2469135802469135, {1, 2}), "1234567901234568");
  EXPECT_EQ(decimalText(1999999999999999, {1, 2}), "1000000000000000");
}

TEST(Numeral, WritesFractionsInLowestTerms) {
  EXPECT_EQ(fractionText(0, {1, 3}), "0");
  EXPECT_EQ(fractionText(10, {1, 3}), "10/3");
  EXPECT_EQ(fractionText(10, {2, 15}), "4/3");
  EXPECT_EQ(fractionText(9, {5, 3}), "15");
}
