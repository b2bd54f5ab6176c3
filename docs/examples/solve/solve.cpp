//===- solve.cpp - A system of linear equations from files ---------------===//
//
// mpirun -n P solve MATRIX RIGHT-HAND-SIDE SOLUTION
//
// Files of raw doubles: n x n by rows, n, and n. The ranks read blocks of rows;
// directives bring them into ScaLAPACK's layout, block-cyclic in two dimensions
// and stored by columns; pdgesv solves the system there; a directive brings the
// solution back. The residual is checked against the matrix as it was read.
//
//   redistc++ -O2 solve.cpp -o solve -lscalapack-openmpi
//
//===----------------------------------------------------------------------===//
#include "ScaLapack.h"

#include <redist/redist.h>

#include <mpi.h>

#include <cmath>
#include <cstdint>
#include <cstdio>
#include <exception>
#include <filesystem>
#include <limits>
#include <string>
#include <vector>

using Matrix = redist::array<double, 2>;

static constexpr int blockSize = 64;

/// Solves A X = B, of which every rank holds blocks of rows. B becomes X; A is
/// lost.
static void solveEquations(Matrix &a, Matrix &b, int ranks) {
  const std::int64_t n = a.extent(0), m = b.extent(1);
  int gridRows = static_cast<int>(std::sqrt(static_cast<double>(ranks)));
  while (ranks % gridRows != 0)
    --gridRows;
  const int gridColumns = ranks / gridRows;

#pragma redistribute a[n][n] order(column)                                     \
    to(cyclic(blockSize), cyclic(blockSize) onto(gridRows, gridColumns))
#pragma redistribute b[n][m] order(column)                                     \
    to(cyclic(blockSize), cyclic(blockSize) onto(gridRows, gridColumns))

  const ProcessGrid grid(gridRows, gridColumns);
  const auto aDescriptor = descriptorOf(a, blockSize, grid);
  const auto bDescriptor = descriptorOf(b, blockSize, grid);
  std::vector<int> pivots(static_cast<std::size_t>(a.local_extent(0)) +
                          blockSize);
  const int one = 1, size = static_cast<int>(n), count = static_cast<int>(m);
  int info = 0;
  pdgesv_(&size, &count, a.data(), &one, &one, aDescriptor.data(),
          pivots.data(), b.data(), &one, &one, bDescriptor.data(), &info);
  if (info != 0)
    throw std::runtime_error("the matrix is singular: pivot " +
                             std::to_string(info) + " is 0");

  // clang-format off: it would take the * of a layout for a pointer's
#pragma redistribute b[n][m] order(row) to(block, * onto(ranks))
  // clang-format on
}

/// max |A x - b| / (max |A| * max |x| * n * epsilon); below 1 or so where x is
/// as good as the arithmetic is. Every matrix in blocks of rows. Collective.
static double residual(const Matrix &a, const Matrix &x, const Matrix &b) {
  std::vector<double> all = x.gather();
  all.resize(static_cast<std::size_t>(x.global_size()));
  MPI_Bcast(all.data(), static_cast<int>(all.size()), MPI_DOUBLE, 0,
            MPI_COMM_WORLD);
  const auto rows = a.local(), right = b.local();
  double largest[3] = {}; // of the residual, A, x
  for (std::int64_t i = 0; i < rows.extent(0); ++i) {
    double sum = -right(i, 0);
    for (std::int64_t j = 0; j < rows.extent(1); ++j) {
      sum += rows(i, j) * all[static_cast<std::size_t>(j)];
      largest[1] = std::max(largest[1], std::abs(rows(i, j)));
    }
    largest[0] = std::max(largest[0], std::abs(sum));
  }
  for (const double value : all)
    largest[2] = std::max(largest[2], std::abs(value));
  MPI_Allreduce(MPI_IN_PLACE, largest, 3, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
  const double scale = largest[1] * largest[2] *
                       static_cast<double>(all.size()) *
                       std::numeric_limits<double>::epsilon();
  return scale > 0 ? largest[0] / scale : largest[0];
}

static void run(char **files, int rank, int ranks) {
  std::error_code code;
  const auto bytes = std::filesystem::file_size(files[2], code);
  if (code)
    throw std::runtime_error(std::string("cannot measure '") + files[2] +
                             "': " + code.message());
  // The file of the matrix must be n times as long: read() sees to that.
  const auto n = static_cast<std::int64_t>(bytes / sizeof(double));
  const auto rows =
      redist::layout({redist::block(), redist::undistributed()}).onto({ranks});
  Matrix a({n, n}, rows), b({n, 1}, rows);
  a.read(files[1]);
  b.read(files[2]);
  const Matrix matrix = a.copy(), rightHandSide = b.copy();
  solveEquations(a, b, ranks);
  const double error = residual(matrix, b, rightHandSide);
  // Written so that a residual which is no number is too large.
  if (!(error < 16))
    throw std::runtime_error("the residual is too large: " +
                             std::to_string(error));
  b.write(files[3]);
  if (rank == 0)
    std::printf("solve: %lld equations on %d ranks: residual %.3g\n",
                static_cast<long long>(n), ranks, error);
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  int rank = 0, ranks = 1;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  int status = 0;
  if (argc != 4) {
    if (rank == 0)
      std::fprintf(stderr, "usage: solve MATRIX RIGHT-HAND-SIDE SOLUTION\n");
    status = 2;
  } else {
    // All ranks throw alike.
    try {
      run(argv, rank, ranks);
    } catch (const std::exception &problem) {
      if (rank == 0)
        std::fprintf(stderr, "solve: error: %s\n", problem.what());
      status = 1;
    }
  }
  MPI_Finalize();
  return status;
}
