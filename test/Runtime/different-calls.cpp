// Ranks that are at different kinds of calls are told so, with both, and all
// throw the same: at the first call on a communicator and later, where one rank
// is apart and where half of them are, whether ranks see the same memory or
// not. The next call on the communicator works. Where a rank that reduces to a
// root may be gone, one message names both, and the job ends.
// REQUIRES: runtime
// RUN: %mpicxx -std=c++17 -O1 -I%source_dir/include %s -L%build_dir/lib -lredistRuntime -o %t
// RUN: cd %T && env REDIST_VERIFY=1 timeout 250 %mpirun 2 %t pairs
// RUN: cd %T && env REDIST_PATIENCE=0.02 timeout 250 %mpirun 2 %t pairs
// RUN: cd %T && env REDIST_PATIENCE=0.02 timeout 250 %mpirun 4 %t pairs
// RUN: cd %T && env REDIST_PATIENCE=0.02 REDIST_SHARED_MEMORY=0 timeout 250 %mpirun 3 %t pairs
// RUN: cd %T && timeout 250 %mpirun 3 %t pair addAtOnce move
// RUN: %python %S/Inputs/check_different_calls.py %t %mpirun 2 %t
// RUN: %python %S/Inputs/check_different_calls.py %t %mpirun 4 %t
#include "Inputs/KindsOfCalls.h"

/// Of the ranks that are at the other call.
static constexpr int placements = 2;

static int firstApart(const World &world, int placement) {
  return placement == 0 ? world.size - 1 : world.size / 2;
}

/// The ranks from the middle on, or the last one alone, are at the other call.
static void tryPair(World &world, const Kind &one, const Kind &other,
                    int placement) {
  const int apart = firstApart(world, placement);
  const auto call = [&] { (world.rank < apart ? one : other).call(world); };
  if (one.isLike(other))
    expectError("", call); // whether or not it is one: alike on all ranks
  else
    expectError("the ranks are at different calls: rank 0 of the communicator "
                "is at " +
                    std::string(one.text) + ", rank " + std::to_string(apart) +
                    " at " + other.text,
                call);
  one.call(world);
  other.call(world);
  addAtOnce(world);
  addToRoot(world);
}

/// On a communicator of its own.
static void tryPair(const Kind &one, const Kind &other, int placement) {
  const bool needsTable =
      one.needs == Needs::Table || other.needs == Needs::Table;
  MPI_Comm comm;
  MPI_Comm_dup(MPI_COMM_WORLD, &comm);
  {
    World world(comm);
    if (!needsTable)
      tryPair(world, one, other, placement); // the first call of all
    world.makeTable();
    tryPair(world, one, other, placement);
    for (int i = 0; i < 12; ++i)
      move(world); // there are rings, and memory in common
    tryPair(world, one, other, placement);
  }
  MPI_Comm_free(&comm);
}

static const Kind &kindOf(const std::string &name) {
  for (const Kind &kind : kinds)
    if (name == kind.name)
      return kind;
  require(name == toRoot.name, "no such kind: " + name);
  return toRoot;
}

/// The job is to end here. Ranks that have come through wait for the others.
static void endJob(const Kind &one, const Kind &other) {
  World world(MPI_COMM_WORLD);
  world.makeTable();
  addToRoot(world);
  (world.rank < world.size / 2 ? one : other).call(world);
  MPI_Barrier(MPI_COMM_WORLD);
}

/// pairs | pair ONE OTHER | end ONE OTHER
int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  const std::string mode = argv[1];
  if (mode == "pair")
    tryPair(kindOf(argv[2]), kindOf(argv[3]), 0);
  if (mode == "end")
    endJob(kindOf(argv[2]), kindOf(argv[3]));
  for (const Kind &one : kinds)
    for (const Kind &other : kinds)
      for (int k = 0; k < placements; ++k)
        if (mode == "pairs" && &one != &other && (k == 0 || sizeOf() > 2))
          tryPair(one, other, k);
  MPI_Finalize();
}
