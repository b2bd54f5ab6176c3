//===- reduce_cost.cpp - cost: what the tree is made for ------------------===//
//
// Seconds for an item to travel, and for a combine. Runs on 4 ranks.
//
//===----------------------------------------------------------------------===//
#include "show.h"

#include <redist/redist.h>

#include <chrono>
#include <thread>

/// Two images, one above the other: a combine that takes some time.
static int blend(int a, int b) {
  std::this_thread::sleep_for(std::chrono::milliseconds(2));
  return a > b ? a : b;
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  int image = worldRank();
#pragma reduce(blend : image) root(0) onto(4)                                  \
    cost(transfer : 1.0e-6, combine : 2.0e-3)
  show("image", image);
  MPI_Finalize();
}
