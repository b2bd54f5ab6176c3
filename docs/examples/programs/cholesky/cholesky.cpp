//===- cholesky.cpp - A block-cyclic factorisation, with directives ------===//
//
// mpirun -n P cholesky [--size N] [--block B] [--grid PxQ] [--nugget E]
//                      [--repeat N]
//
// Each rank makes a block of rows of a covariance matrix. A directive deals it
// block-cyclically to a grid of ranks, where it is factorised; a second one
// brings the factor back to blocks of rows, where it is checked.
// cholesky_mpi.cpp is the same program with calls of MPI alone; Cholesky.h has
// what both share.
//
//   redistc++ -O3 cholesky.cpp -o cholesky -I/usr/include/eigen3
//
//===----------------------------------------------------------------------===//
#include "Cholesky.h"

#include <redist/redist.h>

#include <exception>

// clang-format off: it would take the * of a layout for a pointer's

/// Makes of the rows of A those of its factor. Collective.
static void factorise(Matrix &a, const Options &options, int ranks,
                      const Grid &grid, Times &times) {
  // parallel: begin
  const Index n = options.size, b = options.block;
  const auto [p, q] = options.grid;
  const double start = MPI_Wtime();
#pragma redistribute a[n][n] from(block, * onto(ranks))                        \
    to(cyclic(b), cyclic(b) onto(p, q))
  // parallel: end
  const double dealt = MPI_Wtime();
  Index failed = Factorisation(a, n, b, grid).run();
  const double done = MPI_Wtime();
  // parallel: begin
#pragma redistribute a[n][n] from(cyclic(b), cyclic(b) onto(p, q))             \
    to(block, * onto(ranks))
  const double end = MPI_Wtime();
#pragma reduce(min : failed)
  // parallel: end
  if (failed < n)
    throw std::runtime_error("the matrix is not positive definite: found in "
                             "the block from row " +
                             std::to_string(failed) + " on");
  times.there.push_back(dealt - start);
  times.factor.push_back(done - dealt);
  times.back.push_back(end - done);
}

// clang-format on

/// The sums over all ranks of partsOfCheck(). Collective.
static std::array<double, 3> check(const Matrix &factor, const Rows &rows,
                                   const Options &options) {
  Vector y = transposedProduct(factor, rows);
  // parallel: begin
#pragma reduce(+ : y[0 : options.size])
  // parallel: end
  std::array<double, 3> sums = partsOfCheck(factor, y, rows, options);
  // parallel: begin
#pragma reduce(+ : sums[0 : 3])
  // parallel: end
  return sums;
}

static void run(const Options &options, int rank, int ranks) {
  // parallel: begin
  const Grid grid(options.grid);
  const Index block = (options.size + ranks - 1) / ranks;
  const Rows rows{std::min(options.size, rank * block),
                  redist::local_extent(options.size, block, ranks, rank)};
  // parallel: end
  Times times;
  Matrix a;
  for (int i = 0; i < options.repeat; ++i) {
    a = rowsOfCovariance(rows.first, rows.count, options);
    // parallel: begin
    MPI_Barrier(MPI_COMM_WORLD);
    // parallel: end
    factorise(a, options, ranks, grid, times);
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
