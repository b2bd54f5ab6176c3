//===- PipelineDigest.h - 64-bit digests of values -------------*- C++ -*-===//
//
// For REDIST_VERIFY=1: variables of a pipeline are compared before and after a
// stage, and between ranks, by digests of their values. Equal bits are equal
// values. Comes in: any variable. Goes out: its digest, or nothing if its type
// has no comparable value, such as pointers and files. The value is saved as
// when it travels, and is not changed. C++17, no MPI.
//
//   int, double, struct of such   its bytes
//   vector<int>, string           the bytes of the elements
//   map<string, long>             what Serialize.h saves
//   class with serialize          the same, where it travels (saving::any)
//   carry(p[0 : n])               the elements, once they have left a stage
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef REDIST_DETAIL_PIPELINE_PIPELINEDIGEST_H
#define REDIST_DETAIL_PIPELINE_PIPELINEDIGEST_H

#include "redist/detail/pipeline/CarriedElements.h"
#include "redist/detail/pipeline/PipelineValues.h"

#include <cstdint>
#include <type_traits>
#include <vector>

namespace redist::detail {

struct value_digest {
  std::uint64_t hash = 0;
  bool is_there = false; ///< else there is no value to compare
  /// Whoever makes the value anew has the same digest: no padding, and nothing
  /// that nobody has set.
  bool is_exact = false;
};

/// Of that many bytes.
std::uint64_t digest_of_bytes(const void *data, std::size_t bytes) noexcept;

//===----------------------------------------------------------------------===//
// Types
//===----------------------------------------------------------------------===//

/// Standard containers of what needs no code of the user to be saved. (Pointers
/// of the standard library may lead to classes that are not complete.)
template <typename T>
struct is_std_value : std::disjunction<std::is_arithmetic<T>, std::is_enum<T>> {
};
template <typename T> struct is_std_part : is_std_value<std::remove_cv_t<T>> {};

template <typename C, typename Traits, typename A>
struct is_std_value<std::basic_string<C, Traits, A>> : std::true_type {};
template <typename T, typename A>
struct is_std_value<std::vector<T, A>>
    : std::disjunction<is_piece_of_memory<T>, is_std_part<T>> {};
template <typename T, typename A>
struct is_std_value<std::deque<T, A>> : is_std_part<T> {};
template <typename T, typename A>
struct is_std_value<std::list<T, A>> : is_std_part<T> {};
template <typename T, typename C, typename A>
struct is_std_value<std::set<T, C, A>> : is_std_part<T> {};
template <typename T, typename C, typename A>
struct is_std_value<std::multiset<T, C, A>> : is_std_part<T> {};
template <typename K, typename V, typename C, typename A>
struct is_std_value<std::map<K, V, C, A>>
    : std::conjunction<is_std_part<K>, is_std_part<V>> {};
template <typename K, typename V, typename C, typename A>
struct is_std_value<std::multimap<K, V, C, A>>
    : std::conjunction<is_std_part<K>, is_std_part<V>> {};
template <typename T, typename H, typename E, typename A>
struct is_std_value<std::unordered_set<T, H, E, A>> : is_std_part<T> {};
template <typename K, typename V, typename H, typename E, typename A>
struct is_std_value<std::unordered_map<K, V, H, E, A>>
    : std::conjunction<is_std_part<K>, is_std_part<V>> {};
template <typename First, typename Second>
struct is_std_value<std::pair<First, Second>>
    : std::conjunction<is_std_part<First>, is_std_part<Second>> {};
template <typename... Types>
struct is_std_value<std::tuple<Types...>>
    : std::conjunction<is_std_part<Types>...> {};
template <typename T> struct is_std_value<std::optional<T>> : is_std_part<T> {};
template <typename... Types>
struct is_std_value<std::variant<Types...>>
    : std::conjunction<is_std_part<Types>...> {};
template <typename T, std::size_t N>
struct is_std_value<std::array<T, N>> : is_std_part<T> {};
template <typename T, std::size_t N>
struct is_std_value<T[N]> : is_std_part<T> {};

/// Trivially copyable, but for locks and what else nobody may copy.
template <typename T>
struct has_value_bytes
    : std::conjunction<
          is_plain_value<T>, std::bool_constant<sizeof(T) != 0>,
          std::disjunction<
              std::is_copy_constructible<std::remove_all_extents_t<T>>,
              std::is_copy_assignable<std::remove_all_extents_t<T>>>> {};

/// Which classes may be saved.
enum class saving {
  known, ///< those of the standard library
  any,   ///< all: the variable travels, so that its type can be saved
};

template <typename T, saving Which, typename = void>
struct is_digestible : std::false_type {};
template <typename T, saving Which>
struct is_digestible<
    T, Which,
    std::enable_if_t<!std::is_volatile<T>::value && !is_borrowed<T>::value &&
                     (!std::is_array<T>::value || std::extent<T>::value != 0)>>
    : std::conditional_t<
          travels_as_bytes<T>::value, has_value_bytes<T>,
          std::disjunction<
              is_memory_owner<T>, is_std_value<T>, is_carried<T>,
              std::conjunction<std::bool_constant<Which == saving::any>,
                               is_serializable<T>>>> {};

/// See value_digest::is_exact. Of a class that goes as its bytes, a part may
/// never have been set.
template <typename T>
struct is_exact_value
    : std::bool_constant<(std::is_arithmetic<T>::value &&
                          !std::is_same<T, long double>::value) ||
                         std::is_enum<T>::value ||
                         (!travels_as_bytes<T>::value &&
                          is_std_value<T>::value &&
                          parts_of<T>::template all<is_exact_value>)> {};
template <typename T> struct is_exact_value<const T> : is_exact_value<T> {};
template <typename T, std::size_t N>
struct is_exact_value<T[N]> : is_exact_value<T> {};
template <typename T, std::size_t N>
struct is_exact_value<const T[N]> : is_exact_value<T> {};

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

/// `at`: a T, whose type is digestible. What cannot be saved as it is now has
/// no value.
template <typename T> value_digest digest_of(const void *at) {
  const T &value = *static_cast<const T *>(at);
  constexpr bool is_exact = is_exact_value<T>::value;
  if constexpr (is_plain_value<T>::value) {
    return {digest_of_bytes(at, data_size<T>), true, is_exact};
  } else if constexpr (is_memory_owner<T>::value) {
    return {digest_of_bytes(value.data(), value.size() * sizeof(*value.data())),
            true, is_exact};
  } else {
    if constexpr (is_carried<T>::value)
      if (!value.is_known())
        return {};
    try {
      std::vector<std::byte> bytes;
      output_archive archive(bytes);
      if constexpr (!is_carried<T>::value)
        archive(value);
      else if constexpr (T::is_plain)
        return {digest_of_bytes(value.data(),
                                value.known_size() * sizeof(*value.data())),
                true, is_exact};
      else
        value.save(archive, value.known_size());
      return {digest_of_bytes(bytes.data(), bytes.size()), true, is_exact};
    } catch (...) {
      return {};
    }
  }
}

/// A variable of a pipeline, and what the plan says of it.
struct watched_variable {
  const char *name = nullptr;
  const void *at = nullptr;
  std::size_t bytes = 0; ///< that it has where it is
  value_digest (*digest)(const void *) = nullptr;
  /// Stages, from 1, that read it before they write it, and that may write it;
  /// 0: what the loop does between items.
  std::vector<int> readers, writers;
  bool is_kept = false; ///< up to date on every rank after the loop
};

} // namespace redist::detail

#endif
