//===- Outgoing.cpp - Sending messages to other ranks ---------------------===//
#include "Reduction/Machine/Outgoing.h"

#include <algorithm>
#include <cstring>

namespace redist::runtime {

bool Outgoing::hasFreeLine() {
  for (line = 0; line < lineCount; ++line) {
    if (channel.test(slot()) && channel.test(slot() + 1))
      return true;
    busy = channel.test(slot()) ? slot() + 1 : slot();
  }
  return false;
}

bool Outgoing::areDone() {
  for (int one = firstSlot; one < Channel::slots; ++one)
    if (!channel.test(one)) {
      busy = one;
      return false;
    }
  return true;
}

void Outgoing::sendHead(int peer, std::int64_t bytes) {
  channel.send(slot(), peer, {head().data(), static_cast<std::size_t>(bytes)});
}

std::int64_t Outgoing::sendFixed(int peer, detail::byte_view value) {
  const auto first =
      std::min(value.size, static_cast<std::size_t>(Channel::cutBytes));
  channel.send(slot(), peer, {value.data, first});
  if (first < value.size)
    channel.send(slot() + 1, peer, {value.data + first, value.size - first});
  return static_cast<std::int64_t>(value.size);
}

std::int64_t Outgoing::sendValue(int peer, std::int64_t fixedBytes,
                                 detail::byte_view value) {
  if (fixedBytes >= 0)
    return sendFixed(peer, {value.data, static_cast<std::size_t>(fixedBytes)});
  const MessageHead about{-1, static_cast<std::int64_t>(value.size)};
  const std::size_t first =
      std::min(value.size, static_cast<std::size_t>(firstBytes - headBytes));
  head().reserve(firstBytes);
  std::memcpy(head().data(), &about, sizeof about);
  if (first > 0)
    std::memcpy(head().data() + headBytes, value.data, first);
  sendHead(peer, headBytes + static_cast<std::int64_t>(first));
  if (first < value.size)
    channel.send(slot() + 1, peer, {value.data + first, value.size - first});
  return headBytes + about.bytes;
}

void Outgoing::sendFailure(int peer, std::int64_t fixedBytes,
                           const Failure &failure) {
  sendHead(peer, writeFailure(failure, fixedBytes, head()));
}

void Outgoing::sendNotice(int peer) {
  const MessageHead allIsWell;
  head().reserve(headBytes);
  std::memcpy(head().data(), &allIsWell, sizeof allIsWell);
  sendHead(peer, headBytes);
}

} // namespace redist::runtime
