//===- copies.cpp - copies: ranks that hold the same ----------------------===//
//
// What MPI programs write as a broadcast and as an allgather, and blocks of
// which every other rank has a copy. Runs on 4 ranks.
//
//===----------------------------------------------------------------------===//
#include "show.h"

#include <redist/redist.h>

#include <vector>

// clang-format off
int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  const long n = 6;
  std::vector<int> a;
  if (worldRank() == 1)
    a = {0, 1, 2, 3, 4, 5};
  show("at the start", a);

#pragma redistribute a[n] from(* onto(1) at(1)) to(* onto(copies(4)))
  show("broadcast", a);

#pragma redistribute a[n] from(* onto(copies(4))) to(block onto(4))
  show("parts", a);

#pragma redistribute a[n] from(block onto(4)) to(block onto(2, copies(2)))
  show("pairs", a);

#pragma redistribute a[n] from(block onto(2, copies(2)))                       \
    to(block onto(copies(2), 2))
  show("halves", a);

#pragma redistribute a[n] from(block onto(copies(2), 2)) to(* onto(copies(4)))
  show("allgather", a);

  MPI_Finalize();
}
