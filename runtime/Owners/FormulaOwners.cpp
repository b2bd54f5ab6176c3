//===- FormulaOwners.cpp - Who has positions by a formula -----------------===//
#include "Owners/FormulaOwners.h"

#include <algorithm>

namespace redist::runtime {

FormulaOwners::FormulaOwners(const schedule::AxisSide &ofSide,
                             std::int64_t length, std::size_t questions)
    : side(ofSide) {
  // Fewer pieces than questions, and so few that they stay in a cache.
  constexpr std::size_t mostPieces = 4096, questionsForEach = 4;
  const std::size_t most = std::min(mostPieces, questions / questionsForEach);
  for (std::int64_t t = 0; t < length; t = pieces.back().end) {
    if (pieces.size() == most) {
      pieces.clear();
      return;
    }
    const schedule::AxisSide::Piece one = side.pieceAt(t);
    pieces.push_back({t, one.end, one.coordinate, one.local});
  }
  while (pieces.size() < static_cast<std::size_t>(length >> shift))
    ++shift;
  for (std::size_t i = 0; i < pieces.size(); ++i)
    while (static_cast<std::int64_t>(firstIn.size()) << shift < pieces[i].end)
      firstIn.push_back(static_cast<std::uint32_t>(i));
}

} // namespace redist::runtime
