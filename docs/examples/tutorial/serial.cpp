//===- serial.cpp - The tutorial before any directive ---------------------===//
//
// Adds up 40 frames, smooths the sum along rows and columns, and counts pixels
// by brightness.
//
//===----------------------------------------------------------------------===//
#include "Sky.h"

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

static void print(const Histogram &histogram, const Pixel &brightest) {
  for (const auto &[thousands, pixels] : histogram)
    std::printf("from %4d: %4ld pixels\n", 1000 * thousands, pixels);
  std::printf("brightest: %d, row %d, column %d\n", brightest.value,
              brightest.row, brightest.column);
}

int main() {
  Camera camera;
  Frame stack(height * width);
  for (int i = 0; i < 40; ++i) {
    Frame raw, clean;
    raw = camera.next();
    clean = cleaned(raw);
    add(stack, clean);
  }

  for (int row = 0; row < height; ++row)
    smooth(&stack[row * width], width, 1);
  for (int column = 0; column < width; ++column)
    smooth(&stack[column], height, width);

  Histogram histogram;
  Pixel brightest;
  for (int i = 0; i < height * width; ++i) {
    ++histogram[stack[i] / 1000];
    brightest = brighter(brightest, {stack[i], i / width, i % width});
  }
  print(histogram, brightest);
}
