//===- OverlappedExecution.h - One of several executions -------*- C++ -*-===//
//
// What an execution of a plan needs for itself while others of this plan, or of
// others, are under way: buffers, requests and a lane of its own. One that goes
// by way of stripes is two, the second of which begins where the first ends.
//
//===----------------------------------------------------------------------===//
#ifndef REDIST_RUNTIME_REDISTRIBUTE_OVERLAPPEDEXECUTION_H
#define REDIST_RUNTIME_REDISTRIBUTE_OVERLAPPEDEXECUTION_H

#include "Execution/Executor.h"
#include "Execution/NodeExchange.h"
#include "Support/BufferArena.h"
#include "Transport/MpiTransport.h"

#include <memory>
#include <optional>

namespace redist::runtime {

/// This rank's stripes of all objects, one behind the other.
class StripeStorage {
public:
  StripeStorage(std::int64_t elements, std::span<const std::int64_t> sizes);

  std::span<const void *const> sources() const { return from; }
  std::span<void *const> targets() const { return to; }

private:
  BufferArena memory;
  std::vector<const void *> from;
  std::vector<void *> to;
};

/// What one execution needs for itself while others of its plan, or of others,
/// are under way.
class OverlappedExecution {
public:
  /// `pairs`: of what goes by nodes, in `lanes`; null: nothing does.
  OverlappedExecution(const RedistributionPlan &plan,
                      const schedule::NetworkCosts &costs,
                      MPI_Comm communicator, const NodePairs *pairs,
                      NodeLanes *lanes);

  /// Appends a second execution, which reads what this one leaves in `stripes`.
  void append(std::unique_ptr<OverlappedExecution> following,
              std::unique_ptr<StripeStorage> stripes);

  /// Begins one. `tag`: its messages meet no others; the same on all ranks.
  void start(std::span<const void *const> sources,
             std::span<void *const> targets, const Combiners &combiners,
             Recorder *recorder, int tag);
  /// Continues the execution. True: it is done; false: it has to wait.
  bool advance();

private:
  MpiTransport transport;
  BufferArena arena;
  DirectCopies storage;
  std::optional<NodeExchange> nodes;
  NodeLanes *lanes;
  Executor executor;
  // Of an execution that another one follows.
  std::unique_ptr<OverlappedExecution> next; ///< null: none does
  std::unique_ptr<StripeStorage> between;
  bool isNext = false; ///< it has begun
  std::span<void *const> finalTargets;
  std::span<const Combiner> finalCombiners;
  Recorder *usedRecorder = nullptr;
  int usedTag = 0;
};

} // namespace redist::runtime

#endif
