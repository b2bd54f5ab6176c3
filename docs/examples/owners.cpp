//===- owners.cpp - indirect, listed: any owner -------------------------===//
//
// Elements go where a table says, and where each rank wants them: with copies
// of what lies on other ranks. Runs on 3 ranks.
//
//===----------------------------------------------------------------------===//
#include "show.h"

#include <redist/redist.h>

#include <numeric>
#include <vector>

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  const int n = 9;
  std::vector<int> a(3);
  std::iota(a.begin(), a.end(), 3 * worldRank());

  // By index, the same on every rank.
  const std::vector<int> owner = {0, 0, 1, 1, 0, 2, 2, 1, 2};
#pragma redistribute a[n] from(block onto(3)) to(indirect(owner) onto(3))
  show("indirect", a);

  // The same table in an array that is dealt itself: no rank has all of it.
  redist::array<int, 1> table({n},
                              redist::layout({redist::cyclic(2)}).onto({2}));
  for (auto [index, coordinate] : table.owned())
    coordinate = owner[index[0]];
#pragma redistribute a[n] from(indirect(table) onto(3)) to(block onto(3))
  show("block", a);
#pragma redistribute a[n] from(block onto(3)) to(indirect(table) onto(3))

  // What each rank wants, in the order in which it stores it: its own elements
  // first, then cells of its neighbours.
  const std::vector<std::vector<int>> wanted = {
      {4, 1, 0, 2}, {2, 3, 7, 1, 8}, {5, 6, 8, 4, 7}};
  const std::vector<int> &mine = wanted[worldRank()];
  std::vector<int> cells;
#pragma redistribute a[n] from(indirect(owner) onto(3))                        \
    to(listed(mine) onto(3)) into(cells)
  show("listed", cells);

  // What each rank has of its neighbours' cells is added to their owners'.
#pragma redistribute cells[n] from(listed(mine) onto(3))                       \
    to(indirect(owner) onto(3)) into(a) accumulate(+)
  show("added", a);

  MPI_Finalize();
}
