//===- CommunicatorState.h - State of a user's communicator ----*- C++ -*-===//
//
// An attribute of the user's communicator. It holds the runtime's duplicate of
// the communicator, which separates messages of the runtime from the user's;
// the shared memory of the ranks of one node; the report; and the states of the
// families of directives (KeptState.h). It is freed with the communicator, or
// when MPI is finalized.
//
//===----------------------------------------------------------------------===//
#ifndef REDIST_RUNTIME_COMMUNICATOR_COMMUNICATORSTATE_H
#define REDIST_RUNTIME_COMMUNICATOR_COMMUNICATORSTATE_H

#include "Communicator/KeptState.h"
#include "Progress/Progress.h"
#include "SharedMemory/NodePosts.h"
#include "SharedMemory/SharedWindow.h"
#include "Support/CallLog.h"
#include "Trace/Report.h"

#include <memory>
#include <optional>

namespace redist::runtime {

/// The two groups of an intercommunicator, one behind the other in the
/// runtime's communicator.
struct CoupledGroups {
  int ownFirst = 0, ownSize = 0;
  int otherFirst = 0, otherSize = 0;

  bool isOwnFirst() const { return ownFirst == 0; }
  int secondFirst() const { return isOwnFirst() ? otherFirst : ownFirst; }
};

class CommunicatorState {
public:
  /// The state of the user's communicator, made at the first call, which is
  /// collective. Throws redist::error where MPI is not running, where this
  /// thread must not call it, where there is no communicator; on every rank
  /// alike where one has no memory. May be called by several threads at once,
  /// for communicators of their own.
  static CommunicatorState &of(MPI_Comm user);
  /// Throws redist::error where MPI is not running.
  static void requireMpi();

  /// Of nothing yet, see of(). Not collective.
  explicit CommunicatorState(MPI_Comm user);
  CommunicatorState(const CommunicatorState &) = delete;
  CommunicatorState &operator=(const CommunicatorState &) = delete;
  ~CommunicatorState();

  /// Of both groups, where there are two.
  MPI_Comm communicator() const { return duplicate.handle; }
  int rank() const { return ownRank; }
  int size() const { return rankCount; }
  /// As MPI numbers this rank in the user's communicator.
  int userRank() const { return ownRank - (groups() ? groups()->ownFirst : 0); }
  /// Null: the user's communicator has one group.
  const CoupledGroups *groups() const {
    return duplicate.groups ? &*duplicate.groups : nullptr;
  }
  /// Throws redist::error, on every rank of both groups, where there are two.
  /// Collective over both.
  void requireOneGroup(const char *kind, const directive &where);
  /// What families of directives keep.
  KeptStates &kept() { return keptStates; }
  /// Says whose directive an operation is, before it starts.
  void name(Operation &operation, CallKind kind, const directive &where);
  /// What ranks compare that wait for long.
  CallLog &calls() { return *callLog; }
  /// A call begins. REDIST_VERIFY=1: throws redist::error on every rank where
  /// ranks are at different kinds of calls. Collective.
  void verifyKind(const char *kind, const directive &where);
  /// The same of calls that are no matter of microseconds, without that, too:
  /// where the ranks see the same memory, or are about to make it
  /// (`makesWindow`). Collective.
  void enterCall(const char *kind, const directive &where,
                 bool makesWindow = false);
  /// Within a call: the ranks meet, whether they see the same memory or not.
  /// Throws redist::error on every rank where they are at different kinds of
  /// calls. Collective.
  void meetAt(const char *kind, const directive &where);
  /// Numbers the operations in the order of their starts, alike on all ranks.
  std::int64_t nextOperation() { return operationsStarted++; }
  /// Of an operation's messages: no two that are under way have the same.
  static int tagOf(std::int64_t operation);
  /// Of the turns of an operation's messages (reductions).
  static int turnTagOf(int tag);
  /// Storage that the ranks of a node see; made when first asked for. Null, on
  /// all ranks alike, where there is none. Collective.
  const std::shared_ptr<SharedWindow> &provideWindow();
  /// Whether provideWindow() does nothing any more.
  bool hasTriedWindow() const { return windowTried || rankCount == 1; }
  /// Null, on all ranks alike, where none was asked for.
  SharedWindow *window() const { return ownWindow.get(); }
  /// From now on ranks of several nodes agree by this. On all ranks alike.
  void usePosts(std::unique_ptr<NodePosts> made) { ownPosts = std::move(made); }
  /// Where the ranks may show each other something with an agreement; null, on
  /// all ranks alike, where they cannot.
  AgreementPosts *posts() const;
  /// As AgreementPosts::agree(): much faster than messages between all ranks.
  /// Nothing where there are no posts(). Collective.
  std::optional<Verdict> agreeByPosts(const Ballot &own);
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
    std::optional<CoupledGroups> groups;

  private:
    void merge(MPI_Comm user);
  };
  struct Environment {
    bool compares, statistics, traces;
  };
  static CommunicatorState &find(MPI_Comm user);
  static CommunicatorState &make(MPI_Comm user);
  /// What any rank was asked. Throws redist::error on every rank where one
  /// `lacksMemory`. Collective.
  static Environment agreeOnEnvironment(MPI_Comm talk, bool lacksMemory);
  /// Collective.
  void settle(Duplicate &made, const Environment &environment);

  MPI_Comm userCommunicator;
  std::shared_ptr<const char> ownLife;
  Duplicate duplicate;
  std::optional<CallLog> callLog;
  int ownRank = 0, rankCount = 0;
  bool compares = false;
  std::unique_ptr<Report> ownReport;
  bool windowTried = false;
  std::shared_ptr<SharedWindow> ownWindow; ///< and of the arrays' storage
  std::unique_ptr<NodePosts> ownPosts;     ///< null: there is none
  std::int64_t operationsStarted = 0;
  KeptStates keptStates; ///< the first to go: may use all above
};

} // namespace redist::runtime

#endif
