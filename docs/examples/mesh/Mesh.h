//===- Mesh.h - A triangulated square, and a curve through it -*- C++ -*-===//
//
// Part of the example mesh: vertices of a distorted grid whose cells are cut
// into two triangles along either diagonal, numbered in no order, as mesh
// generators leave them; and the place of a point on Hilbert's curve, along
// which neighbours stay near each other.
//
//===----------------------------------------------------------------------===//
#ifndef EXAMPLES_MESH_H
#define EXAMPLES_MESH_H

#include <array>
#include <cstdint>
#include <utility>

/// Neighbours are numbers of vertices, the first `degree` of them.
struct Vertex {
  double x, y; ///< in [0, 1)
  int degree;
  std::array<int, 8> neighbours;
};

class Mesh {
public:
  /// side * side vertices. Precondition: side > 1, and no multiple of 7919.
  explicit Mesh(int side) : side(side) {}

  int vertices() const { return side * side; }

  Vertex vertex(int number) const {
    const int place = placeOf(number), i = place / side, j = place % side;
    Vertex made{
        (i + noise(place)) / side, (j + noise(place + 1)) / side, 0, {}};
    const auto add = [&](int a, int b) {
      if (a >= 0 && b >= 0 && a < side && b < side)
        made.neighbours[made.degree++] = numberOf(a * side + b);
    };
    add(i - 1, j);
    add(i + 1, j);
    add(i, j - 1);
    add(i, j + 1);
    // A cell is cut from its first corner, or from the one beside that.
    if (isCutFromFirst(i - 1, j - 1))
      add(i - 1, j - 1);
    if (isCutFromFirst(i, j))
      add(i + 1, j + 1);
    if (!isCutFromFirst(i - 1, j))
      add(i - 1, j + 1);
    if (!isCutFromFirst(i, j - 1))
      add(i + 1, j - 1);
    return made;
  }

private:
  static constexpr std::int64_t step = 7919; // a prime

  int numberOf(int place) const {
    return static_cast<int>(place * step % vertices());
  }
  int placeOf(int number) const {
    std::int64_t inverse = 1; // of the step, by Euclid
    std::int64_t old = vertices(), rest = step % old, before = 0;
    while (rest > 1) {
      const std::int64_t quotient = old / rest;
      old = std::exchange(rest, old - quotient * rest);
      before = std::exchange(inverse, before - quotient * inverse);
    }
    inverse = (inverse % vertices() + vertices()) % vertices();
    return static_cast<int>(number * inverse % vertices());
  }
  /// In [0, 1).
  static double noise(int place) {
    return static_cast<double>(place * 2654435761U % 997U) / 997;
  }
  static bool isCutFromFirst(int i, int j) { return (7 * i + 3 * j) % 5 < 3; }

  int side;
};

/// Of the 2^24 places of the curve through a square.
inline std::uint32_t placeOnCurve(double px, double py) {
  auto x = static_cast<std::uint32_t>(px * 4096);
  auto y = static_cast<std::uint32_t>(py * 4096);
  std::uint32_t place = 0;
  for (std::uint32_t s = 2048; s > 0; s /= 2) {
    const bool right = (x & s) != 0, upper = (y & s) != 0;
    place = 4 * place + (right ? (upper ? 2 : 3) : (upper ? 1 : 0));
    if (!upper) { // in the lower quarters the curve is mirrored at a diagonal
      if (right) {
        x = 4095 - x;
        y = 4095 - y;
      }
      std::swap(x, y);
    }
  }
  return place;
}

#endif
