//===- RankPeriods.cpp - Runs of a rank in one period ---------------------===//
#include "Copy/RankPeriods.h"

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
                                       std::size_t maxRuns) {
  const std::optional<std::int64_t> coordinate = plan.soleSourceCoordinate();
  if (!coordinate)
    return std::nullopt;
  const PlanLevel &level = plan.shape().levels().front();
  RankPeriods result{{},
                     {},
                     level.periods,
                     level.source.localAdvance(level.period) * level.factor,
                     level.target.localAdvance(level.period) * level.factor};
  for (std::int64_t position = level.source.next(*coordinate, 0);
       position < level.period;) {
    const schedule::AxisSide::Piece here = level.source.pieceAt(position);
    if (here.coordinate != *coordinate) {
      position = level.source.next(*coordinate, position);
      continue;
    }
    if (result.runs.size() == maxRuns)
      return std::nullopt;
    const schedule::AxisSide::Piece there = level.target.pieceAt(position);
    const std::int64_t end = std::min({here.end, there.end, level.period});
    const int peer = plan.parameters().target.rank(there.coordinate);
    result.runs.push_back({peerOf(result, peer), here.local * level.factor,
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
