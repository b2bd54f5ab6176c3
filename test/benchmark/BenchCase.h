//===- BenchCase.h - One problem, solved in several ways -------*- C++ -*-===//
//
// What bench-redistribute measures: cases that hold the data of one rank and
// the ways to move it. The first way is the runtime's, the others are the
// peers that it is compared with.
//
//===----------------------------------------------------------------------===//
#ifndef REDIST_TEST_BENCHMARK_BENCHCASE_H
#define REDIST_TEST_BENCHMARK_BENCHCASE_H

#include "redist/Redistribute.h"

#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace bench {

struct Way {
  std::string name;
  std::function<void()> run;
};

class Case {
public:
  virtual ~Case() = default;
  virtual std::string name() const = 0;
  virtual const std::vector<Way> &ways() const = 0;
  /// Whether the target is what it must be; empties it.
  virtual bool takeResult() = 0;
};

/// A case is made when it is measured, and goes before the next is made.
/// Collective; null: its peer or its number of ranks is not there.
using CaseMaker = std::function<std::unique_ptr<Case>()>;

/// CYCLIC(sourceBlock) -> CYCLIC(targetBlock) of a vector of doubles on all
/// ranks, 0 for BLOCK; beside pdgemr2d and packing by hand around
/// MPI_Alltoallv.
std::unique_ptr<Case> makeVectorCase(std::int64_t elements,
                                     std::int64_t sourceBlock,
                                     std::int64_t targetBlock);

/// A square matrix of doubles, square blocks on a square grid of all ranks;
/// beside pdgemr2d.
std::unique_ptr<Case> makeGridCase(std::int64_t rows, std::int64_t sourceBlock,
                                   std::int64_t targetBlock);

/// The transposition of a square matrix of doubles in block rows; beside
/// FFTW's, with a measured plan, where the program is built with it.
std::unique_ptr<Case> makeTransposeCase(std::int64_t rows);

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

} // namespace bench

#endif
