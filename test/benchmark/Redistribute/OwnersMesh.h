//===- OwnersMesh.h - Owners of the points of a mesh -----------*- C++ -*-===//
//
// Points of a square or a cube, numbered row by row or at random, and dealt to
// ranks in parts of equal size along a space-filling curve (Morton's). Comes
// in: how many points and ranks. Goes out: the owner of each number, and on
// each rank the numbers of its own points along the curve, and of the points of
// others that are neighbours of these.
//
//===----------------------------------------------------------------------===//
#ifndef REDIST_BENCHMARK_REDISTRIBUTE_OWNERSMESH_H
#define REDIST_BENCHMARK_REDISTRIBUTE_OWNERSMESH_H

#include <string>
#include <vector>

namespace bench {

struct MeshShape {
  int dimensions = 2; ///< 2 (six neighbours, of triangles) or 3 (six)
  bool atRandom = false;

  std::string name() const;
};

struct OwnersMesh {
  int points = 0;
  std::vector<int> owner;  ///< of each number: the same on all ranks
  std::vector<int> own;    ///< along the curve
  std::vector<int> ghosts; ///< ascending

  /// As many points as a square or a cube has, at most `most`. Not collective.
  OwnersMesh(const MeshShape &shape, int most, int rank, int ranks);
};

} // namespace bench

#endif
