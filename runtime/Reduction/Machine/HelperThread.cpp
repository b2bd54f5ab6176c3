//===- HelperThread.cpp - Thread that executes combines -------------------===//
#include "Reduction/Machine/HelperThread.h"

#include "Support/ExceptionMessage.h"
#include "Support/Immortal.h"

#include <pthread.h>
#include <sched.h>
#include <sys/resource.h>

#include <system_error>

namespace redist::runtime {

void CombineTask::prepare(detail::operand &into, std::byte *received,
                          std::size_t bytes, bool fromLeft,
                          std::size_t offsetInValue) {
  operand = &into;
  data = received;
  size = bytes;
  isFirst = false;
  isLeft = fromLeft;
  offset = offsetInValue;
  failed = false;
  done.store(false, std::memory_order_relaxed);
}

void CombineTask::prepareFirst(detail::operand &into, std::byte *received,
                               std::size_t bytes) {
  prepare(into, received, bytes, true, 0);
  isFirst = true;
}

void CombineTask::run() noexcept {
  started = Recorder::Clock::now();
  try {
    if (isFirst)
      operand->begin_in(data);
    else
      operand->combine(data, size, isLeft, offset);
  } catch (...) {
    failed = true;
    text = messageOfException();
  }
  ended = Recorder::Clock::now();
  done.store(true, std::memory_order_release);
}

HelperThread &HelperThread::ofProcess() {
  static Immortal<HelperThread> helper;
  return helper.get();
}

HelperThread::~HelperThread() {
  {
    const std::lock_guard lock(mutex);
    isStopping = true;
  }
  given.notify_all();
  if (thread.get_id() == std::this_thread::get_id())
    thread.detach(); // a combine has called std::exit()
  else if (thread.joinable())
    thread.join();
}

bool HelperThread::isRunning() {
  if (!isTried) {
    isTried = true;
    try {
      thread = std::thread([this] { work(); });
    } catch (const std::exception &) { // of the system, or of memory
    }
  }
  return thread.joinable();
}

/// As long as it lives a thread that wakes up does so on another processor than
/// the caller's, where there is one. Else it often gets the waker's, and waits
/// there while the caller copies a message. Afterwards it may go anywhere.
class WakesElsewhere {
public:
  explicit WakesElsewhere(pthread_t woken) : thread(woken) {
    const int own = sched_getcpu();
    if (own < 0 || own >= CPU_SETSIZE ||
        pthread_getaffinity_np(thread, sizeof allowed, &allowed) != 0 ||
        !CPU_ISSET(own, &allowed) || CPU_COUNT(&allowed) < 2)
      return;
    cpu_set_t others = allowed;
    CPU_CLR(own, &others);
    isMoved = pthread_setaffinity_np(thread, sizeof others, &others) == 0;
  }
  WakesElsewhere(const WakesElsewhere &) = delete;
  WakesElsewhere &operator=(const WakesElsewhere &) = delete;
  ~WakesElsewhere() {
    if (isMoved)
      pthread_setaffinity_np(thread, sizeof allowed, &allowed);
  }

private:
  pthread_t thread;
  cpu_set_t allowed;
  bool isMoved = false;
};

void HelperThread::letOthersFirst() {
  const std::lock_guard lock(mutex);
  letsOthersFirst = true;
}

void HelperThread::start(CombineTask &task) {
  {
    const std::lock_guard lock(mutex);
    if (isRunning()) {
      task.next = nullptr;
      (first ? last->next : first) = &task;
      last = &task;
    }
  }
  if (!thread.joinable()) {
    task.run();
    return;
  }
  const WakesElsewhere elsewhere(thread.native_handle());
  given.notify_one();
}

void HelperThread::wait(CombineTask &task, std::chrono::microseconds longest) {
  std::unique_lock lock(mutex);
  finished.wait_for(lock, longest, [&] { return task.isDone(); });
}

/// Launchers bind ranks to single processors. The helper would get there what
/// the caller leaves, which moves messages meanwhile: it may run on any.
static void useAllProcessors() {
  cpu_set_t set;
  if (sched_getaffinity(0, sizeof set, &set) != 0 || CPU_COUNT(&set) > 1)
    return;
  for (int i = 0; i < CPU_SETSIZE; ++i)
    CPU_SET(i, &set);
  sched_setaffinity(0, sizeof set, &set); // of this thread; as far as allowed
}

/// A combine keeps a processor for milliseconds. A rank that wakes up there,
/// to send what is combined next, must not wait until it is over; Linux lets
/// only who counts for more go first.
static void lowerPriority() {
  constexpr int steps = 10;
  const int own = getpriority(PRIO_PROCESS, 0); // of this thread
  setpriority(PRIO_PROCESS, 0, own + steps);    // no more than there is
}

void HelperThread::work() {
  useAllProcessors();
  std::unique_lock lock(mutex);
  if (letsOthersFirst)
    lowerPriority();
  for (;;) {
    given.wait(lock, [&] { return first || isStopping; });
    if (!first)
      return;
    CombineTask *const task = first;
    first = task->next;
    lock.unlock();
    task->run();
    lock.lock();
    finished.notify_all();
  }
}

} // namespace redist::runtime
