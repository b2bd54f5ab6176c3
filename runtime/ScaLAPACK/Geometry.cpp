//===- Geometry.cpp - Submatrices as block-cyclic sections ----------------===//
//
// Blocks of a dimension are numbered from 0; block j lies on coordinate
// (source + j) mod P. Block 0 has `firstBlock` elements, the others `block`.
//
//===----------------------------------------------------------------------===//
#include "Geometry.h"

#include <algorithm>

namespace redist::scalapack {

static std::int64_t blockOf(const MatrixDimension &dimension,
                            std::int64_t index) {
  if (index < dimension.firstBlock)
    return 0;
  return (index - dimension.firstBlock) / dimension.block + 1;
}

static std::int64_t beginOf(const MatrixDimension &dimension,
                            std::int64_t block) {
  return block == 0 ? 0 : dimension.firstBlock + (block - 1) * dimension.block;
}

/// Every coordinate that stores it stores all of it.
static bool isWhole(const MatrixDimension &dimension,
                    std::int64_t coordinates) {
  return coordinates == 1 || dimension.source < 0;
}

std::int64_t Piece::numberOf(std::int64_t coordinate,
                             std::int64_t coordinates) const {
  return (coordinate - first + coordinates) % coordinates;
}

std::int64_t cutOf(const MatrixDimension &dimension, std::int64_t coordinates) {
  const bool isUniform = dimension.firstBlock == dimension.block;
  return isUniform || isWhole(dimension, coordinates) ? 0
                                                      : dimension.firstBlock;
}

Piece pieceOf(const MatrixDimension &dimension, std::int64_t coordinates,
              Range range, std::int64_t copy) {
  if (isWhole(dimension, coordinates))
    return {range, 1, 0, 1, copy};
  const std::int64_t begin = blockOf(dimension, range.begin);
  const std::int64_t blocks = blockOf(dimension, range.end - 1) - begin + 1;
  const std::int64_t first = (dimension.source + begin) % coordinates;
  if (blocks == 1)
    return {range, 1, 0, 1, first};
  return {range, dimension.block, range.begin - beginOf(dimension, begin),
          std::min(blocks, coordinates), first};
}

/// Elements before `index` that a coordinate stores: the local index of the
/// first one from there on.
static std::int64_t storedBefore(const MatrixDimension &dimension,
                                 std::int64_t coordinates, std::int64_t index,
                                 std::int64_t coordinate) {
  if (isWhole(dimension, coordinates))
    return index;
  const std::int64_t number =
      (coordinate - dimension.source + coordinates) % coordinates;
  const std::int64_t block = blockOf(dimension, index);
  const std::int64_t complete =
      block > number ? (block - number - 1) / coordinates + 1 : 0;
  std::int64_t stored = complete * dimension.block;
  if (number == 0 && complete > 0)
    stored += dimension.firstBlock - dimension.block;
  if (block % coordinates == number)
    stored += index - beginOf(dimension, block);
  return stored;
}

std::int64_t localOrigin(const MatrixDimension &dimension,
                         std::int64_t coordinates, const Piece &piece,
                         std::int64_t coordinate) {
  const bool holdsFirst = piece.numberOf(coordinate, coordinates) == 0;
  const std::int64_t stored =
      storedBefore(dimension, coordinates, piece.range.begin, coordinate);
  return holdsFirst ? stored - piece.lower : stored;
}

Range localRange(const MatrixDimension &dimension, std::int64_t coordinates,
                 Range range, std::int64_t coordinate) {
  return {storedBefore(dimension, coordinates, range.begin, coordinate),
          storedBefore(dimension, coordinates, range.end, coordinate)};
}

Range localRoom(const MatrixDimension &dimension, std::int64_t coordinates,
                Range range, std::int64_t coordinate) {
  Range room = localRange(dimension, coordinates, range, coordinate);
  if (room.length() == 0)
    return room;
  const std::int64_t cut = cutOf(dimension, coordinates);
  const std::int64_t end =
      cut > range.begin ? std::min(cut, range.end) : range.end;
  const Piece first =
      pieceOf(dimension, coordinates, {range.begin, end}, coordinate);
  if (first.numberOf(coordinate, coordinates) == 0)
    room.begin -= first.lower;
  return room;
}

} // namespace redist::scalapack
