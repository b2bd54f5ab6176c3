//===- Redistribute.cpp - The calls behind `#pragma redistribute` ---------===//
//
// Prepares a call (PreparedCall.h) and runs it, at once or until it is waited
// for.
//
//===----------------------------------------------------------------------===//
#define REDIST_RUNTIME_BUILD
#include "redist/redist.h"

#include "Redistribute/MovementReport.h"
#include "Redistribute/PreparedCall.h"
#include "Support/Guard.h"
#include "Trace/Region.h"

#include <optional>
#include <utility>

namespace redist::runtime {

/// Others that are under way go on meanwhile.
static void execute(Executor &executor, const Movement &movement,
                    MPI_Comm communicator, Recorder *recorder) {
  Progress &progress = Progress::ofProcess();
  if (progress.isIdle()) {
    executor.run(movement.sources().data(), movement.targets().data(),
                 recorder);
    return;
  }
  executor.start(movement.sources().data(), movement.targets().data(),
                 recorder);
  Patience patience(communicator);
  for (int turn = 0; !executor.advance();) {
    patience.look();
    if (progress.advance())
      pauseAfter(turn++);
  }
}

/// An execution in which the ranks of a node copy from each other's sources, or
/// to each other's targets, if they see them.
class SharedExecution {
public:
  SharedExecution(NodeWindow *usedWindow, const ReadyPlan &plan,
                  const Movement &movement) {
    if (!usedWindow || !plan.maySeeStorage())
      return;
    NodeWindow::Access own =
        plan.accessTo(*usedWindow, movement.sources(), movement.targets());
    // Else private sources go by rings, which make lines of short runs.
    own.write = own.write && plan.prefersWriting(*usedWindow);
    const NodeWindow::Access all =
        usedWindow->enter(movement.sources(), movement.targets(), own);
    if (!all.read && !all.write)
      return;
    window = usedWindow;
    access = all.write ? NeighbourAccess::Writing : NeighbourAccess::Reading;
  }
  SharedExecution(const SharedExecution &) = delete;
  SharedExecution &operator=(const SharedExecution &) = delete;

  bool isUsed() const { return window != nullptr; }
  Executor &executorOf(ReadyPlan &plan) const {
    return window ? plan.copyingExecutor(*window, access) : plan.executor();
  }
  void finish(const ReadyPlan &plan) {
    if (window)
      std::exchange(window, nullptr)->leave(plan.copiers(access));
  }

private:
  NodeWindow *window = nullptr; ///< null: not shared
  NeighbourAccess access = NeighbourAccess::Reading;
};

static void redistribute(const directive &where, const redistribution &what,
                         MPI_Comm comm, std::span<const object_entry> entries,
                         bool isTrusted) {
  Region region("redistribute", where.file, where.line, "redistribution");
  PreparedCall call(where, what, comm, entries, false);
  if (isTrusted)
    call.trustParameters();
  CommunicatorState &state = call.state();
  Report *const report = state.report();
  DirectiveSpan span(report, CallKind::Movement, where.file, where.line);
  Movement &movement = call.redistributions().scratch().movement;
  call.agree(movement);
  call.redistributions().provideRings(call.plan(), where);
  const bool isTimed = report && report->hasStatistics();
  const double begin = isTimed ? MPI_Wtime() : 0;
  std::optional<CountingRecorder> counting;
  if (WatchedCall *const watched = report ? nullptr : region.watched()) {
    const Work work = workOf(call.plan().plan());
    watched->total = work.bytes + work.localBytes;
    counting.emplace(*watched);
  }
  Recorder *const uncollected = counting ? &*counting : nullptr;
  movement.begin();
  SharedExecution shared(state.window(), call.plan(), movement);
  const bool isSeen = shared.isUsed();
  execute(shared.executorOf(call.plan()), movement, state.communicator(),
          report ? span.recorder() : uncollected);
  shared.finish(call.plan());
  movement.finish();
  span.finish();
  if (isTimed)
    report->collect(workOf(call.plan(), isSeen), MPI_Wtime() - begin);
  else if (report)
    report->recorder().keep();
}

static Operation *start(const directive &where, const redistribution &what,
                        MPI_Comm comm, std::span<const object_entry> entries) {
  const Region region("redistribute", where.file, where.line, nullptr);
  PreparedCall call(where, what, comm, entries, true);
  CommunicatorState &state = call.state();
  std::unique_ptr<MovementOperation> operation;
  RedistributionState &kept = call.redistributions();
  call.attempt([&] { operation = kept.takeOperation(); });
  try {
    call.agree(operation ? operation->movement : kept.scratch().movement);
  } catch (...) {
    if (operation)
      kept.giveOperation(std::move(operation));
    throw;
  }
  state.name(*operation, CallKind::Movement, where);
  operation->plan = call.sharedPlan();
  operation->index = state.nextOperation();
  operation->execution = call.takeExecution();
  operation->movement.begin();
  Progress::ofProcess().start(*operation,
                              CommunicatorState::tagOf(operation->index),
                              state.report() != nullptr);
  return operation.release();
}

} // namespace redist::runtime

namespace redist {

namespace detail {

static constexpr const char noun[] = "redistribution";

void redistribute_entries(const directive &where, const redistribution &what,
                          MPI_Comm comm, object_entry *entries,
                          std::size_t count) {
  runtime::guarded(where, noun, [&] {
    runtime::redistribute(where, what, comm, {entries, count}, false);
  });
}

void redistribute_agreed(const directive &where, const redistribution &what,
                         MPI_Comm comm, object_entry *entries,
                         std::size_t count) {
  runtime::guarded(where, noun, [&] {
    runtime::redistribute(where, what, comm, {entries, count}, true);
  });
}

request start_entries(const directive &where, const redistribution &what,
                      MPI_Comm comm, object_entry *entries, std::size_t count) {
  return request(runtime::guarded(where, noun, [&] {
    return runtime::start(where, what, comm, {entries, count});
  }));
}

} // namespace detail

} // namespace redist
