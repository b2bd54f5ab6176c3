// Threads with communicators of their own, where one has requests under way
// while another reduces and a third one has pipelines that end by an exception:
// each gets what is its own, and nothing hangs.
// REQUIRES: runtime
// RUN: %mpicxx -std=c++17 -O1 -I%source_dir/include %s -L%build_dir/lib -lredistRuntime -pthread -o %t
// RUN: timeout 60 %mpirun 2 %t 30
// RUN: env REDIST_SHARED_MEMORY=0 timeout 60 %mpirun 3 %t 10
// RUN: env REDIST_PROGRESS_THREAD=0 timeout 60 %mpirun 2 %t 30
#include "Inputs/Check.h"

#include "redist/Reduce.h"

#include "Inputs/TwoStages.h"

#include <atomic>
#include <stdexcept>
#include <thread>

using namespace redist;

/// Several requests at once, completed in another order than that of their
/// starts.
static void moveLater(MPI_Comm comm) {
  const std::int64_t n = 40000;
  const int rank = rankOf(comm), size = sizeOf(comm);
  const layout from = block_layout(size, 0), to = cyclic_layout(3, size, 0);
  const redistribution what = redistribution({whole(n)}).from(from).to(to);
  const auto source = filled<double>(n, from, rank);
  std::vector<std::vector<double>> targets(20);
  std::vector<request> requests;
  for (std::vector<double> &target : targets)
    requests.push_back(start_redistribute_into(
        at(1), what, comm, objects(source), objects(target)));
  for (std::size_t i = requests.size(); i-- > 0;)
    wait(requests[i]);
  for (const std::vector<double> &target : targets)
    check(target.data(), n, to, rank, "one of several");
}

/// By the operator's own type, and with nowait.
static void sum(MPI_Comm comm) {
  const int size = sizeOf(comm);
  std::vector<long> now(1000, rankOf(comm)), later(now);
  const auto add = [](long a, long b) { return a + b; };
  request pending =
      start_reduce(at(2), reduction(), comm, add, elements(later, 0, 1000, 1));
  reduce(at(3), reduction(), comm, add, elements(now, 0, 1000, 1));
  wait(pending);
  const std::vector<long> all(1000, long{size} * (size - 1) / 2);
  require(now == all && later == all, "sums");
}

/// The second stage throws at one of the items.
static void endByException(MPI_Comm comm, int item) {
  bool isCaught = false;
  try {
    runTwoStages(at(4), comm, 20, [&](int i, int) {
      if (i == item)
        throw std::runtime_error("no more");
    });
  } catch (const stage_error &e) {
    isCaught = std::string(e.what()).find("no more") != std::string::npos;
  }
  require(isCaught, "the exception of a stage");
}

int main(int argc, char **argv) {
  const int rounds = argc > 1 ? std::atoi(argv[1]) : 1;
  int provided;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
  if (provided == MPI_THREAD_MULTIPLE) {
    std::vector<MPI_Comm> comms(3);
    for (MPI_Comm &comm : comms)
      MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    std::vector<std::thread> running;
    running.emplace_back([&] {
      for (int i = 0; i < rounds; ++i)
        moveLater(comms[0]);
    });
    running.emplace_back([&] {
      for (int i = 0; i < rounds; ++i)
        sum(comms[1]);
    });
    running.emplace_back([&] {
      for (int i = 0; i < rounds; ++i)
        endByException(comms[2], i % 20);
    });
    for (std::thread &one : running)
      one.join();
    for (MPI_Comm &comm : comms)
      MPI_Comm_free(&comm);
  }
  MPI_Finalize();
}
