//===- Numeral.h - Numbers as users write them ------------------*- C++ -*-===//
//
// Room View: text in, exact values out, and back. A number is written as an
// integer, a decimal (2.50) or a fraction (3/2); nothing is rounded on the way
// in. Whether a value makes sense where it stands is the caller's question.
//
//   "12" -> 12    "6/2" -> 3    "4.0" -> 4    "3/2", "0.5" -> not an integer
//   "2.5e-3" -> 1/400           10/3 -> "3.33333333333" or "10/3"
//
//===----------------------------------------------------------------------===//
#ifndef REDISTC_VIEW_NUMERAL_H
#define REDISTC_VIEW_NUMERAL_H

#include "redistSchedule/Reduction/Cost.h"

#include <cstdint>
#include <string>
#include <string_view>

namespace redistc::view {

enum class NumeralKind {
  Integer,      ///< value holds it
  NotANumber,   ///< not of one of the three forms
  NotAnInteger, ///< a number, but no integer
  TooLarge,     ///< leaves 64 bits, itself or in a part of its fraction
  TooFine,      ///< of exact values: the denominator leaves 64 bits
};

struct Numeral {
  NumeralKind kind = NumeralKind::NotANumber;
  std::int64_t value = 0; ///< of an Integer; otherwise 0
};

/// Reads all of `text` as one number and asks for its integer value.
/// "3/0" is NotANumber. Surrounding blanks are not skipped.
Numeral readInteger(std::string_view text);

/// The end of a sentence "'3/2' ...": why `numeral` is no integer. Empty for
/// an Integer.
std::string_view whyNotInteger(NumeralKind);

struct ExactNumeral {
  /// Integer and NotAnInteger both have a value.
  NumeralKind kind = NumeralKind::NotANumber;
  redist::schedule::Fraction value{};
};

/// Reads all of `text` as one number and keeps its exact value. Decimals may
/// have an exponent, as costs in seconds do (2.0e-3).
ExactNumeral readExact(std::string_view text);

/// `count` units of `unit`: integers in full, other numbers to 12 significant
/// digits, ties away from zero, without zeros at the end.
/// Precondition: 0 <= count, 0 <= unit.
std::string decimalText(std::int64_t count, redist::schedule::Fraction unit);
/// The same without rounding: "10/3", "5".
std::string fractionText(std::int64_t count, redist::schedule::Fraction unit);

} // namespace redistc::view

#endif
