//===- Numeral.cpp - Numbers as users write them ---------------*- C++ -*-===//
//
// See Numeral.h. Integers are accumulated digit by digit so that a number that
// leaves 64 bits is told apart from a text that is no number.
//
//===----------------------------------------------------------------------===//
#include "redistc/View/Numeral.h"

#include <algorithm>
#include <charconv>

using namespace redistc::view;

static bool isDigit(char c) { return c >= '0' && c <= '9'; }

static Numeral readWhole(std::string_view digits) {
  if (digits.empty() || !std::all_of(digits.begin(), digits.end(), isDigit))
    return {};
  std::int64_t value = 0;
  auto [end, error] =
      std::from_chars(digits.data(), digits.data() + digits.size(), value);
  if (error != std::errc())
    return {NumeralKind::TooLarge, 0};
  return {NumeralKind::Integer, value};
}

static Numeral readFraction(std::string_view top, std::string_view bottom) {
  Numeral numerator = readWhole(top), denominator = readWhole(bottom);
  for (const Numeral &part : {numerator, denominator})
    if (part.kind == NumeralKind::NotANumber)
      return {};
  for (const Numeral &part : {numerator, denominator})
    if (part.kind == NumeralKind::TooLarge)
      return part;
  if (denominator.value == 0)
    return {};
  if (numerator.value % denominator.value != 0)
    return {NumeralKind::NotAnInteger, 0};
  return {NumeralKind::Integer, numerator.value / denominator.value};
}

static Numeral readDecimal(std::string_view whole, std::string_view part) {
  if (whole.empty() && part.empty())
    return {};
  if (!std::all_of(part.begin(), part.end(), isDigit))
    return {};
  Numeral integer =
      whole.empty() ? Numeral{NumeralKind::Integer, 0} : readWhole(whole);
  if (integer.kind != NumeralKind::Integer)
    return integer;
  if (part.find_first_not_of('0') != std::string_view::npos)
    return {NumeralKind::NotAnInteger, 0};
  return integer;
}

static Numeral readUnsigned(std::string_view text) {
  if (auto slash = text.find('/'); slash != std::string_view::npos)
    return readFraction(text.substr(0, slash), text.substr(slash + 1));
  if (auto point = text.find('.'); point != std::string_view::npos)
    return readDecimal(text.substr(0, point), text.substr(point + 1));
  return readWhole(text);
}

Numeral redistc::view::readInteger(std::string_view text) {
  bool negative = text.starts_with('-');
  if (negative || text.starts_with('+'))
    text.remove_prefix(1);
  Numeral numeral = readUnsigned(text);
  if (negative)
    numeral.value = -numeral.value;
  return numeral;
}

std::string_view redistc::view::whyNotInteger(NumeralKind kind) {
  switch (kind) {
  case NumeralKind::Integer:
    return "";
  case NumeralKind::NotANumber:
    return "is not a number";
  case NumeralKind::NotAnInteger:
    return "is not an integer";
  case NumeralKind::TooLarge:
    return "is too large";
  }
  return "";
}
