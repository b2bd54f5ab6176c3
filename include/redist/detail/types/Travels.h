//===- Travels.h - Serializability traits of types -------------*- C++ -*-===//
//
// Questions about the types of items, answered by looking into the standard
// containers: may a value travel to another rank, is it copied whole, can its
// bits depend on the order of combines. C++17, no MPI, no cereal.
//
//   std::map<std::string, std::vector<double>>
//     parts: std::string, std::vector<double>; not exact (double)
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef REDIST_DETAIL_TYPES_TRAVELS_H
#define REDIST_DETAIL_TYPES_TRAVELS_H

#include "redist/StorageTraits.h"

#include <array>
#include <cstddef>
#include <deque>
#include <functional>
#include <list>
#include <map>
#include <memory>
#include <optional>
#include <set>
#if __cplusplus >= 202002L
#include <span>
#endif
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

namespace redist::detail {

template <typename T> struct type_tag {
  using type = T;
};

template <typename... Types> struct type_list {
  template <typename Visit>
  static constexpr void for_each([[maybe_unused]] Visit visit) {
    (visit(type_tag<Types>()), ...);
  }
  /// Of a predicate on types.
  template <template <typename> class Predicate>
  static constexpr bool all = (Predicate<Types>::value && ...);
};

/// The types whose values a value holds, const left out: elements of
/// containers, members of tuples, alternatives. Empty: T holds no others, or
/// nobody can tell.
template <typename T, typename = void> struct parts_of : type_list<> {};
template <typename T, std::size_t N>
struct parts_of<T[N]> : type_list<std::remove_const_t<T>> {};
template <typename First, typename Second>
struct parts_of<std::pair<First, Second>>
    : type_list<std::remove_const_t<First>, std::remove_const_t<Second>> {};
template <typename... Types>
struct parts_of<std::tuple<Types...>>
    : type_list<std::remove_const_t<Types>...> {};
template <typename... Types>
struct parts_of<std::variant<Types...>>
    : type_list<std::remove_const_t<Types>...> {};
template <typename T>
struct parts_of<std::optional<T>> : type_list<std::remove_const_t<T>> {};
/// What a pointer to a base points to, only cereal's table of types knows.
template <typename T>
using pointee_list =
    std::conditional_t<std::is_polymorphic<T>::value, type_list<>,
                       type_list<std::remove_const_t<T>>>;
template <typename T, typename Deleter>
struct parts_of<std::unique_ptr<T, Deleter>> : pointee_list<T> {};
template <typename T> struct parts_of<std::shared_ptr<T>> : pointee_list<T> {};
/// Containers, and what looks like one.
template <typename T>
struct parts_of<T, std::void_t<typename T::value_type, typename T::size_type,
                               typename T::const_reference>>
    : std::conditional_t<
          std::is_same<typename T::value_type, T>::value, type_list<>,
          type_list<std::remove_const_t<typename T::value_type>>> {};

//===----------------------------------------------------------------------===//
// Borrowed: the bytes of a value say nothing on another rank
//===----------------------------------------------------------------------===//

/// Elements that can be written through a const object.
template <typename T, typename = void>
struct has_shallow_const : std::false_type {};
template <typename T>
struct has_shallow_const<
    T, std::void_t<decltype(*std::declval<const T &>().data()),
                   decltype(std::declval<const T &>().size())>>
    : std::bool_constant<
          std::is_lvalue_reference<
              decltype(*std::declval<const T &>().data())>::value &&
          !std::is_const<std::remove_reference_t<
              decltype(*std::declval<const T &>().data())>>::value> {};

/// A view of a container: its elements are not its own. One of elements that
/// can be written gives itself away. (Only such types are asked as might be
/// one: of std::vector<bool> it would be about a protected member.)
template <typename T>
struct is_view
    : std::conjunction<std::is_class<T>, std::is_trivially_copyable<T>,
                       has_shallow_const<T>> {};
template <typename C, typename Traits>
struct is_view<std::basic_string_view<C, Traits>> : std::true_type {};
#if __cplusplus >= 202002L
template <typename T, std::size_t Extent>
struct is_view<std::span<T, Extent>> : std::true_type {};
#endif

template <typename T, typename = void>
struct is_borrowed
    : std::bool_constant<std::is_pointer<T>::value ||
                         std::is_member_pointer<T>::value ||
                         std::is_reference<T>::value || is_view<T>::value> {};
/// A view that storage_traits describe.
template <typename T>
struct is_borrowed<T, std::enable_if_t<std::is_class<T>::value &&
                                       has_storage_traits<T>::value>>
    : std::bool_constant<!traits_of<T>::is_owner> {};
template <typename T>
struct is_borrowed<std::reference_wrapper<T>> : std::true_type {};
template <typename T> struct is_borrowed<T *__restrict> : std::true_type {};
template <typename T, std::size_t N>
struct is_borrowed<T[N]> : is_borrowed<T> {};
template <typename T, std::size_t N>
struct is_borrowed<std::array<T, N>> : is_borrowed<T> {};

//===----------------------------------------------------------------------===//
// Copies: a copy shares nothing with its original
//===----------------------------------------------------------------------===//

/// What the type says of itself holds of its parts, too: a vector of
/// std::unique_ptr claims to be copyable, one of std::shared_ptr is, but the
/// copy shares what the elements point to. So may the members of an aggregate.
template <typename T> struct copies_whole;

template <typename T>
struct copies_members
    : std::bool_constant<std::is_class<T>::value &&
                         std::is_aggregate<T>::value &&
                         !std::is_trivially_copyable<T>::value &&
                         std::is_base_of<type_list<>, parts_of<T>>::value> {};

template <typename T>
struct copies_parts
    : std::bool_constant<parts_of<T>::template all<copies_whole>> {};

template <typename T>
struct copies_whole
    : std::conjunction<std::is_copy_constructible<T>,
                       std::negation<copies_members<T>>, copies_parts<T>> {};
template <typename T>
struct copies_whole<std::shared_ptr<T>> : std::false_type {};

//===----------------------------------------------------------------------===//
// Exact: no tree gives other bits
//===----------------------------------------------------------------------===//

/// Integers and enumerations, and what holds only such in an order of its own
/// (maps, sets). Hash tables keep the order of arrival, and sequences may: they
/// are exact where operands are combined in rank order (`Ordered`), or not at
/// all. Of other classes nobody can tell.
template <typename T, bool Ordered>
struct is_exact_type
    : std::bool_constant<std::is_integral<T>::value || std::is_enum<T>::value> {
};

template <typename T, std::size_t N, bool Ordered>
struct is_exact_type<T[N], Ordered> : is_exact_type<T, Ordered> {};
template <typename T, std::size_t N, bool Ordered>
struct is_exact_type<std::array<T, N>, Ordered> : is_exact_type<T, Ordered> {};
template <typename First, typename Second, bool Ordered>
struct is_exact_type<std::pair<First, Second>, Ordered>
    : std::conjunction<is_exact_type<First, Ordered>,
                       is_exact_type<Second, Ordered>> {};
template <typename... Types, bool Ordered>
struct is_exact_type<std::tuple<Types...>, Ordered>
    : std::conjunction<is_exact_type<Types, Ordered>...> {};
template <typename T, bool Ordered>
struct is_exact_type<std::optional<T>, Ordered> : is_exact_type<T, Ordered> {};
template <typename K, typename V, typename C, typename A, bool Ordered>
struct is_exact_type<std::map<K, V, C, A>, Ordered>
    : std::conjunction<is_exact_type<K, true>, is_exact_type<V, Ordered>> {};
template <typename K, typename C, typename A, bool Ordered>
struct is_exact_type<std::set<K, C, A>, Ordered> : is_exact_type<K, true> {};

template <typename T>
using exact_in_order = is_exact_type<std::remove_cv_t<T>, true>;
template <typename C, typename T, typename A>
struct is_exact_type<std::basic_string<C, T, A>, true> : exact_in_order<C> {};
template <typename T, typename A>
struct is_exact_type<std::vector<T, A>, true> : exact_in_order<T> {};
template <typename T, typename A>
struct is_exact_type<std::deque<T, A>, true> : exact_in_order<T> {};
template <typename T, typename A>
struct is_exact_type<std::list<T, A>, true> : exact_in_order<T> {};

} // namespace redist::detail

#endif
