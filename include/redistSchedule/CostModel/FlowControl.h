//===- FlowControl.h - Chunk lengths and window ----------------*- C++ -*-===//
//
// A schedule gives the order in which a rank sends. Comes in: the data to move
// and the costs of messages on the machine. Goes out: the length of the chunks
// into which messages are cut, the number of chunks in flight in either
// direction, and the number of steps that are interleaved. The same on all
// ranks, from numbers that all of them have.
//
// Long chunks make the end late: what arrives last is unpacked when nothing
// else is left to do. Short ones cost calls. Of B bytes in chunks of c, with o
// seconds a call and u seconds to pack a byte, 2 o B / c + 4 u c is least at
//
//   c = sqrt(o B / (2 u))      o = 0.5 us, u = 0.25 ns, B = 4 MB: 64 KB
//
// with a few chunks to unpack at the end. In flight there must be more than the
// network takes in while an answer comes back, and enough for ports that are
// busy with others to be waited for; but little beside B, for the same reason.
//
// A receiver whose chunks are all under way at once gets the first of them
// late: they share its port, and it has nothing to unpack meanwhile. Fewer of
// them, half of what there is, and first ones of different lengths keep port
// and processor busy from the beginning to the end. A sender may be far ahead.
//
// Short messages are sent all at once, and as many are received as come while
// one is unpacked; more would share the port and all come late. Where ranks
// share ports, messages come in no order, and all are awaited at once.
// Schedules begin with the longest; sent in this order, n messages that share a
// port all arrive at the same time, to be unpacked, about half of them, when
// nothing else is left to do. The other way round the longest goes last, and
// alone: that is better where
//
//   (n-1)/2 (o + u m) > (b + u) l    m, l bytes of the typical, longest message
//
// Steps that take turns make every round of chunks a small redistribution, in
// which all ranks send and receive in proportion to what they have to: then it
// does not matter that the messages of a step differ.
//
//===----------------------------------------------------------------------===//
#ifndef REDISTSCHEDULE_COSTMODEL_FLOWCONTROL_H
#define REDISTSCHEDULE_COSTMODEL_FLOWCONTROL_H

#include <cstdint>

namespace redist::schedule {

/// What messages cost on a machine. Seconds; the numbers here are those of a
/// usual cluster.
struct NetworkCosts {
  double latency = 2e-6;  ///< of the smallest message
  double perByte = 1e-10; ///< of a long one
  double perCall = 5e-7;  ///< of the processor, to send or to receive
  double packing = 2e-10; ///< a byte, to pack or to unpack
  /// Time of many messages at once to one rank, by their time one after the
  /// other: above 1 where a network loses and repeats what comes together.
  double fanIn = 1;
  /// So many ranks of a node share its port.
  std::int64_t ranksOnPort = 1;
  /// Of the ranks of one node: bytes that may be under way to a rank and still
  /// be in its caches when they are unpacked; 0: messages come from elsewhere.
  std::int64_t cacheBytes = 0;
};

/// What is to be moved; the same on all ranks.
struct MessageTraffic {
  std::int64_t sources = 1, targets = 1; ///< ranks
  std::int64_t steps = 0;
  /// Bytes: no message is longer.
  std::int64_t longest = 0;
  /// Bytes of a step's longest message, in the mean.
  double typical = 0;
  /// Bytes: no rank has more.
  std::int64_t maxOnRank = 0;
  /// Bytes that lie in a row in both storages, in the mean.
  double run = 1;
  /// Bytes of a message that lie in a row in that storage where it lies in
  /// fewer pieces: no fewer than `run`.
  double piece = 1;
};

struct FlowControl {
  std::int64_t chunkBytes; ///< most that one message takes
  std::int64_t roundBytes; ///< chunks are made of rounds, and begin with any
  int sends, receives;     ///< messages under way at a time
  std::int64_t interleave; ///< steps that take turns
  bool shortestFirst;      ///< the last step is the first
};

/// Elements that lie in a row on both sides, in the mean, where pieces of the
/// one have `from` elements and of the other `to`: cut wherever either side
/// begins a piece. Both are positive.
double meanRun(std::int64_t from, std::int64_t to);

FlowControl flowOf(const MessageTraffic &, const NetworkCosts &);

} // namespace redist::schedule

#endif
