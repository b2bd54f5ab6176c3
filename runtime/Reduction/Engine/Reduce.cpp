//===- Reduce.cpp - The calls behind `#pragma reduce` ---------------------===//
//
// Checks a call, lets the ranks agree on it, and runs it, at once or until it
// is waited for:
//
//   reduceOnNode()  in memory that all ranks share, where there is, and where
//                the clauses leave the way open; done then           OnNode.h
//   check()      clauses                                  CheckedReduction.h
//   agree()      on clauses and items                   ReductionAgreement.h
//   chooseWay()  small: reduced while the ranks agree            MpiChoice.h
//                stripes: inside nodes, and between them          OnNode.h
//                by MPI: MPI_Reduce and the like           MpiReduction.h
//                tree: costs, plan, machine    ReductionPlan.h, Machine.h
//   learn()      costs, once, for the next execution                Costs.h
//
// Of an operand a reduction asks: begin() on every rank that combines, pack()
// on ranks that send, assign() on ranks that get the result from another one
// (with or without begin() before), commit() on ranks that have the result.
// One whose call has failed gets none of these any more. append_shape() may
// throw, too: what one rank alone finds wrong is told to all and thrown on all.
// A value with a grain_bytes() lies in place once begun: pieces of it are sent
// while others are combined.
//
//===----------------------------------------------------------------------===//
#include "redist/Reduce.h"

#include "Agreement/Agreement.h"
#include "Communicator/CommunicatorState.h"
#include "Reduction/Engine/OnNode.h"
#include "Reduction/Engine/ReductionOperation.h"
#include "Reduction/Mpi/MpiChoice.h"
#include "Support/Backoff.h"
#include "Support/ExceptionMessage.h"
#include "Support/Guard.h"
#include "Trace/Region.h"

#include "redist/Error.h"

#include <cstdlib>

namespace redist::runtime {

/// Where ranks agree.
enum class Meeting {
  Board,    ///< where there is one, else by messages
  Messages, ///< small values are reduced on the way
  BareMessages,
};

/// A call on its way: what this rank finds out, and then what all agree on.
class PreparedReduction {
public:
  /// The following are collective.
  PreparedReduction(const directive &given, const reduction &what,
                    CommunicatorState &state, detail::operand &items,
                    bool isStarted, Meeting meeting);
  /// Runs a step; what it throws is this rank's problem.
  template <typename Step> void attempt(Step step) {
    if (!problem.empty())
      return;
    try {
      step();
    } catch (const std::bad_alloc &) {
      problem = "a rank has no memory for the items of the reduction";
    } catch (...) {
      problem = messageOfException();
      if (problem.empty())
        problem = "unknown problem";
    }
  }
  /// Throws the same redist::error on every rank if any has a problem. After
  /// that what goes `Direct` is reduced, but for commit().
  void agree();
  /// MPI's reduction; null where MPI does not carry the call out. Throws
  /// redist::error (no position), the same on every rank.
  std::unique_ptr<MpiReduction> takeMpi();
  /// Null: there is no exchange yet, or the call goes another way.
  StripedReduction *striped() { return inStripes ? &*inStripes : nullptr; }
  /// The plan, where this is how the call goes.
  std::shared_ptr<KeptReduction> findPlan();

  const CheckedReduction &call() const { return checked; }
  ReductionMethod way() const { return chosenWay; }
  bool hasResult() const {
    return checked.takesPart() &&
           (checked.root < 0 || checked.root == checked.rank);
  }
  /// On some rank something is under way that must not stand still.
  bool isAnyBusy() const { return agreed.isAnyBusy; }
  /// Of what was reduced while the ranks agreed.
  Work carriedWork(const Recorder *recorder) const {
    return carried.work(recorder);
  }

private:
  void collectWords(const reduction &what, bool isStarted);
  void makeReady();

  const directive &where;
  detail::operand &items;
  CommunicatorState &communicatorState;
  ReductionState &reductions;
  Meeting meeting;
  CheckedReduction checked;
  ReductionMethod chosenWay = ReductionMethod::Tree;
  std::unique_ptr<MpiReduction> byMpi;
  std::optional<StripedReduction> inStripes;
  CarriedValue carried;
  AgreedReduction agreed;
  std::string problem;
};

PreparedReduction::PreparedReduction(const directive &given,
                                     const reduction &what,
                                     CommunicatorState &state,
                                     detail::operand &operand, bool isStarted,
                                     Meeting usedMeeting)
    : where(given), items(operand), communicatorState(state),
      reductions(ReductionState::of(state)), meeting(usedMeeting) {
  attempt([&] { collectWords(what, isStarted); });
  if (!problem.empty())
    reductions.clauses().clear();
  attempt([&] { makeReady(); });
}

void PreparedReduction::collectWords(const reduction &what, bool isStarted) {
  auto &clauses = reductions.clauses();
  auto &shape = reductions.shape();
  clauses.clear();
  shape.clear();
  checked = check(where, what, items, communicatorState.rank(),
                  communicatorState.size());
  checked.isStarted = isStarted;
  if (checked.takesPart()) {
    shape.push_back(checked.bytes);
    items.append_shape(shape);
  }
  appendClauses(checked, clauses);
}

/// Nothing may be in use, and what may not be there is taken: nothing fails
/// once the ranks agree.
void PreparedReduction::makeReady() {
  if (checked.takesPart() && Progress::ofProcess().hasPending()) {
    std::vector<detail::memory_row> memory;
    items.append_memory(memory);
    if (const Operation *const user =
            Progress::ofProcess().findConflict(memory))
      throw error(problemOfUser(*user));
  }
  const NodeShape &shape = reductions.nodeShape();
  chosenWay = chooseWay(
      checked, items,
      {shape.nodes == 1,
       reductions.mayExchangeStripes() && fitsStripes(items, shape.leastRanks),
       shape.areInOrder});
  if (chosenWay == ReductionMethod::Stripes && reductions.stripeExchange())
    inStripes.emplace(items, static_cast<int>(checked.root),
                      reductions.nodeBoard(), *reductions.stripeExchange(),
                      reductions.packed());
  if (chosenWay == ReductionMethod::MpiBuiltin)
    byMpi = builtinByMpi(communicatorState.communicator(), checked, items);
  // On a board the agreement takes next to no time.
  if (chosenWay == ReductionMethod::Direct && checked.bytes < 0 &&
      (reductions.board() || !reductions.mayBeShort(where)))
    chosenWay = ReductionMethod::Tree;
  if (chosenWay == ReductionMethod::Direct && meeting != Meeting::BareMessages)
    carried = {items, reductions.packed(), checked};
}

void PreparedReduction::agree() {
  const ReductionVerdict verdict{reductions.clauses(), reductions.shape(),
                                 problem};
  std::optional<AgreedReduction> met;
  if (NodeBoard *const board = reductions.board();
      board && meeting == Meeting::Board)
    met = agreeOnBoard(*board, verdict, where);
  agreed = met && !carried.isThere()
               ? *met
               : runtime::agree(communicatorState.communicator(), verdict,
                                where, carried, reductions.isCrowded());
  checked.bytes = agreed.bytes;
  if (carried.isThere() && !agreed.isReduced) {
    reductions.expectLong(where);
    items.restart();
    chosenWay = ReductionMethod::Tree;
  }
}

std::unique_ptr<MpiReduction> PreparedReduction::takeMpi() {
  if (chosenWay == ReductionMethod::MpiNamed)
    return namedByMpi(communicatorState.communicator(), checked, items);
  return std::move(byMpi);
}

std::shared_ptr<KeptReduction> PreparedReduction::findPlan() {
  auto kept = reductions.find(checked, agreed, where);
  if (communicatorState.comparesPlans())
    requireSame(communicatorState.communicator(), kept->plan->hash(),
                "the schedules differ between ranks (are all ranks running the "
                "same program, with the same strategy?)");
  return kept;
}

/// Others that are under way go on meanwhile.
static void execute(Machine &machine) {
  Progress &progress = Progress::ofProcess();
  try {
    if (progress.isIdle()) {
      machine.run();
      return;
    }
    for (int turn = 0; !machine.advance();)
      if (progress.advance())
        usualBackoff.pause(turn++);
  } catch (...) {
    machine.abandon();
    throw;
  }
}

static Work executeTree(CommunicatorState &state, PreparedReduction &call,
                        detail::operand &items, Recorder *recorder) {
  ReductionState &reductions = ReductionState::of(state);
  const std::shared_ptr<KeptReduction> kept = call.findPlan();
  const std::shared_ptr<const ReductionPlan> plan = kept->plan;
  Machine &machine = reductions.machine();
  const double begin = MPI_Wtime();
  machine.start(plan->actions(), state.rank(), items,
                reductions.combinerFor(*kept, call.call()), recorder);
  execute(machine);
  ReductionState::learn(*kept, machine, MPI_Wtime() - begin);
  conclude(machine, *plan, items);
  return workOf(machine, *plan);
}

/// Of what sends no messages that are counted.
static Work emptyWork() {
  Work work;
  work.kind = CallKind::Reduction;
  return work;
}

/// All that stripes send goes to other nodes.
static Work workOf(StripeExchange &exchange) {
  Work work = emptyWork();
  const StripeExchange::Sent sent = exchange.takeSent();
  work.messages = work.nodeMessages = sent.messages;
  work.bytes = work.nodeBytes = sent.bytes;
  return work;
}

/// `recorder`: or null.
static Work execute(CommunicatorState &state, const directive &where,
                    PreparedReduction &call, detail::operand &items,
                    Recorder *recorder) {
  if (call.way() == ReductionMethod::Tree)
    return executeTree(state, call, items, recorder);
  if (StripedReduction *const striped = call.striped()) {
    striped->run(state.communicator(), where);
    return workOf(*ReductionState::of(state).stripeExchange());
  }
  if (const auto byMpi = call.takeMpi()) {
    byMpi->start(call.isAnyBusy());
    byMpi->wait();
    byMpi->finish();
    return emptyWork();
  }
  if (call.hasResult())
    items.commit();
  return call.carriedWork(recorder);
}

/// What others have started goes on, too.
static CommunicatorState &enter(const directive &where, MPI_Comm comm) {
  CommunicatorState *state = nullptr;
  try {
    state = &CommunicatorState::of(comm);
  } catch (const error &) {
    throwAtPosition(where);
  }
  enterReduction(*state, where);
  if (!Progress::ofProcess().isIdle())
    Progress::ofProcess().advance();
  return *state;
}

ReductionState &agreeAndProvideBoard(CommunicatorState &state,
                                     const directive &where,
                                     const reduction &what,
                                     detail::operand &items) {
  ReductionState &reductions = enterReduction(state, where);
  PreparedReduction(where, what, state, items, false, Meeting::BareMessages)
      .agree();
  reductions.provideBoard();
  return reductions;
}

/// Where messages would combine in another order, the first call is on the
/// board, too. A few numbers wait for it.
static bool wantsBoard(const directive &where, const reduction &what,
                       CommunicatorState &state,
                       const PreparedReduction &prepared) {
  const bool areFew = prepared.way() == ReductionMethod::Direct &&
                      prepared.call().isBuiltin() &&
                      prepared.call().bytes <= directBytes;
  return !ReductionState::of(state).hasTriedBoard() && state.size() > 1 &&
         ((!areFew && isWayFree(where, what, state.size())) ||
          state.calls().begun() > callsBeforeBoard);
}

static OnNode tryOnNode(const directive &where, const reduction &what,
                        CommunicatorState &state, detail::operand &items) {
  ReductionState &reductions = ReductionState::of(state);
  if (reductions.takeRefusal())
    return OnNode::Refused;
  if (!reductions.board())
    return OnNode::NotMeant;
  try {
    return reduceOnNode(state, reductions, where, what, items, false);
  } catch (...) {
    throwAtPosition(where);
  }
}

/// Once the ranks have met on the board in vain, `wasRefused`, or where there
/// is none.
static Work reduceTheLongWay(const directive &where, const reduction &what,
                             CommunicatorState &state, detail::operand &items,
                             bool wasRefused, Recorder *recorder) {
  PreparedReduction call(where, what, state, items, false,
                         wasRefused ? Meeting::Messages : Meeting::Board);
  call.agree();
  if (wantsBoard(where, what, state, call)) {
    ReductionState::of(state).provideBoard();
    if (call.way() != ReductionMethod::Direct && // which is done
        tryOnNode(where, what, state, items) == OnNode::Done)
      return emptyWork();
  }
  ReductionState &reductions = ReductionState::of(state);
  if (call.way() == ReductionMethod::Stripes && !reductions.stripeExchange()) {
    reductions.provideStripeExchange();
    return reduceTheLongWay(where, what, state, items, false, recorder);
  }
  try {
    return execute(state, where, call, items, recorder);
  } catch (...) {
    throwAtPosition(where);
  }
}

static Work reduceBest(const directive &where, const reduction &what,
                       CommunicatorState &state, detail::operand &items,
                       Recorder *recorder) {
  const OnNode onNode = tryOnNode(where, what, state, items);
  if (onNode == OnNode::Done)
    return emptyWork();
  return reduceTheLongWay(where, what, state, items, onNode == OnNode::Refused,
                          recorder);
}

static void reduce(const directive &where, const reduction &what, MPI_Comm comm,
                   detail::operand &items) {
  const Region region("reduce", where.file, where.line, nullptr);
  CommunicatorState &state = enter(where, comm);
  Report *const report = state.report();
  const bool isTimed = report && report->hasStatistics();
  const double begin = isTimed ? MPI_Wtime() : 0;
  DirectiveSpan span(report, CallKind::Reduction, where.file, where.line);
  const Work work = reduceBest(where, what, state, items, span.recorder());
  try {
    span.finish();
    if (isTimed)
      report->collect(work, MPI_Wtime() - begin);
    else if (report)
      report->recorder().keep();
  } catch (...) {
    throwAtPosition(where);
  }
}

static Operation *start(const directive &where, const reduction &what,
                        MPI_Comm comm, std::unique_ptr<detail::operand> items) {
  const Region region("reduce", where.file, where.line, nullptr);
  CommunicatorState &state = enter(where, comm);
  PreparedReduction call(where, what, state, *items, true, Meeting::Board);
  std::unique_ptr<ReductionOperation> operation;
  call.attempt([&] {
    operation = ReductionState::of(state).takeOperation(state);
    operation->memory.clear();
    if (call.call().takesPart())
      items->append_memory(operation->memory);
  });
  const auto giveBack = [&] {
    ReductionOperation &own = *operation;
    own.giveBack(std::move(operation));
  };
  try {
    call.agree();
  } catch (...) {
    if (operation)
      giveBack();
    throw;
  }
  try {
    operation->call = call.call();
    state.name(*operation, CallKind::Reduction, where);
    operation->index = state.nextOperation();
    operation->items = std::move(items);
    if (call.way() != ReductionMethod::Tree) {
      operation->byMpi = call.takeMpi();
      operation->byMpi->start(true);
    } else {
      operation->kept = call.findPlan();
      operation->plan = operation->kept->plan;
      operation->combiner =
          &ReductionState::of(state).combinerFor(*operation->kept, call.call());
    }
    Progress::ofProcess().start(*operation,
                                CommunicatorState::tagOf(operation->index),
                                state.report() != nullptr);
  } catch (...) {
    giveBack();
    throwAtPosition(where);
  }
  return operation.release();
}

/// A reduction whose items this rank cannot even hold: the others hear of it.
/// Within a handler. Never returns.
static void refuse(const directive &where, MPI_Comm comm) {
  const std::string problem =
      "the items or the operator cannot be copied: " + messageOfException();
  CommunicatorState &state = enter(where, comm);
  const ReductionVerdict verdict{{}, {}, problem};
  if (NodeBoard *const board = ReductionState::of(state).board())
    agreeOnBoard(*board, verdict, where);
  CarriedValue none;
  runtime::agree(state.communicator(), verdict, where, none,
                 ReductionState::of(state).isCrowded());
}

} // namespace redist::runtime

namespace redist::detail {

static constexpr const char noun[] = "reduction";

void reduce_operand(const directive &where, const reduction &what,
                    MPI_Comm comm, operand &items) {
  runtime::guarded(where, noun,
                   [&] { runtime::reduce(where, what, comm, items); });
}

request start_operand(const directive &where, const reduction &what,
                      MPI_Comm comm, std::unique_ptr<operand> items) {
  return request(runtime::guarded(where, noun, [&] {
    return runtime::start(where, what, comm, std::move(items));
  }));
}

void refuse_reduction(const directive &where, MPI_Comm comm) {
  runtime::guarded(where, noun, [&] { runtime::refuse(where, comm); });
  std::abort(); // the ranks have thrown
}

} // namespace redist::detail
