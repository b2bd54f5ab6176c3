//===- Filters.h - Blur and edges of a strip of a picture ------*- C++ -*-===//
//
// Part of the example edges: the C++ standard library alone. Comes in: rows of
// a grey picture. Goes out: fewer rows of it, blurred, or its edges. Whatever
// strips a picture is cut into, each pixel comes out the same: integers alone,
// and the picture's border counts, not the strip's.
//
//   edges of rows [f, l)  <-  blurred rows [f - 1, l + 1)  <-  [f - 3, l + 3)
//
//===----------------------------------------------------------------------===//
#ifndef EDGES_FILTERS_H
#define EDGES_FILTERS_H

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

using Pixels = std::vector<unsigned char>;

/// Rows [first, last) of a picture.
struct Rows {
  std::int64_t first = 0, last = 0;

  /// With so many more on both sides, as far as the picture has them.
  Rows widened(std::int64_t by, std::int64_t height) const {
    return {std::max<std::int64_t>(first - by, 0), std::min(last + by, height)};
  }
};

struct Size {
  std::int64_t width = 0, height = 0;
};

/// A pixel of a strip that has these rows of a picture. What lies beyond the
/// border is as the border is.
inline int pixelAt(const Pixels &strip, Rows rows, Size size, std::int64_t row,
                   std::int64_t column) {
  row = std::clamp<std::int64_t>(row, 0, size.height - 1) - rows.first;
  column = std::clamp<std::int64_t>(column, 0, size.width - 1);
  return strip[static_cast<std::size_t>(row * size.width + column)];
}

/// Each pixel of the rows is made by make(row, column).
template <typename Make> Pixels made(Rows rows, Size size, Make make) {
  Pixels result;
  result.reserve(
      static_cast<std::size_t>((rows.last - rows.first) * size.width));
  for (std::int64_t row = rows.first; row < rows.last; ++row)
    for (std::int64_t column = 0; column < size.width; ++column)
      result.push_back(static_cast<unsigned char>(make(row, column)));
  return result;
}

/// The binomial filter of 5 x 5 pixels, rounded. `strip` has two rows more on
/// both sides, `outer`, than are asked for.
inline Pixels blurred(const Pixels &strip, Rows outer, Size size, Rows rows) {
  static constexpr int weights[5] = {1, 4, 6, 4, 1};
  return made(rows, size, [&](std::int64_t row, std::int64_t column) {
    int sum = 128;
    for (int i = 0; i < 5; ++i)
      for (int j = 0; j < 5; ++j)
        sum += weights[i] * weights[j] *
               pixelAt(strip, outer, size, row + i - 2, column + j - 2);
    return sum / 256;
  });
}

/// How steep the picture is, by Sobel's two filters, 255 at most. `strip` has
/// one row more on both sides, `outer`, than are asked for.
inline Pixels edgesOf(const Pixels &strip, Rows outer, Size size, Rows rows) {
  return made(rows, size, [&](std::int64_t row, std::int64_t column) {
    const auto at = [&](int i, int j) {
      return pixelAt(strip, outer, size, row + i, column + j);
    };
    const int across = at(-1, 1) + 2 * at(0, 1) + at(1, 1) - at(-1, -1) -
                       2 * at(0, -1) - at(1, -1);
    const int down = at(1, -1) + 2 * at(1, 0) + at(1, 1) - at(-1, -1) -
                     2 * at(-1, 0) - at(-1, 1);
    // Exact: sums of squares below 2^22, and sqrt rounds to nearest.
    const double steep = std::sqrt(across * across + down * down);
    return std::min(255, static_cast<int>(steep));
  });
}

#endif
