// In place, one rank alone changes its lead: it moves its part, the others move
// halos alone, and all take the same way, small or large. And where one rank
// has many leads, one after the other, and so many plans, while the others have
// one.
// REQUIRES: compiler, runtime
// RUN: %redistc++ -std=c++20 -Wall -Werror %s -o %t
// RUN: timeout 100 %mpirun 4 %t | FileCheck %s
// RUN: env REDIST_VERIFY=1 timeout 100 %mpirun 4 %t | FileCheck %s
// RUN: env REDIST_SHARED_MEMORY=0 timeout 100 %mpirun 4 %t | FileCheck %s
// CHECK: 312 calls, 0 wrong
#include <redist/redist.h>

#include <mpi.h>

#include <cstdio>
#include <vector>

/// Elements that are not what they should be on this rank.
static long wrongAfter(long n, long lead, long leadAfter, int rank) {
  const long blocks = 4, mine = n / blocks;
  const long places = (mine + 1) * (lead > leadAfter ? lead : leadAfter);
  std::vector<double> a(static_cast<std::size_t>(places), -1.0);
  const auto value = [&](long row, long column) {
    return static_cast<double>((rank * mine + row) * n + column);
  };
  for (long i = 0; i < mine; ++i)
    for (long j = 0; j < n; ++j)
      a[static_cast<std::size_t>((i + 1) * lead + j)] = value(i, j);
  // clang-format off: it would take the * of a layout for a pointer's
#pragma redistribute a[n][n] from(block, * onto(4) room(1 : 0, 0) lead(lead))  \
    to(block, * onto(4) halo(1 : 0, 0) lead(leadAfter))
  // clang-format on
  long wrong = 0;
  for (long i = rank == 0 ? 0 : -1; i < mine; ++i)
    for (long j = 0; j < n; ++j)
      wrong +=
          a[static_cast<std::size_t>((i + 1) * leadAfter + j)] != value(i, j);
  return wrong;
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  int rank = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  long calls = 0, wrong = 0;
  // A large call makes rings; what many calls ask for is still to come.
  std::vector<double> large(static_cast<std::size_t>(1) << 18, 1.0);
#pragma redistribute large[1 << 20] from(block onto(4)) to(cyclic onto(4))
  for (long i = 0; i < 300; ++i) {
    const long lead = 11 + (rank == 2 ? i : 0);
    wrong += wrongAfter(8, lead, lead, rank);
    ++calls;
  }
  for (const long n : {8L, 64L, 1024L})
    for (const int mover : {-1, 0, 1, 3}) {
      const long lead = n + 3;
      wrong += wrongAfter(n, lead, rank == mover ? lead + 4 : lead, rank);
      ++calls;
    }
  long all = 0;
  MPI_Reduce(&wrong, &all, 1, MPI_LONG, MPI_SUM, 0, MPI_COMM_WORLD);
  if (rank == 0)
    std::printf("%ld calls, %ld wrong\n", calls, all);
  MPI_Finalize();
}
