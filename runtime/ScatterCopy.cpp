//===- ScatterCopy.cpp - What a rank has, to all who get it ---------------===//
#include "ScatterCopy.h"

#include <algorithm>

namespace redist::runtime {

/// Longer lists are not in the cache when the next period needs them.
static constexpr std::size_t mostRuns = 512;

/// Number of a target by its rank; a new one where it is met for the first
/// time.
static std::size_t targetOf(ScatterPeriods &scatter, int rank) {
  const auto found = std::ranges::find(scatter.ranks, rank);
  const auto index = static_cast<std::size_t>(found - scatter.ranks.begin());
  if (found == scatter.ranks.end())
    scatter.ranks.push_back(rank);
  return index;
}

/// The runs of one period that are this rank's.
static bool addPeriod(const PlanParameters &parameters, const PlanLevel &level,
                      std::int64_t coordinate, const std::vector<bool> &isSeen,
                      ScatterPeriods &scatter) {
  for (std::int64_t position = level.source.next(coordinate, 0);
       position < level.period;) {
    const AxisSide::Piece from = level.source.pieceAt(position);
    if (from.coordinate != coordinate) {
      position = level.source.next(coordinate, position);
      continue;
    }
    const AxisSide::Piece to = level.target.pieceAt(position);
    const int rank = parameters.target.rank(to.coordinate);
    if ((rank != parameters.rank && !isSeen[static_cast<std::size_t>(rank)]) ||
        scatter.runs.size() == mostRuns)
      return false;
    const std::int64_t end = std::min({from.end, to.end, level.period});
    scatter.runs.push_back({targetOf(scatter, rank), from.local * level.factor,
                            to.local * level.factor,
                            (end - position) * level.factor});
    position = end;
  }
  return true;
}

std::optional<ScatterPeriods> scatterPeriods(const RedistributionPlan &plan,
                                             const std::vector<bool> &isSeen) {
  const std::optional<std::int64_t> coordinate =
      plan.soleCoordinate(SideKind::Source);
  if (!coordinate)
    return std::nullopt;
  const PlanLevel &level = plan.shape().levels().front();
  ScatterPeriods scatter{{}, level.periods, 0, {}, {}};
  if (!addPeriod(plan.parameters(), level, *coordinate, isSeen, scatter))
    return std::nullopt;
  scatter.stride = level.source.localAdvance(level.period) * level.factor;
  scatter.targetStrides.assign(scatter.ranks.size(),
                               level.target.localAdvance(level.period) *
                                   level.factor);
  return scatter;
}

ScatterCopy::ScatterCopy(ScatterPeriods scattered,
                         const std::vector<std::int64_t> &elementSizes)
    : scatter(std::move(scattered)), sizes(elementSizes),
      to(scatter.ranks.size() * sizes.size()) {}

void ScatterCopy::copy(const std::vector<const std::byte *> &sources,
                       std::int64_t begin, std::int64_t end,
                       StoreKind stores) const {
  for (std::size_t i = 0; i < sizes.size(); ++i)
    for (std::int64_t period = begin; period < end; ++period) {
      const std::byte *const from =
          sources[i] + period * scatter.stride * sizes[i];
      for (const ScatterPeriods::Run &run : scatter.runs) {
        const std::int64_t place =
            run.to + period * scatter.targetStrides[run.target];
        const std::int64_t bytes = run.length * sizes[i];
        copyRuns(to[i * scatter.ranks.size() + run.target] + place * sizes[i],
                 bytes, from + run.from * sizes[i], bytes, bytes, 1, stores);
      }
    }
}

} // namespace redist::runtime
