// A rank is killed in the middle of moving data, in each way that data moves:
// the job ends soon, no process of it stays, nor any file.
// REQUIRES: runtime, one-node
// RUN: %mpicxx -std=c++17 -O1 -I%source_dir/include %s -L%build_dir/lib -lredistRuntime -o %t
// RUN: %python %S/Inputs/check_killed.py %t.private %mpirun 3 %t private
// RUN: %python %S/Inputs/check_killed.py %t.array %mpirun 3 %t array
// RUN: %python %S/Inputs/check_killed.py %t.request %mpirun 2 %t request
// RUN: %python %S/Inputs/check_killed.py %t.pipeline %mpirun 2 %t pipeline
// RUN: env REDIST_SHARED_MEMORY=0 %python %S/Inputs/check_killed.py %t.messages %mpirun 3 %t private
// Who is not killed fails the check.
// RUN: not %python %S/Inputs/check_killed.py %t.nobody %mpirun 2 %t nobody 2>&1 | FileCheck %s
// CHECK: the job has not failed
#include "Inputs/EveryWay.h"

#include <chrono>
#include <csignal>
#include <thread>

#include <unistd.h>

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  const std::string name = argv[1];
  const World world;
  std::printf("process %ld\n", static_cast<long>(getpid()));
  std::fflush(stdout);
  const Way *chosen = nullptr;
  for (const Way &way : everyWay)
    if (way.name == name)
      chosen = &way;
  // Memory is shared, and all have begun.
  (chosen ? chosen : everyWay)->move(0);
  MPI_Barrier(MPI_COMM_WORLD);
  std::thread killer;
  if (chosen && world.rank == world.size - 1)
    killer = std::thread([] {
      std::this_thread::sleep_for(std::chrono::milliseconds(50));
      kill(getpid(), SIGKILL);
    });
  // Longer than any machine takes until the signal comes.
  const int calls = chosen ? 1'000'000 : 3;
  for (int salt = 1; salt <= calls; ++salt)
    (chosen ? chosen : everyWay)->move(salt);
  MPI_Finalize();
}
