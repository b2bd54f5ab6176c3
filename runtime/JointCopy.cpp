//===- JointCopy.cpp - What a rank gets, line by line ---------------------===//
#include "JointCopy.h"

#include "RankPeriods.h"

#include <algorithm>
#include <limits>

namespace redist::runtime {

/// Longer periods have runs that are worth copies of their own.
static constexpr PeriodLimit mostInPeriod{8192, 8192};

/// From storage alone. Nothing where the target's part of a period has gaps.
static std::optional<JointPeriods> fromStorage(const RankPeriods &part) {
  std::int64_t end = part.runs.empty() ? 0 : part.runs.front().own;
  const std::int64_t begin = end;
  for (const RankPeriods::Run &run : part.runs) {
    if (run.own != end)
      return std::nullopt;
    end += run.length;
  }
  const std::int64_t elements = end - begin;
  if (elements == 0 || elements != part.ownStride)
    return std::nullopt;
  JointPeriods joint{{}, part.periods, begin, part.ranks, {}};
  joint.period.strides.assign(part.ranks.size(), part.otherStride);
  // Offsets from the first element that a source has in its first period.
  joint.begins.assign(part.ranks.size(),
                      std::numeric_limits<std::int64_t>::max());
  for (const RankPeriods::Run &run : part.runs)
    joint.begins[run.peer] = std::min(joint.begins[run.peer], run.other);
  for (const RankPeriods::Run &run : part.runs)
    for (std::int64_t i = 0; i < run.length; ++i)
      joint.period.elements.push_back(
          {static_cast<int>(run.peer), run.other - joint.begins[run.peer] + i});
  return joint;
}

std::optional<JointPeriods> jointPeriods(const RedistributionPlan &plan,
                                         const std::vector<bool> &isSeen) {
  const auto part = rankPeriods(plan, SideKind::Target, mostInPeriod);
  if (!part || !seesAll(*part, plan.parameters().rank, isSeen))
    return std::nullopt;
  return fromStorage(*part);
}

std::optional<JointPeriods> jointPeriods(const RedistributionPlan &plan) {
  const auto part = rankPeriods(plan, SideKind::Target, mostInPeriod);
  std::optional<JointPeriods> joint =
      part ? fromStorage(*part) : std::optional<JointPeriods>();
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

bool JointCopy::prepare(std::span<std::byte *const> targets) {
  bool isGood = true;
  for (std::size_t i = 0; i < programs.size(); ++i)
    isGood = isGood && programs[i].prepare(targets[i] + joint.begin * sizes[i]);
  return isGood;
}

void JointCopy::copy(std::span<std::byte *const> targets, std::int64_t begin,
                     std::int64_t end, StoreKind stores, Ahead *ahead) {
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
