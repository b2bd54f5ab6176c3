//===- AxisShares.cpp - How much pairs of coordinates share ---------------===//
#include "redistSchedule/Layout/AxisShares.h"

#include <algorithm>
#include <utility>

using namespace redist::schedule;

/// Where the shares of each coordinate begin. Precondition: sorted by it.
static std::vector<std::size_t> beginsOf(const std::vector<AxisShare> &shares,
                                         std::int64_t ranks,
                                         std::int64_t AxisShare::*coordinate) {
  std::vector<std::size_t> begins(static_cast<std::size_t>(ranks) + 1, 0);
  for (const AxisShare &share : shares)
    ++begins[static_cast<std::size_t>(share.*coordinate) + 1];
  for (std::size_t i = 1; i < begins.size(); ++i)
    begins[i] += begins[i - 1];
  return begins;
}

AxisShares::AxisShares(std::int64_t sourceRanks, std::int64_t targetRanks,
                       std::vector<AxisShare> pairs)
    : bySource(std::move(pairs)) {
  std::ranges::sort(bySource, {}, [](const AxisShare &one) {
    return std::pair(one.source, one.target);
  });
  byTarget = bySource;
  std::ranges::stable_sort(byTarget, {}, &AxisShare::target);
  sourceBegins = beginsOf(bySource, sourceRanks, &AxisShare::source);
  targetBegins = beginsOf(byTarget, targetRanks, &AxisShare::target);
  for (const AxisShare &share : bySource) {
    total += share.length;
    most = std::max(most, share.length);
  }
}

std::span<const AxisShare> AxisShares::ofSource(std::int64_t p) const {
  const auto i = static_cast<std::size_t>(p);
  return std::span(bySource).subspan(sourceBegins[i],
                                     sourceBegins[i + 1] - sourceBegins[i]);
}

std::span<const AxisShare> AxisShares::ofTarget(std::int64_t q) const {
  const auto i = static_cast<std::size_t>(q);
  return std::span(byTarget).subspan(targetBegins[i],
                                     targetBegins[i + 1] - targetBegins[i]);
}

std::int64_t AxisShares::length(std::int64_t p, std::int64_t q) const {
  const std::span<const AxisShare> row = ofSource(p);
  const auto found = std::ranges::lower_bound(row, q, {}, &AxisShare::target);
  return found != row.end() && found->target == q ? found->length : 0;
}
