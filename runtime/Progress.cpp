//===- Progress.cpp - What is under way -----------------------------------===//
#include "Progress.h"

#include "Guard.h"
#include "Immortal.h"
#include "MpiCalls.h"

#include <sched.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>

namespace redist::runtime {

void Operation::advance() noexcept {
  if (isDone)
    return;
  try {
    isDone = goOn();
  } catch (...) {
    abortAlone(place(), noun());
  }
  if (isDone)
    end = Recorder::Clock::now();
}

Progress &Progress::ofProcess() {
  static Immortal<Progress> progress;
  return progress.get();
}

Progress::~Progress() { stopThread(); }

void Progress::start(Operation &operation, int tag, bool recorded) {
  const std::lock_guard lock(mutex);
  operations.push_back(&operation);
  operationCount = operations.size();
  operation.isDone = false;
  operation.begin = Recorder::Clock::now();
  try {
    operation.launch(tag, recorded ? &operation.recorder : nullptr);
  } catch (...) { // the thread may be at work on it
    abortAlone(operation.place(), operation.noun());
  }
  operation.advance();
  startThread();
  wake.notify_one();
}

void Progress::advanceLocked() {
  for (Operation *const operation : operations)
    operation->advance();
}

void Progress::advance() {
  const std::lock_guard lock(mutex);
  advanceLocked();
}

bool Progress::isIdle() {
  if (operationCount == 0)
    return true;
  const std::lock_guard lock(mutex);
  return std::all_of(operations.begin(), operations.end(),
                     [](const Operation *one) { return one->isDone; });
}

void pauseAfter(int turn) {
  constexpr int atOnce = 16;
  constexpr int yields = 400;
  constexpr int longestSleep = 200; // microseconds
  if (turn < atOnce)
    return;
  if (turn < yields)
    sched_yield();
  else
    std::this_thread::sleep_for(
        std::chrono::microseconds(std::min(longestSleep, turn - yields + 1)));
}

void Progress::waitFor(Operation &operation) {
  for (int turn = 0;; ++turn) {
    {
      const std::lock_guard lock(mutex);
      advanceLocked();
      if (operation.isDone)
        return;
    }
    pauseAfter(turn);
  }
}

void Progress::waitFor(MPI_Request &request, MPI_Status *status) {
  if (isIdle()) {
    checkMpi(MPI_Wait(&request, status), "MPI_Wait");
    return;
  }
  for (int turn = 0;; ++turn) {
    int isComplete = 0;
    checkMpi(MPI_Test(&request, &isComplete, status), "MPI_Test");
    if (isComplete)
      return;
    advance();
    pauseAfter(turn);
  }
}

const Operation *Progress::findPending(const CommunicatorState *state) {
  const std::lock_guard lock(mutex);
  const auto found = std::find_if(
      operations.begin(), operations.end(),
      [&](const Operation *one) { return !state || &one->state == state; });
  return found == operations.end() ? nullptr : *found;
}

const Operation *
Progress::findUser(std::span<const detail::object_entry> entries,
                   std::int64_t sourceElements, std::int64_t targetElements) {
  const std::lock_guard lock(mutex);
  for (const Operation *operation : operations)
    if (operation->meets(entries, sourceElements, targetElements))
      return operation;
  return nullptr;
}

const Operation *Progress::findUser(std::span<const detail::memory_row> rows) {
  const std::lock_guard lock(mutex);
  for (const Operation *operation : operations)
    if (operation->meets(rows))
      return operation;
  return nullptr;
}

std::string problemOfUser(const Operation &user) {
  return "the storage is in use: nobody has waited yet for the " +
         std::string(user.noun()) + " at " +
         std::string(user.file ? user.file : "<unknown>") + ":" +
         std::to_string(user.line);
}

void Progress::remove(Operation &operation) {
  const std::lock_guard lock(mutex);
  std::erase(operations, &operation);
  operationCount = operations.size();
}

//===----------------------------------------------------------------------===//
// The thread
//===----------------------------------------------------------------------===//

static bool isThreadWanted() {
  int provided = MPI_THREAD_SINGLE;
  checkMpi(MPI_Query_thread(&provided), "MPI_Query_thread");
  const char *const value = std::getenv("REDIST_PROGRESS_THREAD");
  return provided == MPI_THREAD_MULTIPLE &&
         !(value && std::strcmp(value, "0") == 0);
}

/// Where the system has no thread to give, the calls alone make progress.
void Progress::startThread() {
  if (isThreadTried)
    return;
  isThreadTried = true;
  if (!isThreadWanted())
    return;
  try {
    thread = std::thread([this] { runThread(); });
  } catch (const std::exception &) { // of the system, or of memory
  }
}

void Progress::runThread() {
  constexpr auto betweenLooks = std::chrono::microseconds(50);
  std::unique_lock lock(mutex);
  while (!isStopping) {
    const bool isAnyUnderWay =
        std::any_of(operations.begin(), operations.end(),
                    [](const Operation *one) { return !one->isDone; });
    if (!isAnyUnderWay) {
      wake.wait(lock);
      continue;
    }
    advanceLocked();
    lock.unlock();
    std::this_thread::sleep_for(betweenLooks);
    lock.lock();
  }
}

void Progress::stopThread() {
  {
    const std::lock_guard lock(mutex);
    isStopping = true;
  }
  wake.notify_all();
  if (thread.joinable())
    thread.join();
}

void abortForgotten(const char *file, int line, const char *noun) noexcept {
  const bool isReduction = std::strcmp(noun, "reduction") == 0;
  char message[128];
  std::snprintf(message, sizeof message,
                "nobody waits for this %s: '#pragma %s wait' is missing", noun,
                isReduction ? "reduce" : "redistribute");
  abortJob(file ? file : "<unknown>", line, message);
}

} // namespace redist::runtime
