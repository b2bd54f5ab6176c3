//===- MessageOut.h - Sending items by messages ----------------*- C++ -*-===//
//
// Room Runtime. A packet is one message, and each of its large values is a
// message from its own memory, with a separate tag if the receiver predicts it
// (PredictedReceives.h). An empty message acknowledges a packet.
//
//===----------------------------------------------------------------------===//
#ifndef REDIST_RUNTIME_PIPELINE_LINK_MESSAGEOUT_H
#define REDIST_RUNTIME_PIPELINE_LINK_MESSAGEOUT_H

#include "Pipeline/Link/OutLink.h"
#include "Pipeline/Link/PredictedReceives.h"

#include <memory>

namespace redist::runtime {

class MessageOut final : public OutLink {
public:
  MessageOut(LinkSet &used, int toRank, const LinkShape &given);
  bool usesMessages() const override { return true; }

private:
  Memory newPacket() override;
  void sendPacket(const std::byte *packet, std::int64_t bytes) override;
  void sendPayload(std::size_t i, const Part &part) override;
  void pollAcks() override;
  void sendEnd(const PacketFrame &end) override;
  bool isEndGone() override;
  void expectTaken();

  int peer;
  std::vector<std::unique_ptr<std::byte[]>> packets; ///< as flights
  MPI_Request taken = MPI_REQUEST_NULL;
  PredictedReceives foreseen; ///< by the other end
  PacketFrame ended;
  std::vector<MPI_Request> endRequests;
};

} // namespace redist::runtime

#endif
