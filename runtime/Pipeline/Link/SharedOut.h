//===- SharedOut.h - Sending items by shared memory ------------*- C++ -*-===//
//
// Room Runtime. Items are written directly into a slot of a ring that the
// receiver reads in place; large values are copied once, into blocks that it
// reads. A value that gets no block is sent as a message. So is a value that
// owns its memory if the receiver is waiting: the receiver then has the time to
// make the copy.
//
//===----------------------------------------------------------------------===//
#ifndef REDIST_RUNTIME_PIPELINE_LINK_SHAREDOUT_H
#define REDIST_RUNTIME_PIPELINE_LINK_SHAREDOUT_H

#include "Pipeline/Link/NodeLinks.h"
#include "Pipeline/Link/OutLink.h"

namespace redist::runtime {

class SharedOut final : public OutLink {
public:
  SharedOut(LinkSet &used, const LinkPlace &place, const LinkShape &given,
            SpscRing &usedRing, NodeLinks &usedNode);
  bool usesMessages() const override { return false; }

private:
  Memory newPacket() override;
  void sendPacket(const std::byte *packet, std::int64_t bytes) override;
  std::int64_t placeOf(const Part &part) const override;
  void sendPayload(std::size_t i, const Part &part) override;
  void pollAcks() override;
  void sendEnd(const PacketFrame &end) override;
  /// Else the next link of this ring would find a slot less.
  bool isEndGone() override { return ring.chunksHeld() == 0; }
  detail::payload *memoryFor(std::size_t bytes, bool mayMove) override;

  SpscRing &ring;
  NodeLinks &node;
  Doorbell &bell; ///< of the receiver
  std::size_t slotBytes;
};

} // namespace redist::runtime

#endif
