//===- SpscRing.cpp - Queue of slots between two ranks --------------------===//
#include "SharedMemory/SpscRing.h"

#include <cassert>
#include <new>
#include <thread>

namespace redist::runtime {

SpscRing::SpscRing(std::byte *memory, RingShape shape)
    : control(std::launder(reinterpret_cast<Control *>(memory))),
      slots(memory + sizeof(Control)), slotBytes(shape.slotBytes),
      slotCount(static_cast<std::uint64_t>(shape.slots)) {}

std::int64_t SpscRing::bytesOf(RingShape shape) {
  return static_cast<std::int64_t>(sizeof(Control)) +
         shape.slotBytes * shape.slots;
}

void SpscRing::prepare(std::byte *memory) { new (memory) Control; }

bool SpscRing::hasRoom() {
  if (published - released < slotCount)
    return true;
  released = control->released.load(std::memory_order_acquire);
  return published - released < slotCount;
}

std::int64_t SpscRing::chunksHeld() {
  released = control->released.load(std::memory_order_acquire);
  return static_cast<std::int64_t>(published - released);
}

bool SpscRing::hasChunk() {
  if (published != released)
    return true;
  published = control->published.load(std::memory_order_acquire);
  return published != released;
}

void RingEndpoint::provideSlots(int count) {
  awaiting.assign(static_cast<std::size_t>(linkCount()), {});
  nextAwaiting.assign(static_cast<std::size_t>(count), -1);
  expected = 0;
  blocked = nullptr;
}

int RingEndpoint::linkCount() const {
  return rings ? static_cast<int>(rings->links.size()) : 0;
}

std::int64_t RingEndpoint::slotBytes(int peer) const {
  const bool linked =
      rings && rings->linkOf[static_cast<std::size_t>(peer)] >= 0;
  return linked ? rings->slotBytes : 0;
}

std::byte *RingEndpoint::room(int peer) {
  SpscRing &ring = link(peer).out;
  blocked = ring.hasRoom() ? nullptr : &ring;
  return blocked ? nullptr : ring.room();
}

/// After what the other one may be waiting for.
static void ringAt(const RingLink &link) {
  if (link.bell)
    link.bell->ring();
}

void RingEndpoint::publish(int peer) {
  link(peer).out.publish();
  ringAt(link(peer));
}

void RingEndpoint::release(int peer) {
  link(peer).in.release();
  ringAt(link(peer));
}

int RingEndpoint::looksBeforeSleep(bool asksMpi) const {
  return runtime::looksBeforeSleep(!rings || rings->mayBeCrowded, asksMpi);
}

void RingEndpoint::yieldIfCrowded() const {
  if (!rings || rings->mayBeCrowded)
    std::this_thread::yield();
}

void RingEndpoint::sleep(std::chrono::microseconds longest) {
  Doorbell *const bell = rings->bell;
  if (!bell) {
    std::this_thread::sleep_for(longest);
    return;
  }
  bell->prepareWait();
  if (isReady())
    bell->cancelWait();
  else
    bell->sleep(longest);
}

void RingEndpoint::expect(int slot, int peer) {
  Awaiting &list = awaiting[static_cast<std::size_t>(
      rings->linkOf[static_cast<std::size_t>(peer)])];
  (list.first < 0 ? list.first
                  : nextAwaiting[static_cast<std::size_t>(list.last)]) = slot;
  list.last = slot;
  nextAwaiting[static_cast<std::size_t>(slot)] = -1;
  ++expected;
}

/// One a link: chunks of all peers are taken in turn, about in the order of
/// the rounds, and an arrived chunk is released before the next is looked for.
int RingEndpoint::poll(int *completed) {
  int count = 0;
  for (std::size_t i = 0; expected > 0 && i < awaiting.size(); ++i) {
    Awaiting &list = awaiting[i];
    if (list.first < 0 || !rings->links[i].in.hasChunk())
      continue;
    completed[count++] = list.first;
    list.first = nextAwaiting[static_cast<std::size_t>(list.first)];
    --expected;
  }
  return count;
}

bool RingEndpoint::isReady() {
  if (blocked && blocked->hasRoom())
    return true;
  for (std::size_t i = 0; expected > 0 && i < awaiting.size(); ++i)
    if (awaiting[i].first >= 0 && rings->links[i].in.hasChunk())
      return true;
  return false;
}

} // namespace redist::runtime
