//===- Geometry.h - Submatrices as block-cyclic sections --------*- C++ -*-===//
//
// Comes in: a dimension of a matrix as ScaLAPACK describes it, and the range of
// it that a call names. Goes out: the range as a section of a CYCLIC(block)
// dimension on some of the coordinates, and where a coordinate stores it.
// Mathematics of one dimension; knows no MPI.
//
// A range is anchored at the block that holds its first element, so equal
// ranges of different places are equal pieces and share a plan. Coordinates
// that hold nothing of it are left out.
//
//   extent 20, block 3, 4 coordinates, source 1, elements [7, 12):
//   blocks 2 and 3, on coordinates 3 and 0: lower 1 of CYCLIC(3) on 2
//   coordinates from 3 on; both store them from local index 0 on
//
//===----------------------------------------------------------------------===//
#ifndef REDIST_SCALAPACK_GEOMETRY_H
#define REDIST_SCALAPACK_GEOMETRY_H

#include "Descriptor.h"

namespace redist::scalapack {

/// Half-open range of global indices.
struct Range {
  std::int64_t begin, end;
  std::int64_t length() const { return end - begin; }
};

/// A range of a dimension that is one block-cyclic section: elements lower,
/// lower + 1, ... of CYCLIC(block) on `count` coordinates, of which number i is
/// coordinate (first + i) mod (coordinates of the grid).
struct Piece {
  Range range; ///< of the matrix
  std::int64_t block;
  std::int64_t lower; ///< 0 where there is one coordinate
  std::int64_t count;
  std::int64_t first;

  /// Number of a grid coordinate; not below count: it holds nothing.
  std::int64_t numberOf(std::int64_t coordinate,
                        std::int64_t coordinates) const;
};

/// Where ranges have to be cut so that each part is one piece: behind a first
/// block of another size than the others; 0: nowhere.
std::int64_t cutOf(const MatrixDimension &, std::int64_t coordinates);

/// A range of a dimension that lies on `coordinates` coordinates; where every
/// coordinate has all of it, the copy of coordinate `copy`. Precondition: the
/// range lies in the dimension, is not empty and does not go beyond cutOf();
/// blocks are positive, the source is a coordinate or -1.
Piece pieceOf(const MatrixDimension &, std::int64_t coordinates, Range,
              std::int64_t copy);

/// Local index of element 0 of the piece's layout, on a coordinate that holds
/// some of the piece.
std::int64_t localOrigin(const MatrixDimension &, std::int64_t coordinates,
                         const Piece &, std::int64_t coordinate);

/// The local indices that a coordinate holds of a range: consecutive ones.
Range localRange(const MatrixDimension &, std::int64_t coordinates, Range,
                 std::int64_t coordinate);

/// The local indices that storage of nothing but a range needs: those of
/// localRange(), and before them what the block that holds the first element
/// has there, from where pieces are counted.
Range localRoom(const MatrixDimension &, std::int64_t coordinates, Range,
                std::int64_t coordinate);

} // namespace redist::scalapack

#endif
