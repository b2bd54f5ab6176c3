//===- LinkShape.h - Parameters shared by both ends of a link --*- C++ -*-===//
//
// Room Runtime. Tags, the frame of a packet, and the number of packets in
// flight.
//
//   | bytes | end | payloads | ended | items ... | entry of payload 0 | ... |
//
//===----------------------------------------------------------------------===//
#ifndef REDIST_RUNTIME_PIPELINE_LINK_LINKSHAPE_H
#define REDIST_RUNTIME_PIPELINE_LINK_LINKSHAPE_H

#include "Support/MpiCalls.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>

namespace redist::runtime {

/// Of the messages of a pipeline.
enum LinkTag : int {
  packetTag = 1,
  payloadTag = 2,
  ackTag = 3, ///< a packet's last item has been taken
  stopTag = 4,
  stateTag = 5,
  foreseenTag =
      16, ///< and up, for payload number 0 and up: PredictedReceives.h
};

struct LinkShape {
  std::int64_t depth = 2; ///< packets in flight
  bool isStrict = false;  ///< a packet is one item

  /// That are written, are in flight, or are read.
  std::int64_t packets() const { return depth + 1; }
};

struct PacketFrame {
  std::int64_t bytes = sizeof(PacketFrame); ///< of the packet
  std::int64_t end = -1;     ///< of the stream: the number of items; else -1
  std::int64_t payloads = 0; ///< of the last item
  /// Offset of the first item that `continue` has ended, whose word is the
  /// offset of the next; -1: none.
  std::int64_t ended = -1;
};
struct PayloadEntry {
  std::int64_t value = 0, bytes = 0;
  /// Where it lies in the sender's part of the node's memory; -1: a message
  /// brings it.
  std::int64_t place = -1;
};
constexpr std::size_t maxPayloads = 256; ///< of an item
/// What a packet has beside its items at most.
constexpr std::size_t packetExtraBytes =
    sizeof(PacketFrame) + maxPayloads * sizeof(PayloadEntry);
constexpr std::size_t maxItemBytes = std::size_t{24} << 10; ///< of one item

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
