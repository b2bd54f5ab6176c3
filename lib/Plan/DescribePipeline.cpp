//===- DescribePipeline.cpp - Pipelines in words ---------------*- C++ -*-===//
//
// For remarks and for the comment in generated code: where stages run, what
// passes between them, and what they keep.
//
//===----------------------------------------------------------------------===//
#include "redistc/Plan/Plan.h"

#include "Reasons.h"

#include <cmath>
#include <cstdio>

using namespace redist::schedule;

namespace redistc::plan {

static std::string numberText(double value) {
  char text[32];
  std::snprintf(text, sizeof text, "%.6g", value);
  return text;
}

/// "stages 1-2 on rank 0", "stage 3 on ranks 1, 2 in turn".
static std::string intervalText(const MappedInterval &interval) {
  std::string text = interval.first == interval.last ? "stage " : "stages ";
  text += std::to_string(interval.first + 1);
  if (interval.first != interval.last)
    text += '-' + std::to_string(interval.last + 1);
  text += interval.processors.size() == 1 ? " on rank " : " on ranks ";
  for (std::size_t i = 0; i < interval.processors.size(); ++i)
    text += (i == 0 ? "" : ", ") + std::to_string(interval.processors[i]);
  return interval.processors.size() == 1 ? text : text + " in turn";
}

std::string describe(const EmbeddedMapping &mapping) {
  std::string text;
  for (const MappedInterval &interval : mapping.mapping.intervals)
    text += (text.empty() ? "" : ", ") + intervalText(interval);
  text += "; period " + numberText(mapping.period);
  text += mapping.isOptimal ? ", the least possible"
                            : " (no mapping is below " +
                                  numberText(mapping.periodBound) + ')';
  return text + "; latency " + numberText(mapping.latency) + " (" +
         mapping.method + ')';
}

std::string describe(const PipelinePlan &plan,
                     const PipelineInstancePlan &instance) {
  if (instance.embedded < 0)
    return "the runtime maps: " + instance.reason;
  const auto mapping = [&](int index) -> const EmbeddedMapping & {
    return plan.embedded[static_cast<std::size_t>(index)];
  };
  const EmbeddedMapping &apart = mapping(instance.embedded);
  std::string text = "mapping embedded: " + describe(apart);
  if (instance.onOneNode >= 0 &&
      mapping(instance.onOneNode).mapping != apart.mapping)
    text += "; on one node " + describe(mapping(instance.onOneNode));
  return text;
}

static std::string bytesText(std::int64_t bytes) {
  return std::to_string(bytes) + (bytes == 1 ? " byte" : " bytes");
}

/// "raw (std::vector<char>, any size), n (int, 4 bytes)"
static std::string carriedText(const std::vector<CarriedVariable> &carried) {
  std::string text;
  for (const CarriedVariable &variable : carried)
    text += (text.empty() ? "" : ", ") + variable.text + " (" + variable.type +
            ", " + (variable.bytes ? bytesText(*variable.bytes) : "any size") +
            ')';
  return text;
}

static std::string headerText(HeaderKind header) {
  return header == HeaderKind::EveryRank
             ? "every rank evaluates the header of the loop"
             : "the rank of stage 1 evaluates the header of the loop";
}

static std::string stateText(const StateVariable &state) {
  return (state.form == StateForm::Pointee ? "*" : "") + state.text + " (" +
         state.type + ") is state of stage " + std::to_string(state.stage + 1) +
         (state.travels ? ", and up to date on every rank after the loop"
                        : ", and stays on its rank");
}

static std::string countText(const std::string &count) {
  return count + " is counted by each rank, and the sum on every rank after "
                 "the loop";
}

std::vector<PlanNote> notesOn(const PipelinePlan &plan) {
  const CheckedPipeline &directive = plan.directive;
  std::vector<PlanNote> notes{
      {directive.id, headerText(directive.loop.header)}};
  for (const std::string &count : directive.counts)
    notes.push_back({directive.id, countText(count)});
  for (std::size_t k = 0; k < directive.stages.size(); ++k) {
    const CheckedStage &stage = directive.stages[k];
    const std::string number = std::to_string(k + 1);
    for (const StateVariable &state : directive.states)
      if (static_cast<std::size_t>(state.stage) == k)
        notes.push_back({stage.id, stateText(state)});
    if (!stage.isMovable && !stage.reason.empty())
      notes.push_back({stage.id, "stage " + number +
                                     " keeps its rank after the first items: " +
                                     stage.reason});
    if (k + 1 < directive.stages.size())
      notes.push_back(
          {stage.id, "from stage " + number + " to stage " +
                         std::to_string(k + 2) + ": " +
                         (stage.carried.empty() ? "nothing"
                                                : carriedText(stage.carried))});
  }
  return notes;
}

} // namespace redistc::plan
