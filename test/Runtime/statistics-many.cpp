// More calls than ranks keep before they tell the first one of them: of each
// kind, on two communicators of the same processes of which one is freed while
// the other has calls that nobody knows of yet. Calls that fail on all ranks
// are not counted, nor is their time; sums of a few numbers are, each of them.
// REQUIRES: runtime
// RUN: %mpicxx -std=c++17 -O1 -I%source_dir/include %s -L%build_dir/lib -lredistRuntime -pthread -o %t
// RUN: env REDIST_STATS=1 REDIST_TRACE=%t.json timeout 120 %mpirun 3 %t 2>&1 | FileCheck %s
// RUN: env REDIST_STATS=1 REDIST_SHARED_MEMORY=0 timeout 120 %mpirun 3 %t 2>&1 | FileCheck %s
// RUN: env REDIST_TRACE=%t.json timeout 120 %mpirun 3 %t
// RUN: %if every-case %{ %python %S/Inputs/check_timeline.py %t.json %}
// RUN: %python %S/Inputs/count_calls.py %t.json 4701 | FileCheck %s --check-prefix=CALLS
// CALLS: 3 ranks
// CHECK: redist (3 ranks from world rank 0): 2601 redistributions:
// CHECK: redist (3 ranks from world rank 0): 2100 reductions:
// No second of those that fail.
// CHECK-NEXT: time {{.*}} s: combine 0.{{[0-4].*}}, wait
// CHECK-NOT: redist
#include "Inputs/ReduceCheck.h"

#include <chrono>
#include <stdexcept>
#include <thread>

using namespace redist;

static void move(MPI_Comm comm, int times) {
  const layout from = cyclic_layout(1, 3, 0), to = cyclic_layout(2, 3, 0);
  const auto a = filled<double>(12, from, rankOf(comm));
  std::vector<double> b;
  for (int i = 0; i < times; ++i)
    redistribute_into(at(1), a, b, 12, from, to, comm);
}

static void sum(MPI_Comm comm, int times) {
  for (int i = 0; i < times; ++i) {
    int x = 1;
    reduce(reduceAt(2), reduction().uniform(), comm, plus{}, x);
    require(x == 3, "sum");
  }
}

/// To the first rank, which all ranks know of.
static void sumToFirst(int times) {
  for (int i = 0; i < times; ++i) {
    int x = 1;
    reduce(reduceAt(3), reduction().uniform().root(0), MPI_COMM_WORLD, plus{},
           x);
    require(x == (rankOf() == 0 ? 3 : 1), "sum to the first rank");
  }
}

static void failLater() {
  int x = 1;
  const std::string found = errorOf([&] {
    reduce(
        reduceAt(4), reduction().root(0), MPI_COMM_WORLD,
        [](int, int) -> int {
          std::this_thread::sleep_for(std::chrono::milliseconds(600));
          throw std::runtime_error("no");
        },
        x);
  });
  require(!found.empty(), "nothing thrown");
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  MPI_Comm other;
  MPI_Comm_dup(MPI_COMM_WORLD, &other);
  move(MPI_COMM_WORLD, 1000);
  sum(MPI_COMM_WORLD, 5);
  failLater();
  sum(other, 1000);
  move(other, 1100);
  MPI_Comm_free(&other);
  const layout from = cyclic_layout(1, 3, 0), to = cyclic_layout(2, 3, 0);
  const auto a = filled<double>(12, from, rankOf());
  std::vector<double> b;
  request one = start_redistribute_into(
      at(5), redistribution({whole(12)}).from(from).to(to), MPI_COMM_WORLD,
      objects(a), objects(b));
  sum(MPI_COMM_WORLD, 995);
  wait(one);
  sumToFirst(100);
  move(MPI_COMM_WORLD, 500);
  MPI_Finalize();
}
