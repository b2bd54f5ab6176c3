//===- DirectCopies.cpp - Copies without a message ------------------------===//
#include "Copy/DirectCopies.h"

#include <algorithm>

namespace redist::runtime {

DirectCopies::DirectCopies(const RedistributionPlan &copied) : plan(&copied) {
  makePrograms();
}

DirectCopies::DirectCopies(RedistributionPlan &copied,
                           const std::vector<bool> &seen, SharedAccess access)
    : plan(&copied) {
  if (access == SharedAccess::Pull) {
    copies = copied.copiesFrom(seen);
    neighbourSources.resize(copies.size() * sizes().size());
    gather = FusedGather::make(copied, copies);
  } else {
    copies = copied.copiesTo(seen);
    neighbourTargets.resize(copies.size() * sizes().size());
    if (auto periods = scatterPeriods(copied, seen))
      scatter.emplace(*std::move(periods), sizes());
  }
  makePrograms();
}

void DirectCopies::makePrograms() {
  programs.emplace_back(plan->local().pattern, sizes());
  for (const PlannedMessage &copy : copies)
    programs.emplace_back(copy.pattern, sizes());
}

void DirectCopies::cut(std::int64_t partBytes) {
  rounds.emplace(*plan, partBytes);
  parts = rounds->count();
}

void DirectCopies::begin(std::span<const std::byte *const> ownSources,
                         std::span<std::byte *const> ownTargets, StoreKind kind,
                         Recorder *usedRecorder,
                         std::span<const Combiner> usedCombiners) {
  sources = ownSources;
  targets = ownTargets;
  stores = kind;
  recorder = usedRecorder;
  combiners = usedCombiners;
  part = 0;
  prepareJoint();
  prepareScatter();
}

/// Of the copy from, or to, a neighbour; their count: the rank is none.
std::size_t DirectCopies::indexOf(int rank) const {
  const auto found = std::ranges::find(copies, rank, &PlannedMessage::peer);
  return static_cast<std::size_t>(found - copies.begin());
}

void DirectCopies::prepareJoint() {
  isJoint = gather && gather->prepare(targets, combiners);
  for (std::size_t k = 0; isJoint && k < sizes().size(); ++k) {
    for (std::size_t i = 0; i < copies.size(); ++i)
      gather->setSource(i, k, neighbourSources[i * sizes().size() + k]);
    gather->setSource(copies.size(), k, sources[k]);
  }
}

void DirectCopies::prepareScatter() {
  for (std::size_t t = 0; scatter && t < scatter->ranks().size(); ++t) {
    const std::size_t index = indexOf(scatter->ranks()[t]);
    for (std::size_t k = 0; k < sizes().size(); ++k)
      scatter->setTarget(t, k,
                         index < copies.size()
                             ? neighbourTargets[index * sizes().size() + k]
                             : targets[k]);
  }
}

void DirectCopies::copyLocal(std::int64_t begin, std::int64_t end) {
  if (begin == end)
    return;
  const PhaseSpan span(recorder, Phase::Local, plan->local().step,
                       (end - begin) * plan->elementBytes());
  for (std::size_t k = 0; k < sizes().size(); ++k)
    programs.front().copy(
        k,
        {targets[k], sources[k], 0, sizes()[k], stores, nullptr, combinerOf(k)},
        begin, end - begin);
}

void DirectCopies::copyNeighbour(std::size_t index, std::int64_t begin,
                                 std::int64_t end) {
  if (begin == end)
    return;
  const PhaseSpan span(recorder, Phase::Unpack, copies[index].step,
                       (end - begin) * plan->elementBytes());
  for (std::size_t k = 0; k < sizes().size(); ++k) {
    const std::size_t other = index * sizes().size() + k;
    std::byte *const to =
        neighbourTargets.empty() ? targets[k] : neighbourTargets[other];
    const std::byte *const from =
        neighbourSources.empty() ? sources[k] : neighbourSources[other];
    programs[index + 1].copy(
        k, {to, from, 0, sizes()[k], stores, nullptr, combinerOf(k)}, begin,
        end - begin);
  }
}

/// Where a part begins of what can be cut into so many units.
static std::int64_t partBegin(std::int64_t units, std::int64_t part,
                              std::int64_t parts) {
  return units / parts * part + units % parts * part / parts;
}

/// A part of all pieces together; at the end what follows their periods.
void DirectCopies::copyJoint() {
  for (std::size_t group = 0; group < gather->groups(); ++group) {
    const PhaseSpan span(recorder, Phase::Local);
    const std::int64_t units = gather->units(group);
    gather->copy(group, targets, partBegin(units, part, parts),
                 partBegin(units, part + 1, parts), stores);
  }
  if (part + 1 < parts)
    return;
  for (std::size_t i = 0; i < copies.size(); ++i)
    copyNeighbour(i, gather->elementsOf(i), copies[i].elements);
  copyLocal(gather->elementsOf(copies.size()), plan->local().elements);
}

/// The same.
void DirectCopies::copyScattered() {
  const std::int64_t periods = scatter->periods();
  {
    const PhaseSpan span(recorder, Phase::Local);
    scatter->copy(sources, partBegin(periods, part, parts),
                  partBegin(periods, part + 1, parts), stores);
  }
  if (part + 1 < parts)
    return;
  for (std::size_t i = 0; i < copies.size(); ++i)
    copyNeighbour(i, copies[i].perPeriod * periods, copies[i].elements);
  copyLocal(plan->local().perPeriod * periods, plan->local().elements);
}

void DirectCopies::copyAfter(std::int64_t element) {
  copyLocal(element, plan->local().elements);
  part = parts;
}

void DirectCopies::copyPart() {
  if (isJoint) {
    copyJoint();
  } else if (scatter) {
    copyScattered();
  } else {
    copyLocal(rounds->begin(plan->local(), part),
              rounds->begin(plan->local(), part + 1));
    for (std::size_t i = 0; i < copies.size(); ++i)
      copyNeighbour(i, rounds->begin(copies[i], part),
                    rounds->begin(copies[i], part + 1));
  }
  ++part;
}

} // namespace redist::runtime
