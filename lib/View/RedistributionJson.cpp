//===- RedistributionJson.cpp - A redistribution as JSON -------*- C++ -*-===//
//
// The keys of `redist-plan redistribute --format json`. A step takes a line and
// is written as it is met: memory does not grow with the document.
//
//===----------------------------------------------------------------------===//
#include "RedistributionParts.h"

#include "redistc/View/JsonWriter.h"

#include <algorithm>
#include <cassert>

using namespace redistc::view;
using namespace redist::schedule;

static void writeOptional(JsonWriter &json, std::optional<std::int64_t> value) {
  if (value)
    json.value(*value);
  else
    json.null();
}

static void writeOptional(JsonWriter &json, std::string_view name,
                          std::optional<std::int64_t> value) {
  json.key(name);
  writeOptional(json, value);
}

/// Block size, or null for irregular layouts, whose sizes follow under another
/// key.
static void writeBlock(JsonWriter &json, std::string_view name,
                       const DimensionLayout &layout) {
  writeOptional(json, name,
                layout.isCyclic() ? std::optional(layout.block) : std::nullopt);
}

static void writeNumbers(JsonWriter &json, std::string_view name,
                         const std::vector<std::int64_t> &numbers) {
  json.key(name);
  json.beginArray(JsonLayout::Line);
  for (const std::int64_t number : numbers)
    json.value(number);
  json.endArray();
}

void redistc::view::writeAxis(JsonWriter &json, const Axis &axis) {
  json.member("P", axis.source.ranks);
  json.member("Q", axis.target.ranks);
  writeBlock(json, "r", axis.source);
  writeBlock(json, "s", axis.target);
}

static void writeShift(JsonWriter &json, std::string_view key,
                       const DimensionLayout &layout) {
  if (layout.shift != 0)
    json.member(key, layout.shift);
}

void redistc::view::writeDimensions(JsonWriter &json,
                                    const Assignment &assignment) {
  json.key("dimensions");
  json.beginArray();
  for (std::size_t k = 0; k < assignment.dimensions(); ++k) {
    const Axis &axis = assignment.axes[k];
    json.beginObject(JsonLayout::Line);
    if (!axis.isDimension())
      json.member(
          "role",
          std::string_view(axis.role == AxisRole::Parts ? "parts" : "copies"));
    writeAxis(json, axis);
    writeOptional(json, "extent", axis.length);
    writeOptional(json, "superblock", superblockOf(axis));
    json.member("source_dimension",
                static_cast<std::int64_t>(assignment.sourceDimensionOf(k)));
    if (!axis.source.isCyclic())
      writeNumbers(json, "source_sizes", axis.source.sizes);
    if (!axis.target.isCyclic())
      writeNumbers(json, "target_sizes", axis.target.sizes);
    if (axis.source.isMapped())
      json.member("source_owners", std::string_view("indirect"));
    if (axis.target.isMapped())
      json.member("target_owners", std::string_view("indirect"));
    if (axis.sourceIsWhole)
      json.member("source_stores", std::string_view("all"));
    writeShift(json, "source_shift", axis.source);
    writeShift(json, "target_shift", axis.target);
    if (axis.target.hasHalo())
      writeNumbers(json, "target_halo",
                   {axis.target.before, axis.target.after});
    json.endObject();
  }
  json.endArray();
}

/// A list by the dimensions of the source, as --extent takes them.
static void writeExtents(JsonWriter &json, const RedistributionView &view) {
  json.key("extent");
  if (!hasAnyExtent(view)) {
    json.null();
    return;
  }
  json.beginArray(JsonLayout::Line);
  for (const std::optional<std::int64_t> &extent : extentsOf(view.assignment))
    writeOptional(json, extent);
  json.endArray();
}

static void writeParameters(JsonWriter &json, const RedistributionView &view) {
  const Assignment &assignment = view.assignment;
  if (assignment.dimensions() == 1) {
    writeAxis(json, assignment.axes[0]);
    writeOptional(json, "extent", assignment.axes[0].length);
  } else {
    json.member("P", assignment.sourceRanks());
    json.member("Q", assignment.targetRanks());
    writeExtents(json, view);
  }
  writeOptional(json, "superblock", view.superblock);
  json.member("pattern", name(view.pattern));
  if (!view.isPlain())
    writeDimensions(json, assignment);
  if (!view.relabelling)
    return;
  json.member("kept", view.relabelling->kept);
  if (!view.isRelabelled)
    return;
  json.member("kept_without_relabel", view.relabelling->keptIdentity);
  writeNumbers(json, "relabel", view.relabelling->positionOf);
}

static void writeSchedule(JsonWriter &json, const RedistributionView &view) {
  json.member("strategy", name(view.strategy));
  json.member("method", view.schedule.method());
  json.member("step_count", view.stepCount);
  json.member("total_cost", view.totalCost);
  json.member("message_count", view.messageCount);
  json.key("lower_bound");
  json.beginObject(JsonLayout::Line);
  json.member("step_count", view.bounds.stepCount);
  // The sorted bound holds for any schedule, whatever its number of steps; who
  // asks for `exact` asks for the bound that proves it at that number.
  json.member("total_cost", view.strategy == StrategyKind::Exact
                                ? view.bounds.totalCost
                                : view.sortedBound);
  json.member("sorted_total_cost", view.sortedBound);
  json.member("total_cost_at_step_count", view.bounds.totalCost);
  json.endObject();
  json.key("proved");
  json.beginObject(JsonLayout::Line);
  json.member("step_count", view.stepsAreLeast());
  json.member("total_cost", view.costIsLeast());
  json.endObject();
}

void redistc::view::writeReport(JsonWriter &json, const VerifyReport &report) {
  json.key("verify");
  json.beginObject();
  json.member("valid", report.valid());
  json.member("message_count", report.messageCount);
  json.member("elements", report.elements);
  json.member("step_count", report.stepCount);
  json.member("total_cost", report.totalCost);
  json.key("lower_bound");
  json.beginObject(JsonLayout::Line);
  json.member("step_count", report.bounds.stepCount);
  json.member("total_cost", report.bounds.totalCost);
  json.endObject();
  json.key("offences");
  json.beginArray();
  for (const std::string &offence : report.offences)
    json.value(std::string_view(offence));
  json.endArray();
  json.endObject();
}

void redistc::view::writeStep(JsonWriter &json, const Step &step,
                              std::span<const Carriers> carriers,
                              bool combines) {
  json.beginObject(JsonLayout::Line);
  json.member("cost", step.cost);
  json.key("transfers");
  json.beginArray();
  for (std::size_t i = 0; i < step.transfers.size(); ++i) {
    json.beginObject();
    json.member("from", step.transfers[i].from);
    json.member("to", step.transfers[i].to);
    json.member("length", step.transfers[i].length);
    if (combines)
      json.member("combines", true);
    if (!carriers.empty()) {
      json.member("sender", carriers[i].sender);
      json.member("receiver", carriers[i].receiver);
    }
    json.endObject();
  }
  json.endArray();
  json.endObject();
}

static void writeMembers(JsonWriter &json, const RedistributionView &view) {
  writeParameters(json, view);
  writeSchedule(json, view);
  if (view.report)
    writeReport(json, *view.report);
  if (view.nodes)
    writeNodeJson(*view.nodes, json);
  if (view.steps) {
    json.key("steps");
    json.beginArray();
    for (const Step &step : *view.steps)
      writeStep(json, step, {}, hasParts(view.assignment));
    json.endArray();
  }
}

/// Members like those of the whole.
static void writePhases(JsonWriter &json,
                        const std::vector<RedistributionView> &phases) {
  json.key("phases");
  json.beginArray();
  for (std::size_t i = 0; i < phases.size(); ++i) {
    json.beginObject();
    json.member("phase", static_cast<std::int64_t>(i + 1));
    json.member("combines", hasParts(phases[i].assignment));
    writeMembers(json, phases[i]);
    json.endObject();
  }
  json.endArray();
}

void redistc::view::writeJson(const RedistributionView &view,
                              std::ostream &stream) {
  JsonWriter json(stream);
  json.beginObject();
  writeMembers(json, view);
  if (!view.phases.empty())
    writePhases(json, view.phases);
  json.endObject();
}
