//===- pipeline_replicate.cpp - A stage on several ranks ------------------===//
//
// Items are dealt, and come back in order. Runs on any number of ranks.
//
//===----------------------------------------------------------------------===//
#include "show.h"

#include <redist/redist.h>

#include <string>

/// How often 3n + 1 and n / 2 take turns until 1 is reached.
static int stepsOf(long n) {
  int steps = 0;
  for (; n != 1; n = n % 2 == 0 ? n / 2 : 3 * n + 1)
    ++steps;
  return steps;
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  std::string records;
  int most = -1;
#pragma pipeline
  for (long n = 1; n < 2000; ++n) {
    int steps = 0;
    long start = 0;
#pragma pipeline stage at(0)
    start = n;
#pragma pipeline stage replicate(auto)
    steps = stepsOf(start);
#pragma pipeline stage
    if (steps > most) {
      most = steps;
      if (n > 100)
        records += std::to_string(n) + " ";
    }
  }
  if (worldRank() == 0)
    std::printf("records: %s\n", records.c_str());
  MPI_Finalize();
}
