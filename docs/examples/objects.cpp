//===- objects.cpp - What may be redistributed ---------------------------===//
//
// Storage of several kinds. What cannot be resized must hold both layouts.
// Runs on 4 ranks.
//
//===----------------------------------------------------------------------===//
#include "show.h"

#include <redist/redist.h>

#include <array>
#include <vector>

struct Point {
  double x, y;
};

// clang-format off: it would take the * of a layout for a pointer's

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  const long n = 8;
  const int rank = worldRank();

  int plain[4] = {2 * rank, 2 * rank + 1};
#pragma redistribute plain[n] from(block onto(4)) to(cyclic onto(2))
  show("array", plain, rank < 2 ? 4 : 0);

  std::array<int, 2> fixed = {2 * rank, 2 * rank + 1};
#pragma redistribute fixed[n] from(block onto(4)) to(cyclic onto(4))
  show("std::array", fixed.data(), 2);

  // Any trivially copyable element moves.
  std::vector<Point> points(2, Point{double(rank), 0.5});
#pragma redistribute points[n] from(block onto(4)) to(cyclic onto(4))
  std::vector<int> origins;
  for (const Point &point : points)
    origins.push_back(static_cast<int>(point.x));
  show("struct", origins);

  int table[2][3] = {{10 * rank, 10 * rank + 1, 10 * rank + 2}};
#pragma redistribute table[4][3] from(block, * onto(4)) to(block, * onto(2))
  show("array of arrays", table[0], rank < 2 ? 6 : 0);

  MPI_Finalize();
}

// clang-format on
