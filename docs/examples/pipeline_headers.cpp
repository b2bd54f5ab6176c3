//===- pipeline_headers.cpp - Loops that make a pipeline ------------------===//
//
// Over a range, over a source that one rank reads, and with a header that the
// first stage steers. Runs on any number of ranks.
//
//===----------------------------------------------------------------------===//
#include "show.h"

#include <redist/redist.h>

#include <sstream>
#include <string>
#include <vector>

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);

  const std::vector<std::string> names = {"read", "pack", "sum", "write"};
  std::string initials;
#pragma pipeline
  for (const std::string &name : names) { // on every rank
    char initial = ' ';
#pragma pipeline stage
    initial = name.front();
#pragma pipeline stage
    initials += initial;
  }

  std::istringstream source("3 1 4 1 5 9 2 6 5 3 5");
  int value = 0;
  long squares = 0;
#pragma pipeline
  while (source >> value) { // on the rank of stage 1; value travels
    long square = 0;
#pragma pipeline stage
    square = static_cast<long>(value) * value;
#pragma pipeline stage
    squares += square;
  }

  int n = 27, steps = 0, highest = 0;
#pragma pipeline
  for (; n != 1; ++steps) { // n is state of stage 1
    int height = 0;
#pragma pipeline stage
    {
      n = n % 2 == 0 ? n / 2 : 3 * n + 1;
      height = n;
    }
#pragma pipeline stage
    highest = height > highest ? height : highest;
  }
  if (worldRank() == 0)
    std::printf("initials: %s\nsquares: %ld\n%d steps, up to %d\n",
                initials.c_str(), squares, steps, highest);
  MPI_Finalize();
}
