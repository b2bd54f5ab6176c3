//===- Doorbell.h - Sleep and wake-up in shared memory ----------*- C++ -*-===//
//
// One for each rank that shares memory with others, in that memory. Its owner
// sleeps on it when none of its rings has work; a rank that gives it a chunk,
// or space, rings it. Ringing costs a fence, and a system call only if the
// owner sleeps. Yielding the processor instead (sched_yield) gives it to any
// other process of the machine, for a whole time slice.
//
// Memory order. The owner announces that it sleeps, then looks at its rings
// once more; the other one publishes, then looks whether the owner sleeps. Both
// have a sequentially consistent fence between, so that one of them at least
// sees what the other did: no call is lost.
//
//===----------------------------------------------------------------------===//
#ifndef REDIST_RUNTIME_SHAREDMEMORY_DOORBELL_H
#define REDIST_RUNTIME_SHAREDMEMORY_DOORBELL_H

#include <atomic>
#include <chrono>
#include <cstdint>

namespace redist::runtime {

/// How often a rank looks before it sleeps. With a processor of its own, for as
/// long as it takes to fall asleep and be woken, some 50 us, which both ranks
/// pay; where ranks outnumber processors, others need this one. `asksMpi`: to
/// look takes MPI, and so much longer.
constexpr int looksBeforeSleep(bool mayBeCrowded, bool asksMpi) {
  if (mayBeCrowded)
    return 100;
  return asksMpi ? 2'000 : 50'000;
}

class Doorbell {
public:
  // The owner's end.
  /// The owner will sleep unless it finds something to do after this.
  void prepareWait();
  /// Sleeps until somebody rings, at most for `longest`; at once where somebody
  /// has rung since prepareWait().
  void sleep(std::chrono::microseconds longest);
  /// Instead of sleep(): there is something to do.
  void cancelWait() { asleep.store(0, std::memory_order_relaxed); }

  /// The other ranks' end: after what the owner is to see.
  void ring() {
    std::atomic_thread_fence(std::memory_order_seq_cst);
    if (asleep.load(std::memory_order_relaxed) != 0)
      wake();
  }
  /// The same without that: an owner that falls asleep meanwhile may sleep for
  /// as long as it wants to.
  void ringWithoutFence() {
    if (asleep.load(std::memory_order_relaxed) != 0)
      wake();
  }

private:
  void wake();

  /// Alone in the cache lines that processors fetch in pairs.
  alignas(128) std::atomic<std::uint32_t> asleep{0};
  static_assert(std::atomic<std::uint32_t>::is_always_lock_free,
                "a lock would not work between processes");
};

} // namespace redist::runtime

#endif
