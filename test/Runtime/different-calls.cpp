// Ranks that are at different kinds of calls are told so, with both calls. With
// REDIST_VERIFY=1, and without it where no call is a reduction, all ranks throw
// the same error, and the next call on the communicator works. Otherwise one
// message names both calls, and the job ends.
// REQUIRES: runtime
// RUN: %mpicxx -std=c++17 -O1 -I%source_dir/include %s -L%build_dir/lib -lredistRuntime -o %t
// RUN: cd %T && env REDIST_VERIFY=1 timeout 100 %mpirun 2 %t all
// RUN: cd %T && env REDIST_VERIFY=1 timeout 100 %mpirun 3 %t all
// RUN: cd %T && timeout 100 %mpirun 3 %t others
// RUN: cd %T && env REDIST_SHARED_MEMORY=0 timeout 100 %mpirun 2 %t others
// RUN: env %if every-case %{ REDIST_EVERY_PAIR=1 %} %python %S/Inputs/check_different_calls.py %t %mpirun 4 %t
#include "Inputs/KindsOfCalls.h"

#include <chrono>
#include <cstring>
#include <thread>

/// All but the last rank are at the one, that one is at the other.
static void tryPair(World &world, const Kind &one, const Kind &other) {
  expectError("the ranks are at different calls: rank 0 of the communicator is "
              "at " +
                  std::string(one.text) + ", rank " +
                  std::to_string(world.size - 1) + " at " + other.text,
              [&] { (world.rank + 1 < world.size ? one : other).call(world); });
  one.call(world);
  other.call(world);
}

/// There are rings then, and memory in common.
static void moveOften(World &world) {
  for (int i = 0; i < 12; ++i)
    move(world);
}

static void tryAllPairs(bool withReductions) {
  for (const Kind &one : kinds)
    for (const Kind &other : kinds) {
      const bool isReduction = one.isReduction() || other.isReduction();
      if (one.isLike(other) || (isReduction && !withReductions))
        continue;
      MPI_Comm comm;
      MPI_Comm_dup(MPI_COMM_WORLD, &comm);
      {
        World world(comm);
        world.makeTable();
        tryPair(world, one, other); // at the first of each
        moveOften(world);
        tryPair(world, one, other);
        world.table->scatter(world.table->gather(), 0);
      }
      MPI_Comm_free(&comm);
    }
}

static const Kind &kindOf(const char *name) {
  for (const Kind &kind : kinds)
    if (std::strcmp(kind.name, name) == 0)
      return kind;
  require(false, std::string("no such kind: ") + name);
  std::abort();
}

/// One call, the other, and how many ranks are at the first one; `late`: after
/// other calls. All say what they throw.
static void endJob(const Kind &one, const Kind &other, int ranks, bool isLate) {
  World world(MPI_COMM_WORLD);
  if (isLate || one.needs == Needs::Table || other.needs == Needs::Table)
    world.makeTable();
  for (int i = 0; isLate && i < 3; ++i)
    for (const Kind &kind : kinds)
      kind.call(world);
  if (isLate)
    moveOften(world);
  try {
    (world.rank < ranks ? one : other).call(world);
    for (;;) // A rank that has only sent does not wait: it goes on.
      join(world);
  } catch (const redist::error &e) {
    std::fprintf(stderr, "thrown: %s\n", e.what());
    // MPICH's launcher drops what it has not read when all is ended.
    std::this_thread::sleep_for(std::chrono::milliseconds(300));
    MPI_Abort(MPI_COMM_WORLD, 1);
  }
}

/// all | others | end ONE OTHER RANKS late|first
int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  if (argc > 5)
    endJob(kindOf(argv[2]), kindOf(argv[3]), std::atoi(argv[4]),
           std::strcmp(argv[5], "late") == 0);
  tryAllPairs(std::strcmp(argv[1], "all") == 0);
  MPI_Finalize();
}
