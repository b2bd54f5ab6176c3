//===- ChooseMapping.cpp - Choice of a mapping ----------------------------===//
#include "Pipeline/Mapping/ChooseMapping.h"

#include "Pipeline/Link/NodeLinks.h"

#include "redist/Error.h"

#include <algorithm>

namespace redist::runtime {

using schedule::Fraction;
using schedule::MappedInterval;
using schedule::Mapping;
using schedule::nearFraction;
using schedule::PipelineProblem;

schedule::TransferModel modelOfLinks(const NodeLinks *memory,
                                     std::int64_t ranks) {
  return memory && memory->areOnOneNode(ranks)
             ? schedule::TransferModel::Serial
             : schedule::TransferModel::Overlapped;
}

std::optional<PipelineWeights> givenWeights(const CheckedPipeline &call,
                                            schedule::TransferModel model) {
  if (!call.clauses.has_bandwidth)
    return std::nullopt;
  PipelineWeights weights;
  weights.model = model;
  weights.bandwidth = call.clauses.bandwidth_list;
  for (std::size_t k = 0; k < call.stages.size(); ++k) {
    const pipeline_stage &stage = call.stages[k];
    const bool isLast = k + 1 == call.stages.size();
    if (!stage.has_work)
      return std::nullopt;
    if (!isLast && !stage.has_data && stage.fixed_bytes < 0)
      return std::nullopt;
    weights.work.push_back(stage.work_amount);
    if (!isLast)
      weights.data.push_back(stage.has_data
                                 ? stage.data_size
                                 : static_cast<double>(stage.fixed_bytes));
    weights.pins.push_back(stage.is_pinned ? stage.pinned_rank : -1);
  }
  return weights;
}

/// Of ranks with links that differ: nothing comes from outside and nothing
/// goes there, so that any link to the ends will do.
static std::vector<Fraction> linkMatrix(const std::vector<double> &given,
                                        std::int64_t ranks) {
  const std::int64_t side = ranks + 2;
  std::vector<Fraction> links(static_cast<std::size_t>(side * side), {1, 1});
  for (std::int64_t from = 0; from < ranks; ++from)
    for (std::int64_t to = 0; to < ranks; ++to)
      if (from != to)
        links[static_cast<std::size_t>((from + 1) * side + to + 1)] =
            nearFraction(given[static_cast<std::size_t>(from * ranks + to)]);
  return links;
}

static PipelineProblem problemOf(const CheckedPipeline &call,
                                 const PipelineWeights &weights) {
  PipelineProblem problem;
  problem.model = weights.model;
  problem.data.push_back({0, 1});
  for (std::size_t k = 0; k < call.stages.size(); ++k) {
    problem.work.push_back(nearFraction(weights.work[k]));
    problem.data.push_back(k < weights.data.size()
                               ? nearFraction(weights.data[k])
                               : Fraction{0, 1});
    problem.pins.push_back(static_cast<std::int32_t>(weights.pins[k]));
    problem.replicas.push_back(
        static_cast<std::int32_t>(call.stages[k].replica_count));
  }
  for (const double speed : call.speeds)
    problem.speeds.push_back(nearFraction(speed));
  if (weights.bandwidth.size() == 1)
    problem.bandwidth.push_back(nearFraction(weights.bandwidth.front()));
  else
    problem.bandwidth = linkMatrix(weights.bandwidth, call.ranks);
  if (call.clauses.has_latency)
    problem.latencyLimit = nearFraction(call.clauses.most_seconds);
  return problem;
}

/// Empty lists mean one thing each, and may be written out.
static void writeOut(PipelineProblem &problem) {
  if (problem.pins.empty())
    problem.pins.assign(problem.work.size(), -1);
  if (problem.replicas.empty())
    problem.replicas.assign(problem.work.size(), schedule::oneProcessor);
}

static std::optional<Mapping> embeddedMapping(const PipelineProblem &wanted,
                                              const directive &where) {
  for (std::size_t i = 0; i < where.schedule_count; ++i) {
    auto found = schedule::decodeMapping(where.schedules[i].words,
                                         where.schedules[i].size);
    if (!found)
      continue;
    writeOut(found->problem);
    if (found->problem == wanted)
      return std::move(found->mapping);
  }
  return std::nullopt;
}

static double seconds(const schedule::PipelineInstance &instance,
                      const schedule::MappingCost &cost) {
  return static_cast<double>(cost.period) /
         static_cast<double>(cost.periodDivisor) * instance.tick;
}

ChosenMapping chooseMapping(const CheckedPipeline &call,
                            const PipelineWeights &weights,
                            const directive &where) {
  const PipelineProblem problem = problemOf(call, weights);
  const auto instance = schedule::makeInstance(problem);
  if (!instance)
    throw error(instance.error().message);
  ChosenMapping chosen;
  if (const auto embedded = embeddedMapping(problem, where)) {
    if (const auto cost = schedule::costOf(*instance, *embedded)) {
      chosen.mapping = *embedded;
      chosen.periodSeconds = seconds(*instance, *cost);
      return chosen;
    }
  }
  const auto made = schedule::makeMapping(*instance, call.mapping);
  if (!made)
    throw error(made.error().message);
  chosen.mapping = made->mapping;
  chosen.periodSeconds = seconds(*instance, made->cost);
  return chosen;
}

//===----------------------------------------------------------------------===//
// Before weights are known
//===----------------------------------------------------------------------===//

void refuseImpossible(const CheckedPipeline &call, const directive &where) {
  using schedule::MappingKind;
  if (call.mapping == MappingKind::Auto || call.mapping == MappingKind::Exact)
    return; // what initialMapping() finds, they do
  CheckedPipeline unlimited = call;
  unlimited.clauses.has_latency = false;
  PipelineWeights any;
  any.work.assign(call.stages.size(), 1);
  any.data.assign(call.stages.size() - 1, 1);
  any.bandwidth = call.clauses.has_bandwidth ? call.clauses.bandwidth_list
                                             : call.machineBandwidth;
  if (any.bandwidth.empty())
    any.bandwidth.assign(1, 1);
  for (const pipeline_stage &stage : call.stages)
    any.pins.push_back(stage.is_pinned ? stage.pinned_rank : -1);
  chooseMapping(unlimited, any, where);
}

/// Consecutive stages that will be on the same ranks.
struct StageGroup {
  std::int64_t first, last;
  std::int64_t pin;      ///< -1: none
  std::int64_t replicas; ///< how many ranks
};

static std::int64_t ranksOf(const std::vector<StageGroup> &groups) {
  std::int64_t ranks = 0;
  for (const StageGroup &group : groups)
    ranks += group.replicas;
  return ranks;
}

static bool canJoin(const StageGroup &a, const StageGroup &b) {
  return a.replicas == b.replicas && (a.pin < 0 || b.pin < 0 || a.pin == b.pin);
}

static void joinAt(std::vector<StageGroup> &groups, std::size_t at) {
  StageGroup &kept = groups[at];
  kept.last = groups[at + 1].last;
  kept.pin = std::max(kept.pin, groups[at + 1].pin);
  groups.erase(groups.begin() + static_cast<std::ptrdiff_t>(at) + 1);
}

/// Joins the two neighbours with the fewest stages; false: none can be.
static bool joinOnce(std::vector<StageGroup> &groups) {
  std::size_t best = groups.size();
  std::int64_t fewest = 0;
  for (std::size_t i = 0; i + 1 < groups.size(); ++i) {
    const std::int64_t stages = groups[i + 1].last - groups[i].first + 1;
    if (canJoin(groups[i], groups[i + 1]) &&
        (best == groups.size() || stages < fewest)) {
      best = i;
      fewest = stages;
    }
  }
  if (best == groups.size())
    return false;
  joinAt(groups, best);
  return true;
}

/// Stages pinned to one rank are one interval, with all that is between them.
static void joinPinned(std::vector<StageGroup> &groups) {
  for (std::size_t i = 0; i < groups.size(); ++i) {
    if (groups[i].pin < 0)
      continue;
    const auto same = [&](const StageGroup &other) {
      return other.pin == groups[i].pin;
    };
    auto next =
        std::find_if(groups.begin() + static_cast<std::ptrdiff_t>(i) + 1,
                     groups.end(), same);
    for (auto left = next == groups.end() ? 0
                                          : next - groups.begin() -
                                                static_cast<std::ptrdiff_t>(i);
         left > 0; --left) {
      if (!canJoin(groups[i], groups[i + 1]))
        throw error("at(): stages " + std::to_string(groups[i].first + 1) +
                    " and " +
                    std::to_string(
                        groups[i + static_cast<std::size_t>(left)].first + 1) +
                    " are to be on rank " + std::to_string(groups[i].pin) +
                    ", but one between them is not, and a rank runs "
                    "consecutive stages");
      joinAt(groups, i);
    }
    if (next != groups.end())
      --i; // there may be more of them
  }
}

Mapping initialMapping(const CheckedPipeline &call) {
  std::vector<StageGroup> groups;
  for (std::int64_t k = 0; k < call.stageCount(); ++k) {
    const pipeline_stage &stage = call.stages[static_cast<std::size_t>(k)];
    groups.push_back({k, k, stage.is_pinned ? stage.pinned_rank : -1,
                      std::max<std::int64_t>(1, stage.replica_count)});
  }
  joinPinned(groups);
  while (ranksOf(groups) > call.ranks)
    if (!joinOnce(groups))
      throw error("the stages do not fit " + std::to_string(call.ranks) +
                  (call.ranks == 1 ? " rank" : " ranks") +
                  " with at() and replicate() as they are");
  std::vector<bool> isUsed(static_cast<std::size_t>(call.ranks), false);
  for (const StageGroup &group : groups)
    if (group.pin >= 0)
      isUsed[static_cast<std::size_t>(group.pin)] = true;
  Mapping mapping;
  std::size_t next = 0;
  for (const StageGroup &group : groups) {
    MappedInterval interval{group.first, group.last, {}};
    if (group.pin >= 0)
      interval.processors.push_back(static_cast<std::int32_t>(group.pin));
    while (static_cast<std::int64_t>(interval.processors.size()) <
           group.replicas) {
      while (isUsed[next])
        ++next;
      isUsed[next] = true;
      interval.processors.push_back(static_cast<std::int32_t>(next));
    }
    mapping.intervals.push_back(std::move(interval));
  }
  return mapping;
}

} // namespace redist::runtime
