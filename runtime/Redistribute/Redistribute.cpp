//===- Redistribute.cpp - The calls behind `#pragma redistribute` ---------===//
//
// Prepares a call (CallSetup.h) and runs it, at once or until it is waited
// for.
//
//===----------------------------------------------------------------------===//
#define REDIST_RUNTIME_BUILD
#include "redist/redist.h"

#include "redist/Accumulate.h"

#include "Redistribute/CallSetup.h"
#include "Redistribute/RedistributionReport.h"
#include "Support/Backoff.h"
#include "Support/Guard.h"
#include "Trace/Region.h"

#include <optional>
#include <utility>

namespace redist::runtime {

/// What was started. Others that are under way go on meanwhile.
static void finish(Executor &executor, MPI_Comm communicator) {
  Progress &progress = Progress::ofProcess();
  if (progress.isIdle())
    return executor.finish();
  Patience patience(communicator);
  for (int turn = 0; !executor.advance();) {
    patience.look();
    if (progress.advance())
      usualBackoff.pause(turn++);
  }
}

static void execute(Executor &executor, std::span<const void *const> sources,
                    std::span<void *const> targets, const Combiners &combiners,
                    MPI_Comm communicator, Recorder *recorder) {
  executor.start(sources.data(), targets.data(), recorder, combiners);
  finish(executor, communicator);
}

/// By way of stripes.
static void executeStriped(ReadyPlan &plan, const CallBuffers &buffers,
                           MPI_Comm communicator, Recorder *recorder) {
  const StripeStorage &stripes = plan.stripeStorage();
  const Combiners all = buffers.combiners();
  execute(plan.combining().executor(), buffers.sources(), stripes.targets(),
          {{}, all.parts}, communicator, recorder);
  execute(plan.spreading().executor(), stripes.sources(), buffers.targets(),
          {all.target, {}}, communicator, recorder);
}

/// An execution in which the ranks of a node copy from each other's sources, or
/// to each other's targets, if they see them.
class SharedExecution {
public:
  SharedExecution(SharedWindow *usedWindow, const ReadyPlan &plan,
                  const CallBuffers &buffers) {
    if (!usedWindow || !plan.maySeeStorage())
      return;
    SharedWindow::Access own =
        plan.accessTo(*usedWindow, buffers.sources(), buffers.targets());
    // Else private sources go by rings, which make lines of short runs.
    own.write = own.write && plan.prefersWriting(*usedWindow);
    const SharedWindow::Access all =
        usedWindow->enter(buffers.sources(), buffers.targets(), own);
    if (!all.read && !all.write)
      return;
    window = usedWindow;
    access = all.write ? SharedAccess::Push : SharedAccess::Pull;
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
  SharedWindow *window = nullptr; ///< null: not shared
  SharedAccess access = SharedAccess::Pull;
};

/// Of a call that is started: the operation gets the buffers of the call.
static Operation *launch(CallSetup &call, const directive &where,
                         std::shared_ptr<const void> operators = nullptr) {
  CommunicatorState &state = call.state();
  std::unique_ptr<RedistributionOperation> operation = call.takeOperation();
  std::swap(operation->buffers, call.redistributions().scratch().buffers);
  state.name(*operation, CallKind::CallBuffers, where);
  operation->plan = call.sharedPlan();
  operation->operators = std::move(operators);
  operation->index = state.nextOperation();
  operation->execution = call.takeExecution();
  operation->buffers.begin();
  Progress::ofProcess().start(*operation,
                              CommunicatorState::tagOf(operation->index),
                              state.report() != nullptr);
  return operation.release();
}

/// Moves what the ranks have agreed on. `shared`: how they see each other's
/// storage.
static void executeAgreed(CallSetup &call, const SharedExecution &shared,
                          const CallBuffers &buffers, bool isTrusted,
                          Recorder *recorder) {
  ReadyPlan &plan = call.plan();
  const MPI_Comm communicator = call.state().communicator();
  if (call.begun() == CallSetup::Begun::Early) {
    plan.executor().resume();
    return finish(plan.executor(), communicator);
  }
  if (plan.hasStripes())
    return executeStriped(plan, buffers, communicator, recorder);
  const bool learns = plan.trials() && !isTrusted && !call.isBetweenGroups();
  const double started = learns ? MPI_Wtime() : 0;
  execute(shared.executorOf(plan), buffers.sources(), buffers.targets(),
          buffers.combiners(), communicator, recorder);
  if (learns)
    call.redistributions().learn(call.sharedPlan(), MPI_Wtime() - started);
}

/// What is to be waited for; null: it is done.
static Operation *redistribute(const directive &where,
                               const redistribution &what, MPI_Comm comm,
                               std::span<object_entry> entries,
                               bool isTrusted) {
  Region region("redistribute", where.file, where.line, "redistribution");
  CallSetup call(where, what, comm, entries, false);
  if (isTrusted)
    call.assumeAgreed();
  CommunicatorState &state = call.state();
  Report *const report = state.report();
  DirectiveSpan span(report, CallKind::CallBuffers, where.file, where.line);
  Recorder *recorder = report ? span.recorder() : nullptr;
  CallBuffers &buffers = call.redistributions().scratch().buffers;
  call.agree(buffers, recorder);
  if (call.isStarted()) // by the other group
    return launch(call, where);
  ReadyPlan &plan = call.plan();
  if (call.begun() == CallSetup::Begun::Posted) {
    buffers.begin();
    plan.runOutOfPosts(*state.posts(), buffers);
    buffers.finish();
    span.finish();
    return nullptr;
  }
  call.redistributions().provideRings(plan, where);
  const bool isTimed = report && report->hasStatistics();
  const double begin = call.begun() == CallSetup::Begun::Early
                           ? call.beginning()
                           : (isTimed ? MPI_Wtime() : 0);
  std::optional<CountingRecorder> counting;
  if (WatchedCall *const watched = report ? nullptr : region.watched()) {
    const Work work = workOf(plan, nullptr);
    watched->total = work.bytes + work.localBytes;
    recorder = &counting.emplace(*watched);
  }
  buffers.begin();
  SharedExecution shared(state.window(), plan, buffers);
  const bool isSeen = shared.isUsed();
  executeAgreed(call, shared, buffers, isTrusted, recorder);
  shared.finish(plan);
  buffers.finish();
  span.finish();
  if (isTimed)
    report->collect(workOf(plan, isSeen, report->recorder()),
                    MPI_Wtime() - begin);
  else if (report)
    report->recorder().keep();
  return nullptr;
}

static Operation *start(const directive &where, const redistribution &what,
                        MPI_Comm comm, std::span<object_entry> entries,
                        std::shared_ptr<const void> operators) {
  const Region region("redistribute", where.file, where.line, nullptr);
  CallSetup call(where, what, comm, entries, true);
  call.agree(call.redistributions().scratch().buffers, nullptr);
  return launch(call, where, std::move(operators));
}

} // namespace redist::runtime

namespace redist {

namespace detail {

static constexpr const char noun[] = "redistribution";

void redistribute_entries(const directive &where, const redistribution &what,
                          MPI_Comm comm, object_entry *entries,
                          std::size_t count) {
  runtime::Operation *const started = runtime::guarded(where, noun, [&] {
    return runtime::redistribute(where, what, comm, {entries, count}, false);
  });
  if (!started)
    return;
  request pending(started);
  wait(pending);
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
  return start_accumulating(where, what, comm, entries, count, nullptr);
}

request start_accumulating(const directive &where, const redistribution &what,
                           MPI_Comm comm, object_entry *entries,
                           std::size_t count,
                           std::shared_ptr<const void> kept) {
  return request(runtime::guarded(where, noun, [&] {
    return runtime::start(where, what, comm, {entries, count}, std::move(kept));
  }));
}

void operator_failed() {
  throw runtime::LoneError(runtime::messageOfException());
}

} // namespace detail

} // namespace redist
