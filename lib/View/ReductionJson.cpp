//===- ReductionJson.cpp - A reduction as JSON ----------------------------===//
//
// The keys of `redist-plan reduce --format json`. Times are decimals of 12
// significant digits in the unit of the costs; "exact" has the header's as
// fractions. A rank of the tree takes a line.
//
//===----------------------------------------------------------------------===//
#include "redistc/View/JsonWriter.h"
#include "redistc/View/Numeral.h"
#include "redistc/View/ReductionView.h"

#include <algorithm>

using namespace redistc::view;
using namespace redist::schedule;

static void writeTime(JsonWriter &json, std::string_view name,
                      const ReductionView &view,
                      std::optional<std::int64_t> ticks) {
  json.key(name);
  if (ticks)
    json.number(view.time(*ticks));
  else
    json.null();
}

static void writeRank(JsonWriter &json, std::string_view name,
                      std::int64_t rank) {
  json.key(name);
  if (rank >= 0)
    json.value(rank);
  else
    json.null();
}

static void writeLimit(JsonWriter &json, std::string_view name,
                       std::int64_t limit) {
  json.key(name);
  if (limit > 0)
    json.value(limit);
  else
    json.null();
}

static void writeProblem(JsonWriter &json, const ReductionView &view) {
  const ReductionProblem &problem = view.problem;
  json.member("ranks", problem.ranks);
  writeTime(json, "transfer", view, problem.cost.transfer);
  writeTime(json, "combine", view, problem.cost.combine);
  writeTime(json, "latency", view, problem.cost.latency);
  writeLimit(json, "transfers", problem.maxTransfers);
  writeLimit(json, "reducers", problem.maxReducers);
  json.member("ordered", problem.ordered);
  json.member("root", view.root);
  json.member("strategy", nameOf(problem.strategy));
  json.member("method", std::string_view(view.method));
}

static void writeLengths(JsonWriter &json, const ReductionView &view) {
  writeTime(json, "length", view, view.length);
  writeTime(json, "lower_bound", view, view.lowerBound);
  writeTime(json, "upper_bound", view, view.upperBound);
  json.member("optimal", view.isOptimal);
  if (!view.hasArrivals)
    json.member("proof", nameOf(view.proof));
  const auto exact = [&](std::string_view name, std::int64_t ticks) {
    json.member(name, std::string_view(fractionText(ticks, view.tick)));
  };
  json.key("exact");
  json.beginObject(JsonLayout::Line);
  exact("transfer", view.problem.cost.transfer);
  exact("combine", view.problem.cost.combine);
  exact("latency", view.problem.cost.latency);
  exact("length", view.length);
  exact("lower_bound", view.lowerBound);
  if (view.upperBound)
    exact("upper_bound", *view.upperBound);
  json.endObject();
  if (view.alternatives) {
    json.key("compare");
    json.beginObject(JsonLayout::Line);
    writeTime(json, "greedy", view, (*view.alternatives)[0]);
    writeTime(json, "binomial", view, (*view.alternatives)[1]);
    writeTime(json, "fibonacci", view, (*view.alternatives)[2]);
    json.endObject();
  }
}

/// The name of a form as a key.
static std::string_view keyOf(ReductionForm form) {
  switch (form) {
  case ReductionForm::ToRoot:
    return "reduce";
  case ReductionForm::ThenBroadcast:
    return "broadcast";
  case ReductionForm::ThenReversed:
    return "reversed";
  case ReductionForm::Butterfly:
    return "butterfly";
  }
  return "";
}

static void writeAllreduce(JsonWriter &json, const ReductionView &view) {
  if (!view.allreduce)
    return;
  json.key("allreduce");
  json.beginObject(JsonLayout::Line);
  json.member("best", keyOf(view.allreduce->best.form));
  writeTime(json, "length", view, view.allreduce->best.length);
  for (const ReductionForm form :
       {ReductionForm::ThenBroadcast, ReductionForm::ThenReversed,
        ReductionForm::Butterfly})
    writeTime(json, keyOf(form), view,
              view.allreduce->lengths[static_cast<std::size_t>(form) - 1]);
  json.endObject();
}

static void writeReport(JsonWriter &json, const ReductionView &view) {
  if (!view.report)
    return;
  json.key("verify");
  json.beginObject(JsonLayout::Line);
  json.member("valid", view.report->isValid);
  json.key("problem");
  if (view.report->isValid)
    json.null();
  else
    json.value(std::string_view(view.report->problem));
  writeTime(json, "length", view, view.report->length);
  json.member("most_transfers", view.report->peakTransfers);
  json.member("reducers", view.report->reducers);
  json.endObject();
}

static void writeRole(JsonWriter &json, const ReductionView &view) {
  const ReductionCost &cost = view.problem.cost;
  const ReductionRole &role = view.role;
  json.member("rank", *view.rank);
  writeRank(json, "parent", role.parent);
  writeTime(json, "transfer_start", view,
            role.parent < 0 ? std::nullopt : std::optional(role.start));
  json.key("children");
  json.beginArray();
  std::int64_t combined = 0;
  for (const ReductionChild &child : role.children) {
    combined = std::max(combined, child.start + cost.transfer + cost.latency);
    json.beginObject(JsonLayout::Line);
    json.member("rank", child.rank);
    writeTime(json, "transfer_start", view, child.start);
    writeTime(json, "combine_start", view, combined);
    if (view.problem.ordered)
      json.member("left", child.isLeft);
    json.endObject();
    combined += cost.combine;
  }
  json.endArray();
}

static void writeRow(JsonWriter &json, const ReductionView &view,
                     std::int64_t rank, const ReductionRow &row) {
  json.beginObject(JsonLayout::Line);
  json.member("rank", rank);
  writeRank(json, "parent", row.parent);
  const bool sends = row.parent >= 0;
  writeTime(json, "transfer_start", view,
            sends ? std::optional(row.start) : std::nullopt);
  writeTime(json, "combine_start", view,
            sends ? std::optional(row.combine) : std::nullopt);
  if (view.problem.ordered)
    json.member("left", row.isLeft);
  if (view.hasArrivals)
    writeTime(json, "arrival", view, row.available);
  if (!row.order.empty()) {
    json.key("combines");
    json.beginArray();
    for (const std::int32_t member : row.order)
      if (view.hasArrivals || member != rank)
        json.value(std::int64_t{member});
    json.endArray();
  }
  json.endObject();
}

static void writeTree(JsonWriter &json, const ReductionView &view) {
  if (view.sentOnFrom) {
    json.key("sent_on");
    json.beginObject(JsonLayout::Line);
    json.member("from", *view.sentOnFrom);
    json.member("to", view.root);
    writeTime(json, "transfer_start", view, view.sentOnStart);
    json.endObject();
  }
  if (view.rows.empty())
    return;
  json.key("tree");
  json.beginArray();
  for (std::size_t rank = 0; rank < view.rows.size(); ++rank)
    writeRow(json, view, static_cast<std::int64_t>(rank), view.rows[rank]);
  json.endArray();
}

/// Times count from when the ranks begin.
static void writeNodes(JsonWriter &json, const ReductionView &view) {
  if (!view.nodes)
    return;
  const NodeReductionView &nodes = *view.nodes;
  const ReductionView &between = *nodes.between;
  json.key("nodes");
  json.beginObject();
  json.member("ranks_per_node", nodes.ranksPerNode);
  json.member("nodes", between.problem.ranks);
  json.member("root", between.root);
  writeTime(json, "inside", view, nodes.insideLength);
  writeTime(json, "between", view, between.length);
  writeTime(json, "length", view, nodes.length);
  writeTime(json, "lower_bound", view, nodes.lowerBound);
  json.member("optimal", nodes.length == nodes.lowerBound);
  if (between.report)
    json.member("valid", between.report->isValid);
  if (!between.rows.empty()) {
    json.key("tree");
    json.beginArray();
    for (std::size_t node = 0; node < between.rows.size(); ++node) {
      const ReductionRow &row = between.rows[node];
      json.beginObject(JsonLayout::Line);
      json.member("node", static_cast<std::int64_t>(node));
      writeRank(json, "parent", row.parent);
      writeTime(json, "transfer_start", view,
                row.parent >= 0 ? std::optional(nodes.insideLength + row.start)
                                : std::nullopt);
      json.endObject();
    }
    json.endArray();
  }
  json.endObject();
}

void redistc::view::writeJson(const ReductionView &view, std::ostream &stream) {
  JsonWriter json(stream);
  json.beginObject();
  writeProblem(json, view);
  writeLengths(json, view);
  writeAllreduce(json, view);
  writeReport(json, view);
  writeNodes(json, view);
  if (view.rank)
    writeRole(json, view);
  writeTree(json, view);
  json.endObject();
}
