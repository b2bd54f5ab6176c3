//===- turns.cpp - A program for the performance guide --------------------===//
//
// mpirun -n P turns [ELEMENTS]
//
// Turn after turn, a vector and a distributed array go from blocks to blocks
// of 1000 and back, and a sum goes on beside a redistribution.
//
//   redistc++ -O2 turns.cpp -o turns
//
//===----------------------------------------------------------------------===//
#include <redist/redist.h>

#include <mpi.h>

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <numeric>
#include <vector>

static void turnVector(std::vector<double> &a, std::int64_t n, int ranks) {
#pragma redistribute a[n] from(block onto(ranks)) to(cyclic(1000) onto(ranks))
#pragma redistribute a[n] from(cyclic(1000) onto(ranks)) to(block onto(ranks))
}

static void turnArray(redist::array<double, 1> &a, std::int64_t n, int ranks) {
#pragma redistribute a[n] to(cyclic(1000) onto(ranks))
#pragma redistribute a[n] to(block onto(ranks))
}

static double sumBeside(std::vector<double> &a, std::int64_t n, int ranks,
                        const std::vector<double> &other) {
#pragma redistribute a[n] from(block onto(ranks)) to(cyclic onto(ranks))       \
    nowait(moved)
  const double sum = std::accumulate(other.begin(), other.end(), 0.0);
#pragma redistribute wait(moved)
  return sum;
}

int main(int argc, char **argv) {
  int granted = 0;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &granted);
  int rank = 0, ranks = 1;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  const std::int64_t n = argc > 1 ? std::atoll(argv[1]) : 1000000;
  std::vector<double> a(
      redist::local_extent(n, (n + ranks - 1) / ranks, ranks, rank));
  redist::array<double, 1> b({n},
                             redist::layout({redist::block()}).onto({ranks}));
  const std::vector<double> other(100000, 1);
  for (int turn = 0; turn < 10; ++turn) {
    turnVector(a, n, ranks);
    turnArray(b, n, ranks);
  }
  const double sum = sumBeside(a, n, ranks, other);
  if (rank == 0)
    std::printf("%.0f\n", sum);
  MPI_Finalize();
}
