//===- Sky.h - Frames of the sky, and what is done to them -----*- C++ -*-===//
//
// Part of the tutorial: plain C++, no MPI, no directives. A camera takes frames
// of one piece of the sky; the functions clean a frame, add it to a stack, and
// smooth a line of it. Whole numbers only: results are the same in any order.
//
//===----------------------------------------------------------------------===//
#ifndef EXAMPLES_TUTORIAL_SKY_H
#define EXAMPLES_TUTORIAL_SKY_H

#include <algorithm>
#include <array>
#include <cstddef>
#include <vector>

constexpr int height = 64, width = 96;

/// The brightness of height x width pixels, row after row.
using Frame = std::vector<int>;

/// Takes frames of the same stars, each with other noise.
class Camera {
public:
  Frame next() {
    Frame frame(height * width);
    for (int &pixel : frame)
      pixel = 10 + noise() % 5;
    for (int star = 0; star < 25; ++star) // three pixels wide
      for (int i = 0; i < 9; ++i)
        frame[(2 + star * 17 % (height - 4) + i / 3) * width + 2 +
              star * 29 % (width - 5) + i % 3] += 20 + 6 * star;
    for (int hit = 0; hit < 30; ++hit) // cosmic rays: one bright pixel each
      frame[noise() % frame.size()] = 4000;
    return frame;
  }

private:
  unsigned noise() {
    seed = seed * 1664525 + 1013904223;
    return seed >> 16;
  }
  unsigned seed = 1;
};

/// Takes for each pixel the median of the nine around it: rays are gone.
inline Frame cleaned(const Frame &raw) {
  Frame clean = raw;
  for (int row = 1; row < height - 1; ++row)
    for (int column = 1; column < width - 1; ++column) {
      std::array<int, 9> near;
      for (int i = 0; i < 9; ++i)
        near[i] = raw[(row + i / 3 - 1) * width + column + i % 3 - 1];
      std::nth_element(near.begin(), near.begin() + 4, near.end());
      clean[row * width + column] = near[4];
    }
  return clean;
}

/// Adds a frame to the stack, pixel by pixel.
inline void add(Frame &stack, const Frame &frame) {
  for (std::size_t i = 0; i < frame.size(); ++i)
    stack[i] += frame[i];
}

/// Smooths a line of pixels, each `step` behind the one before.
inline void smooth(int *line, int count, int step) {
  int before = line[0];
  for (int i = 0; i < count; ++i) {
    const int here = line[i * step];
    const int after = i + 1 < count ? line[(i + 1) * step] : here;
    line[i * step] = (before + 2 * here + after) / 4;
    before = here;
  }
}

#endif
