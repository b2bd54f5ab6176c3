//===- ProgressLine.cpp - Progress messages on the terminal ---------------===//
#include "Trace/ProgressLine.h"

#include "Support/MpiCalls.h"
#include "Support/SourceLocation.h"
#include "Trace/SiteTable.h"

#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>

namespace redist::runtime {

static constexpr std::chrono::seconds patience(2);
static constexpr std::chrono::milliseconds betweenLines(250);

static bool isWanted() {
  const char *const asked = std::getenv("REDIST_PROGRESS");
  if (asked && *asked)
    return std::strcmp(asked, "0") != 0;
  return isatty(STDERR_FILENO) == 1;
}

static bool isMpiRunning() {
  int isInitialized = 0, isFinalized = 0;
  MPI_Initialized(&isInitialized);
  MPI_Finalized(&isFinalized);
  return isInitialized && !isFinalized;
}

static std::unique_ptr<ProgressLine> makeLine() {
  const int rank = rankIn(MPI_COMM_WORLD);
  return rank == 0 ? std::make_unique<ProgressLine>() : nullptr;
}

ProgressLine *ProgressLine::ofProcess() {
  static const bool isAsked = isWanted();
  if (!isAsked || !isMpiRunning())
    return nullptr;
  static const std::unique_ptr<ProgressLine> line = makeLine();
  return line.get();
}

ProgressLine::ProgressLine() : thread([this] { watch(); }) {}

ProgressLine::~ProgressLine() {
  {
    const std::lock_guard lock(mutex);
    isStopping = true;
  }
  wake.notify_all();
  thread.join();
}

bool ProgressLine::begin(WatchedCall &call) {
  call.since = Recorder::Clock::now();
  const std::lock_guard lock(mutex);
  if (watched)
    return false;
  watched = &call;
  return true;
}

void ProgressLine::end(WatchedCall &call) {
  const std::lock_guard lock(mutex);
  if (watched != &call)
    return;
  watched = nullptr;
  clear();
}

void ProgressLine::watch() {
  std::unique_lock lock(mutex);
  while (!isStopping) {
    if (watched && Recorder::Clock::now() - watched->since >= patience)
      write();
    wake.wait_for(lock, betweenLines);
  }
  clear();
}

void ProgressLine::write() {
  const std::chrono::duration<double> taken =
      Recorder::Clock::now() - watched->since;
  std::fprintf(stderr, "\r%s\033[K", textOf(*watched, taken.count()).c_str());
  std::fflush(stderr);
  isShown = true;
}

/// Gone before the program writes the next line.
void ProgressLine::clear() {
  if (!isShown)
    return;
  std::fputs("\r\033[K", stderr);
  std::fflush(stderr);
  isShown = false;
}

std::string textOf(const WatchedCall &call, double seconds) {
  char time[32];
  std::snprintf(time, sizeof time, "%.1f s", seconds);
  std::string text =
      placeOf(call.file, call.line) + ": " + call.noun + ", " + time;
  const std::int64_t done = call.done, total = call.total;
  if (total > 0)
    text +=
        ", " +
        std::to_string(std::min<std::int64_t>(
            100, static_cast<std::int64_t>(100.0 * static_cast<double>(done) /
                                           static_cast<double>(total)))) +
        " %";
  else if (done > 0)
    text += ", " + std::to_string(done) + " items";
  return text;
}

void CountingRecorder::add(Phase phase, Clock::time_point, Clock::time_point,
                           std::int64_t, std::int64_t bytes) {
  if (phase == Phase::Pack || phase == Phase::Local)
    call.done.fetch_add(bytes, std::memory_order_relaxed);
}

} // namespace redist::runtime
