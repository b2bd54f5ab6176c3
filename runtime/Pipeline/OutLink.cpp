//===- OutLink.cpp - Where items leave a rank -----------------------------===//
#include "Pipeline/OutLink.h"

#include "Pipeline/Traffic.h"

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

/// Ticks between two packets of items that follow each other fast: some 40
/// microseconds, many times what a message costs.
constexpr std::int64_t packetTicks = 100000;
/// Items between two readings of the clock at most, and the ticks that they may
/// take together: wherever items become slow, the open packet is late by the
/// time of so many of them at most.
constexpr int mostUnwatched = 16;
constexpr std::int64_t watchTicks = packetTicks / 16;

OutLink::OutLink(Traffic &used, int toRank, const LinkShape &given)
    : traffic(used), otherRank(toRank), shape(given),
      flights(static_cast<std::size_t>(given.depth) + 1) {
  open();
}

std::byte *OutLink::begin() const {
  return flights[opened].memory.get() + sizeof(PacketFrame);
}

/// Room for the next packet.
void OutLink::open() {
  Flight &flight = flights[opened];
  if (!flight.memory)
    flight.memory.reset(new std::byte[packetBytes]);
  at = begin();
  last = at + packetItemBytes;
  firstEnded = -1;
  lastEnded = nullptr;
}

/// The open packet goes. Precondition: hasRoom().
void OutLink::post() {
  Flight &flight = flights[opened];
  PacketFrame frame;
  frame.payloads = std::ssize(openPayloads);
  frame.ended = firstEnded;
  std::memcpy(flight.memory.get(), &frame, sizeof frame);
  for (const detail::item_draft::part &part : openPayloads) {
    const PayloadEntry entry{static_cast<std::int64_t>(part.value),
                             static_cast<std::int64_t>(part.bytes)};
    std::memcpy(at, &entry, sizeof entry);
    at += sizeof entry;
  }
  const auto send = [&](const std::byte *data, int count, int tag) {
    flight.requests.push_back(MPI_REQUEST_NULL);
    checkMpi(MPI_Isend(data, count, MPI_BYTE, otherRank, tag,
                       traffic.communicator(), &flight.requests.back()),
             "MPI_Isend");
    bytesSent += count;
  };
  send(flight.memory.get(), toMpiCount(at - flight.memory.get()), packetTag);
  for (std::size_t i = 0; i < openPayloads.size(); ++i) {
    const detail::item_draft::part &part = openPayloads[i];
    flight.payloads.push_back(part.owner);
    const PayloadEntry entry{static_cast<std::int64_t>(part.value),
                             static_cast<std::int64_t>(part.bytes)};
    const int waitingTag = foreseenTag + static_cast<int>(i);
    const bool fits = foreseen.fits(i, entry);
    if (!fits && foreseen.waits(i))
      send(nullptr, 0, waitingTag);
    eachPiece(entry.bytes, [&](std::int64_t offset, int count) {
      send(part.data + offset, count, fits ? waitingTag : payloadTag);
    });
    foreseen.learn(i, entry);
  }
  openPayloads.clear();
  ++packetsSent;
  if (++inFlight == 1)
    hearTaken();
  opened = (opened + 1) % flights.size();
  open();
  nextLook = ticksNow() + (shape.isStrict ? 0 : packetTicks);
}

/// The oldest packet in flight is the next that will be taken.
void OutLink::hearTaken() {
  checkMpi(MPI_Irecv(nullptr, 0, MPI_BYTE, otherRank, takenTag,
                     traffic.communicator(), &taken),
           "MPI_Irecv");
}

void OutLink::poll() {
  while (inFlight > 0) {
    int isTaken = 0;
    checkMpi(MPI_Test(&taken, &isTaken, MPI_STATUS_IGNORE), "MPI_Test");
    if (!isTaken)
      break;
    Flight &oldest =
        flights[(opened + flights.size() - static_cast<std::size_t>(inFlight)) %
                flights.size()];
    checkMpi(MPI_Waitall(static_cast<int>(oldest.requests.size()),
                         oldest.requests.data(), MPI_STATUSES_IGNORE),
             "MPI_Waitall");
    oldest.requests.clear();
    for (detail::payload *const one : oldest.payloads)
      one->give_back();
    oldest.payloads.clear();
    if (--inFlight > 0)
      hearTaken();
  }
  if (at != begin() && hasRoom())
    post();
  if (isEnding && !isEndSent && isIdle())
    sendEnds();
  if (!endRequests.empty()) {
    int areGone = 0;
    checkMpi(MPI_Testall(static_cast<int>(endRequests.size()),
                         endRequests.data(), &areGone, MPI_STATUSES_IGNORE),
             "MPI_Testall");
    if (areGone)
      endRequests.clear();
  }
}

void OutLink::end(std::int64_t items) {
  isEnding = true;
  endFrame.end = items;
}

/// One for every receive that the other end has posted.
void OutLink::sendEnds() {
  isEndSent = true;
  const auto send = [&](const void *data, std::size_t bytes, int tag) {
    endRequests.push_back(MPI_REQUEST_NULL);
    checkMpi(MPI_Isend(data, static_cast<int>(bytes), MPI_BYTE, otherRank, tag,
                       traffic.communicator(), &endRequests.back()),
             "MPI_Isend");
  };
  for (std::size_t i = 0; i < shape.posted(); ++i)
    send(&endFrame, sizeof endFrame, packetTag);
  for (std::size_t i = 0; i < foreseen.size(); ++i)
    if (foreseen.waits(i))
      send(nullptr, 0, foreseenTag + static_cast<int>(i));
}

/// Precondition: an item has been written.
void OutLink::watchClock() {
  unwatched = 1;
  if (shape.isStrict)
    return look();
  const std::int64_t now = ticksNow();
  stride =
      now - lastWatch < watchTicks ? std::min(2 * stride, mostUnwatched) : 1;
  lastWatch = now;
  unwatched = stride;
  if (now >= nextLook)
    look();
}

void OutLink::look() {
  if (shape.isStrict)
    traffic.waitInLoop([&] { return hasRoom(); });
  else if (!hasRoom())
    traffic.pump(); // which hears of stops, too
  if (at == begin())
    return;
  if (hasRoom())
    post();
  else
    nextLook = ticksNow() + packetTicks / 8;
}

void OutLink::makeRoom(std::size_t bytes) {
  assert(bytes <= packetItemBytes && "an item does not fit a packet");
  traffic.waitInLoop([&] { return hasRoom(); });
  // Waiting may have sent it.
  if (static_cast<std::size_t>(last - at) < bytes)
    post();
}

void OutLink::sendDraft(detail::item_draft &draft) {
  const std::uint64_t bytes = detail::padded(draft.bytes.size());
  const std::size_t whole = detail::item_word_bytes + bytes;
  if (whole > packetItemBytes || draft.payloads.size() > mostPayloads)
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
  traffic.waitInLoop([&] { return hasRoom(); });
  if (at == begin() && to != begin())
    std::memmove(at, to, whole); // what was before it has gone
  at += whole;
  openPayloads = draft.payloads;
  post();
}

/// Ended items are chained, as their word could be a value of others.
void OutLink::sendEnded() {
  std::byte *const to = room(detail::item_word_bytes);
  const std::int64_t none = -1, offset = to - begin();
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
  static_cast<runtime::OutLink *>(this)->makeRoom(bytes);
}
void out_link::watch() { static_cast<runtime::OutLink *>(this)->watchClock(); }
void out_link::send(item_draft &draft) {
  static_cast<runtime::OutLink *>(this)->sendDraft(draft);
}
void out_link::send_ended() {
  static_cast<runtime::OutLink *>(this)->sendEnded();
}

} // namespace redist::detail
