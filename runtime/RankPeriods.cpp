//===- RankPeriods.cpp - A rank's part of one period, run by run ----------===//
#include "RankPeriods.h"

#include <algorithm>

namespace redist::runtime {

/// Number of a peer by its rank; a new one where it is met for the first time.
static std::size_t peerOf(RankPeriods &periods, int rank) {
  const auto found = std::ranges::find(periods.ranks, rank);
  const auto index = static_cast<std::size_t>(found - periods.ranks.begin());
  if (found == periods.ranks.end())
    periods.ranks.push_back(rank);
  return index;
}

std::optional<RankPeriods> rankPeriods(const RedistributionPlan &plan,
                                       SideKind side, const PeriodLimit &most) {
  const std::optional<std::int64_t> coordinate = plan.soleCoordinate(side);
  if (!coordinate)
    return std::nullopt;
  const bool isSource = side == SideKind::Source;
  const PlanLevel &level = plan.shape().levels().front();
  const AxisSide &own = isSource ? level.source : level.target;
  const AxisSide &other = isSource ? level.target : level.source;
  const GridPlacement &others =
      isSource ? plan.parameters().target : plan.parameters().source;
  RankPeriods result{{},
                     {},
                     level.periods,
                     own.localAdvance(level.period) * level.factor,
                     other.localAdvance(level.period) * level.factor};
  if (result.ownStride > most.elements) // known without a look at the runs
    return std::nullopt;
  for (std::int64_t position = own.next(*coordinate, 0);
       position < level.period;) {
    const AxisSide::Piece here = own.pieceAt(position);
    if (here.coordinate != *coordinate) {
      position = own.next(*coordinate, position);
      continue;
    }
    if (result.runs.size() == most.runs)
      return std::nullopt;
    const AxisSide::Piece there = other.pieceAt(position);
    const std::int64_t end = std::min({here.end, there.end, level.period});
    result.runs.push_back({peerOf(result, others.rank(there.coordinate)),
                           here.local * level.factor,
                           there.local * level.factor,
                           (end - position) * level.factor});
    position = end;
  }
  return result;
}

bool seesAll(const RankPeriods &periods, int rank,
             const std::vector<bool> &isSeen) {
  return std::ranges::all_of(periods.ranks, [&](int peer) {
    return peer == rank || isSeen[static_cast<std::size_t>(peer)];
  });
}

} // namespace redist::runtime
