//===- JointCopy.cpp - What a rank gets, line by line ---------------------===//
#include "JointCopy.h"

#include <algorithm>
#include <limits>

namespace redist::runtime {

/// Longer periods have runs that are worth copies of their own.
static constexpr std::int64_t mostElements = 8192;

/// Number of a source by its rank; a new one where it is met for the first
/// time.
static int sourceOf(JointPeriods &joint, int rank) {
  const auto found = std::ranges::find(joint.ranks, rank);
  if (found == joint.ranks.end()) {
    joint.ranks.push_back(rank);
    return static_cast<int>(joint.ranks.size()) - 1;
  }
  return static_cast<int>(found - joint.ranks.begin());
}

/// Positions of one period that are this rank's, with where they come from in
/// storage. `isSeen`: null, all are.
static bool addPeriod(const PlanParameters &parameters, const PlanLevel &level,
                      std::int64_t coordinate, const std::vector<bool> *isSeen,
                      JointPeriods &joint) {
  const std::int64_t advance = level.source.localAdvance(level.period);
  std::int64_t next = -1; // local index in the target
  for (std::int64_t position = level.target.next(coordinate, 0);
       position < level.period;) {
    const AxisSide::Piece to = level.target.pieceAt(position);
    const AxisSide::Piece from = level.source.pieceAt(position);
    if (to.coordinate != coordinate) {
      position = level.target.next(coordinate, position);
      continue;
    }
    const int rank = parameters.source.rank(from.coordinate);
    if (isSeen && rank != parameters.rank &&
        !(*isSeen)[static_cast<std::size_t>(rank)])
      return false;
    const int source = sourceOf(joint, rank);
    const std::int64_t end = std::min({to.end, from.end, level.period});
    const std::int64_t count = (end - position) * level.factor;
    if (next < 0)
      joint.begin = to.local * level.factor;
    else if (to.local != next)
      return false;
    if (static_cast<std::int64_t>(joint.period.elements.size()) + count >
        mostElements)
      return false;
    for (std::int64_t i = 0; i < count; ++i)
      joint.period.elements.push_back({source, from.local * level.factor + i});
    next = to.local + (end - position);
    position = end;
  }
  joint.period.strides.assign(joint.ranks.size(), advance * level.factor);
  return next >= 0 &&
         level.target.localAdvance(level.period) * level.factor ==
             static_cast<std::int64_t>(joint.period.elements.size());
}

/// From storage alone.
static std::optional<JointPeriods>
fromStorage(const RedistributionPlan &plan, const std::vector<bool> *isSeen) {
  const std::optional<std::int64_t> coordinate =
      plan.soleCoordinate(SideKind::Target);
  if (!coordinate)
    return std::nullopt;
  const PlanLevel &level = plan.shape().levels().front();
  JointPeriods joint{{}, level.periods, 0, {}, {}};
  if (!addPeriod(plan.parameters(), level, *coordinate, isSeen, joint))
    return std::nullopt;
  // Offsets from the first element that a source has in its first period.
  joint.begins.assign(joint.ranks.size(),
                      std::numeric_limits<std::int64_t>::max());
  for (const auto &[source, offset] : joint.period.elements)
    joint.begins[static_cast<std::size_t>(source)] =
        std::min(joint.begins[static_cast<std::size_t>(source)], offset);
  for (auto &[source, offset] : joint.period.elements)
    offset -= joint.begins[static_cast<std::size_t>(source)];
  return joint;
}

std::optional<JointPeriods> jointPeriods(const RedistributionPlan &plan,
                                         const std::vector<bool> &isSeen) {
  return fromStorage(plan, &isSeen);
}

std::optional<JointPeriods> jointPeriods(const RedistributionPlan &plan) {
  std::optional<JointPeriods> joint = fromStorage(plan, nullptr);
  if (!joint)
    return std::nullopt;
  // On both sides elements lie as they do in the array, so in messages, too.
  std::vector<std::int64_t> packed(joint->ranks.size(), 0);
  for (auto &[source, offset] : joint->period.elements) {
    const auto index = static_cast<std::size_t>(source);
    if (joint->ranks[index] != plan.parameters().rank)
      offset = packed[index]++;
  }
  for (std::size_t i = 0; i < joint->ranks.size(); ++i)
    if (joint->ranks[i] != plan.parameters().rank) {
      joint->begins[i] = 0;
      joint->period.strides[i] = packed[i];
    }
  return joint;
}

JointCopy::JointCopy(JointPeriods given,
                     const std::vector<std::int64_t> &elementSizes)
    : joint(std::move(given)), sizes(elementSizes),
      from(joint.ranks.size() * sizes.size()), places(joint.ranks.size()) {
  for (const std::int64_t size : sizes)
    programs.emplace_back(joint.period, joint.periods, size);
}

bool JointCopy::prepare(const std::vector<std::byte *> &targets) {
  bool isGood = true;
  for (std::size_t i = 0; i < programs.size(); ++i)
    isGood = isGood && programs[i].prepare(targets[i] + joint.begin * sizes[i]);
  return isGood;
}

void JointCopy::copy(const std::vector<std::byte *> &targets,
                     std::int64_t begin, std::int64_t end, StoreKind stores,
                     Ahead *ahead) {
  const auto perPeriod =
      static_cast<std::int64_t>(joint.period.elements.size());
  for (std::size_t i = 0; i < programs.size(); ++i) {
    for (std::size_t s = 0; s < places.size(); ++s) {
      const Source &source = from[i * places.size() + s];
      const std::int64_t at =
          joint.begins[s] + (begin - source.period) * joint.period.strides[s];
      places[s] = source.address + at * sizes[i];
    }
    programs[i].copy(targets[i] + (joint.begin + begin * perPeriod) * sizes[i],
                     places.data(), begin, end - begin, stores, ahead);
  }
}

} // namespace redist::runtime
