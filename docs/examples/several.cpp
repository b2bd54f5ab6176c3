//===- several.cpp - Several objects in one directive --------------------===//
//
// Positions and masses of particles move together, each message with a part of
// both. Runs on 4 ranks.
//
//===----------------------------------------------------------------------===//
#include "show.h"

#include <redist/redist.h>

#include <vector>

struct Point {
  double x, y;
};

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  const long n = 8;
  const int rank = worldRank();
  std::vector<Point> places = {{2.0 * rank, 0}, {2.0 * rank + 1, 0}};
  int masses[4] = {20 * rank, 20 * rank + 10};

#pragma redistribute places[n], masses[n] from(block onto(4)) to(cyclic onto(2))
  show("masses", masses, rank < 2 ? 4 : 0);

  std::vector<int> rounded;
  for (const Point &place : places)
    rounded.push_back(static_cast<int>(place.x));
  show("places", rounded);

  MPI_Finalize();
}
