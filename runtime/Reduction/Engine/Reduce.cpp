//===- Reduce.cpp - The calls behind `#pragma reduce` ---------------------===//
//
// Checks a call, lets the ranks agree on it, and runs it, at once or until it
// is waited for:
//
//   check()      clauses                                  CheckedReduction.h
//   agree()      on clauses and items                   ReductionAgreement.h
//   chooseWay()  a few bytes: reduced while the ranks agree      MpiChoice.h
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
#include "Reduction/Engine/ReductionOperation.h"
#include "Reduction/Mpi/MpiChoice.h"
#include "Support/Backoff.h"
#include "Support/ExceptionMessage.h"
#include "Support/Guard.h"
#include "Trace/Region.h"

#include "redist/Error.h"

#include <cstdlib>

namespace redist::runtime {

/// A call on its way: what this rank finds out, and then what all agree on.
class PreparedReduction {
public:
  /// Collective, as are the following. Throws redist::error only where ranks
  /// cannot talk at all (no MPI, no communicator).
  PreparedReduction(const directive &given, const reduction &what,
                    MPI_Comm comm, detail::operand &items, bool isStarted);
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
  /// The plan, where this is how the call goes.
  std::shared_ptr<KeptReduction> findPlan();

  CommunicatorState &state() { return *communicatorState; }
  const CheckedReduction &call() const { return checked; }
  ReductionMethod way() const { return chosenWay; }
  bool hasResult() const {
    return checked.takesPart() &&
           (checked.root < 0 || checked.root == checked.rank);
  }
  /// On some rank something is under way that must not stand still.
  bool isAnyBusy() const { return agreed.isAnyBusy; }

private:
  void collectWords(const reduction &what, bool isStarted);
  void makeReady();

  const directive &where;
  detail::operand &items;
  CommunicatorState *communicatorState = nullptr;
  CheckedReduction checked;
  ReductionMethod chosenWay = ReductionMethod::Tree;
  std::unique_ptr<MpiReduction> byMpi;
  CarriedValue carried;
  AgreedReduction agreed;
  std::string problem;
};

/// Collective. Throws redist::error on every rank where ranks are at different
/// kinds of calls and what reductions keep is not made yet.
static void enterReduction(CommunicatorState &state, const directive &where) {
  state.verifyKind(reductionKind, where);
  if (!state.kept().find<ReductionState>())
    state.meetAt(reductionKind, where);
  try {
    ReductionState::of(state);
  } catch (const error &) {
    throwAtPosition(where);
  }
}

PreparedReduction::PreparedReduction(const directive &given,
                                     const reduction &what, MPI_Comm comm,
                                     detail::operand &operand, bool isStarted)
    : where(given), items(operand) {
  try {
    communicatorState = &CommunicatorState::of(comm);
  } catch (const error &) {
    throwAtPosition(where);
  }
  enterReduction(*communicatorState, where);
  Progress::ofProcess().advance();
  attempt([&] { collectWords(what, isStarted); });
  if (!problem.empty())
    ReductionState::of(*communicatorState).clauses().clear();
  attempt([&] { makeReady(); });
}

void PreparedReduction::collectWords(const reduction &what, bool isStarted) {
  ReductionState &reductions = ReductionState::of(*communicatorState);
  auto &clauses = reductions.clauses();
  auto &shape = reductions.shape();
  clauses.clear();
  shape.clear();
  checked = check(where, what, items, communicatorState->rank(),
                  communicatorState->size());
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
  chosenWay = chooseWay(checked, items);
  if (chosenWay == ReductionMethod::MpiBuiltin)
    byMpi = builtinByMpi(communicatorState->communicator(), checked, items);
  if (chosenWay != ReductionMethod::Direct)
    return;
  carried = {&items, &ReductionState::of(*communicatorState).packed()};
  items.begin();
  items.pack(*carried.buffer);
}

void PreparedReduction::agree() {
  ReductionState &reductions = ReductionState::of(*communicatorState);
  agreed = runtime::agree(communicatorState->communicator(),
                          {reductions.clauses(), reductions.shape(), problem},
                          where, carried);
  checked.bytes = agreed.bytes;
}

std::unique_ptr<MpiReduction> PreparedReduction::takeMpi() {
  if (chosenWay == ReductionMethod::MpiNamed)
    return namedByMpi(communicatorState->communicator(), checked, items);
  return std::move(byMpi);
}

std::shared_ptr<KeptReduction> PreparedReduction::findPlan() {
  auto kept =
      ReductionState::of(*communicatorState).find(checked, agreed, where);
  if (communicatorState->comparesPlans())
    requireSame(communicatorState->communicator(), kept->plan->hash(),
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

static Work executeTree(PreparedReduction &call, detail::operand &items,
                        Recorder *recorder) {
  CommunicatorState &state = call.state();
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

/// `recorder`: or null.
static Work execute(PreparedReduction &call, detail::operand &items,
                    Recorder *recorder) {
  Work work;
  work.kind = CallKind::Reduction;
  if (call.way() == ReductionMethod::Tree)
    return executeTree(call, items, recorder);
  if (const auto byMpi = call.takeMpi()) {
    byMpi->start(call.isAnyBusy());
    byMpi->wait();
    byMpi->finish();
  } else if (call.hasResult()) {
    items.commit();
  }
  return work;
}

static void reduce(const directive &where, const reduction &what, MPI_Comm comm,
                   detail::operand &items) {
  const Region region("reduce", where.file, where.line, nullptr);
  PreparedReduction call(where, what, comm, items, false);
  Report *const report = call.state().report();
  const bool isTimed = report && report->hasStatistics();
  const double begin = isTimed ? MPI_Wtime() : 0;
  DirectiveSpan span(report, CallKind::Reduction, where.file, where.line);
  call.agree();
  try {
    const Work work = execute(call, items, span.recorder());
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
  PreparedReduction call(where, what, comm, *items, true);
  CommunicatorState &state = call.state();
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
  CommunicatorState &state = CommunicatorState::of(comm);
  enterReduction(state, where);
  runtime::agree(state.communicator(), {{}, {}, problem}, where, {});
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
