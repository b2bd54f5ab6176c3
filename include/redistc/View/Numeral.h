//===- Numeral.h - Numbers as users write them ------------------*- C++ -*-===//
//
// Room View: text in, exact values out. A number is written as an integer, a
// decimal (2.50) or a fraction (3/2); nothing is rounded on the way. Whether a
// value makes sense where it stands is the caller's question.
//
//   "12" -> 12    "6/2" -> 3    "4.0" -> 4    "3/2", "0.5" -> not an integer
//
//===----------------------------------------------------------------------===//
#ifndef REDISTC_VIEW_NUMERAL_H
#define REDISTC_VIEW_NUMERAL_H

#include <cstdint>
#include <string_view>

namespace redistc::view {

enum class NumeralKind {
  Integer,      ///< value holds it
  NotANumber,   ///< not of one of the three forms
  NotAnInteger, ///< a number, but no integer
  TooLarge,     ///< leaves 64 bits, itself or in a part of its fraction
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

} // namespace redistc::view

#endif
