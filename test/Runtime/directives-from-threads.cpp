// Threads reach directives on communicators of their own at once, where
// MPI_Init_thread gives MPI_THREAD_MULTIPLE: each kind of call, on
// communicators that are made meanwhile. Under lower levels a second thread is
// an error.
// REQUIRES: runtime
// RUN: %mpicxx -std=c++17 -O1 -I%source_dir/include %s -L%build_dir/lib -lredistRuntime -pthread -o %t
// RUN: timeout 100 %mpirun 2 %t multiple 3
// RUN: env REDIST_SHARED_MEMORY=0 timeout 100 %mpirun 3 %t multiple 2
// RUN: env REDIST_STATS=1 REDIST_TRACE=%t.json timeout 100 %mpirun 2 %t multiple 2 2>&1 | FileCheck %s
// RUN: timeout 60 %mpirun 2 %t funneled
// RUN: timeout 60 %mpirun 2 %t serialized
// CHECK: redist (2 ranks from world rank 0): {{[0-9]+}} redistributions
#include "Inputs/ArrayCheck.h"

#include "redist/Reduce.h"

#include "Inputs/TwoStages.h"

#include <cstring>
#include <map>
#include <thread>

using namespace redist;

using Words = std::map<std::string, long>;

static Words merge(const Words &a, const Words &b) {
  Words all = a;
  for (const auto &[word, count] : b)
    all[word] += count;
  return all;
}

/// Each kind of call once.
static void callAll(MPI_Comm comm, std::int64_t n) {
  const int rank = rankOf(comm), size = sizeOf(comm);
  const layout from = block_layout(size, 0), to = cyclic_layout(3, size, 0);
  auto part = filled<double>(n, from, rank);
  redistribute(at(1), part, n, from, to, comm);
  check(part.data(), n, to, rank, "redistribution");
  auto later = filled<double>(n, from, rank);
  request pending = start_redistribute(
      at(2), redistribution({whole(n)}).from(from).to(to), comm, later);
  long sum = rank;
  reduce(at(3), reduction(), comm, std::plus<>(), sum);
  require(sum == size * (size - 1) / 2, "sum");
  wait(pending);
  check(later.data(), n, to, rank, "redistribution with nowait");
  Words words{{"a", 1}, {std::to_string(rank), 2}};
  reduce(at(4), reduction(), comm, merge, words);
  require(words.at("a") == size, "words");
  redist::array<double, 1> table({n}, from, comm);
  fillByIndex(table);
  table.redistribute(to);
  checkByIndex(table, "array");
  runTwoStages(at(5), comm, 20, [](int i, int value) {
    require(value == i, "an item of a pipeline");
  });
}

/// A sum of numbers takes no lock of its own: the first call on a communicator
/// alone meets those of other threads.
static void makeMany(MPI_Comm comm) {
  std::vector<MPI_Comm> made(20);
  for (MPI_Comm &one : made) {
    MPI_Comm_dup(comm, &one);
    long sum = 1;
    reduce(at(6), reduction(), one, std::plus<>(), sum);
    require(sum == sizeOf(comm), "sum on a new communicator");
  }
  for (MPI_Comm &one : made)
    MPI_Comm_free(&one);
}

static void useThreads(int rounds) {
  constexpr int threads = 4;
  std::vector<MPI_Comm> comms(threads);
  for (MPI_Comm &comm : comms)
    MPI_Comm_dup(MPI_COMM_WORLD, &comm);
  std::vector<std::thread> running;
  for (int i = 0; i < threads; ++i)
    running.emplace_back([&, i] {
      makeMany(comms[static_cast<std::size_t>(i)]);
      for (int round = 0; round < rounds; ++round) {
        MPI_Comm own;
        MPI_Comm_dup(comms[static_cast<std::size_t>(i)], &own);
        for (int again = 0; again < 10; ++again)
          callAll(own, 1000 + i);
        MPI_Comm_free(&own);
      }
    });
  for (std::thread &one : running)
    one.join();
  for (MPI_Comm &comm : comms)
    MPI_Comm_free(&comm);
}

static void requireOneThread() {
  callAll(MPI_COMM_WORLD, 100);
  std::string text;
  std::thread second([&] {
    try {
      callAll(MPI_COMM_WORLD, 100);
    } catch (const redist::error &e) {
      text = e.what();
    }
  });
  second.join();
  require(text.find("app.cpp:1: error: this thread is not the one that may "
                    "reach directives") == 0,
          "found '" + text + "'");
  callAll(MPI_COMM_WORLD, 100);
}

int main(int argc, char **argv) {
  const std::string wanted = argv[1];
  const int level = wanted == "multiple"     ? MPI_THREAD_MULTIPLE
                    : wanted == "serialized" ? MPI_THREAD_SERIALIZED
                                             : MPI_THREAD_FUNNELED;
  int provided;
  MPI_Init_thread(&argc, &argv, level, &provided);
  if (level == MPI_THREAD_MULTIPLE && provided == level)
    useThreads(std::atoi(argv[2]));
  else if (provided < MPI_THREAD_MULTIPLE)
    requireOneThread();
  MPI_Finalize();
}
