//===- OutLink.cpp - Sending end of a link --------------------------------===//
#include "Pipeline/Link/OutLink.h"

#include "Pipeline/Link/LinkSet.h"

#include "redist/Error.h"

#include <cassert>
#include <chrono>
#include <cstring>

namespace redist::runtime {

/// A clock that is read for many items: its ticks are some part of a nanosecond
/// or a nanosecond.
static std::int64_t ticksNow() {
#if defined(__GNUC__) && (defined(__x86_64__) || defined(__i386__))
  return static_cast<std::int64_t>(__builtin_ia32_rdtsc());
#else
  return std::chrono::duration_cast<std::chrono::nanoseconds>(
             std::chrono::steady_clock::now().time_since_epoch())
      .count();
#endif
}

/// Items between two readings of the clock at most, and the ticks that they may
/// take together: wherever items become slow, the open packet is late by the
/// time of so many of them at most.
constexpr int maxUnwatched = 16;
constexpr std::int64_t watchTicks = 6250;
/// From one time that all links are looked at, and stops, to the next, where
/// nobody waits: some 40 microseconds.
constexpr std::int64_t hearingTicks = 100000;
/// Until it is looked again whether a packet may go.
constexpr std::int64_t retryTicks = 12500;

OutLink::OutLink(LinkSet &used, int toRank, const LinkShape &given,
                 std::int64_t paceTicks)
    : linkSet(used), shape(given), otherRank(toRank),
      pace(given.isStrict ? 0 : paceTicks),
      flights(static_cast<std::size_t>(given.packets())) {}

/// Room for the next packet.
void OutLink::open() {
  const Memory memory = newPacket();
  begin = at = memory.data + sizeof(PacketFrame);
  last = memory.data + memory.bytes - (packetExtraBytes - sizeof(PacketFrame));
  firstEnded = -1;
  lastEnded = nullptr;
}

/// The open packet goes. Precondition: hasRoom().
void OutLink::post() {
  std::byte *const packet = begin - sizeof(PacketFrame);
  for (const Part &part : openPayloads) {
    const PayloadEntry entry{static_cast<std::int64_t>(part.value),
                             static_cast<std::int64_t>(part.bytes),
                             placeOf(part)};
    std::memcpy(at, &entry, sizeof entry);
    at += sizeof entry;
  }
  PacketFrame frame;
  frame.bytes = at - packet;
  frame.payloads = std::ssize(openPayloads);
  frame.ended = firstEnded;
  std::memcpy(packet, &frame, sizeof frame);
  sendPacket(packet, frame.bytes);
  bytesSent += frame.bytes;
  for (std::size_t i = 0; i < openPayloads.size(); ++i) {
    const Part &part = openPayloads[i];
    flights[opened].payloads.push_back(part.owner);
    if (placeOf(part) < 0)
      sendPayload(i, part);
    bytesSent += static_cast<std::int64_t>(part.bytes);
  }
  openPayloads.clear();
  openSends += std::ssize(flights[opened].requests);
  ++packetsSent;
  ++inFlight;
  opened = (opened + 1) % flights.size();
  open();
  nextLook = ticksNow() + pace;
}

void OutLink::startSend(std::vector<MPI_Request> &requests, const void *data,
                        std::int64_t bytes, int tag) {
  requests.push_back(MPI_REQUEST_NULL);
  checkMpi(MPI_Isend(data, toMpiCount(bytes), MPI_BYTE, otherRank, tag,
                     linkSet.communicator(), &requests.back()),
           "MPI_Isend");
}

/// The oldest packet in flight is the next that will be taken.
void OutLink::packetAcknowledged() {
  Flight &oldest =
      flights[(opened + flights.size() - static_cast<std::size_t>(inFlight)) %
              flights.size()];
  if (!oldest.requests.empty())
    checkMpi(MPI_Waitall(static_cast<int>(oldest.requests.size()),
                         oldest.requests.data(), MPI_STATUSES_IGNORE),
             "MPI_Waitall");
  openSends -= std::ssize(oldest.requests);
  oldest.requests.clear();
  for (detail::payload *const one : oldest.payloads)
    one->give_back();
  oldest.payloads.clear();
  --inFlight;
}

void OutLink::poll() {
  if (inFlight > 0)
    pollAcks();
  if (at != begin && hasRoom())
    post();
  if (isEnding && !isEndSent && isIdle()) {
    isEndSent = true;
    sendEnd(endFrame);
  }
}

void OutLink::end(std::int64_t items) {
  isEnding = true;
  endFrame.end = items;
}

/// Precondition: an item has been written.
void OutLink::watchClock() {
  unwatched = 1;
  const std::int64_t now = ticksNow();
  if (now >= nextHearing) {
    nextHearing = now + hearingTicks;
    linkSet.pump();
    linkSet.pollStops();
  }
  if (shape.isStrict)
    return look();
  stride =
      now - lastWatch < watchTicks ? std::min(2 * stride, maxUnwatched) : 1;
  lastWatch = now;
  unwatched = stride;
  if (now >= nextLook)
    look();
}

void OutLink::look() {
  if (shape.isStrict)
    linkSet.waitInLoop([&] { return hasRoom(); });
  else if (!hasRoom())
    pollAcks();
  if (at == begin)
    return;
  if (hasRoom())
    post();
  else
    nextLook = ticksNow() + retryTicks;
}

void OutLink::makeRoom(std::size_t bytes) {
  assert(bytes <= maxItemBytes && "an item does not fit a packet");
  linkSet.waitInLoop([&] { return hasRoom(); });
  // Waiting may have sent it.
  if (static_cast<std::size_t>(last - at) < bytes)
    post();
}

void OutLink::sendDraft(detail::item_draft &draft) {
  const std::uint64_t bytes = detail::padded(draft.bytes.size());
  const std::size_t whole = detail::item_word_bytes + bytes;
  if (whole > maxItemBytes || draft.payloads.size() > maxPayloads)
    throw error("an item has too many values");
  std::byte *const to = room(whole);
  std::memcpy(to, &bytes, sizeof bytes);
  if (!draft.bytes.empty())
    std::memcpy(to + detail::item_word_bytes, draft.bytes.data(),
                draft.bytes.size());
  if (draft.payloads.empty()) {
    written();
    return;
  }
  // Until it has gone, nothing else may be written into this packet.
  at = to;
  linkSet.waitInLoop([&] { return hasRoom(); });
  if (at == begin && to != begin)
    std::memmove(at, to, whole); // what was before it has gone
  at += whole;
  openPayloads = draft.payloads;
  post();
}

/// Ended items are chained, as their word could be a value of others.
void OutLink::sendEnded() {
  std::byte *const to = room(detail::item_word_bytes);
  const std::int64_t none = -1, offset = to - begin;
  std::memcpy(to, &none, sizeof none);
  if (lastEnded)
    std::memcpy(lastEnded, &offset, sizeof offset);
  else
    firstEnded = offset;
  lastEnded = to;
  written();
}

} // namespace redist::runtime

namespace redist::detail {

void out_link::make_room(std::size_t bytes) {
  auto &link = *static_cast<runtime::OutLink *>(this);
  link.owner().guard([&] { link.makeRoom(bytes); });
}
payload *out_link::memory_for(std::size_t bytes, bool may_move) {
  auto &link = *static_cast<runtime::OutLink *>(this);
  return link.owner().guard([&] { return link.memoryFor(bytes, may_move); });
}
void out_link::watch() {
  auto &link = *static_cast<runtime::OutLink *>(this);
  link.owner().guard([&] { link.watchClock(); });
}
void out_link::send(item_draft &draft) {
  auto &link = *static_cast<runtime::OutLink *>(this);
  link.owner().guard([&] { link.sendDraft(draft); });
}
void out_link::send_ended() {
  auto &link = *static_cast<runtime::OutLink *>(this);
  link.owner().guard([&] { link.sendEnded(); });
}

} // namespace redist::detail
