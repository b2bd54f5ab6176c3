//===- Missing.h - What emscripten's C++ library lacks ----------*- C++ -*-===//
//
// Debian's emscripten 3.1.6 has libc++ 13: C++20 but for the algorithms on
// ranges, and without numbers of floating point in <charconv>. Comes in ahead
// of every source of the playground, by -include. Only the forms that the
// sources call are here; they go with the first libc++ that has its own.
//
//===----------------------------------------------------------------------===//
#ifndef REDIST_PLAYGROUND_MISSING_H
#define REDIST_PLAYGROUND_MISSING_H

#include <algorithm>
#include <charconv>
#include <iterator>
#include <utility>

namespace std {

namespace ranges {

template <typename Range, typename Value>
constexpr auto find(Range &&range, const Value &value) {
  return std::find(std::begin(range), std::end(range), value);
}
template <typename Range, typename Test>
constexpr auto find_if(Range &&range, Test test) {
  return std::find_if(std::begin(range), std::end(range), std::move(test));
}
template <typename Range, typename Test>
constexpr bool any_of(Range &&range, Test test) {
  return std::any_of(std::begin(range), std::end(range), std::move(test));
}
template <typename Range, typename Test>
constexpr bool none_of(Range &&range, Test test) {
  return std::none_of(std::begin(range), std::end(range), std::move(test));
}
template <typename Range, typename Test>
constexpr auto count_if(Range &&range, Test test) {
  return std::count_if(std::begin(range), std::end(range), std::move(test));
}
template <typename Range> constexpr auto min_element(Range &&range) {
  return std::min_element(std::begin(range), std::end(range));
}

} // namespace ranges

/// The shortest digits that mean `value`.
to_chars_result to_chars(char *first, char *last, double value, chars_format);
to_chars_result to_chars(char *first, char *last, double value, chars_format,
                         int precision);
to_chars_result to_chars(char *first, char *last, long double value,
                         chars_format, int precision);
from_chars_result from_chars(const char *first, const char *last,
                             double &value);

} // namespace std

#endif
