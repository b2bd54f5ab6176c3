//===- MpiChannel.h - Messages of a reduction over MPI ---------*- C++ -*-===//
//
// Room Runtime. Channel over a communicator of the runtime, by MPI_Isend and
// MPI_Irecv. Messages under one tag meet those of no other reduction under way;
// turns have a second tag.
//
//===----------------------------------------------------------------------===//
#ifndef REDIST_RUNTIME_REDUCTION_CHANNEL_MPICHANNEL_H
#define REDIST_RUNTIME_REDUCTION_CHANNEL_MPICHANNEL_H

#include "Reduction/Channel/Channel.h"

#include <mpi.h>

#include <array>
#include <vector>

namespace redist::runtime {

struct ReductionTags {
  int elements = 0;
  int turns = 0;
};

class MpiChannel final : public Channel {
public:
  /// Does not own the communicator. `sharesProcessors`: ranks and their helpers
  /// outnumber the processors; then a rank that waits lets others run.
  MpiChannel(MPI_Comm communicator, ReductionTags tags, bool sharesProcessors);

  /// The same, once it is known.
  void setCrowded(bool isCrowded) { crowded = isCrowded; }
  /// Precondition: no slot is in use.
  void useTags(ReductionTags tags) { ownTags = tags; }

  void send(int slot, int peer, std::span<const std::byte> bytes) override;
  void receive(int slot, int peer, std::span<std::byte> room) override;
  void passToken(int peer) override;
  void awaitToken(int peer) override;
  bool test(int slot) override;
  void wait(int slot) override;
  std::int64_t receivedBytes(int slot) const override;

private:
  /// A message: one request, or one for each piece; or turns.
  struct Slot {
    std::vector<MPI_Request> requests;
    std::int64_t received = 0;
    bool isReceive = false, isActive = false;
  };
  Slot &begin(int slot, bool isReceive);
  bool testFirst(Slot &slot);
  void complete(Slot &slot, const MPI_Status &ofFirst);

  MPI_Comm communicator;
  ReductionTags ownTags;
  bool crowded;
  std::array<Slot, slots + 2> table;
};

} // namespace redist::runtime

#endif
