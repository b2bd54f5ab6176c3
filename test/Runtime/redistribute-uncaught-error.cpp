// An error that nobody catches ends the program on every rank, with the
// directive's file and line; so does a directive without MPI.
// REQUIRES: runtime
// RUN: %mpicxx -std=c++17 -I%source_dir/include %s -L%build_dir/lib -lredistRuntime -o %t
// RUN: env REDIST_VERIFY=1 not timeout 60 %mpirun 3 %t 2>&1 | FileCheck %s
// RUN: not --crash %t without-mpi 2>&1 | FileCheck --check-prefix=NOMPI %s
#include "Inputs/Check.h"

using namespace redist;

int main(int argc, char **argv) {
  std::vector<double> a(1000);
  // NOMPI: app.cpp:7: error: MPI is not initialized
  if (argc > 1)
    redistribute(at(7), a, 10, block_layout(1, 0), block_layout(1, 0),
                 MPI_COMM_WORLD);
  MPI_Init(&argc, &argv);
  // CHECK: app.cpp:8: error: the extent differs between ranks
  redistribute(at(8), a, 90 + rankOf(), cyclic_layout(2, 3, 0),
               cyclic_layout(5, 3, 0), MPI_COMM_WORLD);
  MPI_Finalize();
}
