//===- pipeline_weights.cpp - What stages weigh, and who runs them --------===//
//
// Weights that the program states, and mappings that it asks for; the results
// are those of the loop. Runs on 3 ranks or more.
//
//===----------------------------------------------------------------------===//
#include "show.h"

#include <redist/redist.h>

#include <vector>

/// All constants: the mapping is made by the compiler.
static double constants(int items) {
  double total = 0;
#pragma pipeline onto(3) speeds(1, 2, 1) bandwidth(8.0e6)
  for (int i = 0; i < items; ++i) {
    double x = 0, y = 0;
#pragma pipeline stage work(2)
    x = 0.5 * i;
#pragma pipeline stage work(8)
    y = x * x + 1;
#pragma pipeline stage work(3)
    total += y;
  }
  return total;
}

/// A size that no type tells, a mapping by name, and limits.
static long limits(int items, double most, int inFlight) {
  long total = 0;
#pragma pipeline onto(3) bandwidth(1.0e3) mapping(h3) latency(most)            \
    depth(inFlight)
  for (int i = 0; i < items; ++i) {
    std::vector<int> list;
#pragma pipeline stage work(1) data(400)
    list.assign(static_cast<std::size_t>(i % 100), i);
#pragma pipeline stage work(3)
    for (int value : list)
      total += value;
  }
  return total;
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  const double first = constants(100);
  const long second = limits(250, 10.0, 3);
  if (worldRank() == 0)
    std::printf("constants: %g\nlimits: %ld\n", first, second);
  MPI_Finalize();
}
