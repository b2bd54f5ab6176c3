// A rank that comes late is not taken for one at another call, however the
// others wait for it: calls in any order, before some of which one rank sleeps
// for longer than the others have patience. Reductions to a root let ranks run
// ahead of it.
// REQUIRES: runtime
// RUN: %mpicxx -std=c++17 -O1 -I%source_dir/include %s -L%build_dir/lib -lredistRuntime -o %t
// RUN: cd %T && env REDIST_PATIENCE=0.005 timeout 250 %mpirun 3 %t 200
// RUN: cd %T && env REDIST_PATIENCE=0.005 REDIST_SHARED_MEMORY=0 timeout 250 %mpirun 4 %t 200
#include "Inputs/KindsOfCalls.h"

#include <chrono>
#include <iterator>
#include <random>
#include <thread>

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  MPI_Comm comm;
  MPI_Comm_dup(MPI_COMM_WORLD, &comm);
  {
    World world(comm);
    world.makeTable();
    std::mt19937 random(7); // the same on all ranks
    for (int round = std::atoi(argv[1]); round > 0; --round) {
      const auto k = random() % std::size(kinds);
      const auto late = static_cast<int>(random() % unsigned(world.size));
      const auto sleep = std::chrono::milliseconds(random() % 60);
      if (random() % 3 == 0 && world.rank == late)
        std::this_thread::sleep_for(sleep);
      for (unsigned i = random() % 4; i < 4; ++i)
        kinds[k].call(world);
    }
  }
  MPI_Comm_free(&comm);
  MPI_Finalize();
}
