//===- forgotten.cpp - nowait without wait -------------------------------===//
//
// A mistake that only the runtime sees: this wait is never reached. The job
// ends with a message that names the directive. Runs on any number of ranks.
//
//===----------------------------------------------------------------------===//
#include <redist/redist.h>

#include <mpi.h>

#include <vector>

static void start(bool isWaitedFor) {
  std::vector<int> a(1);
  int size = 0;
  MPI_Comm_size(MPI_COMM_WORLD, &size);
#pragma redistribute a[size] from(block onto(size)) to(cyclic onto(size))      \
    nowait(request)
  if (isWaitedFor) {
#pragma redistribute wait(request)
  }
}

int main(int argc, char **) {
  MPI_Init(nullptr, nullptr);
  start(true);
  start(argc > 1);
  MPI_Finalize();
}
