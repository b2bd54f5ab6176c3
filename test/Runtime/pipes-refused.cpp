// A profile that is a pipe, and a trace that goes into a pipe that nobody
// reads, are said to be so; nothing waits for the other end.
// REQUIRES: runtime
// RUN: %mpicxx -std=c++17 -O1 -I%source_dir/include %s -L%build_dir/lib -lredistRuntime -o %t
// RUN: rm -f %t.pipe && mkfifo %t.pipe
// RUN: env REDIST_PROFILE=%t.pipe timeout 60 %mpirun 2 %t 2>&1 | FileCheck --check-prefix=PROFILE %s
// RUN: env REDIST_TRACE=%t.pipe timeout 60 %mpirun 2 %t 2>&1 | FileCheck --check-prefix=TRACE %s
// PROFILE: app.cpp:1: error: REDIST_PROFILE: the profile '{{.*}}.pipe' cannot be read: it is a pipe
// TRACE: redist: cannot write the trace file '{{.*}}.pipe': nobody reads this pipe
#include "Inputs/Check.h"

using namespace redist;

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  std::vector<double> a(100);
  try {
    redistribute(at(1), a, 100, block_layout(sizeOf(), 0),
                 cyclic_layout(3, sizeOf(), 0), MPI_COMM_WORLD);
  } catch (const redist::error &e) {
    if (rankOf() == 0)
      std::puts(e.what());
  }
  MPI_Finalize();
}
