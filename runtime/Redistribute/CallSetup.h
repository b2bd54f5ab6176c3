//===- CallSetup.h - Preparation of a call ---------------------*- C++ -*-===//
//
// Comes in: a directive's parameters and the user's storage as addresses and
// sizes. Goes out: the plan, and room for what arrives, once all ranks have
// agreed on the call.
//
// A call is found out about locally as far as it goes; the first problem is
// kept for the agreement, so that every rank learns of it and throws. The ranks
// talk before that only where sections do not tell where elements lie, or who
// has them (indirect, listed), once they have agreed on the parameters; and
// between two groups.
//
//===----------------------------------------------------------------------===//
#ifndef REDIST_RUNTIME_REDISTRIBUTE_CALLSETUP_H
#define REDIST_RUNTIME_REDISTRIBUTE_CALLSETUP_H

#include "Redistribute/RedistributionAgreement.h"
#include "Redistribute/RedistributionState.h"
#include "Support/ExceptionMessage.h"

#include <new>

namespace redist::runtime {

using detail::object_entry;
using detail::object_layout;

/// A call on its way to an execution, with all that this rank knows of it.
class CallSetup {
public:
  /// What a call has done before the ranks agree on it.
  enum class Begun {
    Nothing,
    Early, ///< the plan's executor is to be resumed, not to be started
    Posted ///< after agree(): by all ranks, no message is to be sent
  };

  /// Collective, as are the following. Throws redist::error only where ranks
  /// cannot talk at all (no MPI, no communicator).
  CallSetup(const directive &given, const redistribution &whatOfCall,
            MPI_Comm comm, std::span<object_entry> entriesOfCall,
            bool isStarted);

  /// Finds plan and storage, and agrees. Throws the same redist::error on every
  /// rank if any has a problem. `recorder`: of what is begun before the ranks
  /// agree; or null.
  void agree(CallBuffers &buffers, Recorder *recorder);
  Begun begun() const { return ownBegun; }
  /// MPI_Wtime() when early messages were started; 0: none were.
  double beginning() const { return ownBeginning; }
  /// The ranks know that they agree, and that no element is both read and
  /// written: agree() only finds this rank's problems.
  void assumeAgreed() { isTrusted = true; }
  /// Runs a step; what it throws is this rank's problem.
  template <typename Step> void attempt(Step step);

  CommunicatorState &state() { return *communicatorState; }
  /// The other side's call is nowait: so this one is an operation, too.
  bool isStarted() const { return call.isStarted; }
  bool isBetweenGroups() const { return communicatorState->groups(); }
  RedistributionState &redistributions() { return *kept; }
  ReadyPlan &plan() { return *readyPlan; }
  const std::shared_ptr<ReadyPlan> &sharedPlan() { return readyPlan; }
  // Of a call that is started:
  std::unique_ptr<OverlappedExecution> takeExecution() {
    return std::move(readyExecution);
  }
  std::unique_ptr<RedistributionOperation> takeOperation() {
    return std::move(readyOperation);
  }

private:
  /// This rank's problem becomes that of all once they meet.
  void complete();
  void completeBetweenGroups();
  void collectWords();
  void collectCoupledWords();
  void collectUnknownWords();
  void findExtents();
  void shareExtents();
  void gatherSizes(std::vector<std::int64_t> &sizes);
  void inferExtents(const std::vector<std::int64_t> &sizes);
  void inferSide(const char *clause, CallSide &side,
                 const std::vector<std::int64_t> &sizes, std::size_t offset);
  void findOwners();
  void findPlan();
  // Of the user's target, where what is brought to it is another one's.
  std::int64_t targetElements() const;
  const std::vector<std::int64_t> &targetExtents() const;
  bool coversTarget() const { return !sums && readyPlan->coversTarget(); }
  void checkArrays();
  void checkOwnDestination() const;
  bool movesWithin() const;
  void checkShape(std::size_t object);
  bool isResized(const object_entry &entry) const;
  void checkStorage();
  void require(const char *what, std::int64_t needed, const void *address,
               std::int64_t available);
  /// Between two groups: what both sides say. Whether the ranks have agreed on
  /// all that there is to agree on.
  bool settleSides(CallBuffers &buffers);
  bool agreesOnSides();
  void checkOwnSide() const;
  void exchangeSides();
  void adopt(const CoupledSides &sides);
  bool lacksExtents() const;
  /// Plan, storage and what an execution needs.
  void makeReady(CallBuffers &buffers);
  void giveBack(CallBuffers &buffers) noexcept;
  void begin(const CallBuffers &buffers, Recorder *recorder);
  AgreedNews agreeOrThrow(bool wantsWindow);
  void compareCopies() const;
  std::optional<AgreedNews> agreeByPosts(bool wantsWindow);
  bool knowAllOwners(std::int64_t number) const;
  rank_map targetRanks() const;
  std::span<const std::int64_t> planWords() const {
    return std::span(kept->scratch().words).subspan(1);
  }
  CallSignature signature(bool wantsWindow = false) const;

  const directive &where;
  const redistribution &what;
  MPI_Comm userCommunicator;
  std::span<object_entry> entries;
  CommunicatorState *communicatorState = nullptr;
  RedistributionState *kept = nullptr;
  Call call;
  std::string problem;
  std::size_t agreedWords = 0;           ///< the first of all words
  std::size_t ownAgreedWords = 0;        ///< the same of what this side says
  const CoupledSides *coupled = nullptr; ///< null: not known, or one group
  std::shared_ptr<ReadyPlan> readyPlan;
  std::shared_ptr<const OwnerSums> sums; ///< null: there are none
  // Of a call that is started:
  std::unique_ptr<OverlappedExecution> readyExecution;
  std::unique_ptr<RedistributionOperation> readyOperation;
  bool isTrusted = false;
  Begun ownBegun = Begun::Nothing;
  double ownBeginning = 0;
};

template <typename Step> void CallSetup::attempt(Step step) {
  if (!problem.empty())
    return;
  try {
    step();
  } catch (const std::bad_alloc &) {
    problem = "a rank has no memory for the redistribution";
  } catch (...) {
    problem = messageOfException();
    if (problem.empty())
      problem = "unknown problem";
  }
}

} // namespace redist::runtime

#endif
