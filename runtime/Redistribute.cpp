//===- Redistribute.cpp - The calls behind `#pragma redistribute` ---------===//
//
// Prepares a call (PreparedCall.h) and runs it, at once or until it is waited
// for.
//
//===----------------------------------------------------------------------===//
#define REDIST_RUNTIME_BUILD
#include "redist/redist.h"

#include "PreparedCall.h"

#include <exception>
#include <utility>

namespace redist::runtime {

/// Others that are under way go on meanwhile.
static void execute(Executor &executor, const Movement &movement,
                    Recorder *recorder) {
  Progress &progress = Progress::ofProcess();
  if (progress.isIdle()) {
    executor.run(movement.sources().data(), movement.targets().data(),
                 recorder);
    return;
  }
  executor.start(movement.sources().data(), movement.targets().data(),
                 recorder);
  for (int turn = 0; !executor.advance(); ++turn) {
    progress.advance();
    pauseAfter(turn);
  }
}

static void redistribute(const directive &where, const redistribution &what,
                         MPI_Comm comm, std::span<const object_entry> entries,
                         bool isTrusted) {
  PreparedCall call(where, what, comm, entries, false);
  if (isTrusted)
    call.trustParameters();
  CommunicatorState &state = call.state();
  Movement &movement = state.scratch().movement;
  call.agree(movement);
  state.provideRings(call.plan());
  Report *const report = state.report();
  const double begin = report ? MPI_Wtime() : 0;
  try {
    movement.begin();
    execute(call.plan().executor(), movement,
            report ? &report->recorder() : nullptr);
  } catch (const error &e) {
    movement.cancel();
    throw error(positionOf(where) + e.what());
  }
  movement.finish();
  if (report)
    report->collect(call.plan().plan(), MPI_Wtime() - begin);
}

static Operation *start(const directive &where, const redistribution &what,
                        MPI_Comm comm, std::span<const object_entry> entries) {
  PreparedCall call(where, what, comm, entries, true);
  CommunicatorState &state = call.state();
  std::unique_ptr<Operation> operation = state.takeOperation();
  const auto giveBack = [&] {
    operation->movement.cancel();
    state.giveOperation(std::move(operation));
  };
  try {
    call.agree(operation->movement);
  } catch (...) {
    giveBack();
    throw;
  }
  operation->file = where.file;
  operation->line = where.line;
  operation->plan = call.sharedPlan();
  operation->index = state.nextOperation();
  try {
    operation->execution = operation->plan->takeExecution();
    operation->movement.begin();
    Progress::ofProcess().start(*operation,
                                CommunicatorState::tagOf(operation->index),
                                state.report() != nullptr);
  } catch (const std::exception &e) {
    giveBack();
    throw error(positionOf(where) + e.what());
  }
  return operation.release();
}

/// Waits, and hands the operation back for another one.
static void complete(Operation &pending) {
  CommunicatorState &state = pending.state;
  Progress &progress = Progress::ofProcess();
  progress.waitFor(pending);
  progress.remove(pending);
  std::unique_ptr<Operation> operation(&pending);
  const std::string failure =
      pending.failure.empty() ? "" : pending.position() + pending.failure;
  if (failure.empty())
    pending.movement.finish();
  else
    pending.movement.cancel();
  if (Report *const report = state.report(); report && failure.empty())
    report->collectLater(pending.plan->plan(), pending.recorder,
                         pending.end - pending.begin, pending.index);
  pending.plan->giveExecution(std::move(pending.execution));
  state.giveOperation(std::move(operation));
  if (!failure.empty())
    throw error(failure);
}

} // namespace redist::runtime

namespace redist {

namespace detail {

void redistribute_entries(const directive &where, const redistribution &what,
                          MPI_Comm comm, object_entry *entries,
                          std::size_t count) {
  runtime::redistribute(where, what, comm, {entries, count}, false);
}

void redistribute_agreed(const directive &where, const redistribution &what,
                         MPI_Comm comm, object_entry *entries,
                         std::size_t count) {
  runtime::redistribute(where, what, comm, {entries, count}, true);
}

request start_entries(const directive &where, const redistribution &what,
                      MPI_Comm comm, object_entry *entries, std::size_t count) {
  return request(runtime::start(where, what, comm, {entries, count}));
}

} // namespace detail

request::request(runtime::Operation *started) noexcept
    : operation(started), file(started ? started->file : nullptr),
      line(started ? started->line : 0),
      exceptions(std::uncaught_exceptions()) {}

request::request(request &&other) noexcept
    : operation(std::exchange(other.operation, nullptr)), file(other.file),
      line(other.line), exceptions(other.exceptions) {}

request &request::operator=(request &&other) noexcept {
  if (this == &other)
    return *this;
  abandon();
  operation = std::exchange(other.operation, nullptr);
  file = other.file;
  line = other.line;
  exceptions = other.exceptions;
  return *this;
}

request::~request() { abandon(); }

/// Where an exception unwinds the stack, storage is about to go: the messages
/// must not be under way any more. Else nobody can wait any more, which is a
/// mistake in the program.
void request::abandon() noexcept {
  if (!operation)
    return;
  int isFinalized = 0;
  MPI_Finalized(&isFinalized);
  if (std::uncaught_exceptions() <= exceptions || isFinalized)
    runtime::abortForgotten(file, line);
  try {
    runtime::complete(*std::exchange(operation, nullptr));
  } catch (const std::exception &) {
    // The exception that is under way says more.
  }
}

void wait(request &pending) {
  if (pending.operation) {
    runtime::complete(*std::exchange(pending.operation, nullptr));
    return;
  }
  if (!pending.file)
    throw error("redist::wait: the request has never been started");
  throw error(std::string(pending.file) + ":" + std::to_string(pending.line) +
              ": error: this redistribution has been waited for already");
}

} // namespace redist
