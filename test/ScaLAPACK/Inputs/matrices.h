//===- matrices.h - Distributed matrices of tests of the drop-in ----------===//
//
// BLACS grids on chosen ranks, matrices on them with padding and guards around
// every local column, and where each element lies, element by element.
//
//===----------------------------------------------------------------------===//
#ifndef REDIST_TEST_SCALAPACK_MATRICES_H
#define REDIST_TEST_SCALAPACK_MATRICES_H

#include <mpi.h>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <numeric>
#include <random>
#include <string>
#include <vector>

extern "C" {
void Cblacs_pinfo(int *rank, int *ranks);
void Cblacs_get(int context, int what, int *value);
void Cblacs_gridmap(int *context, int *ranks, int leading, int rows,
                    int columns);
void Cblacs_gridinfo(int context, int *rows, int *columns, int *row,
                     int *column);
void Cblacs_gridexit(int context);
void Cblacs_exit(int keepMpi);
}

namespace test {

/// The same numbers on all ranks.
class Random {
public:
  explicit Random(unsigned seed) : engine(seed) {}
  /// 0 .. bound - 1
  int below(int bound) {
    return static_cast<int>(engine() % static_cast<unsigned>(bound));
  }
  int between(int least, int most) { return least + below(most - least + 1); }
  bool oneIn(int count) { return below(count) == 0; }
  template <typename T> void shuffle(std::vector<T> &all) {
    for (std::size_t i = all.size(); i > 1; --i)
      std::swap(all[i - 1],
                all[static_cast<std::size_t>(below(static_cast<int>(i)))]);
  }

private:
  std::mt19937 engine;
};

inline int worldRank() {
  int rank = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  return rank;
}

inline int worldSize() {
  int size = 0;
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  return size;
}

[[noreturn]] inline void fail(const std::string &text) {
  std::fprintf(stderr, "rank %d: %s\n", worldRank(), text.c_str());
  MPI_Abort(MPI_COMM_WORLD, 1);
  std::abort();
}

/// A grid on world ranks, column by column, as gridmap takes them; the context
/// is -1 on other ranks. Collective over the world.
struct Grid {
  int rows = 0, columns = 0;
  std::vector<int> ranks;
  int context = -1, row = -1, column = -1;

  void open() {
    Cblacs_get(-1, 0, &context);
    Cblacs_gridmap(&context, ranks.data(), rows, rows, columns);
    int p = 0, q = 0;
    if (context >= 0)
      Cblacs_gridinfo(context, &p, &q, &row, &column);
  }
  void close() {
    if (context >= 0)
      Cblacs_gridexit(context);
    context = row = column = -1;
  }
};

/// A grid of a shape that `ranks` can fill, on some of them.
inline Grid randomGrid(Random &random, std::vector<int> ranks,
                       bool all = false) {
  const int most = static_cast<int>(ranks.size());
  Grid grid;
  grid.rows = random.between(1, most);
  if (all)
    while (most % grid.rows != 0)
      grid.rows = random.between(1, most);
  grid.columns = all ? most / grid.rows : random.between(1, most / grid.rows);
  if (!random.oneIn(4))
    random.shuffle(ranks);
  ranks.resize(static_cast<std::size_t>(grid.rows * grid.columns));
  grid.ranks = std::move(ranks);
  return grid;
}

/// One dimension, by its definition: which coordinate has an index, and where.
struct Dimension {
  int extent, firstBlock, block, source, coordinates;
  std::vector<int> owner, local, stored;

  Dimension(int n, int first, int size, int from, int p)
      : extent(n), firstBlock(first), block(size), source(from), coordinates(p),
        stored(static_cast<std::size_t>(p), 0) {
    for (int i = 0; i < n; ++i) {
      const int number = i < first ? 0 : (i - first) / size + 1;
      const int coordinate = (std::max(from, 0) + number) % p;
      owner.push_back(coordinate);
      local.push_back(stored[static_cast<std::size_t>(coordinate)]++);
    }
    if (from < 0) {
      std::iota(local.begin(), local.end(), 0);
      std::fill(stored.begin(), stored.end(), n);
    }
  }
  bool isOn(int index, int coordinate) const {
    return source < 0 || owner[static_cast<std::size_t>(index)] == coordinate;
  }
};

/// This rank's part of a matrix, column-major with a leading dimension, more
/// columns behind, and all of it set.
template <typename T> struct Matrix {
  Grid grid;
  Dimension rows, columns;
  int leading = 1;
  std::vector<T> values;
  std::vector<int> descriptor;

  Matrix(const Grid &on, Dimension ofRows, Dimension ofColumns, int padding,
         bool longDescriptor = false)
      : grid(on), rows(std::move(ofRows)), columns(std::move(ofColumns)) {
    const bool isHere = grid.row >= 0;
    const int localRows =
        isHere ? rows.stored[static_cast<std::size_t>(grid.row)] : 0;
    const int localColumns =
        isHere ? columns.stored[static_cast<std::size_t>(grid.column)] : 0;
    leading = std::max(1, localRows + padding);
    values.resize(static_cast<std::size_t>(leading * (localColumns + 1)));
    // What a process outside is not told, it must not need.
    const auto known = [&](int value) { return isHere ? value : -77777; };
    descriptor = {longDescriptor ? 2 : 1, grid.context, known(rows.extent),
                  known(columns.extent)};
    if (longDescriptor) {
      descriptor.push_back(known(rows.firstBlock));
      descriptor.push_back(known(columns.firstBlock));
    }
    for (const int value :
         {rows.block, columns.block, rows.source, columns.source, leading})
      descriptor.push_back(known(value));
  }

  /// visit(global row, global column, element) of all elements here.
  template <typename Visit> void forEach(Visit visit) {
    if (grid.row < 0)
      return;
    for (int j = 0; j < columns.extent; ++j)
      for (int i = 0; i < rows.extent; ++i)
        if (rows.isOn(i, grid.row) && columns.isOn(j, grid.column))
          visit(i, j, values[indexOf(i, j)]);
  }
  std::size_t indexOf(int i, int j) const {
    return static_cast<std::size_t>(rows.local[static_cast<std::size_t>(i)] +
                                    columns.local[static_cast<std::size_t>(j)] *
                                        leading);
  }
};

} // namespace test

#endif
