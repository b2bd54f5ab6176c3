//===- LoopbackChannel.cpp - Virtual ranks in one process -----------------===//
#include "LoopbackChannel.h"

#include "redist/Error.h"

#include <algorithm>
#include <cstring>

namespace redist::runtime {

LoopbackNet::LoopbackNet(int ranks) {
  for (int rank = 0; rank < ranks; ++rank)
    channels.push_back(std::make_unique<LoopbackChannel>(*this, rank));
  pairs.resize(channels.size() * channels.size());
}

LoopbackNet::~LoopbackNet() = default;

Channel &LoopbackNet::of(int rank) {
  return *channels.at(static_cast<std::size_t>(rank));
}

std::int64_t LoopbackNet::unmatched() const {
  std::size_t count = 0;
  std::int64_t turns = 0;
  for (const Pair &pair : pairs) {
    count += pair.sends.size() + pair.receives.size();
    turns += pair.turnsPassed + pair.turnsAwaited;
  }
  return static_cast<std::int64_t>(count) + turns;
}

void LoopbackNet::count() {
  most = std::max<std::int64_t>(
      most, std::count_if(pairs.begin(), pairs.end(), [&](const Pair &pair) {
        return std::any_of(
            pair.sends.begin(), pair.sends.end(),
            [&](const Wish &wish) { return wish.size > countedBeyond; });
      }));
}

void LoopbackNet::matchTurns(int from, int to) {
  Pair &pair = between(from, to);
  if (pair.turnsPassed == 0 || pair.turnsAwaited == 0)
    return;
  --pair.turnsPassed;
  --pair.turnsAwaited;
  LoopbackChannel &sender = *channels[static_cast<std::size_t>(from)];
  LoopbackChannel &receiver = *channels[static_cast<std::size_t>(to)];
  --sender.turnsUnderWay;
  receiver.isActive[LoopbackChannel::index(Channel::awaitedTurn)] = false;
}

void LoopbackNet::match(Pair &pair) {
  while (!pair.sends.empty() && !pair.receives.empty()) {
    const Wish from = pair.sends.front();
    const Wish to = pair.receives.front();
    pair.sends.pop_front();
    pair.receives.pop_front();
    if (from.size > to.size)
      throw error("internal error: a message is longer than the room for it");
    if (from.size > 0)
      std::memcpy(to.data, from.data, from.size);
    const std::size_t toSlot = LoopbackChannel::index(to.slot);
    to.channel->received[toSlot] = static_cast<std::int64_t>(from.size);
    to.channel->isActive[toSlot] = false;
    from.channel->isActive[LoopbackChannel::index(from.slot)] = false;
  }
}

void LoopbackChannel::send(int slot, int peer,
                           std::span<const std::byte> bytes) {
  if (isActive.at(index(slot)))
    throw error("internal error: the slot is in use");
  isActive[index(slot)] = true;
  LoopbackNet::Pair &pair = net.between(own, peer);
  pair.sends.push_back(
      {this, slot, const_cast<std::byte *>(bytes.data()), bytes.size()});
  net.count();
  net.match(pair);
}

void LoopbackChannel::passToken(int peer) {
  ++turnsUnderWay;
  ++net.between(own, peer).turnsPassed;
  net.matchTurns(own, peer);
}

void LoopbackChannel::awaitToken(int peer) {
  if (isActive.at(index(awaitedTurn)))
    throw error("internal error: a turn is awaited already");
  isActive[index(awaitedTurn)] = true;
  ++net.between(peer, own).turnsAwaited;
  net.matchTurns(peer, own);
}

void LoopbackChannel::receive(int slot, int peer, std::span<std::byte> room) {
  if (isActive.at(index(slot)))
    throw error("internal error: the slot is in use");
  isActive[index(slot)] = true;
  LoopbackNet::Pair &pair = net.between(peer, own);
  pair.receives.push_back({this, slot, room.data(), room.size()});
  net.match(pair);
}

void LoopbackChannel::wait(int slot) {
  if (!test(slot))
    throw error("internal error: virtual ranks cannot wait");
}

} // namespace redist::runtime
