//===- ProgressLine.h - Progress messages on the terminal ------*- C++ -*-===//
//
// One line on standard error of the first rank, about the directive that has
// been running for more than two seconds: rewritten while it runs, gone when it
// ends. Only where standard error is a terminal; REDIST_PROGRESS=1 and =0
// overrule that. A thread of its own writes it, which never calls MPI.
//
//===----------------------------------------------------------------------===//
#ifndef REDIST_RUNTIME_TRACE_PROGRESSLINE_H
#define REDIST_RUNTIME_TRACE_PROGRESSLINE_H

#include "Trace/Recorder.h"

#include <atomic>
#include <condition_variable>
#include <mutex>
#include <string>
#include <thread>

namespace redist::runtime {

/// A directive that is under way.
struct WatchedCall {
  const char *noun = nullptr, *file = nullptr;
  int line = 0;
  Recorder::Clock::time_point since{};
  /// Of a redistribution bytes of this rank, of a pipeline items; no total: not
  /// known.
  std::atomic<std::int64_t> done{0}, total{0};
};

/// "app.cpp:12: redistribution, 3.2 s, 41 %".
std::string textOf(const WatchedCall &call, double seconds);

class ProgressLine {
public:
  /// Null where this process writes none, and where MPI is not running.
  static ProgressLine *ofProcess();

  ProgressLine();
  ProgressLine(const ProgressLine &) = delete;
  ProgressLine &operator=(const ProgressLine &) = delete;
  ~ProgressLine();

  /// False where another one is watched already: the outer one is.
  bool begin(WatchedCall &call);
  void end(WatchedCall &call);

private:
  void watch();
  void write();
  void clear();

  std::mutex mutex;
  std::condition_variable wake;
  WatchedCall *watched = nullptr;
  bool isShown = false, isStopping = false;
  std::thread thread; ///< last: uses all others
};

/// Counts what is packed or copied, for the line.
class CountingRecorder final : public Recorder {
public:
  explicit CountingRecorder(WatchedCall &used) : Recorder(0), call(used) {}
  void add(Phase phase, Clock::time_point begin, Clock::time_point end,
           std::int64_t step, std::int64_t bytes) override;

private:
  WatchedCall &call;
};

} // namespace redist::runtime

#endif
