//===- InLink.cpp - Where items reach a rank ------------------------------===//
#include "Pipeline/InLink.h"

#include "Pipeline/Traffic.h"

#include <cassert>
#include <cstring>
#include <utility>

namespace redist::runtime {

InLink::InLink(Traffic &used, int fromRank, const LinkShape &given)
    : traffic(used), otherRank(fromRank), slots(given.posted()),
      notices(static_cast<std::size_t>(given.depth), MPI_REQUEST_NULL) {
  for (Slot &slot : slots) {
    slot.memory.reset(new std::byte[packetBytes]);
    post(slot);
  }
}

void InLink::receive(void *memory, std::int64_t bytes, int tag,
                     MPI_Request &request) {
  checkMpi(MPI_Irecv(memory, toMpiCount(bytes), MPI_BYTE, otherRank, tag,
                     traffic.communicator(), &request),
           "MPI_Irecv");
}

void InLink::post(Slot &slot) {
  receive(slot.memory.get(), packetBytes, packetTag, slot.request);
}

/// Packets come in the order of the receives that wait for them.
void InLink::poll() {
  while (!isLoaded && endsReceived < slots.size()) {
    Slot &slot = slots[current];
    int isHere = 0;
    MPI_Status status;
    checkMpi(MPI_Test(&slot.request, &isHere, &status), "MPI_Test");
    if (!isHere)
      return;
    int count = 0;
    checkMpi(MPI_Get_count(&status, MPI_BYTE, &count), "MPI_Get_count");
    accept(slot, static_cast<std::size_t>(count));
  }
  if (isLoaded && comingCount > 0 && (payloads || isDiscarding))
    postPayloads();
  if (isLoaded && isDiscarding)
    discardPacket();
}

void InLink::loadNow() {
  poll();
  if (!hasItem() && !isEnded)
    traffic.waitInLoop([&] { return hasItem() || isEnded; });
  if (!hasItem())
    throw detail::pipeline_stop();
}

void InLink::accept(Slot &slot, std::size_t bytes) {
  PacketFrame frame;
  std::memcpy(&frame, slot.memory.get(), sizeof frame);
  if (frame.end >= 0) {
    if (!isEnded)
      clearAhead();
    isEnded = true;
    ++endsReceived;
    current = (current + 1) % slots.size();
    return;
  }
  comingCount = static_cast<std::size_t>(frame.payloads);
  takenPayloads = 0;
  postedPayloads = 0;
  const std::size_t table = comingCount * sizeof(PayloadEntry);
  at = slot.memory.get() + sizeof frame;
  last = slot.memory.get() + bytes - table;
  ended = frame.ended < 0 ? nullptr : at + frame.ended;
  if (coming.size() < comingCount)
    coming.resize(comingCount);
  for (std::size_t i = 0; i < comingCount; ++i)
    std::memcpy(&coming[i].entry, last + i * sizeof(PayloadEntry),
                sizeof(PayloadEntry));
  isLoaded = true;
}

//===----------------------------------------------------------------------===//
// Large values
//===----------------------------------------------------------------------===//

/// Goes on where memory was missing before.
void InLink::postPayloads() {
  for (; postedPayloads < comingCount; ++postedPayloads)
    postPayload(postedPayloads);
}

/// Null owner: nobody takes it.
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

/// Precondition: it is foreseen. Nothing happens where it is posted already.
void InLink::postAhead(std::size_t i) {
  if (ahead.size() < foreseen.size())
    ahead.resize(foreseen.size());
  Ahead &one = ahead[i];
  if (one.request != MPI_REQUEST_NULL)
    return;
  std::byte *const memory = memoryFor(foreseen.at(i), one.owner);
  receive(memory, foreseen.at(i).bytes, foreseenTag + static_cast<int>(i),
          one.request);
}

void InLink::postPayload(std::size_t i) {
  Coming &one = coming[i];
  one.requests.clear();
  one.owner = one.cleared = nullptr;
  const bool fits = foreseen.fits(i, one.entry);
  std::byte *const memory = fits ? nullptr : memoryFor(one.entry, one.owner);
  if (foreseen.waits(i)) {
    postAhead(i);
    one.requests.push_back(std::exchange(ahead[i].request, MPI_REQUEST_NULL));
    (fits ? one.owner : one.cleared) = std::exchange(ahead[i].owner, nullptr);
  }
  one.isShortened = fits && one.entry.bytes < foreseen.at(i).bytes;
  if (!fits)
    eachPiece(one.entry.bytes, [&](std::int64_t offset, int count) {
      one.requests.push_back(MPI_REQUEST_NULL);
      receive(memory + offset, count, payloadTag, one.requests.back());
    });
  foreseen.learn(i, one.entry);
}

/// Empty messages come for what waits in vain.
void InLink::clearAhead() {
  ahead.resize(foreseen.size());
  for (std::size_t i = 0; i < foreseen.size(); ++i)
    if (foreseen.waits(i) && ahead[i].request == MPI_REQUEST_NULL)
      receive(nullptr, 0, foreseenTag + static_cast<int>(i), ahead[i].request);
}

static bool areComplete(std::vector<MPI_Request> &requests) {
  int areHere = 0;
  checkMpi(MPI_Testall(static_cast<int>(requests.size()), requests.data(),
                       &areHere, MPI_STATUSES_IGNORE),
           "MPI_Testall");
  return areHere != 0;
}

detail::payload &InLink::nextPayload() {
  assert(takenPayloads < comingCount && "a payload that nobody has sent");
  postPayloads();
  Coming &one = coming[takenPayloads];
  if (!areComplete(one.requests))
    traffic.waitInLoop([&] { return areComplete(one.requests); });
  ++takenPayloads;
  if (one.cleared)
    one.cleared->give_back();
  if (one.isShortened)
    one.owner->resize(static_cast<std::size_t>(one.entry.bytes));
  return *one.owner;
}

void InLink::discardPacket() {
  for (std::size_t i = 0; i < comingCount; ++i)
    if (!areComplete(coming[i].requests))
      return;
  for (; takenPayloads < comingCount; ++takenPayloads)
    for (detail::payload *const one :
         {coming[takenPayloads].owner, coming[takenPayloads].cleared})
      if (one)
        one->give_back();
  thrownAway.clear();
  at = last;
  releasePacket();
}

/// Precondition: at == ended.
void InLink::skipEnded() {
  std::int64_t next;
  std::memcpy(&next, at, sizeof next);
  ended = next < 0 ? nullptr
                   : slots[current].memory.get() + sizeof(PacketFrame) + next;
  taken(detail::item_word_bytes);
}

/// Precondition: at == last.
void InLink::releasePacket() {
  assert(takenPayloads == comingCount && "a payload that nobody has taken");
  isLoaded = false;
  post(slots[current]);
  current = (current + 1) % slots.size();
  // No more notices are under way than packets were.
  MPI_Request &notice = notices[nextNotice];
  nextNotice = (nextNotice + 1) % notices.size();
  checkMpi(MPI_Wait(&notice, MPI_STATUS_IGNORE), "MPI_Wait");
  checkMpi(MPI_Isend(nullptr, 0, MPI_BYTE, otherRank, takenTag,
                     traffic.communicator(), &notice),
           "MPI_Isend");
  // The next large values come while the stage works on these.
  if (isDiscarding)
    return;
  for (std::size_t i = 0; i < comingCount; ++i)
    if (foreseen.waits(i))
      postAhead(i);
  poll();
}

bool InLink::isDone() {
  if (endsReceived < slots.size() || !areComplete(notices))
    return false;
  for (Ahead &one : ahead) {
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

namespace redist::detail {

void in_link::load() { static_cast<runtime::InLink *>(this)->loadNow(); }
void in_link::release() {
  static_cast<runtime::InLink *>(this)->releasePacket();
}
void in_link::skip_ended() {
  static_cast<runtime::InLink *>(this)->skipEnded();
}
payload &in_link::take_payload() {
  return static_cast<runtime::InLink *>(this)->nextPayload();
}

} // namespace redist::detail
