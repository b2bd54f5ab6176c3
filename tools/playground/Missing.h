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
#include <functional>
#include <iterator>
#include <utility>

namespace std {

namespace ranges {

/// A test that may be a member.
template <typename Test> constexpr auto tested(Test test) {
  return [=](const auto &element) { return std::invoke(test, element); };
}

template <typename Range, typename Value>
constexpr auto find(Range &&range, const Value &value) {
  return std::find(std::begin(range), std::end(range), value);
}
template <typename Range, typename Test>
constexpr auto find_if(Range &&range, Test test) {
  return std::find_if(std::begin(range), std::end(range), tested(test));
}
template <typename Range, typename Test>
constexpr bool any_of(Range &&range, Test test) {
  return std::any_of(std::begin(range), std::end(range), tested(test));
}
template <typename Range, typename Test>
constexpr bool none_of(Range &&range, Test test) {
  return std::none_of(std::begin(range), std::end(range), tested(test));
}
template <typename Range, typename Test>
constexpr auto count_if(Range &&range, Test test) {
  return std::count_if(std::begin(range), std::end(range), tested(test));
}
template <typename Range> constexpr auto min_element(Range &&range) {
  return std::min_element(std::begin(range), std::end(range));
}
template <typename Range> constexpr auto max_element(Range &&range) {
  return std::max_element(std::begin(range), std::end(range));
}
template <typename Range, typename Test>
constexpr bool all_of(Range &&range, Test test) {
  return std::all_of(std::begin(range), std::end(range), tested(test));
}
template <typename Range, typename Action>
constexpr void for_each(Range &&range, Action action) {
  std::for_each(std::begin(range), std::end(range), std::move(action));
}
template <typename Range> constexpr bool is_sorted(Range &&range) {
  return std::is_sorted(std::begin(range), std::end(range));
}
template <typename First, typename Second, typename Same>
constexpr bool equal(First &&first, Second &&second, Same same) {
  return std::equal(std::begin(first), std::end(first), std::begin(second),
                    std::end(second), std::move(same));
}

/// Compares what `projection` makes of two elements.
template <typename Less, typename Projection>
constexpr auto projected(Less less, Projection projection) {
  return [=](const auto &a, const auto &b) {
    return std::invoke(less, std::invoke(projection, a),
                       std::invoke(projection, b));
  };
}
template <typename Range, typename Less = std::less<>,
          typename Projection = std::identity>
constexpr void sort(Range &&range, Less less = {}, Projection projection = {}) {
  std::sort(std::begin(range), std::end(range), projected(less, projection));
}
template <typename Range, typename Less = std::less<>,
          typename Projection = std::identity>
constexpr void stable_sort(Range &&range, Less less = {},
                           Projection projection = {}) {
  std::stable_sort(std::begin(range), std::end(range),
                   projected(less, projection));
}
template <typename Range, typename Value, typename Less = std::less<>,
          typename Projection = std::identity>
constexpr auto lower_bound(Range &&range, const Value &value, Less less = {},
                           Projection projection = {}) {
  return std::lower_bound(std::begin(range), std::end(range), value,
                          [&](const auto &element, const Value &bound) {
                            return std::invoke(
                                less, std::invoke(projection, element), bound);
                          });
}

} // namespace ranges

#ifdef _LIBCPP_VERSION
/// The shortest digits that mean `value`.
to_chars_result to_chars(char *first, char *last, double value, chars_format);
to_chars_result to_chars(char *first, char *last, double value, chars_format,
                         int precision);
to_chars_result to_chars(char *first, char *last, long double value,
                         chars_format, int precision);
from_chars_result from_chars(const char *first, const char *last,
                             double &value);
#endif

} // namespace std

#endif
