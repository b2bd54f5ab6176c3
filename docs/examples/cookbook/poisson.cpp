//===- poisson.cpp - A system of equations, solved by ScaLAPACK -----------===//
//
// mpirun -n P poisson
//
// Each rank fills its rows of the matrix of a string that is held at both ends.
// Two directives bring matrix and right-hand side into the layout that
// ScaLAPACK wants, one brings the solution back.
//
//   redistc++ -O2 poisson.cpp -o poisson -lscalapack-openmpi
//
//===----------------------------------------------------------------------===//
#include "../solve/ScaLapack.h"

#include <redist/redist.h>

#include <mpi.h>

#include <cstdint>
#include <cstdio>
#include <vector>

// clang-format off: it would take the * of a layout for a pointer's

static void solve(int rank, int ranks) {
  constexpr std::int64_t n = 200;
  constexpr int block = 32;
  const auto byRows =
      redist::layout({redist::block(), redist::undistributed()}).onto({ranks});
  redist::array<double, 2> a({n, n}, byRows), b({n, 1}, byRows);
  for (auto [index, value] : a.owned())
    value = index[0] == index[1] ? 2 : std::abs(index[0] - index[1]) == 1 ? -1 : 0;
  b.fill(1);

  // Blocks dealt to a grid of one row of ranks, stored by columns.
#pragma redistribute a[n][n] order(column)                                     \
    to(cyclic(block), cyclic(block) onto(1, ranks))
#pragma redistribute b[n][1] order(column)                                     \
    to(cyclic(block), cyclic(block) onto(1, ranks))

  const ProcessGrid grid(1, ranks);
  const auto ofA = descriptorOf(a, block, grid), ofB = descriptorOf(b, block, grid);
  std::vector<int> pivots(n + block);
  const int one = 1, size = n;
  int info = 0;
  pdgesv_(&size, &one, a.data(), &one, &one, ofA.data(), pivots.data(),
          b.data(), &one, &one, ofB.data(), &info);

#pragma redistribute b[n][1] order(row) to(block, * onto(ranks))
  const std::vector<double> x = b.gather();
  if (rank == 0)
    std::printf("in the middle: %.3f, at the end: %.3f\n", x[n / 2], x[n - 1]);
}

// clang-format on

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  int rank = 0, ranks = 1;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  solve(rank, ranks);
  MPI_Finalize();
}
