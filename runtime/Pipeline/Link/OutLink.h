//===- OutLink.h - Sending end of a link -----------------------*- C++ -*-===//
//
// Room Runtime. Items gather in an open packet. The packet is sent at once, or,
// if items come fast, after some more of them, as soon as fewer than `depth`
// packets are in flight. The kinds of links send packets and large values: by
// messages (MessageOut.h), or through shared memory (SharedOut.h). See
// LinkSet.h.
//
//===----------------------------------------------------------------------===//
#ifndef REDIST_RUNTIME_PIPELINE_LINK_OUTLINK_H
#define REDIST_RUNTIME_PIPELINE_LINK_OUTLINK_H

#include "Pipeline/Link/LinkShape.h"

#include "redist/detail/pipeline/PipelineLink.h"

#include <mpi.h>

#include <vector>

namespace redist::runtime {

class LinkSet;

class OutLink : public detail::out_link {
public:
  virtual ~OutLink() = default;
  const LinkSet &owner() const { return linkSet; }

  /// Lets it go on without waiting.
  void poll();
  /// No more items: so many have been begun in all. What is written goes, and
  /// then the end of the stream.
  void end(std::int64_t items);
  /// All packets have gone, and have been taken.
  bool isIdle() const { return inFlight == 0 && at == begin; }
  /// The same, and the end has gone.
  bool isDone() { return isEndSent && isEndGone(); }
  /// Whether waiting for it means to look for messages.
  virtual bool usesMessages() const = 0;
  /// Messages whose end it has not seen yet may need MPI to go on.
  bool hasOpenSends() const { return openSends > 0; }
  std::int64_t sentBytes() const { return bytesSent; }
  std::int64_t sentPackets() const { return packetsSent; }
  int receiver() const { return otherRank; } ///< a rank

protected:
  using Part = detail::item_draft::part;
  struct Memory {
    std::byte *data;
    std::size_t bytes; ///< packetExtraBytes, and those of items
  };
  struct Flight {
    std::vector<MPI_Request> requests; ///< complete when it is taken
    std::vector<detail::payload *> payloads;
  };

  /// `paceTicks`: between packets of items that follow each other fast.
  OutLink(LinkSet &used, int toRank, const LinkShape &given,
          std::int64_t paceTicks);

  /// For a packet; there is some whenever one has gone, or is taken.
  virtual Memory newPacket() = 0;
  /// The packet in that memory goes.
  virtual void sendPacket(const std::byte *packet, std::int64_t bytes) = 0;
  /// -1: by sendPayload().
  virtual std::int64_t placeOf(const Part &) const { return -1; }
  /// Payload number `i` of the packet that has just gone.
  virtual void sendPayload(std::size_t i, const Part &part) = 0;
  /// Calls packetAcknowledged() for each that has been.
  virtual void pollAcks() = 0;
  virtual void sendEnd(const PacketFrame &end) = 0;
  virtual bool isEndGone() = 0;
  /// As out_link::memory_for().
  virtual detail::payload *memoryFor(std::size_t, bool) { return nullptr; }

  void open();
  void packetAcknowledged();
  void startSend(std::vector<MPI_Request> &requests, const void *data,
                 std::int64_t bytes, int tag);
  bool hasRoom() const { return inFlight < shape.depth; }
  std::size_t packetIndex() const { return opened; } ///< of what is open
  std::int64_t packetsInFlight() const { return inFlight; }
  Flight &flight(std::size_t index) { return flights[index]; }

  LinkSet &linkSet;
  LinkShape shape;

private:
  friend class detail::out_link;

  void post();
  void makeRoom(std::size_t bytes);
  void sendDraft(detail::item_draft &draft);
  void sendEnded();
  void watchClock();
  void look();

  int otherRank;
  std::int64_t pace;
  std::int64_t nextLook = 0;    ///< when the packet is to go; ticks
  std::int64_t lastWatch = 0;   ///< when the clock was read; ticks
  int stride = 1;               ///< items from one reading to the next
  std::int64_t nextHearing = 0; ///< of everything else; ticks
  std::vector<Flight> flights;  ///< in the order of their going, then the open
  std::size_t opened = 0;       ///< of flights
  std::byte *begin = nullptr;   ///< of the open packet's items
  /// Of the open packet, as in its frame; and the last one's place.
  std::int64_t firstEnded = -1;
  std::byte *lastEnded = nullptr;
  std::int64_t inFlight = 0;
  std::int64_t openSends = 0; ///< of packets in flight
  std::vector<Part> openPayloads;
  bool isEnding = false, isEndSent = false;
  PacketFrame endFrame;
  std::int64_t bytesSent = 0, packetsSent = 0;
};

} // namespace redist::runtime

#endif
