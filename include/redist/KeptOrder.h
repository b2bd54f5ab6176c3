//===- KeptOrder.h - Containers that arrive in their order -----*- C++ -*-===//
//
// Part of Serialize.h: who walks through a container on another rank meets its
// elements in the order that they had. Elements with equal keys keep theirs;
// unordered containers keep theirs as far as the standard library lets them:
// they get as many buckets, and their elements from the last to the first,
// since a new element goes to the front of its bucket. C++17, no MPI.
//
// cereal's own functions turn equal keys around, and fill new buckets.
//
//===----------------------------------------------------------------------===//
#ifndef REDIST_KEPTORDER_H
#define REDIST_KEPTORDER_H

#include "redist/Archives.h"

#include <cereal/cereal.hpp>

#include <cstddef>
#include <map>
#include <set>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

namespace redist::detail {

template <typename Key, typename Compare, typename Allocator>
void CEREAL_LOAD_FUNCTION_NAME(input_archive &archive,
                               std::multiset<Key, Compare, Allocator> &values) {
  cereal::size_type size;
  archive(cereal::make_size_tag(size));
  for (values.clear(); size > 0; --size) {
    Key key;
    archive(key);
    values.insert(values.end(), std::move(key));
  }
}
template <typename Key, typename T, typename Compare, typename Allocator>
void CEREAL_LOAD_FUNCTION_NAME(
    input_archive &archive, std::multimap<Key, T, Compare, Allocator> &values) {
  cereal::size_type size;
  archive(cereal::make_size_tag(size));
  for (values.clear(); size > 0; --size) {
    Key key;
    T value;
    archive(cereal::make_map_item(key, value));
    values.emplace_hint(values.end(), std::move(key), std::move(value));
  }
}

/// `save(archive, element)` for each element, from the last to the first.
template <typename Container, typename Save>
void save_buckets(output_archive &archive, const Container &values, Save save) {
  archive(cereal::make_size_tag(static_cast<cereal::size_type>(values.size())),
          static_cast<cereal::size_type>(values.bucket_count()),
          values.max_load_factor());
  std::vector<const typename Container::value_type *> elements;
  elements.reserve(values.size());
  for (const auto &element : values)
    elements.push_back(&element);
  for (std::size_t i = elements.size(); i-- > 0;)
    save(*elements[i]);
}

/// `load(container)` adds one element.
template <typename Container, typename Load>
void load_buckets(input_archive &archive, Container &values, Load load) {
  cereal::size_type size, buckets;
  float load_factor;
  archive(cereal::make_size_tag(size), buckets, load_factor);
  // One bucket is what a container without elements has before its first.
  Container loaded(buckets > 1 ? static_cast<std::size_t>(buckets) : 0,
                   values.hash_function(), values.key_eq(),
                   values.get_allocator());
  loaded.max_load_factor(load_factor);
  for (; size > 0; --size)
    load(loaded);
  values = std::move(loaded);
}

template <typename Container>
void load_unordered_set(input_archive &archive, Container &values) {
  load_buckets(archive, values, [&](Container &loaded) {
    typename Container::key_type key;
    archive(key);
    loaded.emplace(std::move(key));
  });
}
template <typename Container>
void save_unordered_set(output_archive &archive, const Container &values) {
  save_buckets(archive, values, [&](const auto &key) { archive(key); });
}
template <typename Container>
void load_unordered_map(input_archive &archive, Container &values) {
  load_buckets(archive, values, [&](Container &loaded) {
    typename Container::key_type key;
    typename Container::mapped_type value;
    archive(cereal::make_map_item(key, value));
    loaded.emplace(std::move(key), std::move(value));
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
