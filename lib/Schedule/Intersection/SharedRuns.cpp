//===- SharedRuns.cpp - Shared elements of an axis as runs ----------------===//
#include "redistSchedule/Intersection/SharedRuns.h"

#include "Support/Arithmetic.h"

#include <algorithm>

namespace redist::schedule {

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
                         Interval range, Visit visit) {
  for (std::int64_t t = range.begin; t < range.end;) {
    if (coordinate != anyCoordinate)
      t = side.next(coordinate, t);
    if (t >= range.end)
      return;
    AxisSide::Piece piece = coordinate == anyCoordinate
                                ? side.pieceAt(t)
                                : side.pieceOf(coordinate, t);
    piece.end = std::min(piece.end, range.end);
    visit(t, piece);
    t = piece.end;
  }
}

/// The runs of `coordinate` of the fine side within the range, which lies on
/// one piece of the other side: visit(position, local, length, count).
template <typename Visit>
static void forEachFineRun(const AxisSide &fine, std::int64_t coordinate,
                           Interval range, Visit visit) {
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
                      Interval range, Emit emit) {
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
                       Interval range,
                       const std::function<void(const SharedRuns &)> &visit) {
  if (target.overlaps() && targetCoordinate == anyCoordinate) {
    for (std::int64_t q = 0; q < target.ranks(); ++q)
      forEachSharedRuns(source, sourceCoordinate, target, q, range, visit);
    return;
  }
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
  const std::int64_t a = source.period(), b = target.period();
  if (a == 0 || b == 0)
    return 0;
  const std::int64_t rounds = a / greatestCommonDivisor(a, b);
  if (!productFits(rounds, b))
    return 0;
  // Local indices must fit too; of a single position nothing repeats.
  const std::int64_t both = rounds * b;
  const std::int64_t step =
      std::max(std::abs(source.step()), std::abs(target.step()));
  return both > 1 && productFits(both, step) ? both : 0;
}

} // namespace redist::schedule
