//===- NodeExchange.cpp - Carries messages between nodes ------------------===//
#include "Execution/NodeExchange.h"

#include <sched.h>

#include <algorithm>
#include <utility>

namespace redist::runtime {

NodeExchange::NodeExchange(const NodePairs &usedPairs, NodeLanes &usedLanes,
                           MPI_Comm communicator, int firstLane, int lastLane)
    : pairs(usedPairs), lanes(usedLanes), transport(communicator),
      packed(withParts(pairs.sent())), unpacked(withParts(pairs.received())),
      sending(carryingOf(pairs.sent())),
      receiving(carryingOf(pairs.received())) {
  transport.provideSlots(
      static_cast<int>(sending.slotCount() + receiving.slotCount()));
  for (int one = firstLane; one <= lastLane; ++one) {
    lanes.provide(one, LaneSide::Sent, bytesOf(sending, pairs.sent()));
    lanes.provide(one, LaneSide::Received,
                  bytesOf(receiving, pairs.received()));
  }
}

std::vector<const NodePair *> NodeExchange::withParts(const NodeSide &side) {
  std::vector<const NodePair *> own;
  for (const NodePair &pair : side.pairs)
    if (!pair.parts.empty())
      own.push_back(&pair);
  return own;
}

NodeExchange::Carrying NodeExchange::carryingOf(const NodeSide &side) const {
  Carrying own;
  for (const NodePair &pair : side.pairs)
    if (pair.carrier == pairs.ownNumber()) {
      own.pairs.push_back(&pair);
      own.total += pair.rounds;
    }
  own.slots.resize(static_cast<std::size_t>(std::min(side.slots, own.total)));
  return own;
}

std::int64_t NodeExchange::bytesOf(const Carrying &carrying,
                                   const NodeSide &side) {
  return carrying.slotCount() * side.slotBytes;
}

void NodeExchange::start(int number, int tag) {
  lane = &lanes.lane(number);
  ticket = lane->takeTicket();
  hasBegun = false;
  transport.useTag(tag);
  for (Carrying *const one : {&sending, &receiving}) {
    one->next = {};
    one->started = one->done = 0;
  }
  toPack = toUnpack = {};
}

void NodeExchange::moveOn(const std::vector<const NodePair *> &all,
                          Cursor &at) {
  if (++at.round < all[at.pair]->rounds)
    return;
  at.round = 0;
  ++at.pair;
}

std::byte *NodeExchange::slotOf(const NodeSide &side, LaneSide kind,
                                int carrier, std::int64_t carried) const {
  return lane->slots(carrier, kind) + carried % side.slots * side.slotBytes;
}

/// How far this rank is: at the item at `at`, or past all.
void NodeExchange::tell(std::atomic<std::uint64_t> &number,
                        const std::vector<const NodePair *> &own,
                        const Cursor &at, std::int64_t all) {
  const std::int64_t item =
      at.pair < own.size() ? own[at.pair]->firstItem + at.round : all;
  number.store(place(item), std::memory_order_release);
}

void NodeExchange::ring(int member) {
  if (member != pairs.ownNumber())
    lane->board(member).bell.ring();
}

bool NodeExchange::advance(MessageCopier &copier) {
  if (!lane || (!hasBegun && !lane->isTurnOf(ticket)))
    return false;
  if (!hasBegun) {
    hasBegun = true;
    tell(lane->own().packed, packed, toPack, pairs.sent().items);
    tell(lane->own().unpacked, unpacked, toUnpack, pairs.received().items);
  }
  bool moved = finishMessages();
  while (startReceive())
    moved = true;
  while (startSend())
    moved = true;
  // One after the other: what is packed travels while the next one is.
  if (packItem(copier) || unpackItem(copier))
    moved = true;
  if (moved)
    stayAwake();
  return finish() || moved;
}

/// Counts messages that are done, and all before them.
bool NodeExchange::noteDone(Carrying &carrying,
                            std::atomic<std::uint64_t> &told,
                            std::uint64_t base) {
  const std::int64_t before = carrying.done;
  while (carrying.done < carrying.started && carrying.at(carrying.done).isDone)
    ++carrying.done;
  if (carrying.done == before)
    return false;
  told.store(base + static_cast<std::uint64_t>(carrying.done),
             std::memory_order_release);
  return true;
}

bool NodeExchange::finishMessages() {
  const std::span<const int> done = transport.poll();
  const int sends = sending.slotCount();
  for (const int slot : done)
    (slot < sends ? sending.at(slot) : receiving.at(slot - sends)).isDone =
        true;
  if (done.empty())
    return false;
  if (noteDone(sending, lane->own().sent, place(0)))
    lane->ringAll();
  const std::int64_t before = receiving.done;
  if (noteDone(receiving, lane->own().arrived, place(0)))
    for (std::int64_t i = before; i < receiving.done; ++i)
      for (const int member : receiving.at(i).pair->members)
        ring(member);
  return true;
}

/// Where all its ranks have packed it.
bool NodeExchange::startSend() {
  if (sending.started == sending.total || sending.isFull())
    return false;
  const NodePair &pair = *sending.pairs[sending.next.pair];
  const std::int64_t item = pair.firstItem + sending.next.round;
  for (const int member : pair.members)
    if (!NodeLane::hasReached(lane->board(member).packed, place(item + 1)))
      return false;
  sending.at(sending.started) = {&pair, item, false};
  transport.send(
      sending.slotOf(sending.started), pair.peer,
      {slotOf(pairs.sent(), LaneSide::Sent, pair.carrier, sending.started),
       static_cast<std::size_t>(pair.bytesOf(sending.next.round))});
  ++sending.started;
  moveOn(sending.pairs, sending.next);
  return true;
}

/// Whether the next slot is free. The first time: nobody unpacks what came in
/// an execution before.
bool NodeExchange::mayReceive() const {
  if (receiving.started == receiving.total || receiving.isFull())
    return false;
  if (receiving.started < receiving.slotCount()) {
    for (int member = 0; member < lane->ranks(); ++member)
      if (!NodeLane::hasReached(lane->board(member).unpacked, place(0)))
        return false;
    return true;
  }
  const Carried &last = receiving.at(receiving.started);
  return std::ranges::all_of(last.pair->members, [&](int member) {
    return NodeLane::hasReached(lane->board(member).unpacked,
                                place(last.item + 1));
  });
}

bool NodeExchange::startReceive() {
  if (!mayReceive())
    return false;
  const NodePair &pair = *receiving.pairs[receiving.next.pair];
  receiving.at(receiving.started) = {
      &pair, pair.firstItem + receiving.next.round, false};
  transport.receive(
      sending.slotCount() + receiving.slotOf(receiving.started), pair.peer,
      {slotOf(pairs.received(), LaneSide::Received, pair.carrier,
              receiving.started),
       static_cast<std::size_t>(pair.bytesOf(receiving.next.round))});
  ++receiving.started;
  moveOn(receiving.pairs, receiving.next);
  return true;
}

/// The next one of this rank, where its slot is free.
bool NodeExchange::packItem(MessageCopier &copier) {
  if (toPack.pair == packed.size())
    return false;
  const NodePair &pair = *packed[toPack.pair];
  const std::int64_t carried = pair.firstCarried + toPack.round;
  const std::int64_t before =
      std::max<std::int64_t>(0, carried - pairs.sent().slots + 1);
  if (!NodeLane::hasReached(lane->board(pair.carrier).sent, place(before)))
    return false;
  std::byte *const slot =
      slotOf(pairs.sent(), LaneSide::Sent, pair.carrier, carried);
  for (const PairPart &part : pair.parts) {
    const std::int64_t begin = toPack.round * part.slice;
    if (const std::int64_t length = std::min(part.slice, part.elements - begin);
        length > 0)
      copier.packMessage(part.message, begin, length, slot + part.offset);
  }
  moveOn(packed, toPack);
  tell(lane->own().packed, packed, toPack, pairs.sent().items);
  ring(pair.carrier);
  return true;
}

/// The next one of this rank, where it has arrived.
bool NodeExchange::unpackItem(MessageCopier &copier) {
  if (toUnpack.pair == unpacked.size())
    return false;
  const NodePair &pair = *unpacked[toUnpack.pair];
  const std::int64_t carried = pair.firstCarried + toUnpack.round;
  if (!NodeLane::hasReached(lane->board(pair.carrier).arrived,
                            place(carried + 1)))
    return false;
  const std::byte *const slot =
      slotOf(pairs.received(), LaneSide::Received, pair.carrier, carried);
  for (const PairPart &part : pair.parts) {
    const std::int64_t begin = toUnpack.round * part.slice;
    if (const std::int64_t length = std::min(part.slice, part.elements - begin);
        length > 0)
      copier.unpackMessage(part.message, begin, length, slot + part.offset);
  }
  moveOn(unpacked, toUnpack);
  tell(lane->own().unpacked, unpacked, toUnpack, pairs.received().items);
  ring(pair.carrier);
  return true;
}

/// What others do with this rank's slots does not matter to it any more.
bool NodeExchange::finish() {
  if (toPack.pair < packed.size() || toUnpack.pair < unpacked.size() ||
      sending.done < sending.total || receiving.done < receiving.total)
    return false;
  lane->leave();
  lane = nullptr;
  return true;
}

/// Nobody rings when a message of MPI comes: a carrier sleeps only briefly, and
/// gives way before that, for those it waits for want a processor.
void NodeExchange::pause(int turn) {
  constexpr int looksAtOnce = 16;
  constexpr std::chrono::microseconds shortest{20}, longest{1'000};
  const bool asksMpi =
      sending.started > sending.done || receiving.started > receiving.done;
  const int looks = looksBeforeSleep(lanes.mayBeCrowded(), true);
  if (turn < looks) {
    if (turn >= looksAtOnce)
      sched_yield();
    return;
  }
  Doorbell &bell = lane->own().bell;
  if (!std::exchange(isGoingToSleep, true)) {
    bell.prepareWait(); // and one more look
    return;
  }
  bell.sleep(asksMpi ? std::min(longest, (turn - looks + 1) * shortest)
                     : longest);
  isGoingToSleep = false;
}

void NodeExchange::stayAwake() {
  if (std::exchange(isGoingToSleep, false))
    lane->own().bell.cancelWait();
}

} // namespace redist::runtime
