//===- Pixels.h - Coordinates of drawings ----------------------*- C++ -*-===//
//
// Private to lib/View: numbers as drawings have them, the same on every
// machine.
//
//===----------------------------------------------------------------------===//
#ifndef REDIST_LIB_VIEW_PIXELS_H
#define REDIST_LIB_VIEW_PIXELS_H

#include <array>
#include <charconv>
#include <string>

namespace redistc::view {

/// A coordinate, to hundredths of a pixel.
inline std::string pixels(double value) {
  std::array<char, 64> text{};
  const auto written = std::to_chars(text.data(), text.data() + text.size(),
                                     value, std::chars_format::fixed, 2);
  return {text.data(), written.ptr};
}

} // namespace redistc::view

#endif
