//===- Serialize.h - Values of any type as bytes, and back -----*- C++ -*-===//
//
// What travels through the archives of Archives.h, and how. Comes in: any type
// that cereal can save and load, containers of trivially copyable types without
// a word of cereal included. Goes out: bytes that the same program reads on
// another rank of the same machine type. C++17, no MPI.
//
// Beyond cereal's own binary archives: nothing is copied through a stream,
// trivially copyable types and aggregates need no serialize function (but where
// there is one it is called), and
// vectors of trivially copyable types are one piece of memory. Raw pointers and
// views do not travel.
//
//===----------------------------------------------------------------------===//
#ifndef REDIST_SERIALIZE_H
#define REDIST_SERIALIZE_H

#include "redist/Archives.h"
#include "redist/DataSize.h"
#include "redist/KeptOrder.h"
#include "redist/Members.h"
#include "redist/Travels.h"

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

#include <bitset>
#include <chrono>
#include <complex>
#include <cstddef>
#include <cstring>
#include <memory>
#include <type_traits>
#include <utility>
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
                is_cereal_wrapper<T>::value || is_borrowed<T>::value)
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
    : std::conjunction<std::negation<has_functions<T>>,
                       std::negation<has_own_functions<T>>> {};

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
  archive.read(static_cast<void *>(std::addressof(value)), data_size<T>);
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
  archive(cereal::make_size_tag(static_cast<cereal::size_type>(values.size())));
  archive.write(values.data(), values.size() * sizeof(T));
}
template <typename T, typename Allocator>
std::enable_if_t<is_piece_of_memory<T>::value>
CEREAL_LOAD_FUNCTION_NAME(input_archive &archive,
                          std::vector<T, Allocator> &values) {
  cereal::size_type size;
  archive(cereal::make_size_tag(size));
  if (size > archive.remaining() / sizeof(T))
    throw cereal::Exception("a value from another rank ends too early");
  values.resize(static_cast<std::size_t>(size));
  archive.read(static_cast<void *>(values.data()), values.size() * sizeof(T));
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
