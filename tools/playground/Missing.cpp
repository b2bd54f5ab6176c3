//===- Missing.cpp - Numbers of floating point as texts -------------------===//
//
// See Missing.h. printf and strtod of emscripten's C library round correctly,
// as <charconv> must; the shortest digits are those that JavaScript writes.
//
//===----------------------------------------------------------------------===//
#include "Missing.h"

#include <emscripten.h>

#include <array>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <type_traits>

// clang-format off
EM_JS(void, writeShortest, (double value, char *to, int size), {
  stringToUTF8(value.toExponential(), to, size);
});
// clang-format on

/// `written`: what snprintf returned.
static std::to_chars_result endOf(char *first, char *last, int written) {
  if (written < 0 || written >= last - first)
    return {last, std::errc::value_too_large};
  return {first + written, std::errc()};
}

template <typename Number>
static std::to_chars_result print(char *first, char *last, Number value,
                                  std::chars_format format, int precision) {
  constexpr bool isLong = std::is_same_v<Number, long double>;
  std::string text = isLong ? "%.*L" : "%.*";
  text += format == std::chars_format::fixed        ? 'f'
          : format == std::chars_format::scientific ? 'e'
                                                    : 'g';
  return endOf(first, last,
               std::snprintf(first, static_cast<std::size_t>(last - first),
                             text.c_str(), precision, value));
}

std::to_chars_result std::to_chars(char *first, char *last, double value,
                                   chars_format) {
  std::array<char, 32> text{}; // the longest has 24 characters
  writeShortest(value, text.data(), text.size());
  return endOf(first, last,
               std::snprintf(first, static_cast<std::size_t>(last - first),
                             "%s", text.data()));
}

std::to_chars_result std::to_chars(char *first, char *last, double value,
                                   chars_format format, int precision) {
  return print(first, last, value, format, precision);
}

std::to_chars_result std::to_chars(char *first, char *last, long double value,
                                   chars_format format, int precision) {
  return print(first, last, value, format, precision);
}

/// JSON's numbers and those that to_chars writes begin with a digit or a minus;
/// strtod would take spaces, a plus and hexadecimal digits, too.
std::from_chars_result std::from_chars(const char *first, const char *last,
                                       double &value) {
  const char *end = first;
  while (end != last && std::strchr("0123456789+-.eE", *end))
    ++end;
  if (first == end || *first == '+')
    return {first, std::errc::invalid_argument};
  const std::string text(first, end);
  char *rest = nullptr;
  const double read = std::strtod(text.c_str(), &rest);
  if (rest == text.c_str())
    return {first, std::errc::invalid_argument};
  value = read;
  return {first + (rest - text.c_str()), std::errc()};
}
