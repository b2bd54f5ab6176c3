//===- FormulaOwners.h - Who has positions by a formula --------*- C++ -*-===//
//
// Comes in: a side of an axis whose layout is a formula. Goes out: the
// coordinate and the local index of any position. A formula takes several
// divisions; where many positions in no order are asked for, a table of the
// pieces of the axis answers instead.
//
//===----------------------------------------------------------------------===//
#ifndef REDIST_RUNTIME_OWNERS_FORMULAOWNERS_H
#define REDIST_RUNTIME_OWNERS_FORMULAOWNERS_H

#include "redistSchedule/Intersection/AxisSide.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace redist::runtime {

class FormulaOwners {
public:
  /// Of positions [0, length) of the side, which must live as long and does not
  /// overlap; `questions`: how often at() will be called, about.
  FormulaOwners(const schedule::AxisSide &ofSide, std::int64_t length,
                std::size_t questions);

  /// As AxisSide::pieceAt(). Precondition: 0 <= t < length.
  schedule::AxisSide::Piece at(std::int64_t t) const {
    if (pieces.empty())
      return side.pieceAt(t);
    std::size_t i = firstIn[static_cast<std::size_t>(t >> shift)];
    while (pieces[i].end <= t)
      ++i;
    const Piece &one = pieces[i];
    return {one.coordinate, one.local + (t - one.begin) * side.step(), one.end};
  }

private:
  struct Piece {
    std::int64_t begin, end, coordinate, local;
  };

  const schedule::AxisSide &side;
  std::vector<Piece> pieces; ///< ascending; none: the formula answers
  /// By position / 2^shift: the piece of the first of these positions.
  std::vector<std::uint32_t> firstIn;
  int shift = 0;
};

} // namespace redist::runtime

#endif
