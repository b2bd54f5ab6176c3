//===- Incoming.cpp - Receiving one value ---------------------------------===//
#include "Reduction/Machine/Incoming.h"

#include "redist/Error.h"

#include <algorithm>
#include <cstring>
#include <new>

namespace redist::runtime {

static constexpr std::align_val_t alignment{64};

void RawBuffer::Release::operator()(std::byte *released) const {
  ::operator delete(released, alignment);
}

void RawBuffer::reserve(std::int64_t bytes, std::int64_t kept) {
  if (bytes <= capacity)
    return;
  if (kept == 0) {
    memory.reset(); // never both: peak memory counts
    capacity = 0;
  }
  std::unique_ptr<std::byte, Release> grown(static_cast<std::byte *>(
      ::operator new(static_cast<std::size_t>(bytes), alignment)));
  if (kept > 0)
    std::memcpy(grown.get(), memory.get(), static_cast<std::size_t>(kept));
  memory = std::move(grown);
  capacity = bytes;
}

std::int64_t firstPart(std::int64_t fixedBytes) {
  return fixedBytes < 0 ? firstBytes : std::min(fixedBytes, Channel::cutBytes);
}

std::int64_t writeFailure(const Failure &failure, std::int64_t fixedBytes,
                          RawBuffer &to) {
  const auto text =
      std::min(static_cast<std::int64_t>(failure.text.size()), longestText);
  const MessageHead head{failure.rank, text};
  std::int64_t length = headBytes + text;
  length += length == fixedBytes;
  to.reserve(length);
  std::memset(to.data(), 0, static_cast<std::size_t>(length));
  std::memcpy(to.data(), &head, sizeof head);
  std::memcpy(to.data() + headBytes, failure.text.data(),
              static_cast<std::size_t>(text));
  return length;
}

void Incoming::post(Channel &channel, int from, std::int64_t fixedBytes) {
  peer = from;
  fixed = fixedBytes;
  failed = false;
  isFirst = true;
  isRecorded = false;
  posted = Recorder::Clock::now();
  constexpr std::int64_t longestFailure = headBytes + longestText + 1;
  buffer.reserve(std::max(fixed, std::max(firstBytes, longestFailure)));
  // A longer room than a piece would be taken for several pieces.
  const std::int64_t room = std::max(firstPart(fixed), longestFailure);
  channel.receive(ownSlot, peer,
                  {buffer.data(), static_cast<std::size_t>(room)});
}

void Incoming::readHead(std::int64_t received) {
  MessageHead head;
  if (received < headBytes)
    throw error("internal error: a message of a reduction has no head");
  std::memcpy(&head, buffer.data(), sizeof head);
  begin = headBytes;
  length = head.bytes;
  failedRank = static_cast<int>(head.failedRank);
  failed = failedRank >= 0;
}

void Incoming::startRest(Channel &channel, std::int64_t received) {
  const std::int64_t end = begin + length;
  if (received >= end)
    return;
  buffer.reserve(end, received);
  channel.receive(
      ownSlot, peer,
      {buffer.data() + received, static_cast<std::size_t>(end - received)});
}

bool Incoming::hasArrived(Channel &channel) {
  if (!channel.test(ownSlot))
    return false;
  if (!isFirst)
    return true;
  isFirst = false;
  const std::int64_t received = channel.receivedBytes(ownSlot);
  if (fixed >= 0 && received == firstPart(fixed)) {
    begin = 0;
    length = fixed;
  } else {
    readHead(received);
    if (failed)
      return true;
  }
  startRest(channel, received);
  return channel.test(ownSlot);
}

void Incoming::recordOnce(Recorder &recorder) {
  if (!isRecorded)
    recorder.add(Phase::Receive, posted, Recorder::Clock::now(), peer, length);
  isRecorded = true;
}

Failure Incoming::failure() const {
  return {failedRank, std::string(reinterpret_cast<const char *>(data()),
                                  static_cast<std::size_t>(length))};
}

} // namespace redist::runtime
