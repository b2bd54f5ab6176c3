//===- SharedRings.cpp - Rings in shared memory of a node -----------------===//
#include "SharedMemory/SharedRings.h"

#include "Support/MpiCalls.h"

#include <algorithm>
#include <new>

namespace redist::runtime {

/// For the rings into one rank together.
static constexpr std::int64_t maxBytesPerRank = std::int64_t{4} << 20;
static constexpr std::int64_t usualSlotBytes = 64 * 1024;
/// More would let a sender run further ahead, but what lies in the rings should
/// still be in the cache when it is unpacked.
static constexpr std::int64_t maxSlots = 16;
/// Where ranks share processors, a sender runs ahead until it has no room left:
/// what it has packed, and its own part of that, should not go cold meanwhile.
static constexpr std::int64_t maxSlotsIfCrowded = 4;
static constexpr std::int64_t lineBytes = 128;
/// A rank's part begins with its bell, its rings follow.
static constexpr auto bellBytes = static_cast<std::int64_t>(sizeof(Doorbell));

/// Slots of a round (Executor.h) each; fewer with many peers, then shorter.
/// No slots: too many peers for any.
static RingShape shapeFor(int ranksOnNode) {
  const std::int64_t peers = std::max(1, ranksOnNode - 1);
  const std::int64_t control = SpscRing::bytesOf({0, 0});
  const std::int64_t each = maxBytesPerRank / peers - control;
  if (each < 2 * lineBytes)
    return {0, 0};
  const std::int64_t slots = std::clamp<std::int64_t>(
      each / usualSlotBytes, 2,
      outnumberProcessors(ranksOnNode) ? maxSlotsIfCrowded : maxSlots);
  const std::int64_t slotBytes = std::min(usualSlotBytes, each / slots);
  return {slotBytes / lineBytes * lineBytes, slots};
}

/// Of each rank of a node: its bell and the rings into it.
static NodePart partFor(int ranksOnNode) {
  const RingShape shape = shapeFor(ranksOnNode);
  if (shape.slots == 0)
    return {};
  const std::int64_t bytes =
      bellBytes + (ranksOnNode - 1) * SpscRing::bytesOf(shape);
  return {bytes, bytes};
}

static void prepare(SharedSegment &segment) {
  std::byte *const part = segment.part(segment.ownNumber());
  const RingShape shape = shapeFor(segment.size());
  new (part) Doorbell;
  for (std::int64_t i = 0; i < segment.size() - 1; ++i)
    SpscRing::prepare(part + bellBytes + i * SpscRing::bytesOf(shape));
}

/// A link to every other rank of the node. The ring from node rank a to b is
/// number a (b's own number left out) in b's part.
void SharedRings::link(int rankCount) {
  ringSet.linkOf.assign(static_cast<std::size_t>(rankCount), -1);
  if (segment->size() == 1)
    return;
  const RingShape shape = shapeFor(segment->size());
  const int own = segment->ownNumber();
  ringSet.slotBytes = shape.slotBytes;
  ringSet.mayBeCrowded = outnumberProcessors(segment->size());
  const auto ring = [&](int from, int to) {
    return SpscRing(segment->part(to) + bellBytes +
                        (from < to ? from : from - 1) *
                            SpscRing::bytesOf(shape),
                    shape);
  };
  const auto bell = [&](int of) {
    return std::launder(reinterpret_cast<Doorbell *>(segment->part(of)));
  };
  ringSet.bell = bell(own);
  for (int peer = 0; peer < segment->size(); ++peer) {
    if (peer == own)
      continue;
    const auto rank = static_cast<std::size_t>(
        segment->ranks()[static_cast<std::size_t>(peer)]);
    ringSet.linkOf[rank] = static_cast<int>(ringSet.links.size());
    ringSet.links.push_back({ring(own, peer), ring(peer, own), bell(peer)});
  }
}

std::unique_ptr<SharedRings> SharedRings::make(MPI_Comm communicator) {
  auto segment = SharedSegment::make(communicator, partFor, prepare);
  if (!segment)
    return nullptr;
  return std::unique_ptr<SharedRings>(
      new SharedRings(std::move(segment), sizeOf(communicator)));
}

} // namespace redist::runtime
