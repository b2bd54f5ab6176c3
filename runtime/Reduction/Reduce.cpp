//===- Reduce.cpp - The calls behind `#pragma reduce` ---------------------===//
//
// Checks a call, lets the ranks agree on it, and runs it, at once or until it
// is waited for.
//
//===----------------------------------------------------------------------===//
#include "Agreement.h"
#include "CommunicatorState.h"
#include "Reduction/ReductionOperation.h"

#include "redist/Error.h"

namespace redist::runtime {

/// A call on its way: what this rank finds out, and then what all agree on.
class PreparedReduction {
public:
  /// Collective, as are the following. Throws redist::error only where ranks
  /// cannot talk at all (no MPI, no communicator).
  PreparedReduction(const directive &given, const reduction &what,
                    MPI_Comm comm, const detail::operand &items,
                    bool isStarted);
  /// Throws the same redist::error on every rank if any has a problem.
  void agree();
  /// The plan, once it is known that MPI does not carry the call out.
  std::shared_ptr<KeptReduction> findPlan();

  CommunicatorState &state() { return *communicatorState; }
  const CheckedReduction &call() const { return checked; }

private:
  void collectWords(const reduction &what, const detail::operand &items,
                    bool isStarted);

  const directive &where;
  CommunicatorState *communicatorState = nullptr;
  CheckedReduction checked;
  AgreedReduction agreed;
  std::string problem;
};

PreparedReduction::PreparedReduction(const directive &given,
                                     const reduction &what, MPI_Comm comm,
                                     const detail::operand &items,
                                     bool isStarted)
    : where(given) {
  try {
    communicatorState = &CommunicatorState::of(comm);
    communicatorState->reductions();
  } catch (const error &e) {
    throw error(positionOf(where) + e.what());
  }
  Progress::ofProcess().advance();
  try {
    collectWords(what, items, isStarted);
  } catch (const std::exception &e) {
    communicatorState->reductions().clauses().clear();
    problem = e.what();
    if (problem.empty())
      problem = "unknown problem";
  }
}

void PreparedReduction::collectWords(const reduction &what,
                                     const detail::operand &items,
                                     bool isStarted) {
  ReductionState &reductions = communicatorState->reductions();
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

void PreparedReduction::agree() {
  ReductionState &reductions = communicatorState->reductions();
  agreed = runtime::agree(communicatorState->communicator(),
                          {reductions.clauses(), reductions.shape(), problem},
                          where);
  checked.bytes = agreed.bytes;
}

std::shared_ptr<KeptReduction> PreparedReduction::findPlan() {
  auto kept = communicatorState->reductions().find(checked, agreed, where);
  if (communicatorState->comparesPlans())
    agreeOnPlans(communicatorState->communicator(), kept->plan->hash());
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
    for (int turn = 0; !machine.advance(); ++turn) {
      progress.advance();
      pauseAfter(turn);
    }
  } catch (...) {
    machine.abandon();
    throw;
  }
}

static Work executeTree(PreparedReduction &call, detail::operand &items) {
  CommunicatorState &state = call.state();
  ReductionState &reductions = state.reductions();
  const std::shared_ptr<KeptReduction> kept = call.findPlan();
  const std::shared_ptr<const ReductionPlan> plan = kept->plan;
  Machine &machine = reductions.machine();
  Report *const report = state.report();
  const double begin = MPI_Wtime();
  machine.start(plan->actions(), state.rank(), items,
                reductions.combinerFor(*kept, call.call()),
                report ? &report->recorder() : nullptr);
  execute(machine);
  ReductionState::learn(*kept, machine, MPI_Wtime() - begin);
  conclude(machine, *plan, items);
  return workOf(machine, *plan);
}

static void reduce(const directive &where, const reduction &what, MPI_Comm comm,
                   detail::operand &items) {
  PreparedReduction call(where, what, comm, items, false);
  call.agree();
  Report *const report = call.state().report();
  const double begin = report ? MPI_Wtime() : 0;
  Work work;
  work.isReduction = true;
  try {
    if (takesMpi(call.call(), items))
      reduceByMpi(call.state().communicator(), call.call(), items);
    else
      work = executeTree(call, items);
  } catch (...) {
    throwAtPosition(where);
  }
  if (report)
    report->collect(work, MPI_Wtime() - begin);
}

static Operation *start(const directive &where, const reduction &what,
                        MPI_Comm comm, std::unique_ptr<detail::operand> items) {
  PreparedReduction call(where, what, comm, *items, true);
  call.agree();
  CommunicatorState &state = call.state();
  ReductionState &reductions = state.reductions();
  std::unique_ptr<ReductionOperation> operation;
  try {
    operation = state.takeReduction();
    operation->call = call.call();
    operation->file = where.file;
    operation->line = where.line;
    operation->index = state.nextOperation();
    operation->items = std::move(items);
    if (takesMpi(call.call(), *operation->items)) {
      operation->byMpi =
          startByMpi(state.communicator(), call.call(), *operation->items);
    } else {
      operation->kept = call.findPlan();
      operation->plan = operation->kept->plan;
      operation->combiner =
          &reductions.combinerFor(*operation->kept, call.call());
    }
    Progress::ofProcess().start(*operation,
                                CommunicatorState::tagOf(operation->index),
                                state.report() != nullptr);
  } catch (...) {
    if (operation) {
      ReductionOperation &own = *operation;
      own.giveBack(std::move(operation));
    }
    throwAtPosition(where);
  }
  return operation.release();
}

} // namespace redist::runtime

namespace redist::detail {

void reduce_operand(const directive &where, const reduction &what,
                    MPI_Comm comm, operand &items) {
  runtime::reduce(where, what, comm, items);
}

request start_operand(const directive &where, const reduction &what,
                      MPI_Comm comm, std::unique_ptr<operand> items) {
  return request(runtime::start(where, what, comm, std::move(items)));
}

} // namespace redist::detail
