//===- MessageTypes.h - MPI datatypes of a plan's messages -----*- C++ -*-===//
//
// Comes in: the plan of one rank, with one object. Goes out: a derived type for
// each message that it sends or receives, which describes the positions of its
// elements in the rank's own storage, and the one MPI_Alltoallw that moves all
// of them. Elements that stay on the rank are not included.
//
//   CYCLIC(64) -> CYCLIC(96) on 2 ranks, what rank 0 sends, of doubles: a block
//   of 256 bytes at 512, one of 512 at 1024, every 1536 bytes; then what
//   follows the last period.
//
// Elements come in the order of the levels of the plan, without strips: sender
// and receiver agree on it.
//
//===----------------------------------------------------------------------===//
#ifndef REDIST_RUNTIME_EXECUTION_MESSAGETYPES_H
#define REDIST_RUNTIME_EXECUTION_MESSAGETYPES_H

#include "Execution/StorageExchange.h"
#include "Plan/RedistributionPlan.h"

#include <mpi.h>

#include <vector>

namespace redist::runtime {

class MessageTypes {
public:
  /// Whether MPI's types can move the messages of a plan, on all its ranks: one
  /// object, no message beyond 2 GB, nothing that is combined where it arrives.
  static bool fit(const RedistributionPlan &plan);

  /// Precondition: fit(plan).
  explicit MessageTypes(const RedistributionPlan &plan);
  MessageTypes(const MessageTypes &) = delete;
  MessageTypes &operator=(const MessageTypes &) = delete;
  ~MessageTypes();

  /// From this rank's source to its target. Waits; collective.
  void exchange(const std::byte *source, std::byte *target,
                MPI_Comm communicator) const;

private:
  struct Side {
    std::vector<int> counts, displacements; ///< by rank
    std::vector<MPI_Datatype> types;
  };
  static Side sideOf(const RedistributionPlan &plan,
                     const std::vector<PlannedMessage> &messages,
                     SideKind storage);
  static void free(Side &side);

  Side sent, received;
};

/// By MPI_Alltoallw, which waits.
class TypedExchange final : public StorageExchange {
public:
  /// Does not own the communicator. Precondition: MessageTypes::fit(plan).
  TypedExchange(const RedistributionPlan &plan, MPI_Comm usedCommunicator)
      : types(plan), communicator(usedCommunicator) {}

  void start(const std::byte *source, std::byte *target) override {
    types.exchange(source, target, communicator);
  }
  bool advance() override { return true; }

private:
  MessageTypes types;
  MPI_Comm communicator;
};

} // namespace redist::runtime

#endif
