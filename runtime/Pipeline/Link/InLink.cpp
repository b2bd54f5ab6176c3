//===- InLink.cpp - Receiving end of a link -------------------------------===//
#include "Pipeline/Link/InLink.h"

#include "Pipeline/Link/LinkSet.h"

#include <cassert>
#include <cstring>

namespace redist::runtime {

void InLink::poll() {
  while (!isLoaded) {
    const std::byte *const next = nextPacket();
    if (!next)
      return;
    accept(next);
  }
  pollPayloads();
  if (isDiscarding)
    discardPacket();
}

void InLink::loadNow() {
  poll();
  if (!hasItem() && !isEnded)
    linkSet.waitInLoop([&] { return hasItem() || isEnded; });
  if (!hasItem())
    throw detail::pipeline_stop();
}

void InLink::accept(const std::byte *given) {
  PacketFrame frame;
  std::memcpy(&frame, given, sizeof frame);
  if (frame.end >= 0) {
    freeEnd();
    isEnded = true;
    return;
  }
  packet = given;
  const auto count = static_cast<std::size_t>(frame.payloads);
  const std::size_t table = count * sizeof(PayloadEntry);
  at = packet + sizeof frame;
  last = packet + frame.bytes - table;
  ended = frame.ended < 0 ? nullptr : at + frame.ended;
  comingEntries.resize(count);
  if (count > 0)
    std::memcpy(comingEntries.data(), last, table);
  takenPayloads = 0;
  isLoaded = true;
  beginPayloads();
}

//===----------------------------------------------------------------------===//
// Large values
//===----------------------------------------------------------------------===//

std::byte *InLink::memoryFor(const PayloadEntry &entry,
                             detail::payload *&owner) {
  const auto bytes = static_cast<std::size_t>(entry.bytes);
  if (payloads) {
    owner = &payloads->take(static_cast<std::size_t>(entry.value));
    return owner->resize(bytes);
  }
  owner = nullptr;
  return thrownAway.emplace_back(new std::byte[bytes]).get();
}

void InLink::startReceive(void *memory, std::int64_t bytes, int tag,
                          MPI_Request &request) {
  checkMpi(MPI_Irecv(memory, toMpiCount(bytes), MPI_BYTE, otherRank, tag,
                     linkSet.communicator(), &request),
           "MPI_Irecv");
}

detail::payload &InLink::nextPayload() {
  assert(takenPayloads < comingEntries.size() &&
         "a payload that nobody has sent");
  detail::payload &taken = takePayload(takenPayloads);
  ++takenPayloads;
  return taken;
}

//===----------------------------------------------------------------------===//
// Packets that have been read
//===----------------------------------------------------------------------===//

void InLink::discardPacket() {
  if (!dropPayloads(takenPayloads))
    return;
  takenPayloads = comingEntries.size();
  at = last;
  releasePacket();
}

/// Precondition: at == ended.
void InLink::skipEnded() {
  ++itemsEnded;
  std::int64_t next;
  std::memcpy(&next, at, sizeof next);
  ended = next < 0 ? nullptr : packet + sizeof(PacketFrame) + next;
  taken(detail::item_word_bytes);
}

/// Precondition: at == last.
void InLink::releasePacket() {
  assert(takenPayloads == comingEntries.size() &&
         "a payload that nobody has taken");
  isLoaded = false;
  freePacket();
  if (!isDiscarding)
    poll(); // the next large values come while the stage works on these
}

} // namespace redist::runtime

namespace redist::detail {

void in_link::load() {
  auto &link = *static_cast<runtime::InLink *>(this);
  link.owner().guard([&] { link.loadNow(); });
}
void in_link::release() {
  auto &link = *static_cast<runtime::InLink *>(this);
  link.owner().guard([&] { link.releasePacket(); });
}
void in_link::skip_ended() {
  auto &link = *static_cast<runtime::InLink *>(this);
  link.owner().guard([&] { link.skipEnded(); });
}
payload &in_link::take_payload() {
  auto &link = *static_cast<runtime::InLink *>(this);
  return link.owner().guard([&]() -> payload & { return link.nextPayload(); });
}

} // namespace redist::detail
