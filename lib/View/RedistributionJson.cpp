//===- RedistributionJson.cpp - A redistribution as JSON -------*- C++ -*-===//
//
// The keys of `redist-plan redistribute --format json`. A step takes a line and
// is written as it is met: memory does not grow with the document.
//
//===----------------------------------------------------------------------===//
#include "redistc/View/JsonWriter.h"
#include "redistc/View/RedistributionView.h"

#include <cassert>

using namespace redistc::view;
using namespace redist::schedule;

static void writeOptional(JsonWriter &json, std::string_view name,
                          std::optional<std::int64_t> value) {
  json.key(name);
  if (value)
    json.value(*value);
  else
    json.null();
}

static void writeParameters(JsonWriter &json, const RedistributionView &view) {
  const CommunicationGrid &grid = view.schedule.grid();
  const Redistribution &parameters = grid.redistribution();
  json.member("P", parameters.source.ranks);
  json.member("Q", parameters.target.ranks);
  json.member("r", parameters.source.block);
  json.member("s", parameters.target.block);
  writeOptional(json, "extent", view.extent);
  writeOptional(json, "superblock", grid.superblock());
  json.member("pattern", name(grid.pattern()));
}

static void writeCounts(JsonWriter &json, const RedistributionView &view) {
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

static void writeReport(JsonWriter &json, const VerifyReport &report) {
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

static void writeSteps(JsonWriter &json, const std::vector<Step> &steps) {
  json.key("steps");
  json.beginArray();
  for (const Step &step : steps) {
    json.beginObject(JsonLayout::Line);
    json.member("cost", step.cost);
    json.key("transfers");
    json.beginArray();
    for (const Transfer &transfer : step.transfers) {
      json.beginObject();
      json.member("from", transfer.from);
      json.member("to", transfer.to);
      json.member("length", transfer.length);
      json.endObject();
    }
    json.endArray();
    json.endObject();
  }
  json.endArray();
}

void redistc::view::writeJson(const RedistributionView &view,
                              std::ostream &stream) {
  assert(view.steps && "JSON lists the steps");
  JsonWriter json(stream);
  json.beginObject();
  writeParameters(json, view);
  writeCounts(json, view);
  if (view.report)
    writeReport(json, *view.report);
  writeSteps(json, *view.steps);
  json.endObject();
}
