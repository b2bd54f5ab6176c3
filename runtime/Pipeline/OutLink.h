//===- OutLink.h - Where items leave a rank --------------------*- C++ -*-===//
//
// Room Runtime. Items gather in an open packet; it goes at once, or where items
// come fast, after some microseconds, as soon as fewer than `depth` are in
// flight. See Traffic.h.
//
//===----------------------------------------------------------------------===//
#ifndef REDIST_RUNTIME_PIPELINE_OUTLINK_H
#define REDIST_RUNTIME_PIPELINE_OUTLINK_H

#include "Pipeline/Foreseen.h"
#include "Pipeline/LinkShape.h"

#include "redist/PipelineLink.h"

#include <mpi.h>

#include <memory>
#include <vector>

namespace redist::runtime {

class Traffic;

class OutLink final : public detail::out_link {
public:
  OutLink(Traffic &used, int toRank, const LinkShape &given);

  /// Lets it go on without waiting.
  void poll();
  /// No more items: so many have been begun in all. What is written goes, and
  /// then the end of the stream.
  void end(std::int64_t items);
  /// All packets have gone, and have been taken.
  bool isIdle() const { return inFlight == 0 && at == begin(); }
  /// The same, and the end has gone.
  bool isDone() const { return isEndSent && endRequests.empty(); }
  std::int64_t sentBytes() const { return bytesSent; }
  std::int64_t sentPackets() const { return packetsSent; }

private:
  friend class detail::out_link;

  struct Flight {
    std::unique_ptr<std::byte[]> memory;
    std::vector<MPI_Request> requests;
    std::vector<detail::payload *> payloads;
  };
  std::byte *begin() const;
  void open();
  /// Whether the open packet may go.
  bool hasRoom() const { return inFlight < shape.depth; }
  void post();
  void hearTaken();
  void sendEnds();

  void makeRoom(std::size_t bytes);
  void sendDraft(detail::item_draft &draft);
  void sendEnded();
  void watchClock();
  void look();

  Traffic &traffic;
  int otherRank;
  LinkShape shape;
  std::int64_t nextLook = 0;   ///< when the packet is to go; ticks
  std::int64_t lastWatch = 0;  ///< when the clock was read; ticks
  int stride = 1;              ///< items from one reading to the next
  std::vector<Flight> flights; ///< in the order of their going, then the open
  std::size_t opened = 0;      ///< of flights
  /// Of the open packet, as in its frame; and the last one's place.
  std::int64_t firstEnded = -1;
  std::byte *lastEnded = nullptr;
  std::int64_t inFlight = 0;
  MPI_Request taken = MPI_REQUEST_NULL;
  std::vector<detail::item_draft::part> openPayloads;
  Foreseen foreseen; ///< by the other end
  bool isEnding = false, isEndSent = false;
  PacketFrame endFrame;
  std::vector<MPI_Request> endRequests;
  std::int64_t bytesSent = 0, packetsSent = 0;
};

} // namespace redist::runtime

#endif
