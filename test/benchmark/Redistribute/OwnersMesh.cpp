//===- OwnersMesh.cpp - Owners of the points of a mesh ---------*- C++ -*-===//
#include "Redistribute/OwnersMesh.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <numeric>
#include <random>
#include <utility>

using namespace bench;

std::string MeshShape::name() const {
  return std::to_string(dimensions) + "-D " + (atRandom ? "random" : "rows");
}

namespace {

using Place = std::array<int, 3>;

/// The points of a grid, row-major.
struct Grid {
  int dimensions, side;

  int points() const {
    return dimensions == 2 ? side * side : side * side * side;
  }
  Place placeOf(int point) const {
    if (dimensions == 2)
      return {0, point / side, point % side};
    return {point / side / side, point / side % side, point % side};
  }
  /// Calls visit(point) for the neighbours of a point.
  template <typename Visit> void forNeighbours(int point, Visit visit) const {
    // Both diagonals of one direction, where cells of a square are cut.
    constexpr std::array<Place, 8> steps = {{{0, 0, 1},
                                             {0, 0, -1},
                                             {0, 1, 0},
                                             {0, -1, 0},
                                             {1, 0, 0},
                                             {-1, 0, 0},
                                             {0, 1, 1},
                                             {0, -1, -1}}};
    const Place at = placeOf(point);
    for (std::size_t i = 0; i < steps.size(); ++i) {
      if (dimensions == 2 ? i == 4 || i == 5 : i > 5)
        continue;
      int other = 0;
      bool isInside = true;
      for (std::size_t d = 0; d < 3; ++d) {
        const int to = at[d] + steps[i][d];
        isInside &= to >= 0 && to < (dimensions == 2 && d == 0 ? 1 : side);
        other = other * side + to;
      }
      if (isInside)
        visit(other);
    }
  }
};

} // namespace

static Grid gridOf(int dimensions, int most) {
  Grid grid{dimensions, 1};
  for (;;) {
    const std::int64_t side = grid.side + 1;
    if ((dimensions == 2 ? side * side : side * side * side) > most)
      return grid;
    ++grid.side;
  }
}

/// The bits of all coordinates in turn.
static std::int64_t onCurve(const Place &place) {
  std::int64_t key = 0;
  for (int bit = 20; bit >= 0; --bit)
    for (const int coordinate : place)
      key = 2 * key + (coordinate >> bit & 1);
  return key;
}

OwnersMesh::OwnersMesh(const MeshShape &shape, int most, int rank, int ranks) {
  const Grid grid = gridOf(shape.dimensions, most);
  points = grid.points();
  const auto count = static_cast<std::size_t>(points);
  std::vector<int> numberOf(count);
  std::iota(numberOf.begin(), numberOf.end(), 0);
  if (shape.atRandom)
    std::shuffle(numberOf.begin(), numberOf.end(), std::mt19937(1));
  std::vector<std::pair<std::int64_t, int>> curve(count);
  for (int point = 0; point < points; ++point)
    curve[static_cast<std::size_t>(point)] = {onCurve(grid.placeOf(point)),
                                              point};
  std::sort(curve.begin(), curve.end());
  owner.resize(count);
  for (std::size_t i = 0; i < count; ++i) {
    const auto number = static_cast<std::size_t>(
        numberOf[static_cast<std::size_t>(curve[i].second)]);
    owner[number] = static_cast<int>(static_cast<std::int64_t>(i) * ranks /
                                     static_cast<std::int64_t>(count));
    if (owner[number] == rank)
      own.push_back(static_cast<int>(number));
  }
  for (const auto &[key, point] : curve) {
    const auto numberAt = [&](int one) {
      return static_cast<std::size_t>(numberOf[static_cast<std::size_t>(one)]);
    };
    if (owner[numberAt(point)] == rank)
      grid.forNeighbours(point, [&](int other) {
        if (owner[numberAt(other)] != rank)
          ghosts.push_back(static_cast<int>(numberAt(other)));
      });
  }
  std::sort(ghosts.begin(), ghosts.end());
  ghosts.erase(std::unique(ghosts.begin(), ghosts.end()), ghosts.end());
}
