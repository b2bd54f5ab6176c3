//===- Doorbell.cpp - Sleep and wake-up in shared memory ------------------===//
#include "SharedMemory/Doorbell.h"

#ifdef __linux__
#include <linux/futex.h>
#include <sys/syscall.h>
#include <unistd.h>
#endif

#include <algorithm>
#include <ctime>

namespace redist::runtime {

void Doorbell::prepareWait() {
  asleep.store(1, std::memory_order_relaxed);
  std::atomic_thread_fence(std::memory_order_seq_cst);
}

static timespec asTimespec(std::chrono::microseconds time) {
  constexpr std::int64_t perSecond = 1'000'000;
  return {static_cast<std::time_t>(time.count() / perSecond),
          static_cast<long>(time.count() % perSecond * 1000)};
}

#ifdef __linux__

// The word is shared between processes: no FUTEX_PRIVATE_FLAG.

void Doorbell::sleep(std::chrono::microseconds longest) {
  const timespec time = asTimespec(longest);
  // Whether it was rung, timed out or was interrupted: the owner looks anew.
  syscall(SYS_futex, &asleep, FUTEX_WAIT, 1, &time, nullptr, 0);
  cancelWait();
}

void Doorbell::wake() {
  asleep.store(0, std::memory_order_relaxed);
  syscall(SYS_futex, &asleep, FUTEX_WAKE, 1, nullptr, nullptr, 0);
}

#else

void Doorbell::sleep(std::chrono::microseconds longest) {
  constexpr std::chrono::microseconds betweenLooks{20};
  if (asleep.load(std::memory_order_relaxed) != 0) {
    const timespec time = asTimespec(std::min(longest, betweenLooks));
    nanosleep(&time, nullptr);
  }
  cancelWait();
}

void Doorbell::wake() { asleep.store(0, std::memory_order_relaxed); }

#endif

} // namespace redist::runtime
