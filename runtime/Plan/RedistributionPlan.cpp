//===- RedistributionPlan.cpp - Plan of one rank, step by step ------------===//
#include "Plan/RedistributionPlan.h"

#include "Support/Hash.h"

#include <algorithm>
#include <limits>
#include <numeric>

namespace redist::runtime {

using schedule::Assignment;
using schedule::Axis;
using schedule::DimensionLayout;
using schedule::TransferMethod;

static HashBuilder &addSide(HashBuilder &hash, const DimensionLayout &layout,
                            std::int64_t lower, std::int64_t stride) {
  return hash.add(layout.ranks)
      .add(layout.block)
      .add(layout.sizes)
      .add(layout.shift)
      .add(layout.before)
      .add(layout.after)
      .add(static_cast<std::int64_t>(layout.map))
      .add(lower)
      .add(stride);
}

static HashBuilder &addRoom(HashBuilder &hash,
                            const std::vector<Margin> &room) {
  hash.add(static_cast<std::int64_t>(room.size()));
  for (const Margin &margin : room)
    hash.add(margin.before).add(margin.after);
  return hash;
}

static HashBuilder &addPlacement(HashBuilder &hash,
                                 const GridPlacement &placement) {
  return hash.add(placement.firstRank)
      .add({placement.rankOf.begin(), placement.rankOf.end()});
}

/// All that must agree on the ranks; not what only one rank has.
static std::uint64_t hashOf(const PlanParameters &parameters,
                            const schedule::GridSchedule &schedule,
                            TransferMethod method) {
  HashBuilder hash;
  hash.add(static_cast<std::int64_t>(schedule.hash()));
  for (std::size_t k = 0; k < parameters.assignment.dimensions(); ++k) {
    const Axis &axis = parameters.assignment.axes[k];
    hash.add(*axis.length)
        .add(static_cast<std::int64_t>(axis.role))
        .add(static_cast<std::int64_t>(
            parameters.assignment.sourceDimensionOf(k)));
    addSide(hash, axis.source, axis.sourceLower, axis.sourceStride);
    addSide(hash, axis.target, axis.targetLower, axis.targetStride);
  }
  addPlacement(addPlacement(hash, parameters.source), parameters.target);
  addRoom(addRoom(hash, parameters.sourceRoom), parameters.targetRoom);
  return hash.add(parameters.sourceExtents)
      .add(parameters.targetExtents)
      .add(parameters.columnMajor)
      .add(parameters.elementSizes)
      .add(parameters.combines)
      .add(parameters.movesHaloAlone)
      .add(static_cast<std::int64_t>(method))
      .value();
}

/// TC in elements of one object: exact where the schedule is made for the true
/// lengths, else that of superblocks, scaled.
static double elementCost(const schedule::GridSchedule &schedule,
                          const Assignment &assignment) {
  auto cost = static_cast<double>(schedule.totalCost());
  const std::vector<Axis> &scheduled = schedule.assignment().axes;
  bool exact = true;
  for (const Axis &axis : scheduled)
    exact = exact && axis.length.has_value();
  for (std::size_t k = 0; !exact && k < scheduled.size(); ++k) {
    const Axis &axis = scheduled[k];
    const auto known =
        axis.length ? static_cast<double>(*axis.length)
                    : static_cast<double>(
                          std::lcm(axis.source.ranks * axis.source.block,
                                   axis.target.ranks * axis.target.block));
    if (known > 0)
      cost *= static_cast<double>(*assignment.axes[k].length) / known;
  }
  return cost;
}

/// Position of a communicator rank in a grid; -1: none.
static std::int64_t positionOf(int rank, const GridPlacement &placement,
                               std::int64_t ranks) {
  if (placement.rankOf.empty()) {
    const std::int64_t position = rank - placement.firstRank;
    return position >= 0 && position < ranks ? position : -1;
  }
  for (std::int64_t i = 0; i < ranks; ++i)
    if (placement.rank(i) == rank)
      return i;
  return -1;
}

static std::vector<std::int64_t>
coordinatesOf(std::int64_t position, const std::vector<std::int64_t> &strides,
              const std::vector<Axis> &axes, bool ofSource) {
  std::vector<std::int64_t> coordinates(axes.size());
  for (std::size_t k = 0; k < axes.size(); ++k)
    coordinates[k] = position / strides[k] %
                     (ofSource ? axes[k].source.ranks : axes[k].target.ranks);
  return coordinates;
}

/// None of an axis along which the storage of the side does not extend.
static const DimensionLayout *sourceLayoutOf(const Axis &axis) {
  return axis.hasSource() ? &axis.source : nullptr;
}
static const DimensionLayout *targetLayoutOf(const Axis &axis) {
  return axis.hasTarget() ? &axis.target : nullptr;
}

/// Where the rank at `position` of the source grid has its elements; `given`:
/// the strides of its storage, none where that is dense.
static RankPlace sourcePlace(const PlanParameters &parameters,
                             std::int64_t position,
                             const std::vector<std::int64_t> &given) {
  const Assignment &assignment = parameters.assignment;
  const std::size_t dimensions = assignment.dimensions();
  RankPlace place;
  place.coordinates = coordinatesOf(position, assignment.sourceRankStrides(),
                                    assignment.axes, true);
  std::vector<const DimensionLayout *> layouts(dimensions);
  std::vector<std::int64_t> coordinates(dimensions);
  const DimensionLayout undistributed;
  for (std::size_t k = 0; k < dimensions; ++k) {
    const std::size_t j = assignment.sourceDimensionOf(k);
    const Axis &axis = assignment.axes[k];
    layouts[j] = sourceLayoutOf(axis);
    if (layouts[j] && axis.sourceIsWhole)
      layouts[j] = &undistributed;
    coordinates[j] = axis.sourceIsWhole ? 0 : place.coordinates[k];
  }
  const std::vector<Margin> &room = parameters.sourceRoom;
  const std::vector<std::int64_t> strides =
      given.empty() ? denseStrides(layouts, parameters.sourceExtents,
                                   coordinates, room, parameters.columnMajor)
                    : given;
  for (std::size_t k = 0; k < dimensions; ++k) {
    const std::size_t j = assignment.sourceDimensionOf(k);
    place.strides.push_back(strides[j]);
    place.origins.push_back(room.empty() ? 0 : room[j].before * strides[j]);
  }
  return place;
}

/// The same on the target's side.
static RankPlace targetPlace(const PlanParameters &parameters,
                             std::int64_t position,
                             const std::vector<std::int64_t> &given) {
  const Assignment &assignment = parameters.assignment;
  RankPlace place;
  place.coordinates = coordinatesOf(position, assignment.targetRankStrides(),
                                    assignment.axes, false);
  std::vector<const DimensionLayout *> layouts;
  for (const Axis &axis : assignment.axes)
    layouts.push_back(targetLayoutOf(axis));
  const std::vector<Margin> &room = parameters.targetRoom;
  place.strides =
      given.empty()
          ? denseStrides(layouts, parameters.targetExtents, place.coordinates,
                         room, parameters.columnMajor)
          : given;
  for (std::size_t k = 0; k < assignment.dimensions(); ++k)
    place.origins.push_back(room.empty() ? 0
                                         : room[k].before * place.strides[k]);
  return place;
}

static TransferMethod methodOf(schedule::StrategyKind strategy,
                               const PlanShape &shape,
                               std::int64_t elementBytes) {
  if (strategy == schedule::StrategyKind::Direct)
    return TransferMethod::Eager;
  if (strategy != schedule::StrategyKind::AllToAll)
    return TransferMethod::Stepwise;
  // Counts and displacements of the collective are ints; every rank decides
  // alike.
  const bool fits =
      shape.maxOnRank() <= std::numeric_limits<int>::max() / elementBytes;
  return fits ? TransferMethod::Alltoallv : TransferMethod::Stepwise;
}

RedistributionPlan::RedistributionPlan(const PlanParameters &parameters,
                                       const schedule::GridSchedule &schedule)
    : planParameters(parameters), planShape(planParameters),
      bytesOfElement(std::accumulate(parameters.elementSizes.begin(),
                                     parameters.elementSizes.end(),
                                     std::int64_t{0})),
      transferMethod(methodOf(schedule.strategy(), planShape, bytesOfElement)),
      steps(schedule.stepCount()),
      cost(elementCost(schedule, parameters.assignment) *
           static_cast<double>(bytesOfElement)),
      planHash(hashOf(parameters, schedule, transferMethod)) {
  const Assignment &assignment = planParameters.assignment;
  const std::int64_t p =
      positionOf(parameters.rank, parameters.source, assignment.sourceRanks());
  const std::int64_t q =
      positionOf(parameters.rank, parameters.target, assignment.targetRanks());
  if (assignment.elements() == 0)
    return;
  std::vector<schedule::Message> row;
  RankPlace source, target;
  if (p >= 0) {
    source = sourcePlace(planParameters, p, planParameters.sourceStrides);
    sendRuns = collect(&source, nullptr);
    schedule.sendRow(p, row);
    sendList = messagesInOrder(p, row, sendRuns, PatternSides::Pack);
  }
  if (q >= 0) {
    target = targetPlace(planParameters, q, planParameters.targetStrides);
    receiveRuns = collect(nullptr, &target);
    schedule.receiveRow(q, row);
    receiveList = messagesInOrder(q, row, receiveRuns, PatternSides::Unpack);
  }
  const bool meets = p >= 0 && q >= 0 && holdersMeet(assignment, p, q);
  if (hasParts()) {
    if (meets) {
      packedPart = ownMessage(sendRuns, q, PatternSides::Pack);
      unpackedPart = ownMessage(receiveRuns, p, PatternSides::Unpack);
    }
    groupParts(p);
    return;
  }
  if (!meets || parameters.staysInPlace)
    return;
  localRuns = collect(&source, &target);
  const std::vector<std::int64_t> only(assignment.dimensions(), 0);
  localMessage.peer = parameters.rank;
  localMessage.step = -1;
  localMessage.pattern = patternOf(localRuns, only, PatternSides::Local);
  localMessage.elements = localMessage.pattern.length();
  localMessage.perPeriod = perPeriodOf(localMessage.pattern);
}

/// What the rank would send to itself, or receive from itself.
PlannedMessage RedistributionPlan::ownMessage(const RunsOfLevels &runs,
                                              std::int64_t partner,
                                              PatternSides sides) const {
  const Assignment &assignment = planParameters.assignment;
  const bool sending = sides == PatternSides::Pack;
  PlannedMessage own{};
  own.peer = planParameters.rank;
  own.step = -1;
  own.pattern =
      patternOf(runs,
                coordinatesOf(partner,
                              sending ? assignment.targetRankStrides()
                                      : assignment.sourceRankStrides(),
                              assignment.axes, !sending),
                sides);
  own.elements = own.pattern.length();
  own.perPeriod = perPeriodOf(own.pattern);
  return own;
}

/// `p`: this rank's position in the source; -1: none.
void RedistributionPlan::groupParts(std::int64_t p) {
  const Assignment &assignment = planParameters.assignment;
  const std::vector<std::int64_t> strides = assignment.sourceRankStrides();
  const auto firstPart = [&](std::int64_t position) {
    std::int64_t first = position;
    for (std::size_t k = 0; k < strides.size(); ++k)
      if (assignment.axes[k].role == schedule::AxisRole::Parts)
        first -= position / strides[k] % assignment.axes[k].source.ranks *
                 strides[k];
    return first;
  };
  struct Piece {
    std::int64_t first, position;
    int index;
  };
  std::vector<Piece> pieces;
  for (std::size_t i = 0; i < receiveList.size(); ++i) {
    const std::int64_t position = positionOf(
        receiveList[i].peer, planParameters.source, assignment.sourceRanks());
    pieces.push_back({firstPart(position), position, static_cast<int>(i)});
  }
  if (packedPart.elements > 0)
    pieces.push_back({firstPart(p), p, PartGroup::own});
  std::ranges::sort(pieces, {}, [](const Piece &one) {
    return std::pair(one.first, one.position);
  });
  for (std::size_t i = 0; i < pieces.size(); ++i) {
    const int index = pieces[i].index;
    if (i == 0 || pieces[i].first != pieces[i - 1].first)
      groups.push_back({{},
                        index == PartGroup::own
                            ? &unpackedPart
                            : &receiveList[static_cast<std::size_t>(index)]});
    groups.back().pieces.push_back(index);
  }
}

RedistributionPlan::RunsOfLevels
RedistributionPlan::collect(const RankPlace *source,
                            const RankPlace *target) const {
  RunsOfLevels runs;
  for (const PlanLevel &level : planShape.levels())
    runs.push_back(
        LevelRuns(planParameters.assignment, level, source, target).collect());
  return runs;
}

/// `partner`: coordinates by axis.
CopyPattern
RedistributionPlan::patternOf(const RunsOfLevels &runs,
                              const std::vector<std::int64_t> &partner,
                              PatternSides sides) const {
  std::vector<const AxisRuns *> levels;
  for (std::size_t i = 0; i < runs.size(); ++i) {
    const std::size_t axis = planShape.levels()[i].axis;
    levels.push_back(&runs[i].of(partner[axis]));
  }
  return CopyPattern(std::move(levels), planShape.order(), sides);
}

std::int64_t RedistributionPlan::perPeriodOf(const CopyPattern &pattern) const {
  const PlanLevel &outermost = planShape.levels().front();
  if (outermost.periods == 0 || planShape.order().stripLevel == 0)
    return 0;
  const AxisRuns &runs = *pattern.levels().front();
  return runs.periodCount() * runs.periodRuns().elements() / outermost.periods *
         pattern.elementsInside();
}

/// Messages of the rank at position `own` in the order of `row`, without what
/// is empty for the true lengths and without what the rank would send to
/// itself.
std::vector<PlannedMessage> RedistributionPlan::messagesInOrder(
    std::int64_t own, const std::vector<schedule::Message> &row,
    const RunsOfLevels &runs, PatternSides sides) const {
  const bool sending = sides == PatternSides::Pack;
  const Assignment &assignment = planParameters.assignment;
  const std::vector<std::int64_t> strides =
      sending ? assignment.targetRankStrides() : assignment.sourceRankStrides();
  const GridPlacement &placement =
      sending ? planParameters.target : planParameters.source;
  std::vector<PlannedMessage> messages;
  for (const schedule::Message &entry : row) {
    const int peer = placement.rank(entry.partner);
    if (peer == planParameters.rank ||
        !holdersMeet(assignment, sending ? own : entry.partner,
                     sending ? entry.partner : own))
      continue;
    CopyPattern pattern = patternOf(
        runs, coordinatesOf(entry.partner, strides, assignment.axes, !sending),
        sides);
    const std::int64_t elements = pattern.length();
    if (elements == 0)
      continue;
    const std::int64_t perPeriod = perPeriodOf(pattern);
    messages.push_back(
        {peer, entry.step, elements, perPeriod, std::move(pattern)});
  }
  return messages;
}

void RedistributionPlan::addCopy(std::vector<PlannedMessage> &copies,
                                 const PlannedMessage &message,
                                 const RankPlace &source,
                                 const RankPlace &target) {
  const std::vector<std::int64_t> only(planParameters.assignment.dimensions(),
                                       0);
  copiedRuns.push_back(collect(&source, &target));
  CopyPattern pattern = patternOf(copiedRuns.back(), only, PatternSides::Local);
  const std::int64_t perPeriod = perPeriodOf(pattern);
  copies.push_back({message.peer, message.step, pattern.length(), perPeriod,
                    std::move(pattern)});
}

std::vector<PlannedMessage>
RedistributionPlan::copiesFrom(const std::vector<bool> &peers) {
  const PlanParameters &own = planParameters;
  std::vector<PlannedMessage> copies;
  for (const PlannedMessage &message : receiveList) {
    if (!peers[static_cast<std::size_t>(message.peer)])
      continue;
    const std::int64_t p =
        positionOf(message.peer, own.source, own.assignment.sourceRanks());
    const std::int64_t q =
        positionOf(own.rank, own.target, own.assignment.targetRanks());
    addCopy(copies, message, sourcePlace(own, p, {}),
            targetPlace(own, q, own.targetStrides));
  }
  return copies;
}

std::vector<PlannedMessage>
RedistributionPlan::copiesTo(const std::vector<bool> &peers) {
  const PlanParameters &own = planParameters;
  std::vector<PlannedMessage> copies;
  for (const PlannedMessage &message : sendList) {
    if (!peers[static_cast<std::size_t>(message.peer)])
      continue;
    const std::int64_t p =
        positionOf(own.rank, own.source, own.assignment.sourceRanks());
    const std::int64_t q =
        positionOf(message.peer, own.target, own.assignment.targetRanks());
    addCopy(copies, message, sourcePlace(own, p, own.sourceStrides),
            targetPlace(own, q, {}));
  }
  return copies;
}

std::optional<std::int64_t> RedistributionPlan::soleSourceCoordinate() const {
  if (planShape.levels().size() != 1 || planShape.order().stripLevel >= 0)
    return std::nullopt;
  const PlanLevel &level = planShape.levels().front();
  const Assignment &assignment = planParameters.assignment;
  const bool isDense =
      planParameters.sourceStrides.empty() &&
      planParameters.targetStrides.empty() &&
      planParameters.sourceRoom.empty() && planParameters.targetRoom.empty() &&
      level.source.step() == 1 && level.target.step() == 1 && !level.isSpread;
  if (!isDense || level.periods == 0 ||
      assignment.sourceRanks() != level.source.ranks() ||
      assignment.targetRanks() != level.target.ranks())
    return std::nullopt;
  const std::int64_t position = positionOf(
      planParameters.rank, planParameters.source, level.source.ranks());
  return position < 0 ? std::nullopt : std::optional(position);
}

std::int64_t RedistributionPlan::movedElements() const {
  const Assignment &assignment = planParameters.assignment;
  return assignment.deliveries() -
         (planParameters.movesHaloAlone ? assignment.elements() : 0);
}

static std::int64_t elementsOf(const std::vector<PlannedMessage> &messages) {
  std::int64_t elements = 0;
  for (const PlannedMessage &message : messages)
    elements += message.elements;
  return elements;
}

std::int64_t RedistributionPlan::sentElements() const {
  return elementsOf(sendList);
}

std::int64_t RedistributionPlan::receivedElements() const {
  return elementsOf(receiveList);
}

} // namespace redist::runtime
