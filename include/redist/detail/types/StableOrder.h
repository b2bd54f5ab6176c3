//===- StableOrder.h - Containers that keep their order --------*- C++ -*-===//
//
// Part of Serialize.h: iterating over a received container visits its elements
// in the order that they had on the sender. Elements with equal keys keep their
// order. Unordered containers keep it as far as the standard library allows:
// they get the same number of buckets, and their elements are inserted from the
// last to the first, since a new element goes to the front of its bucket.
// Assignable comparators and hash functions travel with their container. C++17,
// no MPI.
//
// cereal's own functions turn equal keys around, fill new buckets, and leave
// the comparator that the receiver has.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef REDIST_DETAIL_TYPES_STABLEORDER_H
#define REDIST_DETAIL_TYPES_STABLEORDER_H

#include "redist/detail/pipeline/StaticAddress.h"
#include "redist/detail/types/Archives.h"

#include <cereal/cereal.hpp>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <map>
#include <memory>
#include <queue>
#include <set>
#include <tuple>
#include <type_traits>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

namespace redist::detail {

//===----------------------------------------------------------------------===//
// Comparators and hash functions
//===----------------------------------------------------------------------===//

/// Whether values of the type differ, and a container may be assigned another
/// one. A lambda with captures cannot be assigned.
template <typename Function>
struct is_assigned
    : std::bool_constant<!std::is_empty<Function>::value &&
                         std::is_copy_assignable<Function>::value> {};

template <typename Function>
void save_function([[maybe_unused]] output_archive &archive,
                   [[maybe_unused]] const Function &function) {
  if constexpr (std::is_pointer<Function>::value) {
    const static_range range = range_of(function);
    archive.write(&range, sizeof range);
  } else if constexpr (is_assigned<Function>::value) {
    archive(function);
  }
}
/// `function`: the receiver's.
template <typename Function>
Function load_function([[maybe_unused]] input_archive &archive,
                       Function function) {
  if constexpr (std::is_pointer<Function>::value) {
    static_range range;
    archive.read(&range, sizeof range);
    set_range(function, range);
  } else if constexpr (is_assigned<Function>::value) {
    archive(function);
  }
  return function;
}

//===----------------------------------------------------------------------===//
// Trees
//===----------------------------------------------------------------------===//

/// `save(element)` for each element.
template <typename Container, typename Save>
void save_sorted(output_archive &archive, const Container &values, Save save) {
  archive(cereal::make_size_tag(static_cast<cereal::size_type>(values.size())));
  save_function(archive, values.key_comp());
  for (const auto &element : values)
    save(element);
}

/// `load()` adds one element at the end. Elements are loaded where they stay:
/// copies and moves of them may do more than that.
template <typename Container, typename Load>
void load_sorted(input_archive &archive, Container &values, Load load) {
  cereal::size_type size;
  archive(cereal::make_size_tag(size));
  if constexpr (is_assigned<typename Container::key_compare>::value)
    values = Container(load_function(archive, values.key_comp()),
                       values.get_allocator());
  else
    values.clear();
  for (; size > 0; --size)
    load();
}

template <typename Container>
void save_set(output_archive &archive, const Container &values) {
  save_sorted(archive, values, [&](const auto &key) { archive(key); });
}
template <typename Container>
void load_set(input_archive &archive, Container &values) {
  Container made(values.key_comp(), values.get_allocator());
  load_sorted(archive, values, [&] {
    made.emplace();
    auto node = made.extract(made.begin());
    archive(node.value());
    values.insert(values.end(), std::move(node));
  });
}
template <typename Container>
void save_map(output_archive &archive, const Container &values) {
  save_sorted(archive, values, [&](const auto &element) {
    archive(cereal::make_map_item(element.first, element.second));
  });
}
template <typename Container>
void load_map(input_archive &archive, Container &values) {
  Container made(values.key_comp(), values.get_allocator());
  load_sorted(archive, values, [&] {
    made.emplace(std::piecewise_construct, std::tuple<>(), std::tuple<>());
    auto node = made.extract(made.begin());
    archive(cereal::make_map_item(node.key(), node.mapped()));
    values.insert(values.end(), std::move(node));
  });
}

template <typename Key, typename Compare, typename Allocator>
void CEREAL_SAVE_FUNCTION_NAME(
    output_archive &archive, const std::set<Key, Compare, Allocator> &values) {
  save_set(archive, values);
}
template <typename Key, typename Compare, typename Allocator>
void CEREAL_LOAD_FUNCTION_NAME(input_archive &archive,
                               std::set<Key, Compare, Allocator> &values) {
  load_set(archive, values);
}
template <typename Key, typename Compare, typename Allocator>
void CEREAL_SAVE_FUNCTION_NAME(
    output_archive &archive,
    const std::multiset<Key, Compare, Allocator> &values) {
  save_set(archive, values);
}
template <typename Key, typename Compare, typename Allocator>
void CEREAL_LOAD_FUNCTION_NAME(input_archive &archive,
                               std::multiset<Key, Compare, Allocator> &values) {
  load_set(archive, values);
}
template <typename Key, typename T, typename Compare, typename Allocator>
void CEREAL_SAVE_FUNCTION_NAME(
    output_archive &archive,
    const std::map<Key, T, Compare, Allocator> &values) {
  save_map(archive, values);
}
template <typename Key, typename T, typename Compare, typename Allocator>
void CEREAL_LOAD_FUNCTION_NAME(input_archive &archive,
                               std::map<Key, T, Compare, Allocator> &values) {
  load_map(archive, values);
}
template <typename Key, typename T, typename Compare, typename Allocator>
void CEREAL_SAVE_FUNCTION_NAME(
    output_archive &archive,
    const std::multimap<Key, T, Compare, Allocator> &values) {
  save_map(archive, values);
}
template <typename Key, typename T, typename Compare, typename Allocator>
void CEREAL_LOAD_FUNCTION_NAME(
    input_archive &archive, std::multimap<Key, T, Compare, Allocator> &values) {
  load_map(archive, values);
}

//===----------------------------------------------------------------------===//
// Heaps
//===----------------------------------------------------------------------===//

/// The members that std::priority_queue shows to derived classes.
template <typename Queue> struct queue_parts : Queue {
  static auto &elements(Queue &queue) { return queue.*(&queue_parts::c); }
  static auto &compare(Queue &queue) { return queue.*(&queue_parts::comp); }
};

/// As the heap stands in memory.
template <typename T, typename Container, typename Compare>
void CEREAL_SAVE_FUNCTION_NAME(
    output_archive &archive,
    const std::priority_queue<T, Container, Compare> &values) {
  using Queue = std::priority_queue<T, Container, Compare>;
  auto &queue = const_cast<Queue &>(values);
  save_function(archive, queue_parts<Queue>::compare(queue));
  archive(queue_parts<Queue>::elements(queue));
}
template <typename T, typename Container, typename Compare>
void CEREAL_LOAD_FUNCTION_NAME(
    input_archive &archive,
    std::priority_queue<T, Container, Compare> &values) {
  using Parts = queue_parts<std::priority_queue<T, Container, Compare>>;
  if constexpr (is_assigned<Compare>::value)
    Parts::compare(values) = load_function(archive, Parts::compare(values));
  archive(Parts::elements(values));
}

//===----------------------------------------------------------------------===//
// Tables
//===----------------------------------------------------------------------===//

/// The number of elements at which a table of libstdc++ looks for more buckets,
/// which no member tells: 0 behind max_load_factor(), so that the next element
/// may get more. It stands before the bucket that each table has of its own, at
/// its end; of other libraries, which have no such number, nothing is touched.
template <typename Container> class rehash_limit {
public:
  static std::uint64_t of(const Container &values) {
    return is_known(values) ? read(values) : 0;
  }
  static void set(Container &values, std::uint64_t limit) {
    const auto word = static_cast<std::size_t>(limit);
    if (is_known(values))
      std::memcpy(reinterpret_cast<std::byte *>(std::addressof(values)) + place,
                  &word, sizeof word);
  }

private:
  static constexpr std::size_t place =
      sizeof(Container) - sizeof(void *) - sizeof(std::size_t);

  static std::size_t read(const Container &values) {
    std::size_t word;
    std::memcpy(&word,
                reinterpret_cast<const std::byte *>(std::addressof(values)) +
                    place,
                sizeof word);
    return word;
  }
  /// Tried once for a type, with a table like this one.
  static bool is_known(const Container &like) {
    static const bool known = [&] {
      Container table(0, like.hash_function(), like.key_eq(),
                      like.get_allocator());
      table.max_load_factor(0.75f);
      const bool is_unset = read(table) == 0;
      table.rehash(100);
      const double buckets = static_cast<double>(table.bucket_count());
      return is_unset &&
             read(table) == static_cast<std::size_t>(0.75 * buckets);
    }();
    return known;
  }
};

/// Without elements, with so many buckets, and with room for all elements.
template <typename Container>
void set_buckets(Container &values, cereal::size_type buckets,
                 cereal::size_type size, float load_factor) {
  const auto needed = static_cast<float>(size / buckets + 1);
  values.max_load_factor(load_factor < needed ? needed : load_factor);
  // One bucket is what a container without elements has before its first.
  if (buckets <= 1)
    return;
  const auto wanted = static_cast<std::size_t>(buckets);
  if (values.bucket_count() == wanted) // which would set no limit
    values.rehash(2 * wanted + 20);
  values.rehash(wanted);
}

/// `save(archive, element)` for each element, from the last to the first.
template <typename Container, typename Save>
void save_buckets(output_archive &archive, const Container &values, Save save) {
  archive(cereal::make_size_tag(static_cast<cereal::size_type>(values.size())),
          static_cast<cereal::size_type>(values.bucket_count()),
          values.max_load_factor(), rehash_limit<Container>::of(values));
  save_function(archive, values.hash_function());
  save_function(archive, values.key_eq());
  std::vector<const typename Container::value_type *> elements;
  elements.reserve(values.size());
  for (const auto &element : values)
    elements.push_back(&element);
  for (std::size_t i = elements.size(); i-- > 0;)
    save(*elements[i]);
}

/// `load(container, made)` adds one element, which `made` has made.
template <typename Container, typename Load>
void load_buckets(input_archive &archive, Container &values, Load load) {
  cereal::size_type size, buckets;
  float load_factor;
  std::uint64_t limit;
  archive(cereal::make_size_tag(size), buckets, load_factor, limit);
  if (!(load_factor > 0)) // not a number, too: of none, no table is made
    throw cereal::Exception("a value from another rank has no load factor");
  if (buckets == 0)
    buckets = 1;
  auto hash = load_function(archive, values.hash_function());
  auto equal = load_function(archive, values.key_eq());
  Container made(0, hash, equal, values.get_allocator());
  const auto fill = [&](Container &filled) {
    set_buckets(filled, buckets, size, load_factor);
    for (; size > 0; --size)
      load(filled, made);
    filled.max_load_factor(load_factor);
  };
  if constexpr (std::is_copy_assignable<decltype(hash)>::value &&
                std::is_copy_assignable<decltype(equal)>::value) {
    Container loaded(0, hash, equal, values.get_allocator());
    fill(loaded);
    values = std::move(loaded);
  } else {
    values.clear();
    fill(values);
  }
  rehash_limit<Container>::set(values, limit);
}

template <typename Container>
void load_unordered_set(input_archive &archive, Container &values) {
  load_buckets(archive, values, [&](Container &loaded, Container &made) {
    made.emplace();
    auto node = made.extract(made.begin());
    archive(node.value());
    loaded.insert(std::move(node));
  });
}
template <typename Container>
void save_unordered_set(output_archive &archive, const Container &values) {
  save_buckets(archive, values, [&](const auto &key) { archive(key); });
}
template <typename Container>
void load_unordered_map(input_archive &archive, Container &values) {
  load_buckets(archive, values, [&](Container &loaded, Container &made) {
    made.emplace(std::piecewise_construct, std::tuple<>(), std::tuple<>());
    auto node = made.extract(made.begin());
    archive(cereal::make_map_item(node.key(), node.mapped()));
    loaded.insert(std::move(node));
  });
}
template <typename Container>
void save_unordered_map(output_archive &archive, const Container &values) {
  save_buckets(archive, values, [&](const auto &element) {
    archive(cereal::make_map_item(element.first, element.second));
  });
}

template <typename Key, typename Hash, typename Equal, typename Allocator>
void CEREAL_SAVE_FUNCTION_NAME(
    output_archive &archive,
    const std::unordered_set<Key, Hash, Equal, Allocator> &values) {
  save_unordered_set(archive, values);
}
template <typename Key, typename Hash, typename Equal, typename Allocator>
void CEREAL_LOAD_FUNCTION_NAME(
    input_archive &archive,
    std::unordered_set<Key, Hash, Equal, Allocator> &values) {
  load_unordered_set(archive, values);
}
template <typename Key, typename Hash, typename Equal, typename Allocator>
void CEREAL_SAVE_FUNCTION_NAME(
    output_archive &archive,
    const std::unordered_multiset<Key, Hash, Equal, Allocator> &values) {
  save_unordered_set(archive, values);
}
template <typename Key, typename Hash, typename Equal, typename Allocator>
void CEREAL_LOAD_FUNCTION_NAME(
    input_archive &archive,
    std::unordered_multiset<Key, Hash, Equal, Allocator> &values) {
  load_unordered_set(archive, values);
}
template <typename Key, typename T, typename Hash, typename Equal,
          typename Allocator>
void CEREAL_SAVE_FUNCTION_NAME(
    output_archive &archive,
    const std::unordered_map<Key, T, Hash, Equal, Allocator> &values) {
  save_unordered_map(archive, values);
}
template <typename Key, typename T, typename Hash, typename Equal,
          typename Allocator>
void CEREAL_LOAD_FUNCTION_NAME(
    input_archive &archive,
    std::unordered_map<Key, T, Hash, Equal, Allocator> &values) {
  load_unordered_map(archive, values);
}
template <typename Key, typename T, typename Hash, typename Equal,
          typename Allocator>
void CEREAL_SAVE_FUNCTION_NAME(
    output_archive &archive,
    const std::unordered_multimap<Key, T, Hash, Equal, Allocator> &values) {
  save_unordered_map(archive, values);
}
template <typename Key, typename T, typename Hash, typename Equal,
          typename Allocator>
void CEREAL_LOAD_FUNCTION_NAME(
    input_archive &archive,
    std::unordered_multimap<Key, T, Hash, Equal, Allocator> &values) {
  load_unordered_map(archive, values);
}

} // namespace redist::detail

#endif
