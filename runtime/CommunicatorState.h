//===- CommunicatorState.h - What a communicator keeps ---------*- C++ -*-===//
//
// An attribute of the user's communicator: the runtime's duplicate of it, where
// messages never meet the user's, the plans, and, once there is much to move,
// the rings between ranks of one node. It is freed with the communicator, or
// when MPI is finalized.
//
//===----------------------------------------------------------------------===//
#ifndef REDIST_RUNTIME_COMMUNICATORSTATE_H
#define REDIST_RUNTIME_COMMUNICATORSTATE_H

#include "MovementOperation.h"
#include "NodeRings.h"
#include "NodeWindow.h"
#include "PlanCache.h"
#include "Report.h"
#include "SparePool.h"

#include <memory>
#include <optional>

namespace redist::runtime {

class PipelineRecords;
class ReductionOperation;
class ReductionState;

class CommunicatorState {
public:
  /// The state of the user's communicator, made at the first call, which is
  /// collective. Throws redist::error where MPI is not running, where this
  /// thread must not call it, where there is no (intra)communicator; on every
  /// rank alike where one has no memory. May be called by several threads at
  /// once, for communicators of their own.
  static CommunicatorState &of(MPI_Comm user);
  /// Throws redist::error where MPI is not running.
  static void requireMpi();

  /// Of nothing yet, see of(). Not collective.
  explicit CommunicatorState(MPI_Comm user);
  CommunicatorState(const CommunicatorState &) = delete;
  CommunicatorState &operator=(const CommunicatorState &) = delete;
  ~CommunicatorState();

  MPI_Comm communicator() const { return duplicate.handle; }
  int rank() const { return ownRank; }
  int size() const { return rankCount; }
  PlanCache &plans() { return *planCache; }
  SparePool &spares() { return sparePool; }
  /// Kept between calls, so that they allocate nothing.
  struct Scratch {
    std::vector<std::int64_t> words, sizes;
    std::vector<bool> changesLayout;
    Movement movement; ///< of calls that wait
  };
  Scratch &scratch() { return ownScratch; }
  /// Extents that the sizes of storage told before (StorageExtents.h): by the
  /// words of the call and all sizes.
  struct FoundExtents {
    std::vector<std::int64_t> asked;
    Numbers source, target;
  };
  std::vector<FoundExtents> &foundExtents() { return extentsFound; }
  /// An operation that is not in use; made where there is none.
  std::unique_ptr<MovementOperation> takeOperation();
  void giveOperation(std::unique_ptr<MovementOperation> operation) noexcept;
  /// Says whose directive an operation is, before it starts.
  void name(Operation &operation, CallKind kind, const directive &where);
  /// What reductions keep; made at the first one. Collective then.
  ReductionState &reductions();
  std::unique_ptr<ReductionOperation> takeReduction();
  /// What pipelines keep; made at the first one. Collective then.
  PipelineRecords &pipelines(const directive &where);
  /// REDIST_VERIFY=1: throws redist::error on every rank where ranks are at
  /// different kinds of calls. Collective.
  void verifyKind(const char *kind, const directive &where) const;
  /// The same of calls that are no matter of microseconds, without that, too:
  /// where the ranks see the same memory. Collective.
  void enterCall(const char *kind, const directive &where) const;
  /// Numbers the operations in the order of their starts, alike on all ranks.
  std::int64_t nextOperation() { return operationsStarted++; }
  /// Of an operation's messages: no two that are under way have the same.
  static int tagOf(std::int64_t operation);
  /// Of the turns of an operation's messages (reductions).
  static int turnTagOf(int tag);
  /// Lets a plan have rings, or any way where there are none; makes rings for
  /// the first one that moves much, or when there have been some calls: then
  /// there will be more, and the ranks of a node agree through memory, too. To
  /// be called where the ranks have agreed on the call. Collective.
  void provideRings(ReadyPlan &plan);
  /// Makes what an execution of the plan will need, as far as that is known
  /// before the ranks agree: what one of them has no memory for is told then.
  /// Not collective.
  void prepareExecutor(ReadyPlan &plan, const Movement &movement);
  /// Storage that the ranks of a node see; made when first asked for. Null, on
  /// all ranks alike, where there is none. Collective.
  const std::shared_ptr<NodeWindow> &provideWindow();
  /// Null, on all ranks alike, where none was asked for.
  NodeWindow *window() const { return ownWindow.get(); }
  /// REDIST_VERIFY=1 on any rank.
  bool comparesPlans() const { return compares; }
  /// Null where neither statistics nor a timeline was asked for.
  Report *report() { return ownReport.get(); }
  MPI_Comm user() const { return userCommunicator; }
  /// Gone when the communicator is.
  std::weak_ptr<const void> life() const { return ownLife; }

private:
  class Duplicate {
  public:
    Duplicate() = default;
    Duplicate(const Duplicate &) = delete;
    Duplicate &operator=(const Duplicate &) = delete;
    ~Duplicate();
    /// Collective.
    void make(MPI_Comm user);

    MPI_Comm handle = MPI_COMM_NULL;
  };
  struct Environment {
    bool compares, statistics, traces;
  };
  static CommunicatorState &make(MPI_Comm user);
  /// At the call that is `calls`-th without rings.
  bool areRingsDue(const ReadyPlan &plan, std::int64_t calls) const;
  /// What any rank was asked. Throws redist::error on every rank where one
  /// `lacksMemory`. Collective.
  static Environment agreeOnEnvironment(MPI_Comm talk, bool lacksMemory);
  /// Collective.
  void settle(Duplicate &made, const Environment &environment);
  MachineCosts machineCosts() const;

  MPI_Comm userCommunicator;
  std::shared_ptr<const char> ownLife;
  Duplicate duplicate;
  int ownRank = 0, rankCount = 0;
  bool compares = false;
  std::unique_ptr<Report> ownReport;
  bool ringsTried = false;
  std::int64_t callsWithoutRings = 0; ///< of plans that might have them
  std::unique_ptr<NodeRings> rings;   ///< null: not made yet, or not to be had
  bool windowTried = false;
  std::shared_ptr<NodeWindow> ownWindow; ///< and of the arrays' storage
  std::optional<PlanCache> planCache;
  SparePool sparePool;
  Scratch ownScratch;
  std::vector<FoundExtents> extentsFound; ///< the newest last
  std::vector<std::unique_ptr<MovementOperation>> idleOperations;
  std::int64_t operationsStarted = 0;
  std::unique_ptr<ReductionState> ownReductions;
  std::unique_ptr<PipelineRecords> ownPipelines;
};

} // namespace redist::runtime

#endif
