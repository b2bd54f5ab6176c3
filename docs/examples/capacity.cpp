//===- capacity.cpp - capacity: storage behind a pointer -----------------===//
//
// A pointer is redistributed in place. Runs on 4 ranks.
//
//===----------------------------------------------------------------------===//
#include "show.h"

#include <redist/redist.h>

#include <array>
#include <numeric>

static void deal(int *a, long n, long capacity) {
#pragma redistribute a[n] from(block onto(2)) to(cyclic onto(4))               \
    capacity(capacity)
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  const int n = 8, rank = worldRank();
  std::array<int, 6> storage{}; // a rank needs 4 of them at most
  std::iota(storage.begin(), storage.end(), 4 * rank);
  show("two blocks", storage.data(), rank < 2 ? 4 : 0);
  deal(storage.data(), n, storage.size());
  show("dealt", storage.data(), 2);
  MPI_Finalize();
}
