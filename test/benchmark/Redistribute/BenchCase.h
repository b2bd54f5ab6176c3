//===- BenchCase.h - One problem, solved in several ways -------*- C++ -*-===//
//
// What bench-redistribute measures: cases that hold the data of one rank and
// the ways to move it.
//
//===----------------------------------------------------------------------===//
#ifndef REDIST_BENCHMARK_REDISTRIBUTE_BENCHCASE_H
#define REDIST_BENCHMARK_REDISTRIBUTE_BENCHCASE_H

#include "redist/Redistribute.h"

#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace bench {

enum class WayKind {
  Ours,
  Peer,
  /// Copies as many bytes, moving none between ranks: what no way can be
  /// faster than.
  Limit,
};

struct Way {
  std::string name;
  WayKind kind;
  std::function<void()> run;
};

class Case {
public:
  virtual ~Case() = default;
  virtual std::string name() const = 0;
  virtual const std::vector<Way> &ways() const = 0;
  /// How often a way runs in one turn, after once more that does not count
  /// where caches may hold what it moves: the ways before it must not matter.
  virtual int repeats() const { return 1; }
  virtual bool fitsCaches() const { return false; }
  /// Whether the target of the way, which is not a limit, is what it must be;
  /// empties it.
  virtual bool takeResult(std::size_t way) = 0;
};

/// A case is made when it is measured, and goes before the next is made.
/// Collective; null: its peer or its number of ranks is not there.
using CaseMaker = std::function<std::unique_ptr<Case>()>;

/// From CYCLIC(source) to CYCLIC(target) on all ranks, 0 for BLOCK.
struct CyclicShape {
  std::int64_t source, target;
  std::int64_t extent;      ///< elements of a vector, rows of a square matrix
  std::int64_t doubles = 1; ///< in an element: 1 or 16
  bool isMatrix = false;    ///< on a square grid of all ranks
};
std::unique_ptr<Case> makeCyclicCase(const CyclicShape &shape);

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
