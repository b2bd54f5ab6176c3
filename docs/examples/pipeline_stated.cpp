//===- pipeline_stated.cpp - What a stage uses, in the user's words -------===//
//
// Two stages have one scratch buffer, which each fills before it reads it: what
// they say of themselves leaves it out. Runs on any number of ranks.
//
//===----------------------------------------------------------------------===//
#include "show.h"

#include <redist/redist.h>

#include <algorithm>
#include <vector>

using Signal = std::vector<int>;
using Filter = void (*)(Signal &signal, Signal &space);

/// Each value becomes the sum of three neighbours.
static void smooth(Signal &signal, Signal &space) {
  space = signal;
  for (std::size_t i = 1; i + 1 < signal.size(); ++i)
    signal[i] = space[i - 1] + space[i] + space[i + 1];
}

static void sort(Signal &signal, Signal &space) {
  space = signal;
  std::sort(space.begin(), space.end());
  signal = space;
}

/// The largest value that the middle of a filtered signal has.
static int most(Filter first, Filter second, int count) {
  Signal space;
  int most = 0;
#pragma pipeline
  for (int n = 0; n < count; ++n) {
    Signal signal;
#pragma pipeline stage out(signal)
    for (int i = 0; i < 9; ++i)
      signal.push_back((n * n + 7 * i * n) % 31);
#pragma pipeline stage out(signal) in(signal)
    first(signal, space); // named by no clause: space
#pragma pipeline stage out(signal) in(signal)
    second(signal, space);
#pragma pipeline stage out(most) in(signal)
    most = std::max(most, signal[4]);
  }
  return most;
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  show("smooth, sort", most(smooth, sort, 40));
  show("sort, smooth", most(sort, smooth, 40));
  MPI_Finalize();
}
