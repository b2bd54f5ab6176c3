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

namespace redist::runtime {

class PipelineRecords;
class ReductionOperation;
class ReductionState;

class CommunicatorState {
public:
  /// The state of the user's communicator, made at the first call, which is
  /// collective. Throws redist::error where MPI is not running or there is no
  /// (intra)communicator.
  static CommunicatorState &of(MPI_Comm user);

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
  PipelineRecords &pipelines();
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

private:
  struct Duplicate {
    MPI_Comm handle = MPI_COMM_NULL;
    ~Duplicate();
  };
  void readEnvironment();
  /// Collective.
  MachineCosts machineCosts() const;

  MPI_Comm userCommunicator;
  Duplicate duplicate;
  int ownRank = 0, rankCount = 0;
  bool compares = false;
  std::unique_ptr<Report> ownReport;
  bool ringsTried = false;
  std::int64_t callsWithoutRings = 0; ///< of plans that might have them
  std::unique_ptr<NodeRings> rings;   ///< null: not made yet, or not to be had
  bool windowTried = false;
  std::shared_ptr<NodeWindow> ownWindow; ///< and of the arrays' storage
  std::unique_ptr<PlanCache> planCache;
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
