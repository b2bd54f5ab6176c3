//===- InLink.cpp - Where items reach a rank ------------------------------===//
#include "Pipeline/InLink.h"

#include "Pipeline/Traffic.h"

#include <cassert>
#include <cstring>

namespace redist::runtime {

InLink::InLink(Traffic &used, int fromRank, const LinkShape &given)
    : traffic(used), otherRank(fromRank), slots(given.posted()),
      notices(static_cast<std::size_t>(given.depth), MPI_REQUEST_NULL) {
  for (Slot &slot : slots) {
    slot.memory.reset(new std::byte[packetBytes]);
    post(slot);
  }
}

void InLink::post(Slot &slot) {
  checkMpi(MPI_Irecv(slot.memory.get(), static_cast<int>(packetBytes), MPI_BYTE,
                     otherRank, packetTag, traffic.communicator(),
                     &slot.request),
           "MPI_Irecv");
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
    isEnded = true;
    itemCount = frame.end;
    ++endsReceived;
    current = (current + 1) % slots.size();
    return;
  }
  comingCount = static_cast<std::size_t>(frame.payloads);
  takenPayloads = 0;
  arePosted = false;
  const std::size_t table = comingCount * sizeof(PayloadEntry);
  at = slot.memory.get() + sizeof frame;
  last = slot.memory.get() + bytes - table;
  if (coming.size() < comingCount)
    coming.resize(comingCount);
  for (std::size_t i = 0; i < comingCount; ++i)
    std::memcpy(&coming[i].entry, last + i * sizeof(PayloadEntry),
                sizeof(PayloadEntry));
  isLoaded = true;
}

void InLink::postPayloads() {
  if (arePosted)
    return;
  arePosted = true;
  for (std::size_t i = 0; i < comingCount; ++i) {
    Coming &one = coming[i];
    const auto bytes = static_cast<std::size_t>(one.entry.bytes);
    std::byte *memory;
    if (payloads) {
      one.owner = &payloads->take(static_cast<std::size_t>(one.entry.value));
      memory = one.owner->resize(bytes);
    } else {
      one.owner = nullptr;
      thrownAway.emplace_back(new std::byte[bytes]);
      memory = thrownAway.back().get();
    }
    one.requests.clear();
    eachPiece(one.entry.bytes, [&](std::int64_t offset, int count) {
      one.requests.push_back(MPI_REQUEST_NULL);
      checkMpi(MPI_Irecv(memory + offset, count, MPI_BYTE, otherRank,
                         payloadTag, traffic.communicator(),
                         &one.requests.back()),
               "MPI_Irecv");
    });
  }
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
  return *one.owner;
}

void InLink::discardPacket() {
  for (std::size_t i = 0; i < comingCount; ++i)
    if (!areComplete(coming[i].requests))
      return;
  for (; takenPayloads < comingCount; ++takenPayloads)
    if (coming[takenPayloads].owner)
      coming[takenPayloads].owner->give_back();
  thrownAway.clear();
  at = last;
  releasePacket();
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
  if (!isDiscarding)
    poll();
}

bool InLink::isDone() {
  return endsReceived == slots.size() && areComplete(notices);
}

} // namespace redist::runtime

namespace redist::detail {

void in_link::load() { static_cast<runtime::InLink *>(this)->loadNow(); }
void in_link::release() {
  static_cast<runtime::InLink *>(this)->releasePacket();
}
payload &in_link::take_payload() {
  return static_cast<runtime::InLink *>(this)->nextPayload();
}

} // namespace redist::detail
