//===- Numeral.cpp - Numbers as users write them ---------------*- C++ -*-===//
//
// See Numeral.h. Integers are accumulated digit by digit so that a number that
// leaves 64 bits is told apart from a text that is no number. Decimals are
// written by long division.
//
//===----------------------------------------------------------------------===//
#include "redistc/View/Numeral.h"

#include <algorithm>
#include <cassert>
#include <charconv>
#include <cstdlib>
#include <numeric>
#include <optional>

using namespace redistc::view;
using redist::schedule::Fraction;

__extension__ typedef __int128 Int128;

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
  case NumeralKind::TooFine:
    return "has a denominator that does not fit 64 bits";
  }
  return "";
}

static ExactNumeral exactly(std::int64_t top, std::int64_t bottom) {
  const std::int64_t common = std::gcd(top, bottom);
  const Fraction value = {top / common, bottom / common};
  return {value.denominator == 1 ? NumeralKind::Integer
                                 : NumeralKind::NotAnInteger,
          value};
}

static ExactNumeral exactFraction(std::string_view top,
                                  std::string_view bottom) {
  const Numeral numerator = readWhole(top), denominator = readWhole(bottom);
  if (numerator.kind == NumeralKind::NotANumber ||
      denominator.kind == NumeralKind::NotANumber)
    return {};
  if (numerator.kind == NumeralKind::TooLarge)
    return {NumeralKind::TooLarge, {}};
  if (denominator.kind == NumeralKind::TooLarge)
    return {NumeralKind::TooFine, {}};
  if (denominator.value == 0)
    return {};
  return exactly(numerator.value, denominator.value);
}

/// Of "-12"; nothing where it is no number. What does not fit is as good as
/// the largest that does: no value has so many digits.
static std::optional<std::int64_t> exponentOf(std::string_view text) {
  const bool isNegative = text.starts_with('-');
  if (isNegative || text.starts_with('+'))
    text.remove_prefix(1);
  const Numeral numeral = readWhole(text);
  if (numeral.kind == NumeralKind::NotANumber)
    return std::nullopt;
  constexpr std::int64_t most = 1'000'000;
  const std::int64_t size = numeral.kind == NumeralKind::TooLarge
                                ? most
                                : std::min(numeral.value, most);
  return isNegative ? -size : size;
}

/// digits * 10^exponent. The digits may begin and end with zeros.
static ExactNumeral exactDecimal(std::string digits, std::int64_t exponent) {
  digits.erase(0, digits.find_first_not_of('0'));
  if (digits.empty())
    return exactly(0, 1);
  while (digits.back() == '0') {
    digits.pop_back();
    ++exponent;
  }
  // Digits before the point, of which an integer of 64 bits has 19 at most.
  const std::int64_t places =
      static_cast<std::int64_t>(digits.size()) + exponent;
  if (places > 19 || (places == 19 && readWhole(digits.substr(0, 19)).kind !=
                                          NumeralKind::Integer))
    return {NumeralKind::TooLarge, {}};
  std::int64_t power = 1;
  const Numeral whole = readWhole(digits);
  std::int64_t value = whole.value;
  bool fits = whole.kind == NumeralKind::Integer;
  for (std::int64_t i = 0; fits && i < std::abs(exponent); ++i)
    fits = !__builtin_mul_overflow(power, 10, &power);
  if (fits && exponent > 0)
    fits = !__builtin_mul_overflow(value, power, &value);
  if (!fits)
    return {exponent < 0 ? NumeralKind::TooFine : NumeralKind::TooLarge, {}};
  return exactly(value, exponent < 0 ? power : 1);
}

ExactNumeral redistc::view::readExact(std::string_view text) {
  const bool isNegative = text.starts_with('-');
  if (isNegative || text.starts_with('+'))
    text.remove_prefix(1);
  ExactNumeral numeral;
  if (auto slash = text.find('/'); slash != std::string_view::npos) {
    numeral = exactFraction(text.substr(0, slash), text.substr(slash + 1));
  } else {
    std::int64_t exponent = 0;
    if (auto sign = text.find_first_of("eE"); sign != std::string_view::npos) {
      const auto read = exponentOf(text.substr(sign + 1));
      if (!read)
        return {};
      exponent = *read;
      text = text.substr(0, sign);
    }
    std::string digits(text.substr(0, text.find('.')));
    if (auto point = text.find('.'); point != std::string_view::npos) {
      digits += text.substr(point + 1);
      exponent -= static_cast<std::int64_t>(text.size() - point - 1);
    }
    if (digits.empty() || !std::all_of(digits.begin(), digits.end(), isDigit))
      return {};
    numeral = exactDecimal(std::move(digits), exponent);
  }
  if (isNegative)
    numeral.value.numerator = -numeral.value.numerator;
  return numeral;
}

static std::string digitsOf(Int128 number) {
  std::string digits;
  do
    digits += static_cast<char>('0' + static_cast<int>(number % 10));
  while ((number /= 10) > 0);
  std::reverse(digits.begin(), digits.end());
  return digits;
}

/// Adds one to the last digit of a decimal.
static void roundUp(std::string &decimal) {
  for (std::size_t i = decimal.size(); i-- > 0;) {
    if (decimal[i] == '.')
      continue;
    if (decimal[i] != '9') {
      ++decimal[i];
      return;
    }
    decimal[i] = '0';
  }
  decimal.insert(0, 1, '1');
}

std::string redistc::view::decimalText(std::int64_t count, Fraction unit) {
  assert(count >= 0 && unit.numerator >= 0 && unit.denominator > 0);
  constexpr std::size_t significant = 12;
  const Int128 value = Int128{count} * unit.numerator;
  std::string decimal = digitsOf(value / unit.denominator);
  Int128 rest = value % unit.denominator;
  if (rest == 0)
    return decimal;
  std::size_t digits = decimal == "0" ? 0 : decimal.size();
  decimal += '.';
  while (rest > 0 && digits < significant) {
    rest *= 10;
    const auto digit = static_cast<int>(rest / unit.denominator);
    decimal += static_cast<char>('0' + digit);
    digits += digits > 0 || digit > 0 ? 1 : 0;
    rest %= unit.denominator;
  }
  if (2 * rest >= unit.denominator)
    roundUp(decimal);
  decimal.erase(decimal.find_last_not_of('0') + 1);
  if (decimal.back() == '.')
    decimal.pop_back();
  return decimal;
}

std::string redistc::view::fractionText(std::int64_t count, Fraction unit) {
  const std::int64_t common = std::gcd(count, unit.denominator);
  std::string text = digitsOf(Int128{count / common} * unit.numerator);
  if (unit.denominator != common)
    text.append("/").append(std::to_string(unit.denominator / common));
  return text;
}
