//===- matrix_chain.cpp - Multiplies a matrix of each rank ---------------===//
//
// mpirun -n P matrix_chain [SIZE]
//
// Each rank has one matrix, of some SIZE rows and columns (64), each of
// another shape, such that it can be multiplied by that of the next rank, and
// by no other. The directive forms the product of all, in the order of the
// ranks. Every rank has it then, and compares it with the product formed one by
// one: bit for bit, since the numbers are exact (Matrix.h).
//
//   redistc++ -O2 matrix_chain.cpp -o matrix_chain
//
//===----------------------------------------------------------------------===//
#include "Matrix.h"

#include <redist/redist.h>

#include <mpi.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <exception>

/// Rows of the matrix of `rank`, and so the columns of the one before.
static std::size_t rowsOf(int rank, std::size_t size) {
  return size + static_cast<std::size_t>(rank);
}

/// Numbers without a pattern, from the formula of a generator modulo the prime.
static Matrix matrixOf(int rank, std::size_t size) {
  Matrix matrix(rowsOf(rank, size), rowsOf(rank + 1, size));
  std::uint64_t number = 48271u * (static_cast<std::uint64_t>(rank) + 1);
  for (std::size_t i = 0; i < matrix.rows(); ++i)
    for (std::size_t j = 0; j < matrix.columns(); ++j) {
      number = number * 48271u % Matrix::prime;
      matrix(i, j) = static_cast<std::uint32_t>(number);
    }
  return matrix;
}

static Matrix serialProduct(int ranks, std::size_t size) {
  Matrix product = matrixOf(0, size);
  for (int rank = 1; rank < ranks; ++rank)
    product = product * matrixOf(rank, size);
  return product;
}

/// Returns whether the product is right on every rank.
static bool run(int rank, int ranks, std::size_t size) {
  Matrix product = matrixOf(rank, size);
#pragma reduce(* : product) ordered

  bool isEqual = product == serialProduct(ranks, size);
#pragma reduce(&& : isEqual)
  if (rank == 0)
    std::printf("matrix_chain: %s, the product on %d rank%s, is %s\n",
                shapeOf(product).c_str(), ranks, ranks == 1 ? "" : "s",
                isEqual ? "the serial one on each, bit for bit"
                        : "not the serial one");
  return isEqual;
}

/// 0: not a size.
static std::size_t sizeOf(const char *text) {
  char *end = nullptr;
  errno = 0;
  const long value = std::strtol(text, &end, 10);
  const bool isSize =
      errno == 0 && end != text && *end == '\0' && value > 0 && value <= 10000;
  return isSize ? static_cast<std::size_t>(value) : 0;
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  int rank = 0, ranks = 1;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  const std::size_t size = argc < 2 ? 64 : argc == 2 ? sizeOf(argv[1]) : 0;
  int status = 0;
  if (size == 0) {
    if (rank == 0)
      std::fprintf(stderr, "matrix_chain: error: expected one number from 1 to "
                           "10000\nusage: matrix_chain [SIZE]\n");
    status = 2;
  } else {
    try {
      status = run(rank, ranks, size) ? 0 : 1;
    } catch (const redist::error &problem) { // the same on every rank
      if (rank == 0)
        std::fprintf(stderr, "matrix_chain: error: %s\n", problem.what());
      status = 1;
    }
  }
  MPI_Finalize();
  return status;
}
