//===- cholesky_mpi.cpp - The same with calls of MPI alone ---------------===//
//
// The twin of cholesky.cpp without directives: the same options, numerics and
// output. Either redistribution is one MPI_Alltoallv, packed and unpacked by
// hand.
//
//   mpicxx -O3 -std=c++17 cholesky_mpi.cpp -o cholesky_mpi
//   -I/usr/include/eigen3
//
//===----------------------------------------------------------------------===//
#include "Cholesky.h"

#include <exception>
#include <limits>

// parallel: begin
/// The rows that a rank has of a matrix in blocks of rows.
static Rows rowsOf(Index size, int ranks, int rank) {
  const Index block = (size + ranks - 1) / ranks;
  const Index first = std::min(size, rank * block);
  return {first, std::min(size, first + block) - first};
}

/// Between blocks of rows and blocks on a grid. In a message between two ranks
/// are the rows of the one and the columns of the grid's, column by column.
class Dealing {
public:
  Dealing(Index size, Index block, const Grid &grid, int ranks, int rank)
      : size(size), block(block), grid(grid), mine(rowsOf(size, ranks, rank)),
        ranks(ranks) {
    // The first rank has most: so all ranks throw or none.
    const Index most =
        std::max(rowsOf(size, ranks, 0).count * size,
                 localBelow(size, block, grid.extents[0], 0) *
                     localBelow(size, block, grid.extents[1], 0));
    if (most > std::numeric_limits<int>::max())
      throw std::runtime_error("the matrix is too large for the counts of MPI");
    for (int r = 0; r < ranks; ++r) {
      add(rowsOnGrid(mine, placeOfRank(r)[0]).count *
              localBelow(size, block, grid.extents[1], placeOfRank(r)[1]),
          rowCounts, rowPlaces);
      add(rowsOnGrid(rowsOf(size, ranks, r), grid.place[0]).count *
              localBelow(size, block, grid.extents[1], grid.place[1]),
          gridCounts, gridPlaces);
    }
    byRows.resize(
        static_cast<std::size_t>(rowPlaces.back() + rowCounts.back()));
    onGrid.resize(
        static_cast<std::size_t>(gridPlaces.back() + gridCounts.back()));
  }

  void toGrid(Matrix &a) {
    forEachRun([&](Index row, Index column, Index count, double *message) {
      std::copy_n(&a.coeffRef(row, column), count, message);
    });
    MPI_Alltoallv(byRows.data(), rowCounts.data(), rowPlaces.data(), MPI_DOUBLE,
                  onGrid.data(), gridCounts.data(), gridPlaces.data(),
                  MPI_DOUBLE, MPI_COMM_WORLD);
    a.resize(localBelow(size, block, grid.extents[0], grid.place[0]),
             localBelow(size, block, grid.extents[1], grid.place[1]));
    for (int r = 0; r < ranks; ++r)
      part(a, r) = message(r);
  }

  void toRows(Matrix &a) {
    for (int r = 0; r < ranks; ++r)
      message(r) = part(a, r);
    MPI_Alltoallv(onGrid.data(), gridCounts.data(), gridPlaces.data(),
                  MPI_DOUBLE, byRows.data(), rowCounts.data(), rowPlaces.data(),
                  MPI_DOUBLE, MPI_COMM_WORLD);
    a.resize(mine.count, size);
    forEachRun([&](Index row, Index column, Index count, double *message) {
      std::copy_n(message, count, &a.coeffRef(row, column));
    });
  }

private:
  static void add(Index count, std::vector<int> &counts,
                  std::vector<int> &places) {
    places.push_back(counts.empty() ? 0 : places.back() + counts.back());
    counts.push_back(static_cast<int>(count));
  }

  std::array<int, 2> placeOfRank(int rank) const {
    return {rank / grid.extents[1], rank % grid.extents[1]};
  }

  /// Which of the rows of a row of the grid are among these.
  Rows rowsOnGrid(const Rows &rows, int place) const {
    const Index first = localBelow(rows.first, block, grid.extents[0], place);
    return {first,
            localBelow(rows.first + rows.count, block, grid.extents[0], place) -
                first};
  }

  /// What this rank of the grid has of the rows of another rank.
  Eigen::Block<Matrix> part(Matrix &a, int rank) const {
    const Rows rows = rowsOnGrid(rowsOf(size, ranks, rank), grid.place[0]);
    return a.block(rows.first, 0, rows.count, a.cols());
  }
  Eigen::Map<Matrix> message(int rank) {
    const Rows rows = rowsOnGrid(rowsOf(size, ranks, rank), grid.place[0]);
    return {onGrid.data() + gridPlaces[rank], rows.count,
            localBelow(size, block, grid.extents[1], grid.place[1])};
  }

  /// visit(row, column, count, place in the message) for the runs down the
  /// columns that go to one rank of the grid each.
  template <typename Visit> void forEachRun(Visit &&visit) {
    const Index end = mine.first + mine.count;
    for (int r = 0; r < ranks; ++r) {
      const auto place = placeOfRank(r);
      double *message = byRows.data() + rowPlaces[r];
      for (Index j = 0; j < size; ++j) {
        if (j / block % grid.extents[1] != place[1])
          continue;
        for (Index i = mine.first; i < end;) {
          const Index next = std::min(end, (i / block + 1) * block);
          if (i / block % grid.extents[0] == place[0]) {
            visit(i - mine.first, j, next - i, message);
            message += next - i;
          }
          i = next;
        }
      }
    }
  }

  Index size, block;
  const Grid &grid;
  Rows mine;
  int ranks;
  std::vector<int> rowCounts, rowPlaces, gridCounts, gridPlaces;
  std::vector<double> byRows, onGrid;
};
// parallel: end

/// Makes of the rows of A those of its factor. Collective.
static void factorise(Matrix &a, const Options &options, Dealing &dealing,
                      const Grid &grid, Times &times) {
  // parallel: begin
  const double start = MPI_Wtime();
  dealing.toGrid(a);
  // parallel: end
  const double dealt = MPI_Wtime();
  Index failed = Factorisation(a, options.size, options.block, grid).run();
  const double done = MPI_Wtime();
  // parallel: begin
  dealing.toRows(a);
  const double end = MPI_Wtime();
  MPI_Allreduce(MPI_IN_PLACE, &failed, 1, MPI_INT64_T, MPI_MIN, MPI_COMM_WORLD);
  // parallel: end
  if (failed < options.size)
    throw std::runtime_error("the matrix is not positive definite: found in "
                             "the block from row " +
                             std::to_string(failed) + " on");
  times.there.push_back(dealt - start);
  times.factor.push_back(done - dealt);
  times.back.push_back(end - done);
}

/// The sums over all ranks of partsOfCheck(). Collective.
static std::array<double, 3> check(const Matrix &factor, const Rows &rows,
                                   const Options &options) {
  Vector y = transposedProduct(factor, rows);
  // parallel: begin
  MPI_Allreduce(MPI_IN_PLACE, y.data(), static_cast<int>(y.size()), MPI_DOUBLE,
                MPI_SUM, MPI_COMM_WORLD);
  // parallel: end
  std::array<double, 3> sums = partsOfCheck(factor, y, rows, options);
  // parallel: begin
  MPI_Allreduce(MPI_IN_PLACE, sums.data(), 3, MPI_DOUBLE, MPI_SUM,
                MPI_COMM_WORLD);
  // parallel: end
  return sums;
}

static void run(const Options &options, int rank, int ranks) {
  // parallel: begin
  const Grid grid(options.grid);
  const Rows rows = rowsOf(options.size, ranks, rank);
  Dealing dealing(options.size, options.block, grid, ranks, rank);
  // parallel: end
  Times times;
  Matrix a;
  for (int i = 0; i < options.repeat; ++i) {
    a = rowsOfCovariance(rows.first, rows.count, options);
    // parallel: begin
    MPI_Barrier(MPI_COMM_WORLD);
    // parallel: end
    factorise(a, options, dealing, grid, times);
  }
  keepLower(a, rows);
  const auto sums = check(a, rows, options);
  const std::string report = reportOf(options, sums, times);
  if (rank == 0)
    std::printf("%s", report.c_str());
}

int main(int argc, char **argv) {
  // parallel: begin
  MPI_Init(&argc, &argv);
  int rank = 0, ranks = 1;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  // parallel: end
  int status = 0;
  // All ranks throw alike.
  try {
    run(optionsOf(argc, argv, ranks), rank, ranks);
  } catch (const std::exception &problem) {
    if (rank == 0)
      std::fprintf(stderr, "cholesky: error: %s\n", problem.what());
    status = 1;
  }
  // parallel: begin
  MPI_Finalize();
  // parallel: end
  return status;
}
