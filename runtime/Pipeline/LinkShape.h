//===- LinkShape.h - What both ends of a link know -------------*- C++ -*-===//
//
// Room Runtime. Tags, the frame of a packet, and how much is under way.
//
//   | end | payloads | ended | items ... | payload 0: value, bytes | ... |
//
//===----------------------------------------------------------------------===//
#ifndef REDIST_RUNTIME_PIPELINE_LINKSHAPE_H
#define REDIST_RUNTIME_PIPELINE_LINKSHAPE_H

#include "MpiCalls.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>

namespace redist::runtime {

/// Of the messages of a pipeline.
enum LinkTag : int {
  packetTag = 1,
  payloadTag = 2,
  takenTag = 3, ///< a packet's last item has been taken
  stopTag = 4,
  stateTag = 5,
  foreseenTag = 16, ///< and up, for payload number 0 and up: Foreseen.h
};

struct LinkShape {
  std::int64_t depth = 2; ///< packets in flight
  bool isStrict = false;  ///< a packet is one item

  /// Receives that wait for packets.
  std::size_t posted() const {
    return static_cast<std::size_t>(std::min<std::int64_t>(depth, 4));
  }
};

struct PacketFrame {
  std::int64_t end = -1;     ///< of the stream: the number of items; else -1
  std::int64_t payloads = 0; ///< of the last item
  /// Offset of the first item that `continue` has ended, whose word is the
  /// offset of the next; -1: none.
  std::int64_t ended = -1;
};
struct PayloadEntry {
  std::int64_t value = 0, bytes = 0;
};
constexpr std::size_t packetItemBytes = std::size_t{256} << 10;
constexpr std::size_t mostPayloads = 256; ///< of an item
constexpr std::size_t packetBytes =
    sizeof(PacketFrame) + packetItemBytes + mostPayloads * sizeof(PayloadEntry);

/// Longer messages are cut: MPI counts with int.
constexpr std::int64_t longestMessage = std::int64_t{1} << 30;

/// Calls `start(offset, count)` for each piece of so many bytes.
template <typename Start> void eachPiece(std::int64_t bytes, Start start) {
  for (std::int64_t done = 0; done < bytes;) {
    const std::int64_t piece = std::min(bytes - done, longestMessage);
    start(done, toMpiCount(piece));
    done += piece;
  }
}

} // namespace redist::runtime

#endif
