//===- PlanPipeline.cpp - The mapping that generated code carries ---------===//
//
// A mapping depends on the stages' work, what passes between them, the ranks
// and their links. Where all of it is constant the mapping is made here, for
// the very problem that the runtime will look for: the same doubles give the
// same fractions there.
//
//===----------------------------------------------------------------------===//
#include "redistc/Plan/Plan.h"

#include "Reasons.h"

#include <algorithm>
#include <cassert>

using namespace redist::schedule;

namespace redistc::plan {

static PipelineInstancePlan deferred(const PipelineInstanceValues &instance,
                                     DeferralKind kind, std::string reason) {
  return {instance.context, kind, std::move(reason), -1};
}

/// Texts of parameters without a value, in the order of the directives.
static std::vector<std::string>
unknownTexts(const PipelineInstanceValues &instance) {
  std::vector<std::string> unknown;
  const auto look = [&](const auto &parameter) {
    if (!parameter.value && std::find(unknown.begin(), unknown.end(),
                                      parameter.text) == unknown.end())
      unknown.push_back(parameter.text);
  };
  const auto lookIn = [&](const auto &parameter) {
    if (parameter)
      look(*parameter);
  };
  lookIn(instance.onto);
  for (const Seconds &speed : instance.speeds)
    look(speed);
  lookIn(instance.bandwidth);
  lookIn(instance.latency);
  for (const StageInstance &stage : instance.stages) {
    lookIn(stage.work);
    lookIn(stage.data);
    lookIn(stage.replicas);
    lookIn(stage.rank);
  }
  return unknown;
}

/// "stage 2", "stages 1 and 3" of those that have what is asked for; empty:
/// none.
template <typename Predicate>
static std::string stagesThat(const PipelineInstanceValues &instance,
                              std::size_t count, Predicate predicate) {
  std::vector<std::size_t> numbers;
  for (std::size_t k = 0; k < count; ++k)
    if (predicate(instance.stages[k]))
      numbers.push_back(k + 1);
  if (numbers.empty())
    return "";
  std::string text = numbers.size() == 1 ? "stage " : "stages ";
  for (std::size_t i = 0; i < numbers.size(); ++i)
    text += (i == 0                    ? ""
             : i + 1 == numbers.size() ? " and "
                                       : ", ") +
            std::to_string(numbers[i]);
  return text;
}

/// Why the mapping cannot be known here; empty: it can.
static std::string unknownReason(const CheckedPipeline &directive,
                                 const PipelineInstanceValues &instance,
                                 bool isUninstantiated) {
  std::vector<std::string> reasons;
  if (!instance.onto)
    reasons.push_back("no onto(...) is given: the number of ranks is known at "
                      "run time only");
  std::vector<std::string> unknown = unknownTexts(instance);
  for (const std::string *range :
       {&directive.speedRange, &directive.bandwidthRange})
    if (!range->empty())
      unknown.push_back(*range);
  if (!unknown.empty())
    reasons.push_back(notConstant(unknown) + (isUninstantiated
                                                  ? " and nothing in this file "
                                                    "instantiates the template"
                                                  : ""));
  const std::size_t stages = instance.stages.size();
  if (const std::string without =
          stagesThat(instance, stages,
                     [](const StageInstance &stage) { return !stage.work; });
      !without.empty())
    reasons.push_back("no work(...) is given for " + without +
                      ": the runtime measures the first items");
  const auto hasNoSize = [&](const StageInstance &stage) {
    return !stage.data && (!stage.bytes || directive.isTemplated);
  };
  if (const std::string without = stagesThat(instance, stages - 1, hasNoSize);
      !without.empty())
    reasons.push_back("what leaves " + without + " has no fixed size" +
                      (directive.isTemplated ? " in a template" : ""));
  if (!instance.bandwidth && directive.bandwidthRange.empty())
    reasons.push_back("no bandwidth(...) is given: the runtime measures");
  std::string text;
  for (const std::string &reason : reasons)
    text += (text.empty() ? "" : "; ") + reason;
  return text;
}

static Fraction dataOf(const StageInstance &stage) {
  return nearFraction(stage.data ? *stage.data->value
                                 : static_cast<double>(*stage.bytes));
}

static std::int32_t replicasOf(const CheckedStage &stage,
                               const StageInstance &values) {
  if (stage.replicateAuto)
    return anyNumber;
  return values.replicas ? static_cast<std::int32_t>(*values.replicas->value)
                         : oneProcessor;
}

/// Precondition: everything is constant. Nothing comes from outside the loop,
/// and nothing leaves it. Numbers of ranks and replicas fit, or the mapping
/// would be beyond any limit of entries.
static PipelineProblem problemOf(const CheckedPipeline &directive,
                                 const PipelineInstanceValues &instance,
                                 TransferModel model) {
  PipelineProblem problem;
  problem.model = model;
  problem.data.push_back({0, 1});
  for (std::size_t k = 0; k < instance.stages.size(); ++k) {
    const StageInstance &stage = instance.stages[k];
    problem.work.push_back(nearFraction(*stage.work->value));
    const bool isLast = k + 1 == instance.stages.size();
    problem.data.push_back(isLast ? Fraction{0, 1} : dataOf(stage));
    problem.pins.push_back(
        stage.rank ? static_cast<std::int32_t>(*stage.rank->value) : -1);
    problem.replicas.push_back(replicasOf(directive.stages[k], stage));
  }
  for (const Seconds &speed : instance.speeds)
    problem.speeds.push_back(nearFraction(*speed.value));
  if (problem.speeds.empty())
    problem.speeds.assign(static_cast<std::size_t>(*instance.onto->value),
                          {1, 1});
  problem.bandwidth.push_back(nearFraction(*instance.bandwidth->value));
  if (instance.latency)
    problem.latencyLimit = nearFraction(*instance.latency->value);
  return problem;
}

static EmbeddedMapping embeddedMapping(const PipelineProblem &problem,
                                       const PipelineInstance &instance,
                                       const MadeMapping &made) {
  assert(costOf(instance, made.mapping) &&
         "the schedule library made no mapping");
  EmbeddedMapping mapping;
  mapping.problem = problem;
  mapping.mapping = made.mapping;
  mapping.words = encode(problem, made.mapping);
  mapping.period = static_cast<double>(made.cost.period) /
                   static_cast<double>(made.cost.periodDivisor) * instance.tick;
  mapping.latency = static_cast<double>(made.cost.latency) * instance.tick;
  mapping.periodBound = static_cast<double>(made.periodBound) * instance.tick;
  mapping.isOptimal = made.isOptimal;
  mapping.method = made.method;
  return mapping;
}

/// The mapping for links that are as the model says.
static Result<EmbeddedMapping> makeFor(const CheckedPipeline &directive,
                                       const PipelineInstanceValues &instance,
                                       const PlanOptions &options,
                                       TransferModel model) {
  const PipelineProblem problem = problemOf(directive, instance, model);
  const Result<PipelineInstance> ticks = makeInstance(problem);
  if (!ticks)
    return ticks.error();
  MappingOptions mappingOptions;
  mappingOptions.exactMapper = options.exactMapper;
  const Result<MadeMapping> made =
      makeMapping(*ticks, directive.mapping, mappingOptions);
  if (!made)
    return made.error();
  return embeddedMapping(problem, *ticks, *made);
}

/// The index of the mapping among the embedded ones, added where it is new.
static int indexOf(std::vector<EmbeddedMapping> &embedded,
                   EmbeddedMapping mapping) {
  const auto found = std::find_if(embedded.begin(), embedded.end(),
                                  [&](const EmbeddedMapping &other) {
                                    return other.words == mapping.words;
                                  });
  const auto index = found - embedded.begin();
  if (found == embedded.end())
    embedded.push_back(std::move(mapping));
  return static_cast<int>(index);
}

/// One entry for each rank and each stage, told before anything is made.
static std::int64_t entriesOf(const PipelineInstanceValues &instance) {
  return *instance.onto->value +
         static_cast<std::int64_t>(instance.stages.size());
}

Result<PipelineInstancePlan>
Planner::planMapping(const PipelineInstanceValues &instance,
                     PipelinePlan &plan) const {
  const CheckedPipeline &directive = plan.directive;
  // A template that nothing instantiates is one instance without a name.
  const bool isUninstantiated =
      directive.isTemplated && instance.context.empty();
  const std::string reason =
      unknownReason(directive, instance, isUninstantiated);
  if (!reason.empty())
    return deferred(instance,
                    isUninstantiated && !unknownTexts(instance).empty()
                        ? DeferralKind::Uninstantiated
                        : DeferralKind::NotConstant,
                    reason);
  if (const std::int64_t entries = entriesOf(instance);
      entries > options.maxEmbeddedEntries)
    return deferred(instance, DeferralKind::TooLarge,
                    "the mapping has " + std::to_string(entries) +
                        " table entries, more than --max-embedded-entries=" +
                        std::to_string(options.maxEmbeddedEntries));
  Result<EmbeddedMapping> apart =
      makeFor(directive, instance, options, TransferModel::Overlapped);
  if (!apart)
    return apart.error();
  PipelineInstancePlan made{instance.context, DeferralKind::None, ""};
  made.embedded = indexOf(plan.embedded, *std::move(apart));
  // The same mappings are possible, but a heuristic may miss them all.
  if (Result<EmbeddedMapping> together =
          makeFor(directive, instance, options, TransferModel::Serial))
    made.onOneNode = indexOf(plan.embedded, *std::move(together));
  return made;
}

Result<PipelinePlan> Planner::plan(const CheckedPipeline &directive) {
  PipelinePlan plan;
  plan.directive = directive;
  for (const PipelineInstanceValues &instance : directive.instances) {
    Result<PipelineInstancePlan> planned = planMapping(instance, plan);
    if (!planned)
      return planned.error();
    plan.instances.push_back(*std::move(planned));
  }
  return plan;
}

} // namespace redistc::plan
