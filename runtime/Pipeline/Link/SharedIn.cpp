//===- SharedIn.cpp - Receiving items by shared memory --------------------===//
#include "Pipeline/Link/SharedIn.h"

#include "Pipeline/Link/LinkSet.h"
#include "Pipeline/Link/MessageLink.h"

#include <cstring>

namespace redist::runtime {

SharedIn::SharedIn(LinkSet &used, const LinkPlace &place, SpscRing &usedRing,
                   NodeLinks &usedNode)
    : InLink(used, place.from), ring(usedRing),
      blocks(usedNode.partOf(place.from)), bell(*usedNode.bellOf(place.from)) {}

/// Behind the end there may be packets of the next pipeline already.
const std::byte *SharedIn::nextPacket() {
  return !isEnded && ring.hasChunk() ? ring.chunk() : nullptr;
}

void SharedIn::freePacket() {
  dropped = 0;
  ring.release();
  bell.ring();
}

void SharedIn::startMessage(const PayloadEntry &entry) {
  if (isReceiving)
    return;
  isReceiving = true;
  requests.clear();
  std::byte *const memory = memoryFor(entry, owner);
  eachPiece(entry.bytes, [&](std::int64_t offset, int count) {
    requests.push_back(MPI_REQUEST_NULL);
    startReceive(memory + offset, count, payloadTag, requests.back());
  });
}

detail::payload &SharedIn::takePayload(std::size_t i) {
  const PayloadEntry &entry = entries()[i];
  if (entry.place < 0) {
    startMessage(entry);
    if (!areComplete(requests))
      linkSet.waitInLoop([&] { return areComplete(requests); });
    isReceiving = false;
    return *owner;
  }
  view.memory = blocks + entry.place;
  const auto value = static_cast<std::size_t>(entry.value);
  if (!payloads->owns_memory(value))
    return view;
  const auto bytes = static_cast<std::size_t>(entry.bytes);
  detail::payload &copy = payloads->take(value);
  std::memcpy(copy.resize(bytes), view.memory, bytes);
  return copy;
}

bool SharedIn::dropPayloads(std::size_t from) {
  for (dropped = std::max(dropped, from); dropped < entries().size();
       ++dropped) {
    const PayloadEntry &entry = entries()[dropped];
    if (entry.place >= 0)
      continue;
    startMessage(entry);
    if (!areComplete(requests))
      return false;
    isReceiving = false;
    if (owner)
      owner->give_back();
  }
  freeThrownAway();
  return true;
}

} // namespace redist::runtime
