//===- RedistributionState.h - Redistributions of a communicator *- C++ -*-===//
//
// Plans, spare containers, operations that are not in use and, once there is
// much to move, the rings between ranks of one node. Made at the communicator's
// first redistribution.
//
//===----------------------------------------------------------------------===//
#ifndef REDIST_RUNTIME_REDISTRIBUTE_REDISTRIBUTIONSTATE_H
#define REDIST_RUNTIME_REDISTRIBUTE_REDISTRIBUTIONSTATE_H

#include "Communicator/CommunicatorState.h"
#include "Redistribute/ContainerPool.h"
#include "Redistribute/PlanCache.h"
#include "Redistribute/RedistributionAgreement.h"
#include "Redistribute/RedistributionOperation.h"
#include "Redistribute/RemoteCalls.h"
#include "SharedMemory/SharedRings.h"

#include <memory>
#include <optional>
#include <vector>

namespace redist::runtime {

class RedistributionState final : public KeptState {
public:
  /// Throws redist::error, with the position of the directive, on every rank
  /// where one has no memory, and where ranks are at different kinds of calls.
  /// Collective the first time.
  static RedistributionState &of(CommunicatorState &state,
                                 const directive &where);

  /// Of nothing yet, see of(). Not collective.
  explicit RedistributionState(CommunicatorState &state) : owner(state) {}
  ~RedistributionState() override;

  PlanCache &plans() { return *planCache; }
  ContainerPool &spares() { return sparePool; }
  RemoteCalls &remoteCalls() { return callsBetweenGroups; }
  /// Kept between calls, so that they allocate nothing.
  struct Scratch {
    std::vector<std::int64_t> words, sizes;
    std::vector<std::int64_t> ownWords;           ///< of this group's side
    std::vector<bool> changesLayout, movesWithin; ///< by object: Needs
    CallBuffers buffers;                          ///< of calls that wait
  };
  Scratch &scratch() { return ownScratch; }
  /// Extents that the sizes of storage told before (StorageExtents.h): by the
  /// words of the call and all sizes.
  struct FoundExtents {
    std::vector<std::int64_t> asked;
    Numbers source, target;
  };
  std::vector<FoundExtents> &foundExtents() { return extentsFound; }
  /// Who has the elements of dimensions that are indirect or listed: by the
  /// words of the call on this rank. `number`: the same on all ranks.
  struct FoundOwners {
    std::vector<std::int64_t> asked;
    std::int64_t number = 0;
    std::vector<DimensionMap> source, target;
    decltype(CallSide::dealt) dealtSource, dealtTarget;
    std::vector<std::shared_ptr<const ListedAxis>> listed;
    std::shared_ptr<const OwnerSums> sums; ///< null: each element has one
  };
  struct KeptOwners {
    std::vector<FoundOwners> found; ///< the newest last
    std::int64_t count = 0;         ///< how often they have been found
  };
  KeptOwners &foundOwners() { return ownersFound; }
  /// An operation that is not in use; made where there is none.
  std::unique_ptr<RedistributionOperation> takeOperation();
  void
  giveOperation(std::unique_ptr<RedistributionOperation> operation) noexcept;
  /// Lets a plan have rings, or any way where there are none; makes rings for
  /// the first one that moves much, or when there have been some calls: then
  /// there will be more, and the ranks of a node agree through memory, too.
  /// Throws redist::error on every rank where ranks are at different kinds of
  /// calls. Collective.
  void provideRings(ReadyPlan &plan, const directive &where);
  /// Ranks of several nodes outnumber the processors of this machine.
  bool isCrowded() const { return crowded; }
  /// Whether the storage of a call lies where the ranks of the node would see
  /// it, and they have not tried yet.
  bool wantsWindow(const CallBuffers &buffers) const;
  /// Of the last execution that was measured, until the ranks have told each
  /// other; else below 0.
  double measuredSeconds() const {
    return measured.plan ? measured.seconds : -1;
  }
  /// An execution of a plan that learns has run, and took so long here. The
  /// ranks had agreed on the call.
  void learn(const std::shared_ptr<ReadyPlan> &plan, double seconds);
  /// What the ranks have told each other.
  void take(const AgreedNews &news);
  /// Makes what an execution of the plan will need, as far as that is known
  /// before the ranks agree: what one of them has no memory for is told then.
  /// Not collective.
  void prepareExecutor(ReadyPlan &plan, const CallBuffers &buffers);

private:
  void prepareExecutor(ReadyPlan &plan, const CallBuffers &buffers,
                       const SharedWindow *window);
  /// Collective.
  void settle();
  MachineCosts machineCosts(const NodeMap &nodes);
  MachineCosts costsOf(bool areTogether) const;
  /// At the call that is `calls`-th without rings.
  bool areRingsDue(const ReadyPlan &plan, std::int64_t calls) const;

  CommunicatorState &owner;
  bool ringsTried = false;
  bool crowded = false;
  std::int64_t callsWithoutRings = 0; ///< of plans that might have them
  bool isWindowWanted = false;        ///< by any rank
  std::unique_ptr<SharedRings> rings; ///< null: not made yet, or not to be had
  std::optional<PlanCache> planCache;
  struct {
    std::shared_ptr<ReadyPlan> plan; ///< null: nothing is to be told
    double seconds = 0;
  } measured;
  ContainerPool sparePool;
  RemoteCalls callsBetweenGroups;
  Scratch ownScratch;
  std::vector<FoundExtents> extentsFound; ///< the newest last
  KeptOwners ownersFound;
  std::vector<std::unique_ptr<RedistributionOperation>> idleOperations;
};

} // namespace redist::runtime

#endif
