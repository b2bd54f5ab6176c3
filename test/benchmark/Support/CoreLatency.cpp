//===- CoreLatency.cpp - How far the processors are apart -----------------===//
#include "Support/CoreLatency.h"

#include <mpi.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <numeric>
#include <thread>
#include <vector>

#ifdef __linux__
#include <sched.h>
#endif

namespace bench {

#ifdef __linux__

using Clock = std::chrono::steady_clock;

static std::vector<int> processorsOf(const cpu_set_t &set) {
  std::vector<int> result;
  for (int i = 0; i < CPU_SETSIZE; ++i)
    if (CPU_ISSET(i, &set))
      result.push_back(i);
  return result;
}

/// Binds the calling thread, as far as the system allows; where it does not,
/// the least of many batches still tells about the processors that the threads
/// were on.
static void bindTo(const std::vector<int> &processors) {
  cpu_set_t set;
  CPU_ZERO(&set);
  for (const int processor : processors)
    CPU_SET(processor, &set);
  sched_setaffinity(0, sizeof set, &set);
}

/// That this process may use, whatever its launcher has bound it to.
static std::vector<int> allowedProcessors() {
  cpu_set_t before, allowed;
  if (sched_getaffinity(0, sizeof before, &before) != 0)
    return {};
  std::vector<int> every(CPU_SETSIZE);
  std::iota(every.begin(), every.end(), 0);
  bindTo(every);
  CPU_ZERO(&allowed);
  sched_getaffinity(0, sizeof allowed, &allowed);
  sched_setaffinity(0, sizeof before, &before);
  return processorsOf(allowed);
}

void bindRanks() {
  MPI_Comm node = MPI_COMM_NULL;
  MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL,
                      &node);
  int number = 0, ranks = 1;
  MPI_Comm_rank(node, &number);
  MPI_Comm_size(node, &ranks);
  MPI_Comm_free(&node);
  const std::vector<int> processors = allowedProcessors();
  const auto own = static_cast<std::size_t>(number);
  if (static_cast<std::size_t>(ranks) <= processors.size())
    bindTo({processors[own]});
  else
    bindTo(processors);
}

static constexpr int batches = 40;
static constexpr int passes = 200; ///< to and fro, in a batch

/// Waits for its turns and ends them.
static void pass(std::atomic<int> &turn, int own) {
  for (int i = 0; i < passes; ++i) {
    while (turn.load(std::memory_order_acquire) != own) {
    }
    turn.store(1 - own, std::memory_order_release);
  }
}

/// Of the fastest batch: others are slower only for what came between.
static double measureBetween(int one, int other) {
  alignas(128) std::atomic<int> turn{0};
  double fastest = 1;
  std::thread answering([&] {
    bindTo({other});
    for (int batch = 0; batch < batches; ++batch)
      pass(turn, 1);
  });
  std::thread asking([&] {
    bindTo({one});
    for (int batch = 0; batch < batches; ++batch) {
      const auto begin = Clock::now();
      pass(turn, 0);
      const std::chrono::duration<double> time = Clock::now() - begin;
      fastest = std::min(fastest, time.count() / (2 * passes));
    }
  });
  asking.join();
  answering.join();
  return fastest;
}

static double measureHere() {
  const std::vector<int> processors = allowedProcessors();
  return processors.size() < 2 ? 0
                               : measureBetween(processors[0], processors[1]);
}

#else

void bindRanks() {}

static double measureHere() { return 0; }

#endif

/// Asleep, not in MPI_Bcast, which would keep a processor busy.
static void sleepUntilDone(MPI_Request &request) {
  constexpr std::chrono::microseconds betweenLooks{200};
  for (int done = 0; !done;) {
    std::this_thread::sleep_for(betweenLooks);
    MPI_Test(&request, &done, MPI_STATUS_IGNORE);
  }
}

double coreLatency() {
  int rank = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Barrier(MPI_COMM_WORLD);
  double latency = rank == 0 ? measureHere() : 0;
  MPI_Request request = MPI_REQUEST_NULL;
  MPI_Ibcast(&latency, 1, MPI_DOUBLE, 0, MPI_COMM_WORLD, &request);
  sleepUntilDone(request);
  return latency;
}

} // namespace bench
