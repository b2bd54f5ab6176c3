//===- Progress.cpp - Operations in flight --------------------------------===//
#include "Progress/Progress.h"

#include "Support/Backoff.h"
#include "Support/Guard.h"
#include "Support/Immortal.h"
#include "Support/ItemMemory.h"
#include "Support/MpiCalls.h"

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
    isDone = poll();
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

static void makeRoomForOne(std::vector<Operation *> &list) {
  constexpr std::size_t least = 16;
  if (list.size() == list.capacity())
    list.reserve(std::max(least, 2 * list.size()));
}

/// Throws std::bad_alloc, and nothing has changed then.
void Progress::insert(Operation &operation) {
  memory.clear();
  operation.appendMemory(memory);
  const auto addNodes = [&](const std::vector<MemoryRange> &ranges,
                            std::vector<RangeTree<Operation>::Node> &nodes) {
    nodes.clear();
    for (const MemoryRange &range : ranges)
      if (!range.isEmpty())
        nodes.emplace_back(range, &operation);
  };
  addNodes(memory.read, operation.readNodes);
  addNodes(memory.written, operation.writtenNodes);
  makeRoomForOne(pending);
  makeRoomForOne(underWay);
  operation.start = starts++;
  operation.pendingAt = pending.size();
  pending.push_back(&operation);
  operation.underWayAt = underWay.size();
  underWay.push_back(&operation);
  for (auto &node : operation.readNodes)
    readMemory.insert(node);
  for (auto &node : operation.writtenNodes)
    writtenMemory.insert(node);
  pendingCount = pending.size();
  underWayCount = underWay.size();
}

void Progress::start(Operation &operation, int tag, bool recorded) {
  const std::lock_guard lock(mutex);
  insert(operation);
  operation.isDone = false;
  operation.begin = Recorder::Clock::now();
  try {
    operation.launch(tag, recorded ? &operation.recorder : nullptr);
  } catch (...) { // the thread may be at work on it
    abortAlone(operation.place(), operation.noun());
  }
  look(operation);
  startThread();
  wake.notify_one();
}

/// Takes an operation out of a list in which each knows its place.
static void takeOut(std::vector<Operation *> &list, std::size_t Operation::*at,
                    Operation &operation) {
  list[operation.*at] = list.back();
  list.back()->*at = operation.*at;
  list.pop_back();
}

void Progress::look(Operation &operation) {
  if (operation.isDone)
    return;
  operation.advance();
  if (!operation.isDone)
    return;
  takeOut(underWay, &Operation::underWayAt, operation);
  underWayCount = underWay.size();
}

/// A call that waits for something else looks at that after each few.
bool Progress::advanceLocked() {
  constexpr int fewAtOnce = 16;
  for (int i = 0; i < fewAtOnce && next < underWay.size(); ++i) {
    Operation &operation = *underWay[next];
    look(operation);
    if (!operation.isDone)
      ++next;
  }
  if (next < underWay.size())
    return false;
  next = 0;
  return true;
}

bool Progress::advance() {
  const std::lock_guard lock(mutex);
  return advanceLocked();
}

void Progress::waitFor(Operation &operation) {
  Patience patience(operation.communicator);
  for (int turn = 0;;) {
    bool haveAllGoneOn = false;
    {
      const std::lock_guard lock(mutex);
      look(operation);
      haveAllGoneOn = advanceLocked();
      if (operation.isDone)
        return;
    }
    patience.look();
    if (haveAllGoneOn)
      usualBackoff.pause(turn++);
  }
}

void Progress::waitFor(MPI_Request &request, MPI_Status *status,
                       Patience *patience, bool letsOthersRun) {
  constexpr int looksAtOnce = 16;
  if (isIdle() && !patience && !letsOthersRun) {
    checkMpi(MPI_Wait(&request, status), "MPI_Wait");
    return;
  }
  for (int turn = 0, looks = 0;; ++looks) {
    int isComplete = 0;
    checkMpi(MPI_Test(&request, &isComplete, status), "MPI_Test");
    if (isComplete)
      return;
    if (patience)
      patience->look();
    if (!isIdle()) {
      if (advance())
        usualBackoff.pause(turn++);
    } else if (letsOthersRun && looks >= looksAtOnce) {
      sched_yield();
    }
  }
}

const Operation *Progress::findPending(const CommunicatorState *state) {
  const std::lock_guard lock(mutex);
  const Operation *first = nullptr;
  for (const Operation *const one : pending)
    if ((!state || &one->state == state) &&
        (!first || one->start < first->start))
      first = one;
  return first;
}

/// For a call with this memory; `meets`: looks closely.
template <typename ConflictsWith>
const Operation *Progress::findFirst(ConflictsWith conflictsWith) {
  const Operation *first = nullptr;
  const auto visit = [&](const Operation &one) {
    if ((!first || one.start < first->start) && conflictsWith(one))
      first = &one;
  };
  for (const MemoryRange &range : memory.read)
    writtenMemory.visitOverlaps(range, visit);
  for (const MemoryRange &range : memory.written) {
    writtenMemory.visitOverlaps(range, visit);
    readMemory.visitOverlaps(range, visit);
  }
  return first;
}

const Operation *
Progress::findConflict(std::span<const detail::object_entry> entries,
                       std::int64_t sourceElements,
                       std::int64_t targetElements) {
  if (!hasPending())
    return nullptr;
  const std::lock_guard lock(mutex);
  memory.clear();
  for (const detail::object_entry &entry : entries) {
    const auto size = static_cast<std::int64_t>(entry.element_size);
    memory.read.push_back(MemoryRange::of(entry.source, sourceElements * size));
    memory.written.push_back(
        MemoryRange::of(entry.target, targetElements * size));
    memory.written.push_back(MemoryRange::of(entry.container, 1));
    // Rows that lie apart are known by their object.
    if (entry.source_rows)
      memory.read.push_back(MemoryRange::of(entry.source_object, 1));
    if (entry.target_rows)
      memory.written.push_back(MemoryRange::of(entry.target_object, 1));
  }
  return findFirst([&](const Operation &one) {
    return one.conflictsWith(entries, sourceElements, targetElements);
  });
}

const Operation *
Progress::findConflict(std::span<const detail::memory_row> rows) {
  if (!hasPending())
    return nullptr;
  const std::lock_guard lock(mutex);
  memory.clear();
  for (const detail::memory_row &row : rows)
    memory.written.push_back(rangeOf(row));
  return findFirst(
      [&](const Operation &one) { return one.conflictsWith(rows); });
}

std::string problemOfUser(const Operation &user) {
  return "the storage is in use: nobody has waited yet for the " +
         std::string(user.noun()) + " at " +
         std::string(user.file ? user.file : "<unknown>") + ":" +
         std::to_string(user.line);
}

void Progress::remove(Operation &operation) {
  const std::lock_guard lock(mutex);
  for (auto &node : operation.readNodes)
    readMemory.erase(node);
  for (auto &node : operation.writtenNodes)
    writtenMemory.erase(node);
  takeOut(pending, &Operation::pendingAt, operation);
  pendingCount = pending.size();
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
    if (underWay.empty()) {
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

void abortUnwaited(const char *file, int line, const char *noun) noexcept {
  const bool isReduction = std::strcmp(noun, "reduction") == 0;
  char message[128];
  std::snprintf(message, sizeof message,
                "nobody waits for this %s: '#pragma %s wait' is missing", noun,
                isReduction ? "reduce" : "redistribute");
  abortJob(file ? file : "<unknown>", line, message);
}

} // namespace redist::runtime
