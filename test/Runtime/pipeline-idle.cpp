// A rank that waits needs next to no processor time: without a stage, for items
// that come slowly, and for room behind a stage that is slow; whether every
// rank evaluates the loop's header or the first stage's alone.
// REQUIRES: runtime
// RUN: %mpicxx -std=c++17 -O1 -I%source_dir/include %s -L%build_dir/lib -lredistRuntime -o %t
// RUN: timeout 60 %mpirun 4 %t
// RUN: env REDIST_SHARED_MEMORY=0 timeout 60 %mpirun 4 %t
#include "Inputs/PipelineCheck.h"

#include <sys/resource.h>

#include <chrono>
#include <thread>
#include <vector>

using namespace redist;

/// Of this process, user and system.
static double processorSeconds() {
  rusage used;
  getrusage(RUSAGE_SELF, &used);
  const auto seconds = [](const timeval &time) {
    return static_cast<double>(time.tv_sec) +
           1e-6 * static_cast<double>(time.tv_usec);
  };
  return seconds(used.ru_utime) + seconds(used.ru_stime);
}

/// Items of so many bytes; `slow` is the stage, of two, that sleeps.
static void run(int line, const pipeline &what, int slow, std::size_t bytes) {
  constexpr int items = 16;
  long sum = 0;
  const auto nap = [&](int stage) {
    if (stage == slow)
      std::this_thread::sleep_for(std::chrono::milliseconds(100));
  };
  const directive where = pipelineAt(line);
  pipeline_run run(where, what, {pipeline_stage(), pipeline_stage()},
                   MPI_COMM_WORLD);
  run.keep(2, sum);
  const auto body = [&](int i) {
    pipeline_item item(run);
    if (!item.begins())
      return;
    std::vector<char> data;
    if (item.runs(1)) {
      data.assign(bytes, static_cast<char>(i));
      nap(1);
    }
    item.pass(1, data);
    if (item.runs(2)) {
      sum += data.back();
      nap(2);
    }
    item.ends(data);
  };
  try {
    run.start();
    int i = 0;
    if (what.is_driven)
      for (; run.next([&] { return i < items; }); run.step([&] { ++i; }))
        body(i);
    else
      for (; i < items; ++i)
        body(i);
  } catch (...) {
    run.fail();
  }
  run.finish();
  require(sum == items * (items - 1) / 2, "sum");
}

static void requireIdle(const char *name, const pipeline &what, int slow,
                        std::size_t bytes) {
  static int line = 0;
  MPI_Barrier(MPI_COMM_WORLD);
  const double began = MPI_Wtime();
  const double used = processorSeconds();
  run(++line, what, slow, bytes);
  const double share = (processorSeconds() - used) / (MPI_Wtime() - began);
  require(share < 0.12,
          std::string(name) + ": " + std::to_string(share) + " of a processor");
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  run(0, pipeline().onto(2), 0, 8); // what is made once is made here
  requireIdle("slow items", pipeline(), 1, 8);
  requireIdle("slow items, driven", pipeline().driven(), 1, 8);
  requireIdle("no room", pipeline().depth(1), 2, 100000);
  requireIdle("alone", pipeline().onto(1), 1, 8);
  MPI_Finalize();
}
