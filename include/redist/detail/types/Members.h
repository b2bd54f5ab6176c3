//===- Members.h - Reflection of aggregate members -------------*- C++ -*-===//
//
// Accesses the members of an aggregate that has no serialize function. Comes
// in: an aggregate without bases. Goes out: references to the members, in the
// order of their declaration. C++17, no MPI, no cereal.
//
//   struct Page { int number; std::vector<std::string> words; double at[3]; };
//   with_members(page, [](auto &number, auto &words, auto &at) { ... });
//
// How many members there are is found by trying with how many initialisers such
// an object can be made. An array takes one in braces, or one for each element.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef REDIST_DETAIL_TYPES_MEMBERS_H
#define REDIST_DETAIL_TYPES_MEMBERS_H

#include <cstddef>
#include <type_traits>
#include <utility>

namespace redist::detail {

/// redistc refuses to send aggregates of more members (Travel.cpp).
inline constexpr std::size_t most_members = 32;

/// Initialises anything.
struct any_member {
  template <typename T> operator T() const noexcept;
};
template <std::size_t> using any_at = any_member;

/// Initialises what the predicate holds of, and nothing else.
template <template <typename> class Predicate> struct member_that {
  template <typename T, std::enable_if_t<Predicate<T>::value, int> = 0>
  operator T() const noexcept;
};

/// Whether T{any, ..., {any}, any, ...} is valid, with that many initialisers
/// before and behind the one in braces.
template <typename T, typename Before, typename Behind, typename = void>
struct takes_braced : std::false_type {};
template <typename T, std::size_t... I, std::size_t... J>
struct takes_braced<T, std::index_sequence<I...>, std::index_sequence<J...>,
                    std::void_t<decltype(T{std::declval<any_at<I>>()...,
                                           {any_member()},
                                           std::declval<any_at<J>>()...})>>
    : std::true_type {};

template <typename T, typename Places, typename = void>
struct takes_plain : std::false_type {};
template <typename T, std::size_t... I>
struct takes_plain<T, std::index_sequence<I...>,
                   std::void_t<decltype(T{std::declval<any_at<I>>()...})>>
    : std::true_type {};

template <typename T, typename Places, typename = void>
struct takes_all_braced : std::false_type {};
template <typename T, std::size_t... I>
struct takes_all_braced<
    T, std::index_sequence<I...>,
    std::void_t<decltype(T{{std::declval<any_at<I>>()}...})>> : std::true_type {
};

/// The most initialisers, up to N, of which the predicate holds.
template <template <typename, typename, typename> class Takes, typename T,
          std::size_t N>
constexpr std::size_t most_initialisers() {
  if constexpr (N == 0 || Takes<T, std::make_index_sequence<N>, void>::value)
    return N;
  else
    return most_initialisers<Takes, T, N - 1>();
}

/// The most behind `Before` plain ones and one in braces.
template <typename T, std::size_t Before, std::size_t N>
constexpr std::size_t most_behind() {
  if constexpr (takes_braced<T, std::make_index_sequence<Before>,
                             std::make_index_sequence<N>>::value)
    return N;
  else if constexpr (N == 0)
    return std::size_t(-1);
  else
    return most_behind<T, Before, N - 1>();
}

/// Members from the one that the `At`th of `All` plain initialisers is for.
template <typename T, std::size_t At, std::size_t All>
constexpr std::size_t members_from() {
  if constexpr (At >= All) {
    return 0;
  } else {
    constexpr std::size_t behind = most_behind<T, At, All - At - 1>();
    constexpr std::size_t width =
        behind == std::size_t(-1) ? 1 : All - At - behind;
    return 1 + members_from<T, At + width, All>();
  }
}

/// 0: more than there may be, or none.
template <typename T> constexpr std::size_t member_count() {
  constexpr std::size_t plain =
      most_initialisers<takes_plain, T, most_members + 1>();
  constexpr std::size_t braced =
      most_initialisers<takes_all_braced, T, most_members + 1>();
  if constexpr (plain > most_members) // a long array
    return braced > most_members ? 0 : braced;
  else if constexpr (plain == braced)
    return plain;
  else
    return members_from<T, 0, plain>();
}

/// Whether T{any, ..., one, any, ...} is valid.
template <typename T, typename One, typename Before, typename Behind,
          typename = void>
struct takes_at : std::false_type {};
template <typename T, typename One, std::size_t... I, std::size_t... J>
struct takes_at<T, One, std::index_sequence<I...>, std::index_sequence<J...>,
                std::void_t<decltype(T{std::declval<any_at<I>>()..., One(),
                                       std::declval<any_at<J>>()...})>>
    : std::true_type {};
/// T{{any}, ..., one, {any}, ...}, and the same with {one}.
template <typename T, typename One, typename Before, typename Behind,
          typename = void>
struct takes_among_braced : std::false_type {};
template <typename T, typename One, std::size_t... I, std::size_t... J>
struct takes_among_braced<
    T, One, std::index_sequence<I...>, std::index_sequence<J...>,
    std::void_t<decltype(T{{std::declval<any_at<I>>()}...,
                           One(),
                           {std::declval<any_at<J>>()}...})>> : std::true_type {
};
template <typename T, typename One, typename Before, typename Behind,
          typename = void>
struct takes_braced_among : std::false_type {};
template <typename T, typename One, std::size_t... I, std::size_t... J>
struct takes_braced_among<
    T, One, std::index_sequence<I...>, std::index_sequence<J...>,
    std::void_t<decltype(T{{std::declval<any_at<I>>()}...,
                           {One()},
                           {std::declval<any_at<J>>()}...})>> : std::true_type {
};

template <
    template <typename, typename, typename, typename, typename> class Takes,
    typename T, typename One, std::size_t All, std::size_t... At>
constexpr bool takes_anywhere(std::index_sequence<At...>) {
  return (false || ... ||
          Takes<T, One, std::make_index_sequence<At>,
                std::make_index_sequence<All - At - 1>, void>::value);
}

/// Whether the predicate holds of the type of a member of an aggregate, or of
/// the elements of one that is an array.
template <template <typename> class Predicate, typename T>
constexpr bool has_member_that() {
  using one = member_that<Predicate>;
  constexpr std::size_t plain =
      most_initialisers<takes_plain, T, most_members + 1>();
  constexpr std::size_t braced =
      most_initialisers<takes_all_braced, T, most_members + 1>();
  // Of a long array, only initialisers in braces are tried.
  if constexpr (plain <= most_members)
    return takes_anywhere<takes_at, T, one, plain>(
        std::make_index_sequence<plain>());
  else
    return takes_anywhere<takes_among_braced, T, one, braced>(
               std::make_index_sequence<braced>()) ||
           takes_anywhere<takes_braced_among, T, one, braced>(
               std::make_index_sequence<braced>());
}

/// Whether nothing but its members is known of a class, and they can be told.
template <typename T, typename = void> struct has_members : std::false_type {};
template <typename T>
struct has_members<
    T, std::enable_if_t<std::is_class<T>::value && std::is_aggregate<T>::value>>
    : std::bool_constant<(member_count<T>() > 0)> {};

/// Calls `use` with references to all members.
template <typename T, typename Use> void with_members(T &value, Use use) {
  constexpr std::size_t count = member_count<std::remove_const_t<T>>();
  // clang-format off
#define REDIST_BIND(members, ...)                                              \
  if constexpr (count == members) {                                            \
    auto &[__VA_ARGS__] = value;                                               \
    use(__VA_ARGS__);                                                          \
  }
  REDIST_BIND(1, m1)
  REDIST_BIND(2, m1, m2)
  REDIST_BIND(3, m1, m2, m3)
  REDIST_BIND(4, m1, m2, m3, m4)
  REDIST_BIND(5, m1, m2, m3, m4, m5)
  REDIST_BIND(6, m1, m2, m3, m4, m5, m6)
  REDIST_BIND(7, m1, m2, m3, m4, m5, m6, m7)
  REDIST_BIND(8, m1, m2, m3, m4, m5, m6, m7, m8)
  REDIST_BIND(9, m1, m2, m3, m4, m5, m6, m7, m8, m9)
  REDIST_BIND(10, m1, m2, m3, m4, m5, m6, m7, m8, m9, m10)
  REDIST_BIND(11, m1, m2, m3, m4, m5, m6, m7, m8, m9, m10, m11)
  REDIST_BIND(12, m1, m2, m3, m4, m5, m6, m7, m8, m9, m10, m11, m12)
  REDIST_BIND(13, m1, m2, m3, m4, m5, m6, m7, m8, m9, m10, m11, m12, m13)
  REDIST_BIND(14, m1, m2, m3, m4, m5, m6, m7, m8, m9, m10, m11, m12, m13, m14)
  REDIST_BIND(15, m1, m2, m3, m4, m5, m6, m7, m8, m9, m10, m11, m12, m13, m14,
              m15)
  REDIST_BIND(16, m1, m2, m3, m4, m5, m6, m7, m8, m9, m10, m11, m12, m13, m14,
              m15, m16)
  REDIST_BIND(17, m1, m2, m3, m4, m5, m6, m7, m8, m9, m10, m11, m12, m13, m14,
              m15, m16, m17)
  REDIST_BIND(18, m1, m2, m3, m4, m5, m6, m7, m8, m9, m10, m11, m12, m13, m14,
              m15, m16, m17, m18)
  REDIST_BIND(19, m1, m2, m3, m4, m5, m6, m7, m8, m9, m10, m11, m12, m13, m14,
              m15, m16, m17, m18, m19)
  REDIST_BIND(20, m1, m2, m3, m4, m5, m6, m7, m8, m9, m10, m11, m12, m13, m14,
              m15, m16, m17, m18, m19, m20)
  REDIST_BIND(21, m1, m2, m3, m4, m5, m6, m7, m8, m9, m10, m11, m12, m13, m14,
              m15, m16, m17, m18, m19, m20, m21)
  REDIST_BIND(22, m1, m2, m3, m4, m5, m6, m7, m8, m9, m10, m11, m12, m13, m14,
              m15, m16, m17, m18, m19, m20, m21, m22)
  REDIST_BIND(23, m1, m2, m3, m4, m5, m6, m7, m8, m9, m10, m11, m12, m13, m14,
              m15, m16, m17, m18, m19, m20, m21, m22, m23)
  REDIST_BIND(24, m1, m2, m3, m4, m5, m6, m7, m8, m9, m10, m11, m12, m13, m14,
              m15, m16, m17, m18, m19, m20, m21, m22, m23, m24)
  REDIST_BIND(25, m1, m2, m3, m4, m5, m6, m7, m8, m9, m10, m11, m12, m13, m14,
              m15, m16, m17, m18, m19, m20, m21, m22, m23, m24, m25)
  REDIST_BIND(26, m1, m2, m3, m4, m5, m6, m7, m8, m9, m10, m11, m12, m13, m14,
              m15, m16, m17, m18, m19, m20, m21, m22, m23, m24, m25, m26)
  REDIST_BIND(27, m1, m2, m3, m4, m5, m6, m7, m8, m9, m10, m11, m12, m13, m14,
              m15, m16, m17, m18, m19, m20, m21, m22, m23, m24, m25, m26, m27)
  REDIST_BIND(28, m1, m2, m3, m4, m5, m6, m7, m8, m9, m10, m11, m12, m13, m14,
              m15, m16, m17, m18, m19, m20, m21, m22, m23, m24, m25, m26, m27,
              m28)
  REDIST_BIND(29, m1, m2, m3, m4, m5, m6, m7, m8, m9, m10, m11, m12, m13, m14,
              m15, m16, m17, m18, m19, m20, m21, m22, m23, m24, m25, m26, m27,
              m28, m29)
  REDIST_BIND(30, m1, m2, m3, m4, m5, m6, m7, m8, m9, m10, m11, m12, m13, m14,
              m15, m16, m17, m18, m19, m20, m21, m22, m23, m24, m25, m26, m27,
              m28, m29, m30)
  REDIST_BIND(31, m1, m2, m3, m4, m5, m6, m7, m8, m9, m10, m11, m12, m13, m14,
              m15, m16, m17, m18, m19, m20, m21, m22, m23, m24, m25, m26, m27,
              m28, m29, m30, m31)
  REDIST_BIND(32, m1, m2, m3, m4, m5, m6, m7, m8, m9, m10, m11, m12, m13, m14,
              m15, m16, m17, m18, m19, m20, m21, m22, m23, m24, m25, m26, m27,
              m28, m29, m30, m31, m32)
#undef REDIST_BIND
  // clang-format on
}

} // namespace redist::detail

#endif
