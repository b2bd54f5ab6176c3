//===- MessageOut.cpp - Sending items by messages -------------------------===//
#include "Pipeline/Link/MessageOut.h"

#include "Pipeline/Link/LinkSet.h"
#include "Pipeline/Link/MessageLink.h"

namespace redist::runtime {

/// Some 40 microseconds, many times what a message costs.
constexpr std::int64_t messageTicks = 100000;

MessageOut::MessageOut(LinkSet &used, int toRank, const LinkShape &given)
    : OutLink(used, toRank, given, messageTicks), peer(toRank),
      packets(static_cast<std::size_t>(given.packets())) {
  open();
}

OutLink::Memory MessageOut::newPacket() {
  auto &memory = packets[packetIndex()];
  if (!memory) // zeros: what rounds items up is sent, too
    memory.reset(new std::byte[messageBytes]());
  return {memory.get(), messageBytes};
}

void MessageOut::sendPacket(const std::byte *packet, std::int64_t bytes) {
  startSend(flight(packetIndex()).requests, packet, bytes, packetTag);
  if (packetsInFlight() == 0)
    expectTaken();
}

void MessageOut::sendPayload(std::size_t i, const Part &part) {
  auto &requests = flight(packetIndex()).requests;
  const PayloadEntry entry{static_cast<std::int64_t>(part.value),
                           static_cast<std::int64_t>(part.bytes), -1};
  const int waitingTag = foreseenTag + static_cast<int>(i);
  const bool fits = foreseen.fits(i, entry);
  if (!fits && foreseen.waits(i))
    startSend(requests, nullptr, 0, waitingTag);
  eachPiece(entry.bytes, [&](std::int64_t offset, int count) {
    startSend(requests, part.data + offset, count,
              fits ? waitingTag : payloadTag);
  });
  foreseen.learn(i, entry);
}

/// Of the oldest packet in flight.
void MessageOut::expectTaken() {
  checkMpi(MPI_Irecv(nullptr, 0, MPI_BYTE, peer, ackTag, linkSet.communicator(),
                     &taken),
           "MPI_Irecv");
}

void MessageOut::pollAcks() {
  while (packetsInFlight() > 0) {
    int isTaken = 0;
    checkMpi(MPI_Test(&taken, &isTaken, MPI_STATUS_IGNORE), "MPI_Test");
    if (!isTaken)
      return;
    packetAcknowledged();
    if (packetsInFlight() > 0)
      expectTaken();
  }
}

/// One for every receive that the other end has posted.
void MessageOut::sendEnd(const PacketFrame &end) {
  ended = end;
  for (std::size_t i = 0; i < postedPackets(shape); ++i)
    startSend(endRequests, &ended, sizeof ended, packetTag);
  for (std::size_t i = 0; i < foreseen.size(); ++i)
    if (foreseen.waits(i))
      startSend(endRequests, nullptr, 0, foreseenTag + static_cast<int>(i));
}

bool MessageOut::isEndGone() {
  if (areComplete(endRequests))
    endRequests.clear();
  return endRequests.empty();
}

} // namespace redist::runtime
