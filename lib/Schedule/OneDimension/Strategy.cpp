//===- Strategy.cpp - Names of the strategies -----------------------------===//
//
// The words of the `strategy` clause and of `redist-plan --strategy`.
//
//===----------------------------------------------------------------------===//
#include "redistSchedule/OneDimension/Schedule.h"

#include <algorithm>
#include <array>

using namespace redist::schedule;

/// In the order of StrategyKind.
static constexpr std::array<std::string_view, 9> names = {
    "auto",   "exact",       "circulant", "classes", "stepwise",
    "greedy", "caterpillar", "alltoall",  "direct"};

std::string_view redist::schedule::name(StrategyKind kind) {
  return names[static_cast<std::size_t>(kind)];
}

std::optional<StrategyKind>
redist::schedule::strategyFromName(std::string_view text) {
  const auto *found = std::find(names.begin(), names.end(), text);
  if (found == names.end())
    return std::nullopt;
  return static_cast<StrategyKind>(found - names.begin());
}

std::span<const std::string_view> redist::schedule::strategyNames() {
  return names;
}
