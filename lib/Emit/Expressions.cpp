//===- Expressions.cpp - The user's expressions in a call ------*- C++ -*-===//
//
// See Expressions.h.
//
//===----------------------------------------------------------------------===//
#include "Expressions.h"

#include <algorithm>
#include <cctype>

namespace redistc::emit {

static bool isDigit(char c) {
  return std::isdigit(static_cast<unsigned char>(c)) != 0;
}

bool isNumber(const std::string &text) {
  return !text.empty() && std::all_of(text.begin(), text.end(), isDigit);
}

bool isFloatingNumber(const std::string &text) {
  auto at = std::find_if_not(text.begin(), text.end(), isDigit);
  bool hasDigit = at != text.begin();
  if (at != text.end() && *at == '.') {
    const auto fraction = ++at;
    at = std::find_if_not(fraction, text.end(), isDigit);
    hasDigit |= at != fraction;
  }
  if (!hasDigit)
    return false;
  if (at != text.end() && (*at == 'e' || *at == 'E')) {
    if (++at != text.end() && (*at == '+' || *at == '-'))
      ++at;
    const auto exponent = at;
    at = std::find_if_not(exponent, text.end(), isDigit);
    if (at == exponent)
      return false;
  }
  return at == text.end();
}

bool isPlain(const std::string &text) {
  return std::all_of(text.begin(), text.end(), [](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) || c == '_';
  });
}

std::string parenthesized(const std::string &expression) {
  return isPlain(expression) ? expression : '(' + expression + ')';
}

std::string integer(const std::string &text) {
  return isNumber(text) ? text : "static_cast<::std::int64_t>(" + text + ')';
}

std::string floating(const std::string &text) {
  return isFloatingNumber(text) ? text : "static_cast<double>(" + text + ')';
}

} // namespace redistc::emit
