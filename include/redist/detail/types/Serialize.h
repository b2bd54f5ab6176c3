//===- Serialize.h - Serialization of values of any type -------*- C++ -*-===//
//
// Converts values to bytes through the archives of Archives.h. Comes in: any
// type that cereal can save and load; containers of trivially copyable types
// need no header of cereal. Goes out: bytes that the same program reads on
// another rank of the same machine type. C++17, no MPI.
//
// Beyond cereal's own binary archives: nothing is copied through a stream,
// trivially copyable types and aggregates need no serialize function (but where
// there is one it is called), and
// vectors of trivially copyable types are one piece of memory. Raw pointers and
// views do not travel.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef REDIST_DETAIL_TYPES_SERIALIZE_H
#define REDIST_DETAIL_TYPES_SERIALIZE_H

#include "redist/detail/types/Archives.h"
#include "redist/detail/types/DataSize.h"
#include "redist/detail/types/Members.h"
#include "redist/detail/types/ShapedValues.h"
#include "redist/detail/types/StableOrder.h"
#include "redist/detail/types/Travels.h"

#include <cereal/archives/binary.hpp>
#include <cereal/cereal.hpp>
#include <cereal/types/array.hpp>
#include <cereal/types/bitset.hpp>
#include <cereal/types/chrono.hpp>
#include <cereal/types/common.hpp>
#include <cereal/types/complex.hpp>
#include <cereal/types/deque.hpp>
#include <cereal/types/forward_list.hpp>
#include <cereal/types/list.hpp>
#include <cereal/types/map.hpp>
#include <cereal/types/memory.hpp>
#include <cereal/types/optional.hpp>
#include <cereal/types/polymorphic.hpp>
#include <cereal/types/queue.hpp>
#include <cereal/types/set.hpp>
#include <cereal/types/stack.hpp>
#include <cereal/types/string.hpp>
#include <cereal/types/tuple.hpp>
#include <cereal/types/unordered_map.hpp>
#include <cereal/types/unordered_set.hpp>
#include <cereal/types/utility.hpp>
#include <cereal/types/valarray.hpp>
#include <cereal/types/variant.hpp>
#include <cereal/types/vector.hpp>

#include <algorithm>
#include <bitset>
#include <chrono>
#include <complex>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <deque>
#include <forward_list>
#include <iterator>
#include <list>
#include <memory>
#include <string>
#include <type_traits>
#include <utility>
#include <valarray>
#include <variant>
#include <vector>

namespace redist::detail {

/// Cereal's own words for a member of a structure; not types of values.
template <typename T> struct is_cereal_wrapper : std::false_type {};
template <typename T>
struct is_cereal_wrapper<cereal::base_class<T>> : std::true_type {};
template <typename T>
struct is_cereal_wrapper<cereal::virtual_base_class<T>> : std::true_type {};
template <typename T>
struct is_cereal_wrapper<cereal::DeferredData<T>> : std::true_type {};

/// The class of the standard library for which cereal takes an object of T.
template <typename T> type_tag<std::complex<T>> std_class(std::complex<T> *);
template <typename T, std::size_t N>
type_tag<std::array<T, N>> std_class(std::array<T, N> *);
template <std::size_t N> type_tag<std::bitset<N>> std_class(std::bitset<N> *);
template <typename T> type_tag<std::optional<T>> std_class(std::optional<T> *);
template <typename... T>
type_tag<std::variant<T...>> std_class(std::variant<T...> *);
template <typename... T>
type_tag<std::tuple<T...>> std_class(std::tuple<T...> *);
template <typename T, typename U>
type_tag<std::pair<T, U>> std_class(std::pair<T, U> *);
template <typename T, typename Period>
type_tag<std::chrono::duration<T, Period>>
std_class(std::chrono::duration<T, Period> *);
template <typename Clock, typename Duration>
type_tag<std::chrono::time_point<Clock, Duration>>
std_class(std::chrono::time_point<Clock, Duration> *);

/// Only the base of such a class would be saved.
template <typename T, typename = void>
struct is_derived_from_std : std::false_type {};
template <typename T>
struct is_derived_from_std<
    T, std::void_t<decltype(std_class(static_cast<T *>(nullptr)))>>
    : std::negation<std::is_same<
          typename decltype(std_class(static_cast<T *>(nullptr)))::type, T>> {};

/// Whether cereal has functions for a class. (Asked of another archive: of ours
/// it would be a question about itself.)
template <typename T>
struct has_functions : std::disjunction<cereal::traits::is_output_serializable<
                                            T, cereal::BinaryOutputArchive>,
                                        cereal::traits::is_input_serializable<
                                            T, cereal::BinaryInputArchive>> {};

/// Trivially copyable types of the standard library whose functions in cereal
/// do no more than copy them.
template <typename T> struct is_copied_by_cereal : std::false_type {};
template <typename T>
struct is_copied_by_cereal<std::complex<T>> : std::true_type {};
template <std::size_t N>
struct is_copied_by_cereal<std::bitset<N>> : std::true_type {};
template <> struct is_copied_by_cereal<std::monostate> : std::true_type {};
template <typename Rep, typename Period>
struct is_copied_by_cereal<std::chrono::duration<Rep, Period>>
    : std::true_type {};
template <typename Clock, typename Duration>
struct is_copied_by_cereal<std::chrono::time_point<Clock, Duration>>
    : std::true_type {};

template <typename T> struct has_own_functions;

template <typename... Parts>
constexpr bool any_has_functions(type_list<Parts...>) {
  return (false || ... || has_own_functions<Parts>::value);
}
template <typename T> constexpr bool find_own_functions() {
  if constexpr (!std::is_trivially_copyable<T>::value ||
                std::is_scalar<T>::value || is_copied_by_cereal<T>::value ||
                is_derived_from_std<T>::value || is_cereal_wrapper<T>::value ||
                is_borrowed<T>::value)
    return false;
  else if constexpr (!std::is_base_of<type_list<>, parts_of<T>>::value)
    return any_has_functions(parts_of<T>());
  else if constexpr (has_functions<T>::value)
    return true;
  else if constexpr (std::is_class<T>::value && std::is_aggregate<T>::value)
    return has_member_that<has_own_functions, T>();
  else
    return false;
}

/// Whether functions of the program save values of a trivially copyable type,
/// or of a part of it that is not hidden: then these are called, and no bytes
/// are copied.
template <typename T>
struct has_own_functions : std::bool_constant<find_own_functions<T>()> {};

/// Values that are sent as they lie in memory.
template <typename T>
struct travels_as_bytes
    : std::conjunction<std::is_trivially_copyable<T>,
                       std::negation<is_borrowed<T>>,
                       std::negation<has_own_functions<T>>> {};

/// Types that travel as they lie in memory because nobody has said how else:
/// trivially copyable, and cereal's archives do not know them.
template <typename T, typename = void>
struct is_plain_record : std::false_type {};
template <typename T>
struct is_plain_record<
    T, std::enable_if_t<std::is_trivially_copyable<T>::value &&
                        !std::is_arithmetic<T>::value &&
                        !std::is_array<T>::value && !is_borrowed<T>::value &&
                        !is_cereal_wrapper<T>::value>>
    : std::disjunction<is_derived_from_std<T>,
                       std::conjunction<std::negation<has_functions<T>>,
                                        std::negation<has_own_functions<T>>>> {
};

//===----------------------------------------------------------------------===//
// What cereal asks an archive for, found by the archive's namespace
//===----------------------------------------------------------------------===//

template <typename T>
std::enable_if_t<std::is_arithmetic<T>::value || is_plain_record<T>::value>
CEREAL_SAVE_FUNCTION_NAME(output_archive &archive, const T &value) {
  archive.write(std::addressof(value), data_size<T>);
}
template <typename T>
std::enable_if_t<std::is_arithmetic<T>::value || is_plain_record<T>::value>
CEREAL_LOAD_FUNCTION_NAME(input_archive &archive, T &value) {
  if constexpr (std::is_same<T, bool>::value) {
    unsigned char byte = 0; // of others than 0 and 1, no bool may be made
    archive.read(&byte, sizeof byte);
    value = byte != 0;
  } else {
    archive.read(static_cast<void *>(std::addressof(value)), data_size<T>);
  }
}

template <typename T>
void CEREAL_SAVE_FUNCTION_NAME(output_archive &archive,
                               const cereal::BinaryData<T> &data) {
  archive.write(data.data, static_cast<std::size_t>(data.size));
}
template <typename T>
void CEREAL_LOAD_FUNCTION_NAME(input_archive &archive,
                               cereal::BinaryData<T> &data) {
  archive.read(data.data, static_cast<std::size_t>(data.size));
}

template <typename Archive, typename T>
std::enable_if_t<std::is_same<Archive, output_archive>::value ||
                 std::is_same<Archive, input_archive>::value>
CEREAL_SERIALIZE_FUNCTION_NAME(Archive &archive,
                               cereal::NameValuePair<T> &member) {
  archive(member.value);
}
template <typename Archive, typename T>
std::enable_if_t<std::is_same<Archive, output_archive>::value ||
                 std::is_same<Archive, input_archive>::value>
CEREAL_SERIALIZE_FUNCTION_NAME(Archive &archive, cereal::SizeTag<T> &tag) {
  archive(tag.size);
}

/// Aggregates for which there are no functions of cereal are saved member by
/// member.
template <typename T, typename = void>
struct is_member_by_member : std::false_type {};
template <typename T>
struct is_member_by_member<
    T,
    std::enable_if_t<std::is_class<T>::value && std::is_aggregate<T>::value &&
                     (!std::is_trivially_copyable<T>::value ||
                      has_own_functions<T>::value) &&
                     !is_cereal_wrapper<T>::value>>
    : std::conjunction<std::negation<has_functions<T>>, has_members<T>> {};

template <typename Archive, typename T>
std::enable_if_t<(std::is_same<Archive, output_archive>::value ||
                  std::is_same<Archive, input_archive>::value) &&
                 is_member_by_member<T>::value>
CEREAL_SERIALIZE_FUNCTION_NAME(Archive &archive, T &value) {
  with_members(value, [&](auto &...members) { archive(members...); });
}

//===----------------------------------------------------------------------===//
// Vectors and strings
//===----------------------------------------------------------------------===//

template <typename Container, typename = void>
struct is_string : std::false_type {};
template <typename Container>
struct is_string<Container, std::void_t<typename Container::traits_type>>
    : std::true_type {};

/// Exactly as much room as on the other rank, for `size` elements. Elements may
/// be lost.
template <typename Container>
void set_room(Container &values, std::size_t size, std::size_t room) {
  if (values.capacity() != room && room >= size) {
    Container made(values.get_allocator());
    if constexpr (is_string<Container>::value) {
      // reserve() of a string gives more.
      if (room > made.capacity())
        made = Container(room, {}, values.get_allocator());
    } else {
      made.reserve(room);
    }
    using std::swap;
    swap(values, made);
  }
  values.resize(size);
}

template <typename Container>
void save_room(output_archive &archive, const Container &values) {
  archive(cereal::make_size_tag(static_cast<cereal::size_type>(values.size())));
  if (archive.keeps_room)
    archive(static_cast<cereal::size_type>(values.capacity()));
}
/// `bytes`: the least that an element has in the archive.
inline std::size_t load_size(input_archive &archive, std::size_t bytes) {
  cereal::size_type size;
  archive(cereal::make_size_tag(size));
  if (bytes > 0 && size > archive.remaining() / bytes)
    throw cereal::Exception("a value from another rank ends too early");
  return static_cast<std::size_t>(size);
}
template <typename Container>
void load_room(input_archive &archive, Container &values, std::size_t size) {
  if (!archive.keeps_room)
    return values.resize(size);
  cereal::size_type room;
  archive(room);
  set_room(values, size, static_cast<std::size_t>(room));
}

/// Elements of any length: never more at once than there are bytes for, unless
/// they have none, so that a size that is wrong takes no memory.
template <typename Container>
void load_elements(input_archive &archive, Container &values,
                   std::size_t size) {
  std::size_t loaded = 0;
  do {
    const std::size_t next =
        std::min(size - loaded, std::max(archive.remaining(), loaded + 64));
    values.resize(loaded + next);
    for (auto at =
             std::next(values.begin(), static_cast<std::ptrdiff_t>(loaded));
         at != values.end(); ++at)
      archive(*at);
    loaded += next;
  } while (loaded < size);
}

/// Vectors whose elements may be copied in one piece. More specialised in the
/// archive than cereal's function for vectors.
template <typename T>
struct is_piece_of_memory
    : std::conjunction<travels_as_bytes<T>, std::is_default_constructible<T>,
                       std::negation<std::is_same<T, bool>>> {};

template <typename T, typename Allocator>
std::enable_if_t<is_piece_of_memory<T>::value>
CEREAL_SAVE_FUNCTION_NAME(output_archive &archive,
                          const std::vector<T, Allocator> &values) {
  save_room(archive, values);
  archive.write(values.data(), values.size() * sizeof(T));
}
template <typename T, typename Allocator>
std::enable_if_t<is_piece_of_memory<T>::value>
CEREAL_LOAD_FUNCTION_NAME(input_archive &archive,
                          std::vector<T, Allocator> &values) {
  load_room(archive, values, load_size(archive, sizeof(T)));
  archive.read(static_cast<void *>(values.data()), values.size() * sizeof(T));
}
template <typename T, typename Allocator>
std::enable_if_t<!is_piece_of_memory<T>::value>
CEREAL_SAVE_FUNCTION_NAME(output_archive &archive,
                          const std::vector<T, Allocator> &values) {
  save_room(archive, values);
  for (const auto &value : values)
    archive(value);
}
template <typename T, typename Allocator>
std::enable_if_t<!is_piece_of_memory<T>::value>
CEREAL_LOAD_FUNCTION_NAME(input_archive &archive,
                          std::vector<T, Allocator> &values) {
  const std::size_t size = load_size(archive, 0);
  load_room(archive, values, std::min(size, archive.remaining()));
  load_elements(archive, values, size);
}
template <typename Allocator>
void CEREAL_SAVE_FUNCTION_NAME(output_archive &archive,
                               const std::vector<bool, Allocator> &values) {
  save_room(archive, values);
  for (const bool value : values)
    archive(value);
}
template <typename Allocator>
void CEREAL_LOAD_FUNCTION_NAME(input_archive &archive,
                               std::vector<bool, Allocator> &values) {
  load_room(archive, values, load_size(archive, sizeof(bool)));
  for (auto &&value : values) {
    bool loaded;
    archive(loaded);
    value = loaded;
  }
}
template <typename C, typename Traits, typename Allocator>
void CEREAL_SAVE_FUNCTION_NAME(
    output_archive &archive,
    const std::basic_string<C, Traits, Allocator> &text) {
  save_room(archive, text);
  archive.write(text.data(), text.size() * sizeof(C));
}
template <typename C, typename Traits, typename Allocator>
void CEREAL_LOAD_FUNCTION_NAME(input_archive &archive,
                               std::basic_string<C, Traits, Allocator> &text) {
  load_room(archive, text, load_size(archive, sizeof(C)));
  archive.read(static_cast<void *>(text.data()), text.size() * sizeof(C));
}

// Written by cereal's functions, which would read a size that is wrong into as
// many elements.
template <typename T, typename Allocator>
void CEREAL_LOAD_FUNCTION_NAME(input_archive &archive,
                               std::list<T, Allocator> &values) {
  load_elements(archive, values, load_size(archive, 0));
}
template <typename T, typename Allocator>
void CEREAL_LOAD_FUNCTION_NAME(input_archive &archive,
                               std::forward_list<T, Allocator> &values) {
  load_elements(archive, values, load_size(archive, 0));
}
template <typename T, typename Allocator>
void CEREAL_LOAD_FUNCTION_NAME(input_archive &archive,
                               std::deque<T, Allocator> &values) {
  load_elements(archive, values, load_size(archive, 0));
}
/// std::filesystem::path, by what it has: its header takes long to read.
template <typename T, typename = void> struct is_path : std::false_type {};
template <typename T>
struct is_path<
    T, std::void_t<typename T::string_type, decltype(T::preferred_separator),
                   decltype(std::declval<const T &>().lexically_normal())>>
    : std::true_type {};
template <typename T>
std::enable_if_t<is_path<T>::value>
CEREAL_SAVE_FUNCTION_NAME(output_archive &archive, const T &path) {
  archive(path.native());
}
template <typename T>
std::enable_if_t<is_path<T>::value>
CEREAL_LOAD_FUNCTION_NAME(input_archive &archive, T &path) {
  typename T::string_type text;
  archive(text);
  path = std::move(text);
}

/// Matrices of other libraries.
template <typename T>
using is_shaped =
    saves_shape<T, cereal::BinaryOutputArchive, cereal::BinaryInputArchive>;
template <typename T>
std::enable_if_t<is_shaped<T>::value>
CEREAL_SAVE_FUNCTION_NAME(output_archive &archive, const T &value) {
  save_shaped(archive, value);
}
template <typename T>
std::enable_if_t<is_shaped<T>::value>
CEREAL_LOAD_FUNCTION_NAME(input_archive &archive, T &value) {
  load_shaped(archive, value);
}

/// cereal's function refers to the first element, which there may not be.
template <typename T>
void CEREAL_SAVE_FUNCTION_NAME(output_archive &archive,
                               const std::valarray<T> &values) {
  archive(cereal::make_size_tag(static_cast<cereal::size_type>(values.size())));
  if constexpr (std::is_arithmetic<T>::value)
    archive.write(std::begin(values), values.size() * sizeof(T));
  else
    for (const T &value : values)
      archive(value);
}
template <typename T>
void CEREAL_LOAD_FUNCTION_NAME(input_archive &archive,
                               std::valarray<T> &values) {
  constexpr bool is_piece = std::is_arithmetic<T>::value;
  values.resize(load_size(archive, is_piece ? sizeof(T) : 1));
  if constexpr (is_piece)
    archive.read(std::begin(values), values.size() * sizeof(T));
  else
    for (T &value : values)
      archive(value);
}

/// One whose value was lost to an exception arrives like that.
template <typename First, typename... Others>
void CEREAL_SAVE_FUNCTION_NAME(output_archive &archive,
                               const std::variant<First, Others...> &value) {
  archive(static_cast<std::uint64_t>(value.index()));
  if (!value.valueless_by_exception())
    std::visit([&](const auto &held) { archive(held); }, value);
}

/// A T that cannot be made.
template <typename T> struct never_made {
  operator T() const { throw never_made(); }
};
/// Loses the value of a variant at an alternative that can be lost.
template <std::size_t At = 0, typename... T>
void lose_value(std::variant<T...> &value) {
  if constexpr (At < sizeof...(T)) {
    using Held = std::variant_alternative_t<At, std::variant<T...>>;
    if constexpr (std::is_constructible<Held, never_made<Held>>::value) {
      try {
        value.template emplace<At>(never_made<Held>());
      } catch (const never_made<Held> &) {
      }
    }
    if (!value.valueless_by_exception())
      lose_value<At + 1>(value);
  }
}
template <std::size_t At = 0, typename... T>
void load_alternative(input_archive &archive, std::uint64_t index,
                      std::variant<T...> &value) {
  if constexpr (At < sizeof...(T)) {
    if (At != index)
      return load_alternative<At + 1>(archive, index, value);
    value.template emplace<At>();
    archive(std::get<At>(value));
  } else {
    lose_value(value);
  }
}
template <typename First, typename... Others>
void CEREAL_LOAD_FUNCTION_NAME(input_archive &archive,
                               std::variant<First, Others...> &value) {
  std::uint64_t index;
  archive(index);
  load_alternative(archive, index, value);
}

//===----------------------------------------------------------------------===//
// Which types can
//===----------------------------------------------------------------------===//

template <typename T>
struct is_serializable
    : std::bool_constant<
          cereal::traits::is_output_serializable<T, output_archive>::value &&
          cereal::traits::is_input_serializable<T, input_archive>::value> {};

/// Fails to compile where a value of type T cannot travel; the type that the
/// compiler names with the message is the innermost that is to blame.
template <typename T> constexpr void require_serialization() {
  static_assert(!is_borrowed<T>::value,
                "a pointer or view owns nothing that could travel to another "
                "rank: reduce its elements as a section, p[0 : n], or a "
                "container that owns them");
  if constexpr (!is_borrowed<T>::value && !travels_as_bytes<T>::value) {
    static_assert(is_serializable<T>::value,
                  "this type cannot travel to another rank: it is neither "
                  "trivially copyable nor an aggregate of up to 32 members, "
                  "and has no cereal serialize function (or save and load)");
    if constexpr (is_serializable<T>::value)
      parts_of<T>::for_each([](auto part) {
        require_serialization<typename decltype(part)::type>();
      });
  }
}

} // namespace redist::detail

// Types that cereal knows by name behind pointers to their base.
CEREAL_REGISTER_ARCHIVE(redist::detail::output_archive)
CEREAL_REGISTER_ARCHIVE(redist::detail::input_archive)
CEREAL_SETUP_ARCHIVE_TRAITS(redist::detail::input_archive,
                            redist::detail::output_archive)

#endif
