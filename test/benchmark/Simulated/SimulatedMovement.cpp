//===- SimulatedMovement.cpp - Redistributions to be simulated ------------===//
#include "Simulated/SimulatedMovement.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <numeric>

using redist::schedule::StrategyKind;

namespace bench {

const char *name(Way way) {
  static constexpr std::array names{"caterpillar", "steps",     "barrier",
                                    "window2",     "window4",   "window8",
                                    "direct",      "alltoallv", "alltoallw",
                                    "auto",        "by ranks",  "two levels"};
  return names[static_cast<std::size_t>(way)];
}

/// What makes the schedule of a way.
static StrategyKind strategyOf(Way way) {
  switch (way) {
  case Way::Caterpillar:
    return StrategyKind::Caterpillar;
  case Way::Direct:
    return StrategyKind::Direct;
  case Way::Alltoallv:
  case Way::Alltoallw:
    return StrategyKind::AllToAll;
  default:
    return StrategyKind::Auto;
  }
}

SimulatedMovement::SimulatedMovement(const MovementCase &what,
                                     std::int64_t messageBytes,
                                     std::int64_t bytesOfElement)
    : ownCase(what), bytes(bytesOfElement) {
  const std::int64_t period = std::lcm(what.sources * what.sourceBlock,
                                       what.targets * what.targetBlock);
  assignment.axes = {{{what.sources, what.sourceBlock, {}},
                      {what.targets, what.targetBlock, {}},
                      std::nullopt}};
  assignment.sharing.kind = redist::schedule::RankSharing::Kind::Shift;
  std::int64_t messages = 0;
  for (const StrategyKind kind :
       {StrategyKind::Caterpillar, StrategyKind::Auto, StrategyKind::Direct,
        StrategyKind::AllToAll}) {
    auto made = redist::schedule::makeGridSchedule(assignment, kind);
    if (!made) {
      std::fprintf(stderr, "%s\n", made.error().message.c_str());
      std::exit(1);
    }
    messages = made->messageCount();
    schedules.emplace(kind, *std::move(made));
  }
  const std::int64_t periods =
      std::max<std::int64_t>(1, messageBytes * messages / bytes / period);
  assignment.axes.front().length = periods * period;
  mean = periods * period * bytes / messages;
}

redist::runtime::PlanParameters SimulatedMovement::parameters(int rank) const {
  redist::runtime::PlanParameters parameters;
  parameters.assignment = assignment;
  parameters.sourceExtents =
      parameters.targetExtents = {*assignment.axes.front().length};
  parameters.elementSizes = {bytes};
  parameters.rank = rank;
  parameters.rankCount = static_cast<int>(ownCase.ranks());
  return parameters;
}

const redist::schedule::GridSchedule &
SimulatedMovement::schedule(Way way) const {
  return schedules.at(strategyOf(way));
}

} // namespace bench
