//===- reduce_ordered.cpp - ordered: operators that do not commute --------===//
//
// Operands are combined in the order of the ranks, for whatever root. Runs on 4
// ranks.
//
//===----------------------------------------------------------------------===//
#include "show.h"

#include <redist/redist.h>

#include <string>

/// x -> a x + b. First f, then g: associative, but (f, g) is not (g, f).
struct Line {
  int a, b;
};
static Line then(const Line &f, const Line &g) {
  return {g.a * f.a, g.a * f.b + g.b};
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  const int rank = worldRank();
  std::string word = std::string(1, "abcd"[rank]);
#pragma reduce(+ : word) ordered root(2)
  show("words", word);

  Line line = {rank + 1, rank}; // x, 2x + 1, 3x + 2, 4x + 3
#pragma reduce(then : line) ordered
  const int coefficients[] = {line.a, line.b};
  show("lines", coefficients, 2);
  MPI_Finalize();
}
