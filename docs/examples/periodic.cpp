//===- periodic.cpp - Periodic boundaries by lists of indices -------------===//
//
// Cells on a torus: each takes the mean of itself and its four neighbours, and
// those beyond an edge are at the other one. Compared with a serial run. Runs
// on 4 ranks.
//
//===----------------------------------------------------------------------===//
#include "show.h"

#include <redist/redist.h>

#include <cstdio>
#include <vector>

// clang-format off: it would take the * of a layout for a pointer's

/// The indices from `begin` to before `end`, one more on both sides, all modulo n.
static std::vector<long> wrapped(long begin, long end, long n) {
  std::vector<long> all;
  for (long i = begin - 1; i < end + 1; ++i)
    all.push_back((i + n) % n);
  return all;
}

/// Of a tile with a cell around it, the tile, one step later.
static std::vector<double> step(const std::vector<double> &t, long rows, long columns) {
  std::vector<double> next;
  const long width = columns + 2;
  for (long i = 1; i <= rows; ++i)
    for (long j = 1; j <= columns; ++j) {
      const double *at = &t[i * width + j];
      next.push_back((at[0] + at[-1] + at[1] + at[-width] + at[width]) / 5);
    }
  return next;
}

static double initial(long i, long j) { return (7 * i + 3 * j) % 11; }

/// The whole array on one rank.
static std::vector<double> serial(long n, long m, int steps) {
  std::vector<double> t(n * m);
  for (long i = 0; i < n * m; ++i)
    t[i] = initial(i / m, i % m);
  for (int k = 0; k < steps; ++k) {
    std::vector<double> around;
    for (const long i : wrapped(0, n, n))
      for (const long j : wrapped(0, m, m))
        around.push_back(t[i * m + j]);
    t = step(around, n, m);
  }
  return t;
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  const long n = 9, m = 10, tall = 5, wide = 5; // tiles of 5 x 5 and 4 x 5 cells
  const int steps = 20;
  const long top = worldRank() / 2 * tall, left = worldRank() % 2 * wide;
  const long bottom = top == 0 ? tall : n, right = left == 0 ? wide : m;
  std::vector<double> t, around;
  for (long i = top; i < bottom; ++i)
    for (long j = left; j < right; ++j)
      t.push_back(initial(i, j));

  const redist::fixed_map rows(wrapped(top, bottom, n));
  const redist::fixed_map columns(wrapped(left, right, m));
  for (int k = 0; k < steps; ++k) {
#pragma redistribute t[n][m] from(block, block onto(2, 2)) to(listed(rows), listed(columns) onto(2, 2)) into(around)
    t = step(around, bottom - top, right - left);
  }

#pragma redistribute t[n][m] from(block, block onto(2, 2)) to(*, * onto(1))
  if (worldRank() == 0) {
    const std::vector<double> expected = serial(n, m, steps);
    int different = 0;
    for (long i = 0; i < n * m; ++i)
      different += t[i] != expected[i];
    std::printf("%d of %ld differ from the serial run\n", different, n * m);
  }
  MPI_Finalize();
}

// clang-format on
