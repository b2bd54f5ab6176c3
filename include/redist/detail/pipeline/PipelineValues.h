//===- PipelineValues.h - Sending and receiving values ---------*- C++ -*-===//
//
// How each type of value crosses a link: trivially copyable ones as they lie in
// memory; vectors and strings of such elements, where they are large, are moved
// into the link and out of it, and sent from their own memory; all others by
// Serialize.h. Memory goes round: what was sent or is not needed any more is
// used for what comes next. Pointers and views of characters travel as places
// of static memory: the compiler lets no others through. C++17, no MPI.
//
//   pass(1, i, raw):  | 20 | 4, i | 1'048'576 + P |   raw's memory by itself
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef REDIST_DETAIL_PIPELINE_PIPELINEVALUES_H
#define REDIST_DETAIL_PIPELINE_PIPELINEVALUES_H

#include "redist/detail/pipeline/PipelineLink.h"
#include "redist/detail/pipeline/StaticAddress.h"
#include "redist/detail/types/RawMemory.h"
#include "redist/detail/types/Serialize.h"

#include <cstring>
#include <memory>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace redist::detail {

//===----------------------------------------------------------------------===//
// Types
//===----------------------------------------------------------------------===//

/// Travels as it lies in memory.
template <typename T> struct is_plain_value : travels_as_bytes<T> {};

/// Owns one piece of memory, which may be exchanged for another one.
template <typename T> struct is_memory_owner : std::false_type {};
template <typename T, typename Allocator>
struct is_memory_owner<std::vector<T, Allocator>>
    : std::bool_constant<
          is_piece_of_memory<T>::value &&
          std::allocator_traits<Allocator>::is_always_equal::value> {};
template <typename C, typename Traits, typename Allocator>
struct is_memory_owner<std::basic_string<C, Traits, Allocator>>
    : std::allocator_traits<Allocator>::is_always_equal {};

/// The elements behind a pointer: see CarriedElements.h.
template <typename Pointer, typename Count> class carried_elements;
template <typename T> struct is_carried : std::false_type {};
template <typename Pointer, typename Count>
struct is_carried<carried_elements<Pointer, Count>> : std::true_type {};

/// Plain values alone, and few bytes: written straight into a packet.
template <typename... Values> struct small_item {
  static constexpr std::size_t bytes = (std::size_t{0} + ... + sizeof(Values));
  static constexpr bool value =
      (true && ... && is_plain_value<Values>::value) && bytes <= 1024;
  /// In a packet; where nothing travels, that there is an item does.
  static constexpr std::size_t packet_bytes = padded(bytes > 0 ? bytes : 1);
};

//===----------------------------------------------------------------------===//
// Memory that goes round
//===----------------------------------------------------------------------===//

class payload_pool_base {
public:
  virtual ~payload_pool_base() = default;
};

/// Bytes that are not initialised.
class raw_bytes {
public:
  std::byte *data() { return memory.get(); }
  const std::byte *data() const { return memory.get(); }
  void resize(std::size_t bytes) {
    if (bytes > capacity) {
      memory = make_raw_memory(bytes);
      capacity = bytes;
    }
  }

private:
  raw_memory memory;
  std::size_t capacity = 0;
};

template <typename Memory> class payload_pool final : public payload_pool_base {
public:
  class held final : public payload {
  public:
    explicit held(payload_pool &used) : pool(used) {}
    std::byte *resize(std::size_t bytes) override {
      if constexpr (std::is_same<Memory, raw_bytes>::value)
        value.resize(bytes);
      else
        value.resize(bytes / sizeof(*value.data()));
      return reinterpret_cast<std::byte *>(value.data());
    }
    const std::byte *data() const override {
      return reinterpret_cast<const std::byte *>(value.data());
    }
    void give_back() noexcept override { pool.give_back(*this); }

    Memory value;

  private:
    payload_pool &pool;
  };

  held &take() {
    if (idle.empty()) {
      all.push_back(std::make_unique<held>(*this));
      idle.reserve(all.size());
      return *all.back();
    }
    held &taken = *idle.back();
    idle.pop_back();
    return taken;
  }
  /// Memory that nobody needs any more.
  void recycle(Memory &value) {
    if (!is_wanted)
      return;
    using std::swap;
    for (held *const one : idle)
      if (one->value.capacity() < value.capacity()) {
        swap(one->value, value);
        return;
      }
  }
  /// Values of this type are received here.
  void want() { is_wanted = true; }

private:
  void give_back(held &one) noexcept {
    if constexpr (!std::is_same<Memory, raw_bytes>::value)
      if (!is_wanted)
        Memory().swap(one.value); // sent, and nothing will come
    idle.push_back(&one);         // take() has made room
  }

  std::vector<std::unique_ptr<held>> all;
  std::vector<held *> idle;
  bool is_wanted = false;
};

/// One pool a type.
class payload_pools {
public:
  template <typename Memory> payload_pool<Memory> &of() {
    const void *const key = &key_of<Memory>;
    for (const entry &one : entries)
      if (one.key == key)
        return static_cast<payload_pool<Memory> &>(*one.pool);
    entries.push_back({key, std::make_unique<payload_pool<Memory>>()});
    return static_cast<payload_pool<Memory> &>(*entries.back().pool);
  }

private:
  template <typename Memory> static inline char key_of = 0;
  struct entry {
    const void *key;
    std::unique_ptr<payload_pool_base> pool;
  };
  std::vector<entry> entries;
};

/// What large values of type T travel in.
template <typename T>
using payload_memory =
    std::conditional_t<is_memory_owner<T>::value, T, raw_bytes>;

/// The pools of the values that come over one link.
template <typename... Values> class typed_source final : public payload_source {
public:
  explicit typed_source(payload_pools &pools)
      : makers{maker{&pools.of<payload_memory<Values>>(),
                     &take_from<payload_memory<Values>>}...} {
    (pools.of<payload_memory<Values>>().want(), ...);
  }
  payload &take(std::size_t value) override {
    return makers[value].take(makers[value].pool);
  }
  bool owns_memory(std::size_t value) const override {
    constexpr bool owns[] = {is_memory_owner<Values>::value..., false};
    return owns[value];
  }

private:
  struct maker {
    payload_pool_base *pool;
    payload &(*take)(payload_pool_base *);
  };
  template <typename Memory>
  static payload &take_from(payload_pool_base *pool) {
    return static_cast<payload_pool<Memory> *>(pool)->take();
  }
  maker makers[sizeof...(Values) > 0 ? sizeof...(Values) : 1];
};

//===----------------------------------------------------------------------===//
// Values that are not small
//===----------------------------------------------------------------------===//

/// Before each value of such an item: its bytes, doubled, and 1 where they come
/// as a payload. Before that, of an owner of memory: how many elements fit; of
/// carried elements, their word.
constexpr std::size_t value_head_bytes = 8;

inline void append_bytes(std::vector<std::byte> &to, const void *from,
                         std::size_t bytes) {
  const auto *const first = static_cast<const std::byte *>(from);
  to.insert(to.end(), first, first + bytes);
}
inline void append_head(item_draft &draft, std::size_t bytes, bool is_payload) {
  const std::uint64_t head = 2 * static_cast<std::uint64_t>(bytes) + is_payload;
  append_bytes(draft.bytes, &head, sizeof head);
}
/// Whether so many bytes more still travel in the packet.
inline bool fits(const item_draft &draft, std::size_t bytes) {
  return bytes <= largest_inline &&
         draft.bytes.size() + bytes <= 2 * largest_inline;
}
inline void append_payload(item_draft &draft, payload &owner,
                           const std::byte *data, std::size_t bytes,
                           std::size_t value) {
  append_head(draft, bytes, true);
  draft.payloads.push_back({&owner, data, bytes, value});
}

/// Where values that are not small go, and the memory that they need.
struct value_writer {
  item_draft &draft;
  out_link &link;
  payload_pools &pools;
  std::vector<std::byte> &scratch;
};

/// Copies `bytes` into `owner`, which goes along.
inline void append_to(value_writer &to, payload &owner, const void *from,
                      std::size_t bytes, std::size_t value) {
  std::byte *const memory = owner.resize(bytes);
  std::memcpy(memory, from, bytes);
  append_payload(to.draft, owner, memory, bytes, value);
}

/// Copies `bytes` into the packet, or into a payload.
inline void append_copied(value_writer &to, const void *from, std::size_t bytes,
                          std::size_t value) {
  if (fits(to.draft, bytes)) {
    append_head(to.draft, bytes, false);
    append_bytes(to.draft.bytes, from, bytes);
    return;
  }
  payload *owner = to.link.memory_for(bytes, false);
  if (!owner)
    owner = &to.pools.of<raw_bytes>().take();
  append_to(to, *owner, from, bytes, value);
}

template <typename Save>
void append_saved(value_writer &to, std::size_t index, Save save) {
  to.scratch.clear();
  output_archive archive(to.scratch, /*room=*/true);
  save(archive);
  append_copied(to, to.scratch.data(), to.scratch.size(), index);
}

/// Writes one value; what it had may be gone afterwards, unless it is `kept`.
template <typename T>
void append_value(value_writer &to, T &value, std::size_t index, bool kept) {
  if constexpr (is_plain_value<T>::value) {
    append_copied(to, std::addressof(value), sizeof(T), index);
  } else if constexpr (is_memory_owner<T>::value) {
    const std::size_t bytes = value.size() * sizeof(*value.data());
    const std::uint64_t room = value.capacity();
    append_bytes(to.draft.bytes, &room, sizeof room);
    if (kept || fits(to.draft, bytes))
      return append_copied(to, value.data(), bytes, index);
    if (payload *const owner = to.link.memory_for(bytes, true))
      return append_to(to, *owner, value.data(), bytes, index);
    auto &owner = to.pools.of<T>().take();
    using std::swap;
    swap(owner.value, value);
    append_payload(to.draft, owner, owner.data(), bytes, index);
  } else if constexpr (is_static_handle<T>::value) {
    const static_range range = range_of(value);
    append_copied(to, &range, sizeof range, index);
  } else if constexpr (is_carried<T>::value) {
    const std::uint64_t word = value.word();
    append_bytes(to.draft.bytes, &word, sizeof word);
    if constexpr (T::is_plain)
      append_copied(to, value.data(), value.bytes(), index);
    else
      append_saved(to, index,
                   [&](auto &archive) { value.save(archive, value.size()); });
  } else {
    require_serialization<T>();
    append_saved(to, index, [&](auto &archive) {
      archive(static_cast<const T &>(value));
    });
  }
}

/// Gives a value as much room as it had on the other rank. Memory that goes
/// round has it already where the items are alike.
template <typename T> void keep_room(T &value, std::size_t room) {
  if (value.capacity() == room || room < value.size())
    return;
  T whole(value.get_allocator());
  set_room(whole, value.size(), room);
  std::memcpy(static_cast<void *>(whole.data()), value.data(),
              value.size() * sizeof(*value.data()));
  using std::swap;
  swap(value, whole);
}

/// The next value of an item, from `from`; behind it afterwards.
template <typename T>
void read_value(const std::byte *&from, in_link &link, T &value) {
  std::uint64_t head, room = 0;
  if constexpr (is_memory_owner<T>::value || is_carried<T>::value) {
    std::memcpy(&room, from, sizeof room);
    from += sizeof room;
  }
  std::memcpy(&head, from, sizeof head);
  from += sizeof head;
  const auto bytes = static_cast<std::size_t>(head / 2);
  const bool is_payload = head % 2 != 0;
  if constexpr (is_memory_owner<T>::value) {
    if (is_payload) {
      auto &owner =
          static_cast<typename payload_pool<T>::held &>(link.take_payload());
      using std::swap;
      swap(value, owner.value);
      owner.give_back();
      keep_room(value, static_cast<std::size_t>(room));
      return;
    }
    set_room(value, bytes / sizeof(*value.data()),
             static_cast<std::size_t>(room));
    if (bytes > 0)
      std::memcpy(static_cast<void *>(value.data()), from, bytes);
  } else {
    const std::byte *data = from;
    payload *owner = nullptr;
    if (is_payload) {
      owner = &link.take_payload();
      data = owner->data();
    }
    if constexpr (is_plain_value<T>::value) {
      std::memcpy(static_cast<void *>(std::addressof(value)), data, sizeof(T));
    } else if constexpr (is_static_handle<T>::value) {
      static_range range;
      std::memcpy(&range, data, sizeof range);
      set_range(value, range);
    } else if constexpr (is_carried<T>::value) {
      value.take(room, data, bytes);
    } else {
      input_archive archive(data, bytes, /*room=*/true);
      archive(value);
    }
    if (owner)
      owner->give_back();
  }
  if (!is_payload)
    from += bytes;
}

/// How many bytes cross a link with this value.
template <typename T> std::size_t bytes_of_value(const T &value) {
  if constexpr (is_plain_value<T>::value) {
    return sizeof(T);
  } else if constexpr (is_memory_owner<T>::value) {
    return value.size() * sizeof(*value.data());
  } else if constexpr (is_static_handle<T>::value) {
    return sizeof(static_range);
  } else {
    std::vector<std::byte> scratch;
    output_archive archive(scratch, /*room=*/true);
    if constexpr (!is_carried<T>::value)
      archive(value);
    else if constexpr (T::is_plain)
      return value.bytes();
    else
      value.save(archive, value.size());
    return scratch.size();
  }
}

} // namespace redist::detail

#endif
