//===- heat.cpp - halo: a heat equation on tiles of ranks ----------------===//
//
// Each step needs the temperatures of neighbours. A halo brings those of other
// ranks while the inside of the tile is computed. Compared with a serial run.
// Runs on 4 ranks.
//
//===----------------------------------------------------------------------===//
#include <redist/redist.h>

#include <cstdio>
#include <vector>

/// A tile of `rows` x `columns` with a ring of room around it.
struct Tile {
  long rows, columns;
  std::vector<double> now, next;

  Tile(long r, long c)
      : rows(r), columns(c), now((r + 2) * (c + 2)), next(now) {}
  long at(long i, long j) const { return (i + 1) * (columns + 2) + j + 1; }
  void step(long i, long j) {
    const double *const t = &now[at(i, j)];
    next[at(i, j)] = t[0] + 0.2 * (t[-1] + t[1] + t[-columns - 2] +
                                   t[columns + 2] - 4 * t[0]);
  }
  void inside() {
    for (long i = 1; i < rows - 1; ++i)
      for (long j = 1; j < columns - 1; ++j)
        step(i, j);
  }
  void edges() {
    for (long i = 0; i < rows; ++i)
      for (long j = 0; j < columns; ++j)
        if (i == 0 || j == 0 || i == rows - 1 || j == columns - 1)
          step(i, j);
  }
};

/// One hot square in the cold; outside the plate it is cold, too.
static double begin(long i, long j) {
  return i > 5 && i < 20 && j > 10 && j < 30 ? 100 : 0;
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  constexpr long n = 40, m = 60, steps = 50;
  int rank = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  const long top = rank / 2 * (n / 2), left = rank % 2 * (m / 2);
  Tile tile(n / 2, m / 2), whole(n, m);
  for (long i = 0; i < n; ++i)
    for (long j = 0; j < m; ++j)
      whole.now[whole.at(i, j)] = begin(i, j);
  for (long i = 0; i < tile.rows; ++i)
    for (long j = 0; j < tile.columns; ++j)
      tile.now[tile.at(i, j)] = begin(top + i, left + j);

  std::vector<double> &t = tile.now;
  for (long step = 0; step < steps; ++step) {
#pragma redistribute t[n][m] from(block, block onto(2, 2) room(1, 1))          \
    to(block, block onto(2, 2) halo(1, 1)) nowait(exchange)
    tile.inside();
#pragma redistribute wait(exchange)
    tile.edges();
    tile.now.swap(tile.next);
  }

  for (long step = 0; step < steps; ++step) { // on one rank
    whole.inside();
    whole.edges();
    whole.now.swap(whole.next);
  }
  int different = 0, all = 0;
  for (long i = 0; i < tile.rows; ++i)
    for (long j = 0; j < tile.columns; ++j)
      different += t[tile.at(i, j)] != whole.now[whole.at(top + i, left + j)];
  MPI_Reduce(&different, &all, 1, MPI_INT, MPI_SUM, 0, MPI_COMM_WORLD);
  if (rank == 0)
    std::printf("%d of %ld differ from the serial run\n", all, n * m);
  MPI_Finalize();
}
