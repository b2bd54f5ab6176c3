//===- InLink.h - Where items reach a rank ---------------------*- C++ -*-===//
//
// Room Runtime. Receives for the next packets are always posted, and those for
// large values ahead of their packet where it is foreseen what it will tell of
// (Foreseen.h), else as soon as it does; whoever takes the last item of a
// packet says so to the sender. See Traffic.h.
//
//===----------------------------------------------------------------------===//
#ifndef REDIST_RUNTIME_PIPELINE_INLINK_H
#define REDIST_RUNTIME_PIPELINE_INLINK_H

#include "Pipeline/Foreseen.h"
#include "Pipeline/LinkShape.h"

#include "redist/PipelineLink.h"

#include <mpi.h>

#include <memory>
#include <vector>

namespace redist::runtime {

class Traffic;

class InLink final : public detail::in_link {
public:
  InLink(Traffic &used, int fromRank, const LinkShape &given);

  /// Lets it go on without waiting.
  void poll();
  bool hasItem() const { return at != last; }
  /// The sender has no more items.
  bool hasEnded() const { return isEnded; }
  /// Items that nobody takes any more are thrown away from now on.
  void discard() { isDiscarding = true; }
  /// Nothing will come any more, and nothing is posted.
  bool isDone();
  int peer() const { return otherRank; }

private:
  friend class detail::in_link;

  struct Slot {
    std::unique_ptr<std::byte[]> memory;
    MPI_Request request = MPI_REQUEST_NULL;
  };
  void post(Slot &slot);
  void loadNow();
  void accept(Slot &slot, std::size_t bytes);
  void postPayloads();
  void postPayload(std::size_t i);
  void postAhead(std::size_t i);
  void clearAhead();
  std::byte *memoryFor(const PayloadEntry &entry, detail::payload *&owner);
  void receive(void *memory, std::int64_t bytes, int tag, MPI_Request &request);
  void discardPacket();
  void skipEnded();
  void releasePacket();
  detail::payload &nextPayload();

  Traffic &traffic;
  int otherRank;
  std::vector<Slot> slots;
  std::size_t current = 0; ///< of slots: the packet that is read, or the next
  bool isLoaded = false;   ///< its items are here
  struct Coming {
    PayloadEntry entry;
    detail::payload *owner = nullptr;   ///< null: nobody takes it
    detail::payload *cleared = nullptr; ///< waited for another length
    bool isShortened = false;           ///< owner waited for a longer one
    std::vector<MPI_Request> requests;
  };
  std::vector<Coming> coming; ///< payloads of the packet's last item
  std::size_t comingCount = 0, postedPayloads = 0, takenPayloads = 0;
  /// What waits, by number of the payload.
  struct Ahead {
    detail::payload *owner = nullptr;
    MPI_Request request = MPI_REQUEST_NULL; ///< null: not posted
  };
  std::vector<Ahead> ahead;
  Foreseen foreseen;
  std::vector<std::unique_ptr<std::byte[]>> thrownAway; ///< nobody takes it
  std::vector<MPI_Request> notices; ///< that packets have been taken
  std::size_t nextNotice = 0;
  bool isEnded = false, isDiscarding = false;
  std::size_t endsReceived = 0;
};

} // namespace redist::runtime

#endif
