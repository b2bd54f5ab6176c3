//===- SharedOut.cpp - Sending items by shared memory ---------------------===//
#include "Pipeline/Link/SharedOut.h"

#include "Pipeline/Link/LinkSet.h"

#include <cstring>

namespace redist::runtime {

SharedOut::SharedOut(LinkSet &used, const LinkPlace &place,
                     const LinkShape &given, SpscRing &usedRing,
                     NodeLinks &usedNode)
    : OutLink(used, place.to, given, 0), ring(usedRing), node(usedNode),
      bell(*usedNode.bellOf(place.to)),
      slotBytes(static_cast<std::size_t>(NodeLinks::slotBytes(given))) {
  open();
}

/// There is a slot more than packets are in flight.
OutLink::Memory SharedOut::newPacket() { return {ring.room(), slotBytes}; }

void SharedOut::sendPacket(const std::byte *, std::int64_t) {
  ring.publish();
  bell.ring();
}

std::int64_t SharedOut::placeOf(const Part &part) const {
  return node.blocks().placeOf(part.data);
}

/// Where ranks share processors, the time of all of them counts, and a message
/// takes more of it than two copies.
detail::payload *SharedOut::memoryFor(std::size_t bytes, bool mayMove) {
  constexpr std::size_t longMessage = 256 << 10;
  if (mayMove && bytes >= longMessage && !node.isCrowded()) {
    pollAcks();
    if (packetsInFlight() == 0)
      return nullptr;
  }
  return node.blocks().take(bytes);
}

void SharedOut::sendPayload(std::size_t, const Part &part) {
  auto &requests = flight(packetIndex()).requests;
  eachPiece(static_cast<std::int64_t>(part.bytes),
            [&](std::int64_t offset, int count) {
              startSend(requests, part.data + offset, count, payloadTag);
            });
}

void SharedOut::pollAcks() {
  const std::int64_t held = ring.chunksHeld();
  while (packetsInFlight() > held)
    packetAcknowledged();
}

void SharedOut::sendEnd(const PacketFrame &end) {
  std::memcpy(ring.room(), &end, sizeof end);
  sendPacket(nullptr, 0);
}

} // namespace redist::runtime
