//===- RankRuns.cpp - All runs of one axis, grouped -----------------------===//
#include "Plan/RankRuns.h"

#include <algorithm>
#include <numeric>

namespace redist::runtime {

using schedule::DimensionLayout;

static constexpr std::int64_t largest = std::int64_t{1} << 62;

/// a * b, or 0 where it leaves 62 bits. Both are positive.
static std::int64_t productOrZero(std::int64_t a, std::int64_t b) {
  return a <= largest / b ? a * b : 0;
}

static std::int64_t ceilDiv(std::int64_t a, std::int64_t b) {
  return a >= 0 ? (a + b - 1) / b : -(-a / b);
}

/// After P * block indices, in either direction, coordinates repeat.
static std::int64_t periodOf(const DimensionLayout &layout,
                             std::int64_t stride) {
  if (layout.ranks == 1)
    return 1;
  const std::int64_t round =
      layout.isCyclic() ? productOrZero(layout.ranks, layout.block) : 0;
  return round == 0 ? 0 : round / std::gcd(round, stride);
}

AxisSide::AxisSide(const DimensionLayout &usedLayout, std::int64_t usedLower,
                   std::int64_t usedStride, std::int64_t usedLength)
    : layout(&usedLayout), lower(usedLower), stride(usedStride),
      length(usedLength), positionsPerPeriod(periodOf(usedLayout, usedStride)) {
  if (isWhole() || layout->isCyclic())
    return;
  starts.push_back(0);
  for (const std::int64_t size : layout->sizes)
    starts.push_back(starts.back() + size);
}

std::int64_t AxisSide::localAdvance(std::int64_t positions) const {
  return positions / layout->ranks * stride +
         positions % layout->ranks * stride / layout->ranks;
}

std::int64_t AxisSide::longestPiece() const {
  if (isWhole())
    return length;
  const std::int64_t block = layout->isCyclic()
                                 ? layout->block
                                 : *std::ranges::max_element(layout->sizes);
  return std::min(length, std::max<std::int64_t>(1, block / std::abs(stride)));
}

std::int64_t AxisSide::mostOnCoordinate() const {
  if (isWhole() || length == 0)
    return length;
  const std::int64_t step = std::abs(stride);
  if (!layout->isCyclic())
    return std::min(length,
                    (*std::ranges::max_element(layout->sizes) - 1) / step + 1);
  if (lower == 0 && stride == 1)
    return layout->localExtent(length, 0);
  // Blocks of one coordinate that the section can meet, each filled.
  const std::int64_t span = (length - 1) * step + 1;
  const std::int64_t blocks = (span / layout->block) / layout->ranks + 2;
  const std::int64_t inBlock = (layout->block - 1) / step + 1;
  return inBlock > length / blocks ? length : blocks * inBlock;
}

/// Positions of the section within [indexBegin, indexEnd), cut to the axis.
PositionRange AxisSide::positionsOf(std::int64_t indexBegin,
                                    std::int64_t indexEnd) const {
  const std::int64_t begin = stride > 0
                                 ? ceilDiv(indexBegin - lower, stride)
                                 : ceilDiv(lower - (indexEnd - 1), -stride);
  const std::int64_t end = stride > 0
                               ? ceilDiv(indexEnd - lower, stride)
                               : ceilDiv(lower - indexBegin + 1, -stride);
  return {std::clamp<std::int64_t>(begin, 0, length),
          std::clamp<std::int64_t>(end, 0, length)};
}

AxisSide::Piece AxisSide::pieceAt(std::int64_t position) const {
  const std::int64_t index = lower + position * stride;
  if (isWhole())
    return {0, index, length};
  if (layout->isCyclic()) {
    const std::int64_t block = index / layout->block;
    const std::int64_t inside = index % layout->block;
    // Positions that are left in the block, without its far end in indices,
    // which may leave 62 bits.
    const std::int64_t left =
        stride > 0 ? (layout->block - inside - 1) / stride : inside / -stride;
    return {block % layout->ranks,
            block / layout->ranks * layout->block + inside,
            left >= length - position ? length : position + left + 1};
  }
  const auto after = std::ranges::upper_bound(starts, index);
  const std::int64_t begin = *(after - 1);
  return {after - starts.begin() - 1, index - begin,
          positionsOf(begin, *after).end};
}

/// Blocks that the section meets one and all.
std::int64_t AxisSide::nextOfBlocks(std::int64_t coordinate,
                                    std::int64_t position) const {
  const std::int64_t block = (lower + position * stride) / layout->block;
  const std::int64_t here = block % layout->ranks;
  if (here == coordinate)
    return position;
  if (stride < 0) {
    const std::int64_t behind =
        (here - coordinate + layout->ranks) % layout->ranks;
    if (behind > block)
      return length;
    const std::int64_t begin = (block - behind) * layout->block;
    return positionsOf(begin, begin + layout->block).begin;
  }
  const std::int64_t ahead =
      (coordinate - here + layout->ranks) % layout->ranks;
  const std::int64_t lastBlock =
      (lower + (length - 1) * stride) / layout->block;
  if (ahead > lastBlock - block)
    return length;
  const std::int64_t begin = (block + ahead) * layout->block;
  return std::min(length, ceilDiv(begin - lower, stride));
}

std::int64_t AxisSide::next(std::int64_t coordinate,
                            std::int64_t position) const {
  if (position >= length)
    return length;
  if (isWhole())
    return position;
  if (!layout->isCyclic()) {
    const auto c = static_cast<std::size_t>(coordinate);
    const PositionRange own = positionsOf(starts[c], starts[c + 1]);
    const std::int64_t first = std::max(own.begin, position);
    return first < own.end ? first : length;
  }
  if (std::abs(stride) <= layout->block)
    return nextOfBlocks(coordinate, position);
  // Each position lies on another block.
  const std::int64_t tries =
      positionsPerPeriod > 0 ? positionsPerPeriod : length;
  const std::int64_t end = position + std::min(tries, length - position);
  for (std::int64_t t = position; t < end; ++t)
    if ((lower + t * stride) / layout->block % layout->ranks == coordinate)
      return t;
  return length;
}

/// Which side's blocks are walked, and what is looked for inside them.
enum class MeetingKind {
  SourceHoldsPeriods, ///< blocks of the source hold periods of the target
  TargetHoldsPeriods,
  Single ///< runs one by one
};

static bool holdsPeriods(const AxisSide &coarse, const AxisSide &fine) {
  return !fine.isWhole() && fine.period() > 0 &&
         coarse.longestPiece() >= fine.period();
}

static MeetingKind meetingOf(const AxisSide &source, const AxisSide &target) {
  if (holdsPeriods(source, target))
    return MeetingKind::SourceHoldsPeriods;
  return holdsPeriods(target, source) ? MeetingKind::TargetHoldsPeriods
                                      : MeetingKind::Single;
}

/// Calls visit(position, piece) for the pieces of a coordinate, or of all, in
/// the range; their ends are cut to it.
template <typename Visit>
static void forEachPiece(const AxisSide &side, std::int64_t coordinate,
                         PositionRange range, Visit visit) {
  for (std::int64_t t = range.begin; t < range.end;) {
    if (coordinate != anyCoordinate)
      t = side.next(coordinate, t);
    if (t >= range.end)
      return;
    AxisSide::Piece piece = side.pieceAt(t);
    piece.end = std::min(piece.end, range.end);
    visit(t, piece);
    t = piece.end;
  }
}

/// The runs of `coordinate` of the fine side within the range, which lies on
/// one piece of the other side: visit(position, local, length, count).
template <typename Visit>
static void forEachFineRun(const AxisSide &fine, std::int64_t coordinate,
                           PositionRange range, Visit visit) {
  const std::int64_t period = fine.period();
  std::int64_t first = fine.next(coordinate, range.begin);
  if (first == range.begin && first < range.end) {
    // Perhaps a cut block; where it is not, it costs one group more.
    const AxisSide::Piece piece = fine.pieceAt(first);
    const std::int64_t end = std::min(piece.end, range.end);
    visit(first, piece.local, end - first, std::int64_t{1});
    first = fine.next(coordinate, end);
  }
  // From the begin of a block on, whole periods cut none.
  const std::int64_t window = std::min(range.end - first, period);
  forEachPiece(fine, coordinate,
               {first, first + std::max<std::int64_t>(0, window)},
               [&](std::int64_t begin, const AxisSide::Piece &piece) {
                 const std::int64_t length = piece.end - begin;
                 const std::int64_t whole =
                     window < period ? 1 : (range.end - piece.end) / period + 1;
                 visit(begin, piece.local, length, whole);
                 const std::int64_t cut = begin + whole * period;
                 if (window == period && cut < range.end)
                   visit(cut, piece.local + fine.localAdvance(whole * period),
                         std::min(length, range.end - cut), std::int64_t{1});
               });
}

/// All that `fine` has inside the pieces of `coarse`; emit(coarsePiece,
/// coarseLocal, fineCoordinate, fineLocal, length, count).
template <typename Emit>
static void visitFine(const AxisSide &coarse, std::int64_t coarseCoordinate,
                      const AxisSide &fine, std::int64_t fineCoordinate,
                      PositionRange range, Emit emit) {
  forEachPiece(coarse, coarseCoordinate, range,
               [&](std::int64_t begin, const AxisSide::Piece &piece) {
                 const bool all = fineCoordinate == anyCoordinate;
                 const std::int64_t last =
                     all ? fine.ranks() - 1 : fineCoordinate;
                 for (std::int64_t c = all ? 0 : fineCoordinate; c <= last; ++c)
                   forEachFineRun(fine, c, {begin, piece.end},
                                  [&](std::int64_t position, std::int64_t local,
                                      std::int64_t length, std::int64_t count) {
                                    emit(piece.coordinate,
                                         piece.local +
                                             (position - begin) * coarse.step(),
                                         c, local, length, count);
                                  });
               });
}

void forEachSharedRuns(const AxisSide &source, std::int64_t sourceCoordinate,
                       const AxisSide &target, std::int64_t targetCoordinate,
                       PositionRange range,
                       const std::function<void(const SharedRuns &)> &visit) {
  switch (meetingOf(source, target)) {
  case MeetingKind::SourceHoldsPeriods:
    visitFine(source, sourceCoordinate, target, targetCoordinate, range,
              [&](std::int64_t p, std::int64_t sourceLocal, std::int64_t q,
                  std::int64_t targetLocal, std::int64_t length,
                  std::int64_t count) {
                visit({p, q, sourceLocal, targetLocal, length, count,
                       target.period() * source.step(),
                       target.localAdvance(target.period())});
              });
    return;
  case MeetingKind::TargetHoldsPeriods:
    visitFine(target, targetCoordinate, source, sourceCoordinate, range,
              [&](std::int64_t q, std::int64_t targetLocal, std::int64_t p,
                  std::int64_t sourceLocal, std::int64_t length,
                  std::int64_t count) {
                visit({p, q, sourceLocal, targetLocal, length, count,
                       source.localAdvance(source.period()),
                       source.period() * target.step()});
              });
    return;
  case MeetingKind::Single:
    break;
  }
  // By the pieces of the coordinate that is given; ascending positions.
  const bool bySource = sourceCoordinate != anyCoordinate;
  const AxisSide &outer = bySource ? source : target;
  const AxisSide &inner = bySource ? target : source;
  forEachPiece(outer, bySource ? sourceCoordinate : targetCoordinate, range,
               [&](std::int64_t begin, const AxisSide::Piece &own) {
                 forEachPiece(inner,
                              bySource ? targetCoordinate : sourceCoordinate,
                              {begin, own.end},
                              [&](std::int64_t at, const AxisSide::Piece &met) {
                                const std::int64_t local =
                                    own.local + (at - begin) * outer.step();
                                const std::int64_t length = met.end - at;
                                if (bySource)
                                  visit({own.coordinate, met.coordinate, local,
                                         met.local, length, 1, 0, 0});
                                else
                                  visit({met.coordinate, own.coordinate,
                                         met.local, local, length, 1, 0, 0});
                              });
               });
}

std::int64_t sharedPeriod(const AxisSide &source, const AxisSide &target) {
  const std::int64_t a = source.period();
  const std::int64_t b = target.period();
  if (a == 0 || b == 0)
    return 0;
  const std::int64_t both = productOrZero(a / std::gcd(a, b), b);
  // Local indices must fit too; of a single position nothing repeats.
  const std::int64_t step =
      std::max(std::abs(source.step()), std::abs(target.step()));
  return both > 1 && both <= largest / step ? both : 0;
}

} // namespace redist::runtime
