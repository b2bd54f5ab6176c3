//===- MessageIn.h - Receiving items by messages ---------------*- C++ -*-===//
//
// Receives for the next packets are always posted. Receives for large values
// are posted before their packet arrives if its content is predicted
// (PredictedReceives.h), else after it. The sender is notified when the last
// item of a packet has been read (acknowledgement).
//
//===----------------------------------------------------------------------===//
#ifndef REDIST_RUNTIME_PIPELINE_LINK_MESSAGEIN_H
#define REDIST_RUNTIME_PIPELINE_LINK_MESSAGEIN_H

#include "Pipeline/Link/InLink.h"
#include "Pipeline/Link/PredictedReceives.h"

namespace redist::runtime {

class MessageIn final : public InLink {
public:
  MessageIn(LinkSet &used, int fromRank, const LinkShape &given);
  bool isDone() override;
  bool usesMessages() const override { return true; }

private:
  struct Slot {
    std::unique_ptr<std::byte[]> memory;
    MPI_Request request = MPI_REQUEST_NULL;
  };
  struct Coming {
    detail::payload *owner = nullptr;   ///< null: nobody takes it
    detail::payload *cleared = nullptr; ///< waited for another length
    bool isShortened = false;           ///< owner waited for a longer one
    std::vector<MPI_Request> requests;
  };
  /// What waits, by number of the payload.
  struct Prefetcher {
    detail::payload *owner = nullptr;
    MPI_Request request = MPI_REQUEST_NULL; ///< null: not posted
  };

  const std::byte *nextPacket() override;
  void freePacket() override;
  void freeEnd() override;
  void beginPayloads() override;
  void pollPayloads() override;
  detail::payload &takePayload(std::size_t i) override;
  bool dropPayloads(std::size_t from) override;

  void post(Slot &slot);
  void advance() { current = (current + 1) % slots.size(); }
  void postPayloads();
  void postPayload(std::size_t i);
  void postAhead(std::size_t i);
  void clearAhead();

  int peer;
  std::vector<Slot> slots;
  std::size_t current = 0; ///< of slots: the packet that is read, or the next
  std::vector<Coming> coming; ///< payloads of the packet's last item
  std::size_t postedPayloads = 0;
  std::vector<Prefetcher> ahead;
  PredictedReceives foreseen;
  std::vector<MPI_Request> notices; ///< that packets have been taken
  std::size_t nextNotice = 0;
  std::size_t endsReceived = 0;
};

} // namespace redist::runtime

#endif
