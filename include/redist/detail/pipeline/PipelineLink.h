//===- PipelineLink.h - Ends of a link between two ranks -------*- C++ -*-===//
//
// What crosses from the rank of one interval of stages to that of the next, as
// templates see it. Small items travel in packets, written and read in place:
//
//   | values, rounded up to 8 bytes | values | offset | values | ...
//
// Both ends know how long small items are; others begin with a word that tells.
// Where `continue` has ended an item there is the offset of the next such item,
// and the packet's frame has that of the first. Large values travel beside
// their packet: in messages from and to their own memory, or in memory of the
// link that both ranks see (payload). The compiled ends of links
// (runtime/Pipeline) decide when packets go and come.
// C++17, no MPI.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef REDIST_DETAIL_PIPELINE_PIPELINELINK_H
#define REDIST_DETAIL_PIPELINE_PIPELINELINK_H

#include <cstddef>
#include <cstdint>
#include <vector>

namespace redist::detail {

/// Leaves the user's loop where another rank has stopped the pipeline;
/// pipeline_run::fail() knows it.
struct pipeline_stop {};

/// The length of an item that is not small; what an ended item takes.
constexpr std::size_t item_word_bytes = 8;
constexpr std::size_t padded(std::size_t bytes) { return (bytes + 7) / 8 * 8; }

/// Values up to this length travel in the packet.
constexpr std::size_t largest_inline = std::size_t{8} << 10;

/// Memory of one large value on its way. It belongs to a pool, or to a link.
class payload {
public:
  virtual ~payload() = default;
  /// Memory of exactly so many bytes; where they are more than before, what it
  /// held may be lost.
  virtual std::byte *resize(std::size_t bytes) = 0;
  virtual const std::byte *data() const = 0;
  virtual void give_back() noexcept = 0;

protected:
  payload() = default;
  payload(const payload &) = default;
  payload &operator=(const payload &) = default;
};

/// Knows the types of the values that come over a link.
class payload_source {
public:
  virtual ~payload_source() = default;
  /// For value number `value`, from 0.
  virtual payload &take(std::size_t value) = 0;
  /// Whether the value keeps the memory of its payload, which then has to be
  /// one of take(); else it is read out of any.
  virtual bool owns_memory(std::size_t value) const = 0;

protected:
  payload_source() = default;
  payload_source(const payload_source &) = default;
  payload_source &operator=(const payload_source &) = default;
};

/// An item that is written value by value.
struct item_draft {
  struct part {
    payload *owner;
    const std::byte *data;
    std::size_t bytes;
    std::size_t value;
  };
  std::vector<std::byte> bytes; ///< in the packet, behind the word
  std::vector<part> payloads;

  void clear() {
    bytes.clear();
    payloads.clear();
  }
};

/// Where items leave this rank.
class out_link {
public:
  /// Memory in the open packet, for one item of so many bytes, which are a
  /// multiple of 8. Waits where there is none: throws pipeline_stop where the
  /// pipeline has been stopped.
  std::byte *room(std::size_t bytes) {
    if (static_cast<std::size_t>(last - at) < bytes)
      make_room(bytes);
    std::byte *const taken = at;
    at += bytes;
    return taken;
  }
  /// The item is written. Its packet goes at once, but where items follow each
  /// other so fast that messages would take longer than they.
  void written() {
    if (--unwatched <= 0)
      watch();
  }
  /// Memory of the link for a large value that is to be copied; null: it has
  /// none, or it `may_move` instead, and had better.
  payload *memory_for(std::size_t bytes, bool may_move);
  /// An item with its payloads, which are given back when they are sent.
  void send(item_draft &draft);
  /// An item that `continue` has ended.
  void send_ended();

protected:
  out_link() = default;
  out_link(const out_link &) = default;
  out_link &operator=(const out_link &) = default;
  ~out_link() = default;

  void make_room(std::size_t bytes);
  void watch();

  std::byte *at = nullptr, *last = nullptr; ///< free memory of the open packet
  int unwatched = 1; ///< items until the clock is read, as that takes long
};

/// Where items reach this rank.
class in_link {
public:
  /// The next item. Waits for it: throws pipeline_stop where none will come.
  const std::byte *item() {
    if (at == last)
      load();
    return at;
  }
  /// Whether `continue` has ended it; then it has been taken. Precondition:
  /// item() has been called for it.
  bool take_ended() {
    if (at != ended)
      return false;
    skip_ended();
    return true;
  }
  /// Its `bytes` have been read.
  void taken(std::size_t bytes) {
    at += bytes;
    if (at == last)
      release();
  }
  /// Payloads are received for this one from now on.
  void expect(payload_source &source) { payloads = &source; }
  bool expects() const { return payloads != nullptr; }
  /// The next payload of the item, which has come. To be given back.
  payload &take_payload();

protected:
  in_link() = default;
  in_link(const in_link &) = default;
  in_link &operator=(const in_link &) = default;
  ~in_link() = default;

  void load();
  void release();
  void skip_ended();

  const std::byte *at = nullptr, *last = nullptr; ///< items not read yet
  const std::byte *ended = nullptr;               ///< the next that is; or null
  payload_source *payloads = nullptr;
};

} // namespace redist::detail

#endif
