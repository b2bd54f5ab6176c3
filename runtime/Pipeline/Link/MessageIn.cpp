//===- MessageIn.cpp - Receiving items by messages ------------------------===//
#include "Pipeline/Link/MessageIn.h"

#include "Pipeline/Link/LinkSet.h"
#include "Pipeline/Link/MessageLink.h"

#include <utility>

namespace redist::runtime {

MessageIn::MessageIn(LinkSet &used, int fromRank, const LinkShape &given)
    : InLink(used, fromRank), peer(fromRank), slots(postedPackets(given)),
      notices(static_cast<std::size_t>(given.depth), MPI_REQUEST_NULL) {
  for (Slot &slot : slots) {
    slot.memory.reset(new std::byte[messageBytes]);
    post(slot);
  }
}

void MessageIn::post(Slot &slot) {
  startReceive(slot.memory.get(), messageBytes, packetTag, slot.request);
}

/// Packets come in the order of the receives that wait for them.
const std::byte *MessageIn::nextPacket() {
  if (endsReceived == slots.size())
    return nullptr;
  int isHere = 0;
  checkMpi(MPI_Test(&slots[current].request, &isHere, MPI_STATUS_IGNORE),
           "MPI_Test");
  return isHere ? slots[current].memory.get() : nullptr;
}

void MessageIn::freeEnd() {
  if (!isEnded)
    clearAhead();
  ++endsReceived;
  advance();
}

void MessageIn::freePacket() {
  post(slots[current]);
  advance();
  // No more notices are under way than packets were.
  MPI_Request &notice = notices[nextNotice];
  nextNotice = (nextNotice + 1) % notices.size();
  checkMpi(MPI_Wait(&notice, MPI_STATUS_IGNORE), "MPI_Wait");
  checkMpi(MPI_Isend(nullptr, 0, MPI_BYTE, peer, ackTag, linkSet.communicator(),
                     &notice),
           "MPI_Isend");
  if (isDiscarding)
    return;
  for (std::size_t i = 0; i < entries().size(); ++i)
    if (foreseen.waits(i))
      postAhead(i);
}

//===----------------------------------------------------------------------===//
// Large values
//===----------------------------------------------------------------------===//

void MessageIn::beginPayloads() {
  postedPayloads = 0;
  if (coming.size() < entries().size())
    coming.resize(entries().size());
}

void MessageIn::pollPayloads() {
  if (takesPayloads())
    postPayloads();
}

/// Goes on where memory was missing before.
void MessageIn::postPayloads() {
  for (; postedPayloads < entries().size(); ++postedPayloads)
    postPayload(postedPayloads);
}

/// Precondition: it is foreseen. Nothing happens where it is posted already.
void MessageIn::postAhead(std::size_t i) {
  if (ahead.size() < foreseen.size())
    ahead.resize(foreseen.size());
  Prefetcher &one = ahead[i];
  if (one.request != MPI_REQUEST_NULL)
    return;
  std::byte *const memory = memoryFor(foreseen.at(i), one.owner);
  startReceive(memory, foreseen.at(i).bytes, foreseenTag + static_cast<int>(i),
               one.request);
}

void MessageIn::postPayload(std::size_t i) {
  const PayloadEntry &entry = entries()[i];
  Coming &one = coming[i];
  one.requests.clear();
  one.owner = one.cleared = nullptr;
  const bool fits = foreseen.fits(i, entry);
  std::byte *const memory = fits ? nullptr : memoryFor(entry, one.owner);
  if (foreseen.waits(i)) {
    postAhead(i);
    one.requests.push_back(std::exchange(ahead[i].request, MPI_REQUEST_NULL));
    (fits ? one.owner : one.cleared) = std::exchange(ahead[i].owner, nullptr);
  }
  one.isShortened = fits && entry.bytes < foreseen.at(i).bytes;
  if (!fits)
    eachPiece(entry.bytes, [&](std::int64_t offset, int count) {
      one.requests.push_back(MPI_REQUEST_NULL);
      startReceive(memory + offset, count, payloadTag, one.requests.back());
    });
  foreseen.learn(i, entry);
}

/// Empty messages come for what waits in vain.
void MessageIn::clearAhead() {
  ahead.resize(foreseen.size());
  for (std::size_t i = 0; i < foreseen.size(); ++i)
    if (foreseen.waits(i) && ahead[i].request == MPI_REQUEST_NULL)
      startReceive(nullptr, 0, foreseenTag + static_cast<int>(i),
                   ahead[i].request);
}

detail::payload &MessageIn::takePayload(std::size_t i) {
  postPayloads();
  Coming &one = coming[i];
  if (!areComplete(one.requests))
    linkSet.waitInLoop([&] { return areComplete(one.requests); });
  if (one.cleared)
    one.cleared->give_back();
  if (one.isShortened)
    one.owner->resize(static_cast<std::size_t>(entries()[i].bytes));
  return *one.owner;
}

bool MessageIn::dropPayloads(std::size_t from) {
  for (std::size_t i = from; i < entries().size(); ++i)
    if (!areComplete(coming[i].requests))
      return false;
  for (std::size_t i = from; i < entries().size(); ++i)
    for (detail::payload *const one : {coming[i].owner, coming[i].cleared})
      if (one)
        one->give_back();
  freeThrownAway();
  return true;
}

bool MessageIn::isDone() {
  if (endsReceived < slots.size() || !areComplete(notices))
    return false;
  for (Prefetcher &one : ahead) {
    int isHere = 1; // SimGrid's MPI does not say so of no request
    if (one.request != MPI_REQUEST_NULL)
      checkMpi(MPI_Test(&one.request, &isHere, MPI_STATUS_IGNORE), "MPI_Test");
    if (!isHere)
      return false;
    if (one.owner)
      std::exchange(one.owner, nullptr)->give_back();
  }
  return true;
}

} // namespace redist::runtime
