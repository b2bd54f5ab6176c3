// Chunks, and how many of them are under way, follow from the profile that rank
// 0 reads: whatever it says, all elements arrive. A file that is no profile is
// an error of the directive, on every rank.
// REQUIRES: runtime
// RUN: %mpicxx -std=c++17 -O1 -I%source_dir/include %s -L%build_dir/lib -lredistRuntime -o %t
// RUN: rm -rf %t.d && mkdir %t.d && cd %t.d
// RUN: echo '{"alpha": 1e-5, "beta": 8e-10, "combine": 0, "call": 1e-6, "packing": 1e-10}' > port
// RUN: echo '{"alpha": 1e-6, "beta": 1e-11, "combine": 0, "packing": 1e-9}' > packing
// RUN: echo '{"alpha": 1e-5, "beta": 8e-10, "combine": 0, "fan_in": 1.5}' > lossy
// RUN: echo '{"alpha": 0, "beta": 0, "combine": 0, "call": 0, "packing": 0, "fan_in": 0}' > zero
// RUN: env REDIST_SHARED_MEMORY=0 REDIST_PROFILE=port timeout 100 %mpirun 4 %t
// RUN: env REDIST_SHARED_MEMORY=0 REDIST_PROFILE=packing timeout 100 %mpirun 4 %t
// RUN: env REDIST_SHARED_MEMORY=0 REDIST_PROFILE=lossy timeout 100 %mpirun 4 %t
// RUN: env REDIST_SHARED_MEMORY=0 REDIST_PROFILE=zero timeout 100 %mpirun 3 %t
// RUN: env REDIST_PROFILE=port timeout 100 %mpirun 4 %t
// RUN: echo '{"alpha": 1, "beta": 1, "combine": 1, "packing": -1}' > wrong
// RUN: env REDIST_PROFILE=wrong timeout 100 %mpirun 3 %t | FileCheck %s
// CHECK: 3 ranks: app.cpp:1: error: REDIST_PROFILE: the profile 'wrong' is not one of redist-tune: "packing" is negative
#include "Inputs/Check.h"

#include <cstdio>

using namespace redist;

static void tryCase(std::int64_t n, const layout &from, const layout &to,
                    const char *strategy) {
  const int rank = rankOf();
  const std::vector<long> a = filled<long>(n, from, rank);
  std::vector<long> b;
  for (int repeat = 0; repeat < 2; ++repeat) {
    redistribute_into(at(1, strategy), a, b, n, from, to, MPI_COMM_WORLD);
    check(b.data(), n, to, rank, strategy);
    std::fill(b.begin(), b.end(), 0);
  }
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  const int size = sizeOf();
  try {
    for (const char *strategy : {"auto", "caterpillar", "direct", "alltoall"})
      for (const std::int64_t n : {1'000, 100'000, 1'000'000}) {
        tryCase(n, cyclic_layout(3, size, 0), cyclic_layout(5, size, 0),
                strategy);
        tryCase(n, cyclic_layout(7, size, 0), cyclic_layout(1, 1, 0), strategy);
      }
  } catch (const error &e) {
    int failed = 0;
    const int one = 1;
    MPI_Reduce(&one, &failed, 1, MPI_INT, MPI_SUM, 0, MPI_COMM_WORLD);
    if (rankOf() == 0)
      std::printf("%d ranks: %s\n", failed, e.what());
  }
  MPI_Finalize();
}
