// REDIST_STATS=1 prints a summary when MPI is finalized, REDIST_TRACE writes a
// timeline in Chrome's format with a row a rank; without them, silence.
// REQUIRES: runtime
// RUN: %mpicxx -std=c++17 -O1 -I%source_dir/include %s -L%build_dir/lib -lredistRuntime -o %t
// RUN: timeout 60 %mpirun 3 %t 2>&1 | FileCheck --allow-empty --check-prefix=QUIET %s
// RUN: env REDIST_STATS=1 timeout 60 %mpirun 3 %t 2>&1 | FileCheck %s
// RUN: rm -f %t.json
// RUN: env REDIST_TRACE=%t.json timeout 60 %mpirun 3 %t
// RUN: %python %S/Inputs/check_trace.py %t.json 3
// QUIET-NOT: redist
//
// 9000 ints twice, CYCLIC(3) -> CYCLIC(5) on 3 ranks: every rank has something
// for every other, 6 messages; 15 elements of each 45 stay where they are.
//
// CHECK: redist: 2 redistributions: 48000 bytes sent in 12 messages and 6 steps, 24000 bytes copied locally
// CHECK-NEXT: time {{[0-9.]+}} s: pack {{[0-9.]+}}, wait {{[0-9.]+}}, unpack {{[0-9.]+}}, local copy
// CHECK-NEXT: bandwidth {{[0-9.]+}} GB/s
// CHECK-NOT: redist
#include "Inputs/Check.h"

using namespace redist;

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  auto a = filled<int>(9000, cyclic_layout(3, 3, 0), rankOf());
  std::vector<int> b;
  for (int i = 0; i < 2; ++i)
    redistribute_into(at(1), a, b, 9000, cyclic_layout(3, 3, 0),
                      cyclic_layout(5, 3, 0), MPI_COMM_WORLD);
  MPI_Finalize();
}
