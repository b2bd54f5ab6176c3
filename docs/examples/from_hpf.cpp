// The lines of docs/from-hpf.md, in a program for four ranks.
#include <redist/redist.h>

#include <mpi.h>

#include <cstdio>
#include <vector>

// clang-format off: it would take the * of a layout for a pointer's

using redist::block, redist::cyclic, redist::layout, redist::undistributed;

static void mapping(long n, long m) {
  redist::array<double, 2> a({n, m}, layout({block(), cyclic(4)}).onto({2, 2}));
  redist::array<double, 2> b({n, m}, layout({block(), cyclic(4)}).onto({2, 2}));
  redist::array<double, 2> c({m, n}, layout({cyclic(4), block()}).onto({2, 2}));
  redist::array<double, 1> v({n}, layout({block()}).onto({4}));
  const std::vector<int> turned = {0, 2, 1, 3}, sizes = {3, 0, 5, 4};
  std::vector<int> owner(static_cast<std::size_t>(n));
  for (long i = 0; i < n; ++i)
    owner[static_cast<std::size_t>(i)] = static_cast<int>(i * i % 4);
  std::vector<double> u(static_cast<std::size_t>(n) / 4); // n is 12
  for (auto [index, value] : a.owned())
    value = static_cast<double>(index[0] * m + index[1]);
#pragma redistribute a[n][m], b[n][m] to(block, cyclic(4) onto(2, 2))
#pragma redistribute a[n][m] to(*, block onto(4))
#pragma redistribute c[m][n] to(cyclic(4), block onto(2, 2) ranks(turned))
#pragma redistribute a[n][m] to(block, * onto(2) at(2))
#pragma redistribute v[n] to(cyclic(5) onto(4))
#pragma redistribute v[n] to(gen_block(sizes) onto(4))
#pragma redistribute u[n] from(block onto(4)) to(indirect(owner) onto(4))
#pragma redistribute v[n] to(cyclic(5) shift(3) onto(4))
#pragma redistribute v[n] to(block onto(4) halo(1))
#pragma redistribute v[n] to(* onto(copies(4)))
#pragma redistribute v[n] to(block onto(4))
  redist::array<double, 1> row({m}, layout({cyclic()}).onto({4}));
  const long i = 2;
#pragma redistribute a[i : 1][m] to(block onto(4)) into(row[m])
}

static void assignments(long n) {
  const std::vector<int> two = {1, 3};
  redist::array<double, 1> a({n}, layout({block()}).onto({4}));
  redist::array<double, 1> b({n}, layout({cyclic(2)}).onto({4}));
#pragma redistribute a[n] to(cyclic(2) onto(4)) into(b)
#pragma redistribute a[0 : 5 : 2] to(cyclic(2) onto(4)) into(b[4 : 5])
  const long i = 3;
#pragma redistribute a[i : n : 0] to(cyclic(2) onto(4)) into(b[0 : n])
#pragma redistribute a[n] to(block onto(2) ranks(two))
#pragma redistribute a[n] to(block onto(4)) nowait(moving)
  // what needs no a
#pragma redistribute wait(moving)
}

static double collectives(long n, int rank) {
  std::vector<double> x;
  if (rank == 0)
    x.assign(static_cast<std::size_t>(n), 2.0);
#pragma redistribute x[n] from(* onto(1)) to(* onto(copies(4)))
  double sum = x[0];
#pragma reduce(+ : sum)
  return sum;
}

// clang-format on

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  int rank = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  mapping(12, 10);
  assignments(12);
  const double sum = collectives(6, rank);
  if (rank == 0)
    std::printf("%g\n", sum);
  MPI_Finalize();
}
