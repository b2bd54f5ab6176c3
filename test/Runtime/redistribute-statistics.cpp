// REDIST_STATS=1 prints a summary when MPI is finalized, REDIST_TRACE writes a
// timeline in Chrome's format with a process a rank; without them, silence.
// REQUIRES: runtime
// RUN: %mpicxx -std=c++17 -O1 -I%source_dir/include %s -L%build_dir/lib -lredistRuntime -o %t
// RUN: timeout 60 %mpirun 3 %t 2>&1 | FileCheck --allow-empty --check-prefix=QUIET %s
// RUN: env REDIST_STATS=1 timeout 60 %mpirun 3 %t 2>&1 | FileCheck %s
// RUN: rm -f %t.json
// RUN: env REDIST_TRACE=%t.json timeout 60 %mpirun 3 %t
// RUN: %python %S/Inputs/check_trace.py %t.json 0 1 2
//
// Each process group has a summary and a timeline of its own.
// RUN: env REDIST_STATS=1 timeout 60 %mpirun 3 %t groups 2>&1 | FileCheck --check-prefix=GROUPS --implicit-check-not="redist (" %s
// RUN: rm -rf %t.dir && mkdir %t.dir
// RUN: env REDIST_TRACE=%t.dir/a.b.json timeout 60 %mpirun 3 %t groups
// RUN: ls %t.dir | FileCheck --check-prefix=FILES --implicit-check-not=json %s
// RUN: %python %S/Inputs/check_trace.py %t.dir/a.b.json 0 1 2
// RUN: %python %S/Inputs/check_trace.py %t.dir/a.b.2-ranks-from-2.json 2 1
// QUIET-NOT: redist
//
// The order of the groups' processes is not known. World and its duplicate are
// the same group.
// GROUPS-DAG: redist (3 ranks from world rank 0): 3 redistributions: 72000 bytes sent in 18 messages
// GROUPS-DAG: redist (3 ranks from world rank 0):   time
// GROUPS-DAG: redist (3 ranks from world rank 0):   bandwidth
// GROUPS-DAG: redist (3 ranks from world rank 0):   3 calls step by step
// GROUPS-DAG: redist (2 ranks from world rank 2): 1 redistribution:
// GROUPS-DAG: redist (2 ranks from world rank 2):   time
// GROUPS-DAG: redist (2 ranks from world rank 2):   bandwidth
// GROUPS-DAG: redist (2 ranks from world rank 2):   1 call step by step
// GROUPS-DAG: redist (1 rank from world rank 0): 1 redistribution:
// GROUPS-DAG: redist (1 rank from world rank 0):   time
// GROUPS-DAG: redist (1 rank from world rank 0):   bandwidth
// GROUPS-DAG: redist (1 rank from world rank 0):   1 call step by step
// FILES: a.b.1-rank-from-0.json
// FILES-NEXT: a.b.2-ranks-from-2.json
// FILES-NEXT: a.b.json
//
// 9000 ints twice, CYCLIC(3) -> CYCLIC(5) on 3 ranks: every rank has something
// for every other, 6 messages in 2 steps; 15 elements of each 45 stay where
// they are, for which there is no step.
//
// CHECK: redist (3 ranks from world rank 0): 2 redistributions: 48000 bytes sent in 12 messages and 4 steps, 24000 bytes copied locally
// CHECK-NEXT: time {{[0-9.]+}} s: pack {{[0-9.]+}}, wait {{[0-9.]+}}, unpack {{[0-9.]+}}, local copy
// CHECK-NEXT: bandwidth {{[0-9.]+}} GB/s
// CHECK-NEXT: 2 calls step by step{{$}}
// CHECK-NOT: redist
#include "Inputs/Check.h"

using namespace redist;

static void run(MPI_Comm comm) {
  const int size = sizeOf(comm);
  const auto a = filled<int>(9000, cyclic_layout(3, size, 0), rankOf(comm));
  std::vector<int> b;
  redistribute_into(at(1), a, b, 9000, cyclic_layout(3, size, 0),
                    cyclic_layout(5, size, 0), comm);
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  run(MPI_COMM_WORLD);
  run(MPI_COMM_WORLD);
  if (argc > 1) {
    MPI_Comm copy, part;
    MPI_Comm_dup(MPI_COMM_WORLD, &copy);
    run(copy);
    MPI_Comm_free(&copy);
    MPI_Comm_split(MPI_COMM_WORLD, rankOf() > 0, -rankOf(), &part);
    run(part);
    MPI_Comm_free(&part);
  }
  MPI_Finalize();
}
