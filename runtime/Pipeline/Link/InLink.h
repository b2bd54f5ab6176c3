//===- InLink.h - Receiving end of a link ----------------------*- C++ -*-===//
//
// Room Runtime. Reads items from packets, one after the other. The kinds of
// links receive packets and large values: by messages (MessageIn.h), or through
// shared memory (SharedIn.h). See LinkSet.h.
//
//===----------------------------------------------------------------------===//
#ifndef REDIST_RUNTIME_PIPELINE_LINK_INLINK_H
#define REDIST_RUNTIME_PIPELINE_LINK_INLINK_H

#include "Pipeline/Link/LinkShape.h"

#include "redist/detail/pipeline/PipelineLink.h"

#include <mpi.h>

#include <memory>
#include <vector>

namespace redist::runtime {

class LinkSet;

class InLink : public detail::in_link {
public:
  virtual ~InLink() = default;
  const LinkSet &owner() const { return linkSet; }

  /// Lets it go on without waiting.
  void poll();
  bool hasItem() const { return at != last; }
  /// The sender has no more items.
  bool hasEnded() const { return isEnded; }
  /// That `continue` had ended, and have been taken.
  std::int64_t endedItems() const { return itemsEnded; }
  /// Items that nobody takes any more are thrown away from now on.
  void discard() { isDiscarding = true; }
  /// Nothing will come any more, and nothing is posted.
  virtual bool isDone() = 0;
  /// Whether waiting for it means to look for messages.
  virtual bool usesMessages() const = 0;

protected:
  InLink(LinkSet &used, int fromRank) : linkSet(used), otherRank(fromRank) {}

  /// The next packet; null: none has come, or none will.
  virtual const std::byte *nextPacket() = 0;
  /// That packet has been read.
  virtual void freePacket() = 0;
  /// That packet was the end.
  virtual void freeEnd() = 0;
  /// Goes on with what comes beside the packet that is read.
  virtual void pollPayloads() {}
  /// Before payload number 0 of the packet that is read.
  virtual void beginPayloads() {}
  /// The next payload, which it waits for.
  virtual detail::payload &takePayload(std::size_t i) = 0;
  /// Payloads from this one on are thrown away; false: not all have come.
  virtual bool dropPayloads(std::size_t from) = 0;

  /// Where it comes to, and its owner, null where nobody takes it.
  std::byte *memoryFor(const PayloadEntry &entry, detail::payload *&owner);
  void startReceive(void *memory, std::int64_t bytes, int tag,
                    MPI_Request &request);
  const std::vector<PayloadEntry> &entries() const { return comingEntries; }
  bool takesPayloads() const { return payloads || isDiscarding; }
  void freeThrownAway() { thrownAway.clear(); }

  LinkSet &linkSet;
  bool isEnded = false, isDiscarding = false;

private:
  friend class detail::in_link;

  void loadNow();
  void accept(const std::byte *given);
  void discardPacket();
  void skipEnded();
  void releasePacket();
  detail::payload &nextPayload();

  int otherRank;
  bool isLoaded = false; ///< the items of a packet are here
  const std::byte *packet = nullptr;
  std::int64_t itemsEnded = 0;
  std::vector<PayloadEntry> comingEntries; ///< of the packet's last item
  std::size_t takenPayloads = 0;
  std::vector<std::unique_ptr<std::byte[]>> thrownAway; ///< nobody takes it
};

} // namespace redist::runtime

#endif
