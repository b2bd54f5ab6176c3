//===- PipelineJson.cpp - A pipeline's mapping as JSON --------------------===//
//
// The keys of `redist-plan pipeline --format json`. Times are decimals of 12
// significant digits in the unit of work / speed; those that end in "_exact"
// are the same as fractions, null where the times are rounded. Stages and
// processors are counted from 1. An interval takes a line.
//
//===----------------------------------------------------------------------===//
#include "PipelineTimes.h"

#include "redistc/View/JsonWriter.h"
#include "redistc/View/PipelineView.h"

#include <algorithm>

using namespace redistc::view;
using namespace redist::schedule;

/// Both as a decimal and as a fraction.
static void writeTime(JsonWriter &json, const std::string &name,
                      const ShownTime &time) {
  json.key(name);
  json.number(time.decimal);
  json.key(name + "_exact");
  if (time.exact)
    json.value(std::string_view(*time.exact));
  else
    json.null();
}

static void writeNumber(JsonWriter &json, std::string_view name,
                        const ShownTime &time) {
  json.key(name);
  json.number(time.decimal);
}

static void writeProcessors(JsonWriter &json,
                            const std::vector<std::int32_t> &processors) {
  json.member("processor", std::int64_t{processors.front()} + 1);
  json.key("processors");
  json.beginArray(JsonLayout::Line);
  for (const std::int32_t u : processors)
    json.value(std::int64_t{u} + 1);
  json.endArray();
}

static void writeRow(JsonWriter &json, const PipelineView &view,
                     const PipelineRow &row) {
  json.beginObject(JsonLayout::Line);
  json.member("first", row.first + 1);
  json.member("last", row.last + 1);
  writeProcessors(json, row.processors);
  writeNumber(json, "receive", row.shown.receive);
  writeNumber(json, "compute", row.shown.compute);
  writeNumber(json, "send", row.shown.send);
  writeTime(json, "cycle_time", row.shown.cycle);
  json.member("slowest", view.isSlowest(row));
  json.endObject();
}

static void writeHead(JsonWriter &json, const PipelineView &view) {
  const MadeMapping &made = view.made;
  json.member("mapping", std::string_view(view.kind));
  json.member("method", std::string_view(made.method));
  json.member("stages", view.instance.stages());
  json.member("processors", view.instance.processors());
  json.member("model", view.instance.model == TransferModel::Serial
                           ? "serial"
                           : "overlapped");
  json.member("shared_ends", view.instance.sharesEnds);
  if (view.general)
    json.member("equations",
                view.general->model == GeneralModel::Path ? "45" : "3");
  writeTime(json, "period", view.times.period);
  writeTime(json, "latency", view.times.latency);
  if (view.general && view.general->isGiven) {
    json.key("lower_bound");
    json.null();
  } else {
    writeTime(json, "lower_bound",
              made.isOptimal ? view.times.period
                             : shownTicks(view.instance, made.periodBound));
  }
  json.member("optimal", made.isOptimal);
  json.member("exact", view.instance.isExact);
}

static void writeAlternatives(JsonWriter &json, const PipelineView &view) {
  json.key("compare");
  json.beginArray();
  for (const PipelineAlternative &other : view.alternatives) {
    json.beginObject(JsonLayout::Line);
    json.member("mapping", std::string_view(other.name));
    if (!other.cost) {
      json.key("period");
      json.null();
      json.member("why", std::string_view(other.why));
    } else {
      writeTime(json, "period",
                shownTicks(view.instance, other.cost->period,
                           other.cost->periodDivisor));
      if (other.hasLatency)
        writeTime(json, "latency",
                  shownTicks(view.instance, other.cost->latency));
      json.member("optimal", other.isOptimal);
    }
    json.endObject();
  }
  json.endArray();
}

static void writePareto(JsonWriter &json, const PipelineView &view) {
  json.key("pareto");
  json.beginArray();
  for (std::size_t i = 0; i < view.pareto.size(); ++i) {
    const MadeMapping &point = view.pareto[i];
    json.beginObject(JsonLayout::Line);
    writeTime(json, "period", view.paretoTimes[i].period);
    writeTime(json, "latency", view.paretoTimes[i].latency);
    json.member("optimal", point.isOptimal);
    json.key("intervals");
    json.beginArray();
    for (const MappedInterval &interval : point.mapping.intervals) {
      json.beginObject();
      json.member("first", interval.first + 1);
      json.member("last", interval.last + 1);
      writeProcessors(json, interval.processors);
      json.endObject();
    }
    json.endArray();
    json.endObject();
  }
  json.endArray();
}

static void writeReport(JsonWriter &json, const PipelineView &view) {
  const MappingReport &report = *view.report;
  json.key("verify");
  json.beginObject(JsonLayout::Line);
  json.member("valid", report.valid());
  json.key("problems");
  json.beginArray();
  for (const std::string &offence : report.offences)
    json.value(std::string_view(offence));
  json.endArray();
  if (report.valid()) {
    writeTime(json, "period",
              shownTicks(view.instance, report.cost.period,
                         report.cost.periodDivisor));
    writeTime(json, "latency", shownTicks(view.instance, report.cost.latency));
  }
  json.endObject();
}

void redistc::view::writeJson(const PipelineView &view, std::ostream &stream) {
  JsonWriter json(stream);
  json.beginObject();
  writeHead(json, view);
  if (view.report)
    writeReport(json, view);
  if (!view.alternatives.empty())
    writeAlternatives(json, view);
  if (!view.pareto.empty())
    writePareto(json, view);
  json.key("intervals");
  json.beginArray();
  for (const PipelineRow &row : view.rows)
    writeRow(json, view, row);
  json.endArray();
  json.endObject();
}
