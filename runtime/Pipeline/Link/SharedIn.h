//===- SharedIn.h - Receiving items by shared memory -----------*- C++ -*-===//
//
// Room Runtime. Packets are read in place, and so are large values, except
// values that own their memory: these are copied into recycled memory. A value
// that got no block arrives as a message.
//
//===----------------------------------------------------------------------===//
#ifndef REDIST_RUNTIME_PIPELINE_LINK_SHAREDIN_H
#define REDIST_RUNTIME_PIPELINE_LINK_SHAREDIN_H

#include "Pipeline/Link/InLink.h"
#include "Pipeline/Link/NodeLinks.h"

namespace redist::runtime {

class SharedIn final : public InLink {
public:
  SharedIn(LinkSet &used, const LinkPlace &place, SpscRing &usedRing,
           NodeLinks &usedNode);
  bool isDone() override { return isEnded; }
  bool usesMessages() const override { return isReceiving; }

private:
  /// What lies in a block. The sender has it back with its packet.
  class View final : public detail::payload {
  public:
    std::byte *resize(std::size_t) override { return nullptr; }
    const std::byte *data() const override { return memory; }
    void give_back() noexcept override {}
    const std::byte *memory = nullptr;
  };

  const std::byte *nextPacket() override;
  void freePacket() override;
  void freeEnd() override { freePacket(); }
  detail::payload &takePayload(std::size_t i) override;
  bool dropPayloads(std::size_t from) override;
  void startMessage(const PayloadEntry &entry);

  SpscRing &ring;
  const std::byte *blocks; ///< the sender's part
  Doorbell &bell;          ///< of the sender
  View view;
  /// Of the payload that comes as a message.
  bool isReceiving = false;
  detail::payload *owner = nullptr;
  std::vector<MPI_Request> requests;
  std::size_t dropped = 0; ///< payloads below need nothing any more
};

} // namespace redist::runtime

#endif
