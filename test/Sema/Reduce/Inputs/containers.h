// Just enough of the standard containers to hold the items of reductions.
#ifndef CONTAINERS_H
#define CONTAINERS_H
#include "../../Inputs/mock.h"
namespace std {
struct Owner { // what makes a class not trivially copyable
  Owner();
  Owner(const Owner &);
  Owner &operator=(const Owner &);
  ~Owner();
};
template <typename C> struct basic_string : Owner {};
using string = basic_string<char>;
template <typename C>
basic_string<C> operator+(const basic_string<C> &, const basic_string<C> &);
template <typename C>
bool operator<(const basic_string<C> &, const basic_string<C> &);
template <typename K, typename V> struct map : Owner {};
template <typename K, typename V> struct unordered_map : Owner {};
template <typename T> struct set : Owner {};
template <typename A, typename B> struct pair {
  A first;
  B second;
};
template <typename... T> struct tuple : Owner {};
template <typename T> struct unique_ptr : Owner {};
template <typename C> struct basic_string_view {
  const C *first;
  unsigned long count;
};
using string_view = basic_string_view<char>;
template <typename T> struct complex {
  T re, im;
};
template <typename T> complex<T> operator+(complex<T>, complex<T>);
template <typename F> struct function;
template <typename R, typename... A> struct function<R(A...)> : Owner {
  R operator()(A...) const;
};
template <typename T = void> struct plus {
  T operator()(const T &, const T &) const;
};
template <> struct plus<void> {
  template <typename T> T operator()(const T &, const T &) const;
};
template <typename T = void> struct minus {
  T operator()(const T &, const T &) const;
};
template <> struct minus<void> {
  template <typename T> T operator()(const T &, const T &) const;
};
template <typename T = void> struct divides : minus<T> {
  T operator()(const T &, const T &) const;
};
template <typename T> const T &max(const T &, const T &);
} // namespace std
#endif
