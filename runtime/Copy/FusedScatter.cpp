//===- FusedScatter.cpp - Scattering a source to all its targets ----------===//
#include "Copy/FusedScatter.h"

namespace redist::runtime {

/// Longer lists are not in the cache when the next period needs them.
static constexpr std::size_t maxRuns = 512;

std::optional<RankPeriods> scatterPeriods(const RedistributionPlan &plan,
                                          const std::vector<bool> &isSeen) {
  auto part = rankPeriods(plan, maxRuns);
  if (!part || !seesAll(*part, plan.parameters().rank, isSeen))
    return std::nullopt;
  return part;
}

FusedScatter::FusedScatter(RankPeriods scattered,
                           const std::vector<std::int64_t> &elementSizes)
    : scatter(std::move(scattered)), sizes(elementSizes),
      to(scatter.ranks.size() * sizes.size()) {}

void FusedScatter::copy(std::span<const std::byte *const> sources,
                        std::int64_t begin, std::int64_t end,
                        StoreKind stores) const {
  for (std::size_t i = 0; i < sizes.size(); ++i)
    for (std::int64_t period = begin; period < end; ++period) {
      const std::byte *const from =
          sources[i] + period * scatter.ownStride * sizes[i];
      for (const RankPeriods::Run &run : scatter.runs) {
        const std::int64_t place = run.other + period * scatter.otherStride;
        const std::int64_t bytes = run.length * sizes[i];
        copyRuns(to[i * scatter.ranks.size() + run.peer] + place * sizes[i],
                 bytes, from + run.own * sizes[i], bytes, bytes, 1, stores);
      }
    }
}

} // namespace redist::runtime
