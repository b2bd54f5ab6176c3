//===- SimulatedHolders.cpp - Copies and parts to be simulated ------------===//
#include "Simulated/SimulatedHolders.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>

using redist::runtime::GridPlacement;
using redist::schedule::Assignment;
using redist::schedule::DimensionLayout;

namespace bench {

std::string name(const HoldersCase &what) {
  static constexpr std::array names{"allgather", "broadcast", "reduce-scatter",
                                    "allreduce"};
  return std::string(names[static_cast<std::size_t>(what.kind)]) +
         (what.changes ? ", other layout" : "");
}

const char *name(HoldersWay way) {
  static constexpr std::array<const char *, holdersWays> names{
      "auto", "one-step", "stripes", "tree", "mpi"};
  return names[static_cast<std::size_t>(way)];
}

std::vector<redist::schedule::Holders> HoldersSide::list() const {
  if (holders == 1)
    return {};
  return {{holders, 1, areParts}};
}

static DimensionLayout blocks(std::int64_t ranks, std::int64_t elements) {
  if (ranks == 1)
    return {};
  return {ranks, std::max<std::int64_t>(1, (elements + ranks - 1) / ranks), {}};
}

SimulatedHolders::SimulatedHolders(const HoldersCase &what, std::int64_t ranks,
                                   std::int64_t bytes)
    : ownCase(what), rankCount(ranks) {
  constexpr std::int64_t quarter = 4, word = 8, mostOfRank = 16;
  const bool isDealt = what.kind == Collective::Allgather ||
                       what.kind == Collective::ReduceScatter;
  // Coordinates of the side that has holders; the other one has all ranks, but
  // for a broadcast.
  const std::int64_t coordinates = what.changes ? quarter : 1;
  const std::int64_t all = bytes * (isDealt ? ranks : coordinates);
  count = std::min(std::max<std::int64_t>(all / word, 1), mostOfRank * ranks);
  size = std::max<std::int64_t>(all / count / word, 1) * word;
  bytesOfRank = count * size / (isDealt ? ranks : coordinates);
  const std::int64_t from =
      what.kind == Collective::Allgather ? ranks : coordinates;
  const std::int64_t to =
      what.kind == Collective::ReduceScatter ? ranks : coordinates;
  ownSource = {what.changes ? DimensionLayout{from, 3, {}}
                            : blocks(from, count),
               what.hasParts() ? ranks / from : 1, what.hasParts()};
  ownTarget = {blocks(to, count), ranks / to, false};
  dimension.axes = {{ownSource.layout, ownTarget.layout, count}};
  oneStep.push_back(moved(
      withHolders(dimension, ownSource.list(), ownTarget.list()), {}, {}));
  addStripes();
  addTree();
}

/// Which positions of both grids are the same rank.
static redist::schedule::RankSharing sharingOf(const Assignment &assignment,
                                               const GridPlacement &from,
                                               const GridPlacement &to) {
  redist::schedule::RankSharing sharing;
  sharing.kind = redist::schedule::RankSharing::Kind::Map;
  for (std::int64_t q = 0; q < assignment.targetRanks(); ++q) {
    std::int64_t found = -1;
    for (std::int64_t p = 0; p < assignment.sourceRanks() && found < 0; ++p)
      if (from.rank(p) == to.rank(q))
        found = p;
    sharing.map.push_back(found);
  }
  return sharing;
}

Leg SimulatedHolders::moved(Assignment assignment, GridPlacement from,
                            GridPlacement to) const {
  assignment.sharing = sharingOf(assignment, from, to);
  auto made = redist::schedule::makeGridSchedule(
      assignment, redist::schedule::StrategyKind::Auto);
  if (!made) {
    std::fprintf(stderr, "%s\n", made.error().message.c_str());
    std::exit(1);
  }
  Leg leg;
  leg.schedule = *std::move(made);
  redist::runtime::PlanParameters &parameters = leg.parameters;
  parameters.sourceExtents.resize(assignment.dimensions());
  for (std::size_t k = 0; k < assignment.dimensions(); ++k) {
    const redist::schedule::Axis &axis = assignment.axes[k];
    const std::int64_t extent = axis.isDimension() ? count : 1;
    parameters.targetExtents.push_back(extent);
    parameters.sourceExtents[assignment.sourceDimensionOf(k)] = extent;
  }
  parameters.assignment = std::move(assignment);
  parameters.source = std::move(from);
  parameters.target = std::move(to);
  parameters.elementSizes = {size};
  parameters.rankCount = static_cast<int>(rankCount);
  return leg;
}

void SimulatedHolders::addStripes() {
  const auto made = redist::schedule::stripesOf(dimension, ownSource.list(),
                                                ownTarget.list());
  if (!made)
    return;
  GridPlacement between;
  for (const std::int64_t position : made->targetOf)
    between.rankOf.push_back(static_cast<int>(position));
  stripes.push_back(moved(made->combining, {}, between));
  stripes.push_back(moved(made->spreading, between, {}));
}

/// The first rank of each coordinate.
static GridPlacement firstRanks(std::int64_t coordinates,
                                std::int64_t holders) {
  GridPlacement made;
  for (std::int64_t i = 0; i < coordinates; ++i)
    made.rankOf.push_back(static_cast<int>(i * holders));
  return made;
}

void SimulatedHolders::addTree() {
  const auto treeOf = [&](std::int64_t holders, bool combines) {
    Leg leg;
    leg.tree = TreeLeg{holders, combines};
    tree.push_back(std::move(leg));
  };
  if (ownSource.areParts && ownSource.holders > 1)
    treeOf(ownSource.holders, true);
  tree.push_back(moved(dimension,
                       firstRanks(ownSource.layout.ranks, ownSource.holders),
                       firstRanks(ownTarget.layout.ranks, ownTarget.holders)));
  if (ownTarget.holders > 1)
    treeOf(ownTarget.holders, false);
}

const std::vector<Leg> &SimulatedHolders::legs(HoldersWay way) const {
  switch (way) {
  case HoldersWay::OneStep:
    return oneStep;
  case HoldersWay::Stripes:
    return stripes;
  case HoldersWay::Tree:
    return tree;
  default:
    return none;
  }
}

std::int64_t SimulatedHolders::elementsOn(const HoldersSide &side,
                                          int rank) const {
  return rank < side.ranks()
             ? side.layout.localExtent(count, rank / side.holders)
             : 0;
}

} // namespace bench
