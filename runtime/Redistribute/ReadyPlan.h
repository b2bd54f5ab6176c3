//===- ReadyPlan.h - A plan with all that executions need ------*- C++ -*-===//
//
// Comes in: a checked call, its schedule, and what is known of the machine.
// Goes out: the rank's plan, how its elements travel (by messages, rings, nodes
// or from each other's storage), and the executor for that, made when it is
// first needed. Executing it again allocates nothing.
//
//===----------------------------------------------------------------------===//
#ifndef REDIST_RUNTIME_REDISTRIBUTE_READYPLAN_H
#define REDIST_RUNTIME_REDISTRIBUTE_READYPLAN_H

#include "Agreement/EarlyMessages.h"
#include "Call/ValidatedCall.h"
#include "Execution/FlowOptions.h"
#include "Execution/MethodTrials.h"
#include "Execution/PostedMessages.h"
#include "Redistribute/CallBuffers.h"
#include "Redistribute/OverlappedExecution.h"
#include "SharedMemory/SharedWindow.h"

#include "redistSchedule/Product/GridSchedule.h"

#include <array>
#include <memory>
#include <optional>
#include <vector>

namespace redist::runtime {

/// Whether what goes between nodes goes in one message a pair of nodes, where
/// ranks share nodes; Chosen: where it is expected to be faster.
enum class UseOfNodes { Chosen, Always, Never };

/// The same on all ranks of a communicator.
struct MachineCosts {
  schedule::NetworkCosts costs;
  std::vector<schedule::MethodSample> ways = {};
  std::string problem = {}; ///< why they are not known; empty: they are
  bool isOneNode = false;   ///< all ranks are on one
  /// Not all ranks share memory, so that they agree by MPI; and they are one
  /// group.
  bool mayStartEarly = false;
  std::vector<int> nodeOfRank = {}; ///< empty: all ranks are on one
  UseOfNodes useOfNodes = UseOfNodes::Chosen;
  std::shared_ptr<NodeLanes> lanes = {}; ///< null: ranks share no nodes
};

/// Whose plan it is.
enum class PlanScope {
  AllRanks, ///< made, used and dropped by all ranks alike
  OneRank,  ///< depends on what is a rank's own affair: others may keep theirs
  Step,     ///< of a plan that goes by stripes
};

/// A plan with all that its execution needs.
class ReadyPlan {
public:
  /// `isAutomatic`: the directive names no strategy.
  ReadyPlan(const ValidatedCall &call, const schedule::GridSchedule &schedule,
            const MachineCosts &machine, bool isAutomatic, PlanScope scope,
            MPI_Comm communicator, BufferArena &arena);

  PlanScope scope() const { return ownScope; }
  const RedistributionPlan &plan() const { return ownPlan; }
  /// What this rank's storage must hold, and where it is in the target grid.
  std::int64_t sourceElements() const { return sourceCount; }
  std::int64_t targetElements() const { return targetCount; }
  /// Extents of its parts; empty outside the grid.
  const std::vector<std::int64_t> &sourceLocal() const { return sourcePart; }
  const std::vector<std::int64_t> &targetLocal() const { return targetPart; }
  int targetPosition() const { return position; }
  bool coversTarget() const { return covers; }
  /// Whether the target's storage has elements that are none of the array.
  bool leavesGaps() const { return hasGaps; }

  /// From now on executions take two steps, to stripes and from them, by these
  /// plans for the same objects. `elements`: of this rank's stripe.
  void goByStripes(std::unique_ptr<ReadyPlan> combining,
                   std::unique_ptr<ReadyPlan> spreading, std::int64_t elements);
  bool hasStripes() const { return stripes != nullptr; }
  /// Preconditions: hasStripes(); the storage is for one execution at a time,
  /// which waits until it is done.
  ReadyPlan &combining() { return *combiningPlan; }
  ReadyPlan &spreading() { return *spreadingPlan; }
  const ReadyPlan &combining() const { return *combiningPlan; }
  const ReadyPlan &spreading() const { return *spreadingPlan; }
  const StripeStorage &stripeStorage() const { return *stripes; }

  /// Of one execution at a time, which waits until it is done; not by stripes.
  Executor &executor();
  /// Makes, the first time, what an execution with this storage will need, as
  /// far as this rank can tell. `window`: null: there is none.
  void prepare(const SharedWindow *window, const CallBuffers &buffers);
  bool wasPrepared() const { return isPrepared; }
  /// Whether chunks may go through rings: the plan goes step by step. The same
  /// on all ranks.
  bool mayUseRings() const {
    return ownPlan.method() == schedule::TransferMethod::Stepwise &&
           ownPlan.stepCount() > 0 && !isEarly;
  }
  /// Whether so much is moved that rings are worth their making for one call.
  bool isLarge() const;
  bool usesRings() const { return ranksInRings > 0; }
  /// From the next execution on, on all ranks alike.
  void useRings(RingSet &rings);

  /// Whether messages may go otherwise than by steps, where that is expected to
  /// be faster: no rank shares memory with another. On all ranks alike.
  void allowAnyMethod(bool isAllowed);
  /// From the next execution on, on all ranks alike. Alltoallw needs
  /// MessageTypes::fit(plan()). Precondition: the plan goes by steps.
  void useMethod(schedule::TransferMethod method);
  /// Of messages, where ranks share no memory.
  schedule::TransferMethod method() const { return chosenMethod; }
  /// Of a plan that finds out by which method its messages travel fastest, in
  /// executions that the ranks agree on; else null. On all ranks alike.
  MethodTrials *trials() {
    return isChoice && methodTrials ? &*methodTrials : nullptr;
  }
  /// What that has shown; nothing where steps were not among it.
  std::optional<measured_ways> learned() const;
  /// What goes by nodes, one message a pair of them; null: ranks send by
  /// themselves. The same on all ranks, but for its content.
  const NodePairs *pairs() const { return nodePairs ? &*nodePairs : nullptr; }
  /// By which that was chosen; nothing where it was not, or not yet, a choice.
  std::optional<schedule::PredictedTimes> forecast() const {
    return isChoice && !methodTrials ? expected : std::nullopt;
  }

  /// Whether its messages may be sent before the ranks agree. The same on all
  /// ranks, each of which may do it or not.
  bool maySendEarly() const { return isEarly; }
  /// Sends them, and writes no target. Precondition: maySendEarly(), and
  /// prepare() has been called.
  void startEarly(const CallBuffers &buffers, Recorder *recorder);
  /// The messages that startEarly() has started.
  const EarlyMessages &early() const { return *earlyMessages; }
  /// All have been taken back.
  void forgetEarly() { transport.forgetRequests(); }

  /// Whether ranks may copy from and to each other's storage, where they see
  /// it: the same on all ranks.
  bool maySeeStorage() const {
    return mayUseRings() && !ownPlan.hasParts() && !hasStripes();
  }
  /// What others may do with this rank's storage.
  SharedWindow::Access accessTo(const SharedWindow &window,
                                std::span<const void *const> sources,
                                std::span<void *const> targets) const;
  /// Whether ranks should write to each other's targets, where they may, rather
  /// than read from each other's sources: the same on all ranks.
  bool prefersWriting(const SharedWindow &window) const;
  /// The same executor, but that ranks of a node copy from each other's
  /// sources, or to each other's targets, which they have entered.
  Executor &copyingExecutor(const SharedWindow &window, SharedAccess access);
  /// Ranks that copy from this one, or to it, with that.
  const std::vector<int> &copiers(SharedAccess access) const {
    return copying[indexOf(access)]->copiers;
  }

  /// Whether all that this rank sends may go with the agreement on the call.
  bool mayPost(const AgreementPosts &posts) const {
    return posted && posted->fits(posts);
  }
  std::int32_t postBytes() const { return posted->bytes(); }
  /// Packs it, before the ranks agree. Precondition: mayPost().
  void postTo(AgreementPosts &posts, std::span<const void *const> sources);
  /// Another rank cannot.
  void stopPosting() { posted.reset(); }
  /// All ranks have posted and agreed: the execution, without stripes.
  void runOutOfPosts(const AgreementPosts &posts, const CallBuffers &buffers);

  /// For an execution that others may overlap; made where none is idle.
  std::unique_ptr<OverlappedExecution> takeExecution();
  void giveExecution(std::unique_ptr<OverlappedExecution> execution) noexcept;

private:
  void sendEarly();
  void listEarlyMessages();
  void planNodes(const MachineCosts &machine, bool isAutomatic);
  void useNodes(Executor &executor);
  bool exceedsCaches(std::int64_t ranksOnNode) const;
  StoreKind storesFor(std::int64_t ranksOnNode) const;
  ExecutorOptions ownOptions() const;
  bool mayWriteTiles() const;
  bool bySteps() const {
    return chosenMethod == schedule::TransferMethod::Stepwise;
  }

  RedistributionPlan ownPlan;
  PlanScope ownScope;
  std::int64_t sourceCount, targetCount;
  std::vector<std::int64_t> sourcePart, targetPart;
  int position;
  bool covers, hasGaps;
  schedule::NetworkCosts networkCosts;
  bool isOneNode;
  std::optional<schedule::PredictedTimes> expected;
  std::optional<MethodTrials> methodTrials; ///< where nothing was measured
  bool isChoice = false, isPrepared = false, isEarly = false;
  schedule::TransferMethod chosenMethod;
  ExecutorOptions cuts; ///< how messages are cut now, on all ranks alike
  MPI_Comm communicator;
  MpiTransport transport;
  BufferArena &arena;
  std::shared_ptr<NodeLanes> lanes;
  std::optional<NodePairs> nodePairs;
  std::optional<NodeExchange> nodes; ///< of executions that wait
  /// Where rings may carry the chunks, made when it is asked for: ranks that
  /// copy from each other need none.
  struct Own {
    DirectCopies storage;
    std::optional<FusedGather> tiles; ///< of what comes through rings
    Executor executor;

    Own(const RedistributionPlan &plan, Transport &transport,
        BufferArena &arena, const ExecutorOptions &options,
        std::unique_ptr<StorageExchange> unbuffered)
        : storage(plan), executor(plan, transport, arena, options, storage,
                                  std::move(unbuffered)) {}
  };
  std::unique_ptr<Own> own;
  std::optional<EarlyMessages> earlyMessages; ///< of `own`
  std::int64_t ranksInRings = 0; ///< on this node; 0: no rings in use
  /// Where the ranks of a node see each other's storage.
  struct Copying {
    MpiTransport transport;
    DirectCopies storage;
    std::vector<int> copiers;
    std::optional<Executor> executor;
  };
  static std::size_t indexOf(SharedAccess access) {
    return access == SharedAccess::Pull ? 0 : 1;
  }
  void makeCopying(const std::vector<bool> &near, SharedAccess access);
  Copying &prepareCopying(const SharedWindow &window, SharedAccess access);
  std::array<std::unique_ptr<Copying>, 2> copying; ///< by access
  std::vector<std::unique_ptr<OverlappedExecution>> idle;
  std::unique_ptr<ReadyPlan> combiningPlan, spreadingPlan;
  std::unique_ptr<StripeStorage> stripes; ///< null: not by way of them
  std::int64_t stripeElements = 0;
  std::optional<PostedMessages> posted;
};

} // namespace redist::runtime

#endif
