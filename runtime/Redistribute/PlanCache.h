//===- PlanCache.h - Cache of plans ----------------------------*- C++ -*-===//
//
// The plans of one communicator by the parameters of the call, and the
// schedules under them by canonical assignment and strategy. Making a plan is
// not collective: each rank makes its own. Finding one allocates nothing. The
// least recently used plans go when there are many.
//
//===----------------------------------------------------------------------===//
#ifndef REDIST_RUNTIME_REDISTRIBUTE_PLANCACHE_H
#define REDIST_RUNTIME_REDISTRIBUTE_PLANCACHE_H

#include "Agreement/EarlyMessages.h"
#include "Call/ValidatedCall.h"
#include "Execution/Executor.h"
#include "Execution/FlowOptions.h"
#include "Execution/MethodTrials.h"
#include "Execution/NodeExchange.h"
#include "Execution/PostedMessages.h"
#include "Redistribute/CallBuffers.h"
#include "SharedMemory/SharedWindow.h"
#include "Support/BufferArena.h"
#include "Support/RecentEntries.h"
#include "Transport/MpiTransport.h"

#include "redistSchedule/Product/GridSchedule.h"

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
class Execution {
public:
  /// `pairs`: of what goes by nodes, in `lanes`; null: nothing does.
  Execution(const RedistributionPlan &plan, const schedule::NetworkCosts &costs,
            MPI_Comm communicator, const NodePairs *pairs, NodeLanes *lanes);

  /// Has another one follow, which goes on from `stripes`.
  void append(std::unique_ptr<Execution> following,
              std::unique_ptr<StripeStorage> stripes);

  /// Begins one. `tag`: its messages meet no others; the same on all ranks.
  void start(std::span<const void *const> sources,
             std::span<void *const> targets, const Combiners &combiners,
             Recorder *recorder, int tag);
  /// Goes on until it is done (true) or must wait (false).
  bool advance();

private:
  MpiTransport transport;
  BufferArena arena;
  DirectCopies storage;
  std::optional<NodeExchange> nodes;
  NodeLanes *lanes;
  Executor executor;
  // Of an execution that another one follows.
  std::unique_ptr<Execution> next; ///< null: none does
  std::unique_ptr<StripeStorage> between;
  bool isNext = false; ///< it has begun
  std::span<void *const> finalTargets;
  std::span<const Combiner> finalCombiners;
  Recorder *usedRecorder = nullptr;
  int usedTag = 0;
};

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
  /// `isAutomatic`: nobody has named a strategy.
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

  /// Has executions go by way of stripes, of so many elements on this rank:
  /// plans for the same objects.
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
  bool mayPost() const { return posted.has_value(); }
  /// Packs it, before the ranks agree. Precondition: mayPost().
  void postTo(SharedWindow &window, std::span<const void *const> sources);
  /// Another rank cannot.
  void stopPosting() { posted.reset(); }
  /// All ranks have posted and agreed: the execution, without stripes.
  void runOutOfPosts(const SharedWindow &window, const CallBuffers &buffers);

  /// For an execution that others may overlap; made where none is idle.
  std::unique_ptr<Execution> takeExecution();
  void giveExecution(std::unique_ptr<Execution> execution) noexcept;

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
  std::vector<std::unique_ptr<Execution>> idle;
  std::unique_ptr<ReadyPlan> combiningPlan, spreadingPlan;
  std::unique_ptr<StripeStorage> stripes; ///< null: not by way of them
  std::int64_t stripeElements = 0;
  std::optional<PostedMessages> posted;
};

class PlanCache {
public:
  PlanCache(MPI_Comm duplicate, int ownRank, int rankCount,
            MachineCosts machineCosts)
      : communicator(duplicate), rank(ownRank), ranks(rankCount),
        machine(std::move(machineCosts)) {}

  /// The plan for a call with these words (appendWords()), made where it is not
  /// there yet: from an embedded schedule of the directive where one fits, else
  /// planned here. Throws redist::error (no position) where the call makes no
  /// sense, the strategy does not fit the case, or the profile of the machine
  /// is none.
  const std::shared_ptr<ReadyPlan> &find(std::span<const std::int64_t> words,
                                         const Call &call,
                                         const directive &where);
  /// The ranks have agreed on the call of the last find(). Only then its plan
  /// counts as used, and is kept where it is new. A rank whose call was wrong
  /// has found no plan: if others counted theirs as used, ranks would later
  /// drop different plans.
  void keepFound() noexcept;

  /// What the plans have learned.
  std::vector<measured_ways> learned() const;

private:
  struct ScheduleEntry {
    schedule::GridEmbeddingKey key;
    schedule::GridSchedule schedule;
    std::int64_t entries; ///< of its table
  };
  struct PlanEntry {
    std::vector<std::int64_t> words;
    std::shared_ptr<ReadyPlan> plan;
  };
  using Plans = RecentEntries<PlanEntry>;
  /// What find() has found, until keepFound().
  struct Found {
    Plans *among = nullptr; ///< null: there is nothing to keep
    Plans::Node *plan = nullptr;
    bool isNew = false;
  };
  class Known;
  void forgetFound() noexcept;
  const schedule::GridSchedule &
  scheduleFor(const schedule::Assignment &assignment,
              schedule::StrategyKind strategy, const directive &where);
  void addStripes(ReadyPlan &plan, const StripedCall &striped,
                  schedule::StrategyKind strategy, const directive &where);
  const ScheduleEntry *entryFor(const schedule::GridEmbeddingKey &key);
  void addEntry(const schedule::GridEmbeddingKey &key,
                const schedule::GridSchedule &made);
  /// Keeps the newest, at least one.
  void dropOldSchedules();

  MPI_Comm communicator;
  int rank, ranks;
  MachineCosts machine;
  BufferArena arena;
  RecentEntries<ScheduleEntry> schedules;
  std::int64_t scheduleEntries = 0; ///< of all of them
  /// By whose they are: all ranks drop the first ones alike. Maps are as large
  /// as what a rank has, and have few plans.
  Plans plans, ownPlans, mappedPlans;
  Found found;
};

} // namespace redist::runtime

#endif
