//===- RedistributionPlan.cpp - What one rank does, step by step ----------===//
#include "RedistributionPlan.h"

#include "RankRuns.h"

#include <limits>

namespace redist::runtime {

using schedule::BlockCyclic;

HashBuilder &HashBuilder::add(std::int64_t value) {
  // The finaliser of splitmix64 over a running sum.
  std::uint64_t z =
      state + static_cast<std::uint64_t>(value) + 0x9e3779b97f4a7c15U;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9U;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebU;
  state = z ^ (z >> 31);
  return *this;
}

/// Which sides of a pattern are storage; the other one is the message, dense.
enum class PatternSides { MineToMessage, MessageToMine, MineToOther };

/// The patterns of all partners of one rank, collected run by run.
class PatternCollector {
public:
  PatternCollector(const BlockCyclic &mineLayout, std::int64_t ownCoordinate,
                   const BlockCyclic &otherLayout, PatternSides patternSides,
                   std::int64_t localPartner)
      : mine(mineLayout), coordinate(ownCoordinate), other(otherLayout),
        sides(patternSides), onlyPartner(localPartner) {}

  /// Patterns by partner coordinate; empty ones where there is no message.
  std::vector<CopyPattern> collect(std::int64_t superblock,
                                   std::int64_t extent) const;

private:
  std::vector<RunList> runsWithin(GlobalRange range,
                                  const std::vector<std::int64_t> &done) const;

  const BlockCyclic &mine;
  std::int64_t coordinate;
  const BlockCyclic &other;
  PatternSides sides;
  std::int64_t onlyPartner; ///< for MineToOther
};

/// `done[partner]`: elements of the message before this range.
std::vector<RunList>
PatternCollector::runsWithin(GlobalRange range,
                             const std::vector<std::int64_t> &done) const {
  std::vector<RunList> lists(static_cast<std::size_t>(other.ranks));
  forEachSharedRuns(
      mine, coordinate, other, range, [&](const SharedRuns &runs) {
        RunList &list = lists[static_cast<std::size_t>(runs.partner)];
        const std::int64_t position =
            done[static_cast<std::size_t>(runs.partner)] + list.elements();
        switch (sides) {
        case PatternSides::MineToMessage:
          list.add({runs.mine, position, runs.length, runs.count,
                    runs.mineStride, runs.length});
          break;
        case PatternSides::MessageToMine:
          list.add({position, runs.mine, runs.length, runs.count, runs.length,
                    runs.mineStride});
          break;
        case PatternSides::MineToOther:
          if (runs.partner == onlyPartner)
            list.add({runs.mine, runs.other, runs.length, runs.count,
                      runs.mineStride, runs.otherStride});
          break;
        }
      });
  return lists;
}

std::vector<CopyPattern> PatternCollector::collect(std::int64_t superblock,
                                                   std::int64_t extent) const {
  const std::int64_t periods = extent / superblock;
  const std::int64_t mineStride = superblock / mine.ranks;
  const std::int64_t otherStride = superblock / other.ranks;
  const auto partners = static_cast<std::size_t>(other.ranks);
  std::vector<std::int64_t> done(partners, 0);
  std::vector<RunList> period(partners);
  if (periods > 0) {
    period = runsWithin({0, superblock}, done);
    for (std::size_t partner = 0; partner < partners; ++partner)
      done[partner] = periods * period[partner].elements();
  }
  std::vector<RunList> tail = runsWithin({periods * superblock, extent}, done);
  std::vector<CopyPattern> patterns;
  patterns.reserve(partners);
  for (std::size_t partner = 0; partner < partners; ++partner) {
    const std::int64_t dense = period[partner].elements();
    const std::int64_t from =
        sides == PatternSides::MessageToMine ? dense : mineStride;
    const std::int64_t to = sides == PatternSides::MineToMessage ? dense
                            : sides == PatternSides::MessageToMine
                                ? mineStride
                                : otherStride;
    patterns.emplace_back(std::move(period[partner]), periods, from, to,
                          std::move(tail[partner]));
  }
  return patterns;
}

/// L, or a number above the extent where L leaves 62 bits: no period is
/// complete then.
static std::int64_t superblockOf(const schedule::CommunicationGrid &grid) {
  return grid.superblock().value_or(std::numeric_limits<std::int64_t>::max());
}

/// TC in elements of the whole array: exact where the schedule is made for it,
/// else that of a superblock, scaled.
static double elementCost(const schedule::Schedule &schedule,
                          std::int64_t extent) {
  const auto cost = static_cast<double>(schedule.totalCost());
  return schedule.extent()
             ? cost
             : cost * static_cast<double>(extent) /
                   static_cast<double>(superblockOf(schedule.grid()));
}

static ExecutionKind kindOf(schedule::StrategyKind strategy,
                            const PlanParameters &parameters) {
  if (strategy == schedule::StrategyKind::Direct)
    return ExecutionKind::Direct;
  if (strategy != schedule::StrategyKind::AllToAll)
    return ExecutionKind::Stepwise;
  // Counts and displacements of the collective are ints. Coordinate 0 has the
  // most elements, so every rank decides alike.
  const auto &[source, target] = parameters.redistribution;
  const std::int64_t most = std::max(source.localExtent(parameters.extent, 0),
                                     target.localExtent(parameters.extent, 0));
  const bool fits =
      most <= std::numeric_limits<int>::max() / parameters.elementSize;
  return fits ? ExecutionKind::AllToAll : ExecutionKind::Stepwise;
}

/// The class of (0, 0) is among the longest: the lengths by class rise to a
/// plateau that holds residue 0, and fall.
static std::int64_t longestOf(const schedule::CommunicationGrid &grid) {
  constexpr std::int64_t most = std::numeric_limits<std::int64_t>::max();
  return grid.superblock() ? grid.weight(0) : most;
}

RedistributionPlan::RedistributionPlan(const PlanParameters &parameters,
                                       const schedule::Schedule &schedule)
    : planParameters(parameters),
      executionKind(kindOf(schedule.strategy(), parameters)),
      periods(parameters.extent / superblockOf(schedule.grid())),
      mostInPeriod(longestOf(schedule.grid())), steps(schedule.stepCount()),
      cost(elementCost(schedule, parameters.extent) *
           static_cast<double>(parameters.elementSize)) {
  const auto &[source, target] = parameters.redistribution;
  mostInMessage = std::min(source.localExtent(parameters.extent, 0),
                           target.localExtent(parameters.extent, 0));
  if (mostInPeriod <= mostInMessage / (periods + 1))
    mostInMessage = mostInPeriod * (periods + 1);
  const std::int64_t p = parameters.rank - parameters.sourceFirstRank;
  const std::int64_t q = parameters.rank - parameters.targetFirstRank;
  const bool isSource = p >= 0 && p < source.ranks;
  const bool isTarget = q >= 0 && q < target.ranks;
  if (isSource)
    planSends(schedule, p);
  if (isTarget)
    planReceives(schedule, q);
  if (isSource && isTarget)
    localPattern = std::move(
        PatternCollector(source, p, target, PatternSides::MineToOther, q)
            .collect(superblockOf(schedule.grid()),
                     parameters.extent)[static_cast<std::size_t>(q)]);
  planHash = HashBuilder()
                 .add(static_cast<std::int64_t>(schedule.hash()))
                 .add(parameters.extent)
                 .add(parameters.sourceFirstRank)
                 .add(parameters.targetFirstRank)
                 .add(parameters.elementSize)
                 .add(static_cast<std::int64_t>(executionKind))
                 .value();
}

std::int64_t RedistributionPlan::perPeriodOf(const CopyPattern &pattern) const {
  if (periods == 0)
    return 0;
  return (pattern.length() - pattern.tailRuns().elements()) / periods;
}

/// Messages of one rank in the order of `row`, without what is empty for this
/// extent and without what the rank would send to itself.
std::vector<PlannedMessage>
RedistributionPlan::messagesInOrder(const std::vector<schedule::Message> &row,
                                    std::vector<CopyPattern> patterns,
                                    std::int64_t firstRank) const {
  std::vector<PlannedMessage> messages;
  for (const schedule::Message &entry : row) {
    CopyPattern &pattern = patterns[static_cast<std::size_t>(entry.partner)];
    const int peer = static_cast<int>(firstRank + entry.partner);
    if (peer == planParameters.rank || pattern.length() == 0)
      continue;
    const std::int64_t elements = pattern.length();
    messages.push_back(
        {peer, entry.step, elements, perPeriodOf(pattern), std::move(pattern)});
  }
  return messages;
}

void RedistributionPlan::planSends(const schedule::Schedule &schedule,
                                   std::int64_t coordinate) {
  const auto &[source, target] = planParameters.redistribution;
  std::vector<schedule::Message> row;
  schedule.sendRow(coordinate, row);
  sendList = messagesInOrder(
      row,
      PatternCollector(source, coordinate, target, PatternSides::MineToMessage,
                       0)
          .collect(superblockOf(schedule.grid()), planParameters.extent),
      planParameters.targetFirstRank);
}

void RedistributionPlan::planReceives(const schedule::Schedule &schedule,
                                      std::int64_t coordinate) {
  const auto &[source, target] = planParameters.redistribution;
  std::vector<schedule::Message> column;
  schedule.receiveRow(coordinate, column);
  receiveList = messagesInOrder(
      column,
      PatternCollector(target, coordinate, source, PatternSides::MessageToMine,
                       0)
          .collect(superblockOf(schedule.grid()), planParameters.extent),
      planParameters.sourceFirstRank);
}

} // namespace redist::runtime
