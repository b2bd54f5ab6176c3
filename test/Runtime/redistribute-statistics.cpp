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
// 12000 ints twice. CYCLIC(2) -> CYCLIC(4) on 3 ranks, superblock of 12: source
// block i lies on rank i mod 3, target block i / 2 on rank i / 2. Blocks 0 and
// 5 stay, 1 -> 0, 2 -> 1, 3 (rank 0) -> 1, 4 (rank 1) -> 2 move: 4 messages,
// two thirds of the 48000 bytes, at most 2 a rank.
//
// CHECK: redist: 2 redistributions: 64000 bytes sent in 8 messages and 4 steps, 32000 bytes copied locally
// CHECK-NEXT: time {{[0-9.]+}} s: pack {{[0-9.]+}}, wait {{[0-9.]+}}, unpack {{[0-9.]+}}, local copy
// CHECK-NEXT: bandwidth {{[0-9.]+}} GB/s
// CHECK-NEXT: model: time = {{.+}} of the steps
// CHECK-NOT: redist
#include "Inputs/Check.h"

using namespace redist;

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  auto a = filled<int>(12000, cyclic_layout(2, 3, 0), rankOf());
  std::vector<int> b;
  for (int i = 0; i < 2; ++i)
    redistribute_into(at(1), a, b, 12000, cyclic_layout(2, 3, 0),
                      cyclic_layout(4, 3, 0), MPI_COMM_WORLD);
  MPI_Finalize();
}
