//===- GeometryTest.cpp - Pieces of dimensions, element by element --------===//
#include "Geometry.h"

#include <gtest/gtest.h>

#include <vector>

using namespace redist::scalapack;

/// One dimension by its definition: block after block, on one coordinate after
/// the other.
struct Oracle {
  std::vector<std::int64_t> owner, local;

  Oracle(const MatrixDimension &dimension, std::int64_t coordinates) {
    std::vector<std::int64_t> stored(static_cast<std::size_t>(coordinates), 0);
    std::int64_t block = 0;
    std::int64_t left = dimension.firstBlock;
    for (std::int64_t i = 0; i < dimension.extent; ++i) {
      if (left == 0) {
        ++block;
        left = dimension.block;
      }
      --left;
      owner.push_back((dimension.source + block) % coordinates);
      local.push_back(stored[static_cast<std::size_t>(owner.back())]++);
    }
  }
};

/// Every element of the piece lies where the piece says, and storage for the
/// range alone has room for it.
static void expectPiece(const MatrixDimension &dimension,
                        std::int64_t coordinates, const Piece &piece,
                        const Oracle &oracle) {
  for (std::int64_t t = 0; t < piece.range.length(); ++t) {
    const std::int64_t index = piece.lower + t;
    const bool isAlone = piece.count == 1;
    const std::int64_t number = isAlone ? 0 : index / piece.block % piece.count;
    const std::int64_t local =
        isAlone ? index
                : index / (piece.block * piece.count) * piece.block +
                      index % piece.block;
    const std::int64_t coordinate = (piece.first + number) % coordinates;
    const auto global = static_cast<std::size_t>(piece.range.begin + t);
    ASSERT_EQ(coordinate, oracle.owner[global]);
    ASSERT_EQ(piece.numberOf(coordinate, coordinates), number);
    const std::int64_t origin =
        localOrigin(dimension, coordinates, piece, coordinate);
    ASSERT_GE(origin, 0);
    ASSERT_LE(localRoom(dimension, coordinates, piece.range, coordinate).begin,
              origin);
    ASSERT_EQ(origin + local, oracle.local[global]);
  }
}

static void expectRange(const MatrixDimension &dimension,
                        std::int64_t coordinates, Range range) {
  const Oracle oracle(dimension, coordinates);
  const std::int64_t cut = cutOf(dimension, coordinates);
  if (cut > range.begin && cut < range.end) {
    expectPiece(dimension, coordinates,
                pieceOf(dimension, coordinates, {range.begin, cut}, 0), oracle);
    expectPiece(dimension, coordinates,
                pieceOf(dimension, coordinates, {cut, range.end}, 0), oracle);
  } else {
    expectPiece(dimension, coordinates,
                pieceOf(dimension, coordinates, range, 0), oracle);
  }
  for (std::int64_t coordinate = 0; coordinate < coordinates; ++coordinate) {
    Range wanted{0, 0};
    for (std::int64_t i = 0; i < range.end; ++i) {
      const bool isHere =
          oracle.owner[static_cast<std::size_t>(i)] == coordinate;
      wanted.begin += isHere && i < range.begin;
      wanted.end += isHere;
    }
    const Range found = localRange(dimension, coordinates, range, coordinate);
    ASSERT_EQ(found.begin, wanted.begin);
    ASSERT_EQ(found.end, wanted.end);
    ASSERT_EQ(localRoom(dimension, coordinates, range, coordinate).end,
              wanted.end);
  }
}

TEST(Geometry, PiecesLieWhereTheBlocksDo) {
  for (std::int64_t coordinates = 1; coordinates <= 4; ++coordinates)
    for (std::int64_t block = 1; block <= 4; ++block)
      for (std::int64_t first = 1; first <= 6; ++first)
        for (std::int64_t begin = 0; begin < 14; ++begin)
          for (std::int64_t end = begin + 1; end <= 14; ++end) {
            const MatrixDimension dimension{14, first, block,
                                            (begin + first) % coordinates};
            SCOPED_TRACE(testing::Message()
                         << "P " << coordinates << " first " << first
                         << " block " << block << " source " << dimension.source
                         << " [" << begin << ", " << end << ")");
            expectRange(dimension, coordinates, {begin, end});
            if (HasFatalFailure())
              return;
          }
}

// Extent 20, block 3, source 1 of 4: blocks 2 and 3 on coordinates 3 and 0.
TEST(Geometry, AnchorsAtTheFirstBlock) {
  const MatrixDimension dimension{20, 3, 3, 1};
  const Piece piece = pieceOf(dimension, 4, {7, 12}, 0);
  EXPECT_EQ(piece.block, 3);
  EXPECT_EQ(piece.lower, 1);
  EXPECT_EQ(piece.count, 2);
  EXPECT_EQ(piece.first, 3);
  EXPECT_EQ(localOrigin(dimension, 4, piece, 3), 0);
  EXPECT_EQ(localOrigin(dimension, 4, piece, 0), 0);
}

// One round of blocks further on, everything is the same but where it lies.
TEST(Geometry, EqualRangesAreEqualPieces) {
  const MatrixDimension dimension{100, 3, 3, 1};
  const Piece here = pieceOf(dimension, 4, {7, 30}, 0);
  const Piece further = pieceOf(dimension, 4, {19, 42}, 0);
  EXPECT_EQ(here.block, further.block);
  EXPECT_EQ(here.lower, further.lower);
  EXPECT_EQ(here.count, further.count);
  EXPECT_EQ(here.first, further.first);
  EXPECT_EQ(localOrigin(dimension, 4, further, 3),
            localOrigin(dimension, 4, here, 3) + 3);
}

// Every coordinate has all of it, at the global indices.
TEST(Geometry, TakesOneCopyOfWhatAllHave) {
  const MatrixDimension dimension{20, 3, 3, -1};
  EXPECT_EQ(cutOf(dimension, 4), 0);
  const Piece piece = pieceOf(dimension, 4, {7, 12}, 2);
  EXPECT_EQ(piece.count, 1);
  EXPECT_EQ(piece.first, 2);
  EXPECT_EQ(localOrigin(dimension, 4, piece, 2), 7);
  EXPECT_EQ(localRange(dimension, 4, {7, 12}, 3).begin, 7);
  EXPECT_EQ(localRange(dimension, 4, {7, 12}, 3).end, 12);
}
