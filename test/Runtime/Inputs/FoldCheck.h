//===- FoldCheck.h - Reductions beside serial folds ------------*- C++ -*-===//
//
// What programs of this folder that test reductions share: makes a value for
// each rank, reduces in several ways, and compares with the fold over ranks.
//
//===----------------------------------------------------------------------===//
#ifndef FOLDCHECK_H
#define FOLDCHECK_H

#include "ReduceCheck.h"

/// The values of ranks 0, 1, ..., folded from the left by `fold(into, from)`.
template <typename T, typename Make, typename Fold>
T folded(int ranks, Make make, Fold fold) {
  T result = make(0);
  for (int rank = 1; rank < ranks; ++rank) {
    T next = make(rank);
    fold(result, next);
  }
  return result;
}

/// Reduces make(rank) by `op` to all ranks and to each one, waiting and not,
/// with constant clauses and others: `equal` to the fold where the result is,
/// and unchanged elsewhere.
template <typename T, typename Operator, typename Make, typename Fold,
          typename Equal>
void checkReduction(const std::string &what, const char *strategy,
                    const redist::reduction &clauses, Operator op, Make make,
                    Fold fold, Equal equal) {
  const int rank = rankOf();
  const int size = sizeOf();
  const T expected = folded<T>(size, make, fold);
  const redist::directive where = reduceAt(1, strategy);
  for (int root = -1; root < size; ++root)
    for (int way = 0; way < 3; ++way) {
      redist::reduction with = root < 0 ? clauses : clauses.root(root);
      if (way == 1)
        with = with.uniform();
      T item = make(rank);
      if (way < 2) {
        redist::reduce(where, with, MPI_COMM_WORLD, op, item);
      } else {
        redist::request pending =
            redist::start_reduce(where, with, MPI_COMM_WORLD, op, item);
        redist::wait(pending);
      }
      const bool hasResult = root < 0 || rank == root;
      const T own = make(rank);
      require(equal(item, hasResult ? expected : own),
              what + ", strategy " + strategy + ", root " +
                  std::to_string(root) + ", way " + std::to_string(way));
    }
}

template <typename T, typename Operator, typename Make, typename Fold>
void checkReduction(const std::string &what, const char *strategy,
                    const redist::reduction &clauses, Operator op, Make make,
                    Fold fold) {
  checkReduction<T>(what, strategy, clauses, op, make, fold,
                    [](const T &a, const T &b) { return a == b; });
}

#endif
