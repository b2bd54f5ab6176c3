//===- reduce.cpp - The tutorial with all three directives ----------------===//
//
// Each rank counts the pixels that it has; the counts are merged.
//
//===----------------------------------------------------------------------===//
#include "Sky.h"

#include <redist/redist.h>

#include <mpi.h>

#include <cstdio>
#include <map>
#include <tuple>

/// A pixel, and where it is.
struct Pixel {
  int value = 0, row = 0, column = 0;
};

/// The brighter of two; of two alike, the one that comes first.
static Pixel brighter(const Pixel &a, const Pixel &b) {
  const bool isFirst = std::tie(a.row, a.column) < std::tie(b.row, b.column);
  return a.value > b.value || (a.value == b.value && isFirst) ? a : b;
}

/// How many pixels there are of each brightness, in thousands.
using Histogram = std::map<int, long>;

static void merge(Histogram &into, const Histogram &from) {
  for (const auto &[thousands, pixels] : from)
    into[thousands] += pixels;
}

static void print(const Histogram &histogram, const Pixel &brightest) {
  for (const auto &[thousands, pixels] : histogram)
    std::printf("from %4d: %4ld pixels\n", 1000 * thousands, pixels);
  std::printf("brightest: %d, row %d, column %d\n", brightest.value,
              brightest.row, brightest.column);
}

// clang-format off: it would take the * of a layout for a pointer's

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  int rank = 0, size = 1;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);

  Camera camera;
  Frame stack(height * width);
#pragma pipeline
  for (int i = 0; i < 40; ++i) {
    Frame raw, clean;
#pragma pipeline stage
    raw = camera.next();
#pragma pipeline stage replicate(auto)
    clean = cleaned(raw);
#pragma pipeline stage
    add(stack, clean);
  }

  // Each rank has a block of the rows of the sky.
  redist::array<int, 2> sky(
      {height, width},
      redist::layout({redist::block(), redist::undistributed()}).onto({size}));
  for (auto [index, value] : sky.owned())
    value = stack[index[0] * width + index[1]];
  for (int row = 0; row < sky.local_extent(0); ++row)
    smooth(sky.data() + row * width, width, 1);

  // Now each rank has a block of its columns.
#pragma redistribute sky[height][width] to(*, block onto(size))
  const int columns = static_cast<int>(sky.local_extent(1));
  for (int column = 0; column < columns; ++column)
    smooth(sky.data() + column, height, columns);

  // Each rank counts its own pixels, then all counts become one.
  Histogram histogram;
  Pixel brightest;
  for (auto [index, value] : sky.owned()) {
    ++histogram[value / 1000];
    brightest = brighter(brightest, {value, static_cast<int>(index[0]),
                                     static_cast<int>(index[1])});
  }
#pragma reduce(merge : histogram) root(0)
#pragma reduce(brighter : brightest) root(0)
  if (rank == 0)
    print(histogram, brightest);
  MPI_Finalize();
}

// clang-format on
