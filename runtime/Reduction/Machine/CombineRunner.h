//===- CombineRunner.h - Execution of combines -----------------*- C++ -*-===//
//
// Room Runtime. A combine that takes long runs on a helper thread while the
// caller's thread moves messages: MPI makes progress only in its calls. Short
// ones run at once, in the caller's thread.
//
//===----------------------------------------------------------------------===//
#ifndef REDIST_RUNTIME_REDUCTION_MACHINE_COMBINERUNNER_H
#define REDIST_RUNTIME_REDUCTION_MACHINE_COMBINERUNNER_H

#include "Trace/Recorder.h"

#include "redist/detail/reduce/Operand.h"

#include <atomic>
#include <chrono>
#include <string>

namespace redist::runtime {

/// One combine, from its start until somebody has seen its end. Not to be moved
/// meanwhile.
class CombineTask {
public:
  /// Precondition: no combine of this task is under way.
  void prepare(detail::operand &into, std::byte *received, std::size_t bytes,
               bool fromLeft, std::size_t offsetInValue);
  /// The operand's first combine, in the memory of what is received.
  void prepareFirst(detail::operand &into, std::byte *received,
                    std::size_t bytes);
  /// Does it. Whatever the operator throws is kept.
  void run() noexcept;
  bool isDone() const { return done.load(std::memory_order_acquire); }

  // After that:
  bool hasFailed() const { return failed; }
  /// Of the exception.
  const std::string &message() const { return text; }
  Recorder::Clock::time_point begin() const { return started; }
  Recorder::Clock::time_point end() const { return ended; }
  std::size_t bytes() const { return size; }

  CombineTask *next = nullptr; ///< of the combiner that has it

private:
  detail::operand *operand = nullptr;
  std::byte *data = nullptr;
  std::size_t size = 0, offset = 0;
  bool isFirst = false, isLeft = false, failed = false;
  std::string text;
  Recorder::Clock::time_point started, ended;
  std::atomic<bool> done{true};
};

class CombineRunner {
public:
  virtual ~CombineRunner() = default;
  /// Runs the task, sometime; tasks run one at a time, in this order.
  virtual void start(CombineTask &task) = 0;
  /// start() does not wait for the task.
  virtual bool isAside() const { return true; }
  /// Returns when the task is done, or after about this time.
  virtual void wait(CombineTask &task, std::chrono::microseconds longest) = 0;
};

class InlineCombiner final : public CombineRunner {
public:
  void start(CombineTask &task) override { task.run(); }
  bool isAside() const override { return false; }
  void wait(CombineTask &, std::chrono::microseconds) override {}
};

} // namespace redist::runtime

#endif
