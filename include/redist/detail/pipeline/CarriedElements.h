//===- CarriedElements.h - Elements behind a pointer (carry) ---*- C++ -*-===//
//
// carry(p[0 : n]): the elements behind a pointer cross a link like a value of
// the item. n is evaluated when the item leaves a rank; on the receiving rank,
// the pointer refers to memory that is kept until the item ends. C++17, no MPI.
//
//   p, n = 3:       | 4 | 24, 3 doubles |
//   null, n = 0:    | 0 | 0 |
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef REDIST_DETAIL_PIPELINE_CARRIEDELEMENTS_H
#define REDIST_DETAIL_PIPELINE_CARRIEDELEMENTS_H

#include "redist/detail/pipeline/PipelineValues.h"

#include <cstdint>
#include <cstring>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <vector>

namespace redist::detail {

/// `Count`: gives the number of elements that are behind the pointer now.
template <typename Pointer, typename Count> class carried_elements {
  using element = std::remove_const_t<
      std::remove_reference_t<decltype(*std::declval<Pointer &>())>>;

public:
  static constexpr bool is_plain = is_plain_value<element>::value;

  carried_elements(payload_pools &used, const char *text, Pointer &refers,
                   Count counts)
      : pools(used), name(text), pointer(refers), count(counts) {}
  ~carried_elements() {
    if (bytes_kept)
      bytes_kept->give_back();
  }
  carried_elements(const carried_elements &) = delete;
  carried_elements &operator=(const carried_elements &) = delete;

  /// The elements are what stages have made them, so that they can be compared
  /// from now on, as long as the pointer refers to them. (Behind a link, the
  /// number is known of those that have come alone.)
  void set_known() noexcept {
    try {
      see(size());
    } catch (...) {
      seen_at = nullptr;
    }
  }
  bool is_known() const { return seen_at != nullptr && seen_at == pointer; }
  std::size_t known_size() const { return seen; }

  const element *data() const { return pointer; }
  /// Throws where no such elements can be there.
  std::size_t size() const {
    const auto elements = static_cast<std::int64_t>(count());
    if (elements < 0)
      throw std::length_error(text_of(elements));
    if (elements > 0 && pointer == nullptr)
      throw std::invalid_argument("a null pointer, " + text_of(elements));
    return static_cast<std::size_t>(elements);
  }
  std::size_t bytes() const { return size() * sizeof(element); }
  template <typename Archive> void save(Archive &archive, std::size_t n) const {
    require_serialization<element>();
    for (std::size_t i = 0; i < n; ++i)
      archive(static_cast<const element &>(pointer[i]));
  }

  /// What goes in front of the elements: 0, or one more than there are.
  std::uint64_t word() const {
    const std::size_t all = size();
    return pointer == nullptr ? 0 : static_cast<std::uint64_t>(all) + 1;
  }
  /// From there the elements have come.
  void take(std::uint64_t given, const std::byte *from, std::size_t bytes) {
    if (given == 0) {
      pointer = nullptr;
      return;
    }
    if constexpr (is_plain) {
      element *const to = make_room(bytes);
      if (bytes > 0)
        std::memcpy(static_cast<void *>(to), from, bytes);
      pointer = to;
    } else {
      // One more, so that no elements have an address, too.
      kept = std::vector<element>(static_cast<std::size_t>(given));
      input_archive archive(from, bytes, /*room=*/true);
      for (std::size_t i = 0; i + 1 < kept.size(); ++i)
        archive(kept[i]);
      pointer = kept.data();
    }
    see(static_cast<std::size_t>(given) - 1);
  }

private:
  void see(std::size_t elements) noexcept {
    seen_at = pointer;
    seen = elements;
  }
  std::string text_of(std::int64_t elements) const {
    return "carry(): " + std::to_string(elements) + " elements behind '" +
           name + "'";
  }
  element *make_room(std::size_t bytes) {
    bytes_kept = &pools.of<raw_bytes>().take();
    bytes_kept->value.resize(bytes + alignof(element));
    const auto begin =
        reinterpret_cast<std::uintptr_t>(bytes_kept->value.data());
    const std::size_t beyond = begin % alignof(element);
    return reinterpret_cast<element *>(
        bytes_kept->value.data() + (beyond ? alignof(element) - beyond : 0));
  }

  payload_pools &pools;
  const char *name;
  Pointer &pointer;
  Count count;
  const element *seen_at = nullptr;
  std::size_t seen = 0;
  payload_pool<raw_bytes>::held *bytes_kept = nullptr;
  std::conditional_t<is_plain, std::nullptr_t, std::vector<element>> kept{};
};

/// Of carried elements: they are ready to be compared. Of others nothing.
template <typename T> void set_known([[maybe_unused]] T &value) {
  if constexpr (is_carried<T>::value)
    value.set_known();
}

} // namespace redist::detail

#endif
