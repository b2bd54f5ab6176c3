//===- reduce_nowait.cpp - nowait: other work meanwhile -------------------===//
//
// Two reductions under way at once, waited for in another order. Runs on 4
// ranks.
//
//===----------------------------------------------------------------------===//
#include "show.h"

#include <redist/redist.h>

#include <vector>

static void append(std::vector<int> &into, const std::vector<int> &from) {
  into.insert(into.end(), from.begin(), from.end());
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  std::vector<int> list(worldRank(), worldRank());
  int sum = worldRank();
#pragma reduce(append : list) ordered nowait(first)
#pragma reduce(+ : sum) root(0) nowait(second)

  int other = worldRank(); // work that touches neither list nor sum
  for (int i = 0; i < 1000; ++i)
    other = (other * 5 + 3) % 16;

#pragma reduce wait(second)
  show("sum", sum);
#pragma reduce wait(first)
  show("list", list);
  show("other", other);
  MPI_Finalize();
}
