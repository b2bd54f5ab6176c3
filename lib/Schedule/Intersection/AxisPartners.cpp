//===- AxisPartners.cpp - Partners of a coordinate on an axis -------------===//
//
// The partners of one coordinate with their lengths, in time proportional to
// them: by the classes of a regular axis, by asking every coordinate of the
// other side, or by cutting the coordinate's own intervals where the other
// side's blocks begin, whichever is least work.
//
//===----------------------------------------------------------------------===//
#include "Intersection/AxisState.h"
#include "Support/Arithmetic.h"

#include <algorithm>

using namespace redist::schedule;

/// At most so many partners have any elements.
std::int64_t AxisFinder::State::degree(bool ofSource) const {
  if (grid)
    return ofSource ? grid->maxRowDegree() : grid->maxColumnDegree();
  return ofSource ? target.ranks() : source.ranks();
}

/// Nothing but superblocks: the classes of the grid tell all lengths.
bool AxisFinder::State::isOfSuperblocks() const {
  return beyondCounting ||
         (superblock > 0 && elements > 0 && elements % superblock == 0);
}

/// Where there is no grid all ranks of the other side are asked.
void AxisFinder::State::partnersByClass(
    bool ofSource, std::int64_t coordinate,
    std::vector<AxisPartner> &result) const {
  const auto ask = [&](std::int64_t partner) {
    const std::int64_t shared =
        ofSource ? length(coordinate, partner) : length(partner, coordinate);
    if (shared > 0)
      result.push_back({partner, shared});
  };
  const std::int64_t others = ofSource ? target.ranks() : source.ranks();
  if (!grid) {
    for (std::int64_t partner = 0; partner < others; ++partner)
      ask(partner);
    return;
  }
  const bool isWhole = isOfSuperblocks();
  const std::int64_t superblocks =
      isWhole && !beyondCounting ? elements / superblock : 1;
  // Classes that pass through the row or column: every `types`-th one.
  const std::int64_t types = ofSource ? grid->rowTypes() : grid->columnTypes();
  const std::int64_t stride =
      ofSource ? grid->columnPeriod() : grid->rowPeriod();
  const std::int64_t residue = ofSource
                                   ? coordinate * grid->reducedSourceBlock()
                                   : -coordinate * grid->reducedTargetBlock();
  for (std::int64_t c = modulo(residue - grid->firstClass(), types);
       c < grid->classCount(); c += types) {
    const std::int64_t k = grid->firstClass() + c;
    // Of whole superblocks all messages of a class are alike.
    const std::int64_t shared = isWhole ? superblocks * grid->weight(k) : 0;
    for (std::int64_t partner = ofSource ? grid->columnOfClass(coordinate, k)
                                         : grid->rowOfClass(coordinate, k);
         partner < others; partner += stride)
      if (isWhole)
        result.push_back({partner, shared});
      else
        ask(partner);
  }
  std::sort(result.begin(), result.end(),
            [](const AxisPartner &a, const AxisPartner &b) {
              return a.coordinate < b.coordinate;
            });
}

/// Cuts the intervals of the coordinate into pieces of one partner each, and
/// adds up those of equal partners.
void AxisFinder::State::partnersByPieces(
    bool ofSource, const IntervalList &own,
    std::vector<AxisPartner> &result) const {
  const AxisSide &other = ofSource ? target : source;
  const auto cut = [&](std::int64_t begin, std::int64_t end,
                       std::int64_t times) {
    own.within(begin, end, [&](Interval one) {
      for (std::int64_t t = one.begin; t < one.end;) {
        const AxisSide::Piece piece = other.pieceAt(t);
        const std::int64_t next = std::min(piece.end, one.end);
        result.push_back({piece.coordinate, (next - t) * times});
        t = next;
      }
    });
  };
  if (periods > 0)
    cut(0, period, periods);
  cut(periods * period, elements, 1);
  std::sort(result.begin(), result.end(),
            [](const AxisPartner &a, const AxisPartner &b) {
              return a.coordinate < b.coordinate;
            });
  std::size_t size = 0;
  for (const AxisPartner &piece : result)
    if (size > 0 && result[size - 1].coordinate == piece.coordinate)
      result[size - 1].length += piece.length;
    else
      result[size++] = piece;
  result.resize(size);
}

void AxisFinder::State::partnersByShares(
    bool ofSource, std::int64_t coordinate,
    std::vector<AxisPartner> &result) const {
  for (const AxisShare &share :
       ofSource ? shares->ofSource(coordinate) : shares->ofTarget(coordinate))
    result.push_back({ofSource ? share.target : share.source, share.length});
}

void AxisFinder::State::partners(bool ofSource, std::int64_t coordinate,
                                 std::vector<AxisPartner> &result) const {
  /// A length costs about as much as so many pieces, that of a class less.
  const std::int64_t piecesALength = isOfSuperblocks() ? 1 : 4;
  result.clear();
  if (shares) {
    partnersByShares(ofSource, coordinate, result);
    return;
  }
  if (beyondCounting || (ofSource && target.overlaps())) {
    partnersByClass(ofSource, coordinate, result);
    return;
  }
  const IntervalList own = ofSource ? source.positionsOf(coordinate, elements)
                                    : target.positionsOf(coordinate, elements);
  const AxisSide &other = ofSource ? target : source;
  // Pieces of a period and of the tail, together at most those of two periods.
  const std::int64_t window =
      periods > 0 ? period + elements % period : elements;
  const Int128 pieces =
      Int128{own.sizeBelow(window)} + other.piecesOf(own.countBelow(window));
  if (pieces > Int128{piecesALength} * degree(ofSource))
    partnersByClass(ofSource, coordinate, result);
  else
    partnersByPieces(ofSource, own, result);
}
