//===- HelperThread.h - Thread that executes combines ----------*- C++ -*-===//
//
// Room Runtime. One a process, made for the first combine that is worth it; it
// sleeps while there is none, and never calls MPI.
//
//===----------------------------------------------------------------------===//
#ifndef REDIST_RUNTIME_REDUCTION_MACHINE_HELPERTHREAD_H
#define REDIST_RUNTIME_REDUCTION_MACHINE_HELPERTHREAD_H

#include "Reduction/Machine/CombineRunner.h"

#include <condition_variable>
#include <mutex>
#include <thread>

namespace redist::runtime {

class HelperThread final : public CombineRunner {
public:
  static HelperThread &ofProcess();

  HelperThread() = default;
  HelperThread(const HelperThread &) = delete;
  HelperThread &operator=(const HelperThread &) = delete;
  ~HelperThread() override;

  /// A thread that has not been made yet will count for less than others. Not
  /// for ranks that outnumber processors: those that wait in MPI, and look all
  /// the time, would leave it nothing.
  void letOthersFirst();
  /// Where the system has no thread to give, the caller combines.
  void start(CombineTask &task) override;
  void wait(CombineTask &task, std::chrono::microseconds longest) override;

private:
  bool isRunning();
  void work();

  std::mutex mutex;
  std::condition_variable given, finished;
  CombineTask *first = nullptr, *last = nullptr; ///< waiting
  std::thread thread;
  bool isTried = false, isStopping = false, letsOthersFirst = false;
};

} // namespace redist::runtime

#endif
