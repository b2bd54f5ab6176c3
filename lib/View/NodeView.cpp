//===- NodeView.cpp - A redistribution between nodes, for people ----------===//
//
// See NodeView.h. Of more ranks than can be listed the closed forms of the
// nodes' view tell steps and cost.
//
//===----------------------------------------------------------------------===//
#include "RedistributionParts.h"

#include "redistc/View/JsonWriter.h"

#include <algorithm>
#include <cmath>

using namespace redistc::view;
using namespace redist::schedule;

/// Nodes a side of which steps are shown.
static constexpr std::int64_t widestNodeTable = 64;

static Result<NodeView> viewOfClosedForm(NodeView view) {
  const Error tooMany = {ErrorKind::TooLarge,
                         "the messages of the ranks are too many to be summed "
                         "up by nodes"};
  const Result<PlacedAssignment> placed = withLengths(view.placed);
  if (!placed)
    return placed.error();
  view.regular = nodeAssignment(*placed);
  if (!view.regular)
    return tooMany;
  const Result<GridSchedule> schedule =
      makeGridSchedule(*view.regular, StrategyKind::Auto);
  if (!schedule)
    return schedule.error();
  const std::optional<ScheduleCounts> counts =
      countsOf(*schedule, *view.regular);
  if (!counts)
    return tooMany;
  view.method = schedule->method();
  view.counts = *counts;
  return view;
}

static VerifyReport verifyAll(const NodeSchedule &schedule,
                              const TwoLevelSteps &steps) {
  VerifyReport report = verifyTwoLevel(schedule.placed, steps);
  for (const std::string &offence :
       verifyRankOrder(schedule.placed, orderByNodes(schedule)).offences)
    report.offences.push_back("one node at a time: " + offence);
  return report;
}

Result<NodeView> redistc::view::makeNodeView(const PlacedAssignment &placed,
                                             const NodeViewRequest &request) {
  NodeView view = {placed, request.inTurn};
  view.sourcePerNode = placed.source.maxRanksOnNode();
  view.targetPerNode = placed.target.maxRanksOnNode();
  if (!request.list)
    return viewOfClosedForm(std::move(view));
  const Result<NodeSchedule> schedule =
      makeNodeSchedule(placed, {nullptr, nullptr, maxListedMessages});
  if (!schedule)
    return schedule.error();
  view.regular = schedule->regular;
  view.method = schedule->method;
  view.counts = {schedule->stepCount(), schedule->totalCost,
                 static_cast<std::int64_t>(schedule->traffic.between.size()),
                 schedule->bounds};
  view.sortedBound = schedule->sortedBound;
  view.load = loadOf(schedule->placed, schedule->traffic);
  for (const NodeMessage &one : schedule->traffic.inside)
    view.inside += one.length;
  view.steps = makeTwoLevelSteps(schedule->placed, schedule->steps);
  if (request.verify)
    view.report = verifyAll(*schedule, *view.steps);
  return view;
}

/// "8", or "8 and 4".
static std::string perNodeText(const NodeView &view) {
  std::string text = std::to_string(view.sourcePerNode);
  if (view.targetPerNode != view.sourcePerNode)
    text += " and " + std::to_string(view.targetPerNode);
  return text;
}

/// "below 631 bytes a pair of ranks"
static std::string borderText(double border) {
  if (std::isinf(border))
    return "always";
  if (border < 1)
    return "never";
  return "below " + std::to_string(static_cast<std::int64_t>(border)) +
         " bytes a pair of ranks";
}

static void writeLoad(const NodeView &view, std::ostream &stream) {
  const NodeLoad &load = *view.load;
  stream << "busiest     port " << load.portElements << " elements, rank "
         << load.rankMessages << " messages, carrier " << load.carrierMessages
         << "\ninside      " << view.inside
         << " elements go from rank to rank of a node\n";
  if (load.pairs == 0)
    return;
  stream << "two levels  faster, by the model, at 10 Gb/s "
         << borderText(borderOf(load, tenGigabit)) << ", at 100 Gb/s "
         << borderText(borderOf(load, hundredGigabit)) << "\n";
}

static void writeSteps(const NodeView &view, std::ostream &stream) {
  stream << "\nSteps between nodes: node > node by rank > rank: length\n\n";
  for (std::size_t t = 0; t < view.steps->size(); ++t) {
    const TwoLevelStep &step = (*view.steps)[t];
    stream << stepName(static_cast<std::int64_t>(t), view.counts.stepCount)
           << ", cost " << step.cost << "\n";
    for (const Carriage &one : step.carriages)
      stream << "  " << one.fromNode << " > " << one.toNode << " by "
             << one.sender << " > " << one.receiver << ": " << one.length
             << "\n";
  }
}

static void writeReport(const VerifyReport &report, std::ostream &stream) {
  stream << "\nVerification of nodes: "
         << (report.valid() ? "valid" : "INVALID") << "\n  messages "
         << report.messageCount << ", elements " << report.elements << "\n";
  for (const std::string &offence : report.offences)
    stream << "  " << offence << "\n";
}

void redistc::view::writeNodeText(const NodeView &view, bool withSteps,
                                  std::ostream &stream) {
  const PlacedAssignment &placed = view.placed;
  stream << "\nNodes: " << perNodeText(view) << " ranks a node, "
         << (view.inTurn ? "node by node" : "slot by slot") << "\n\n"
         << "nodes       " << placed.source.nodes() << " to "
         << placed.target.nodes() << "\n"
         << "layouts     ";
  if (view.regular)
    stream << sourceText(*view.regular) << " to " << targetText(*view.regular)
           << "\n";
  else
    stream << "none is the nodes' view: messages of ranks are summed up\n";
  stream << "messages    " << view.counts.messageCount << " between nodes";
  if (view.load)
    stream << ", for " << view.load->pairs << " of ranks";
  stream << "\n"
         << "made by     " << view.method << "\n";
  writeCounts(view.counts, view.counts.bounds.totalCost > view.sortedBound,
              stream);
  if (view.load)
    writeLoad(view, stream);
  const bool fits =
      std::max(placed.source.nodes(), placed.target.nodes()) <= widestNodeTable;
  if (view.steps && view.counts.stepCount > 0 && (withSteps || fits))
    writeSteps(view, stream);
  if (view.report)
    writeReport(*view.report, stream);
}

static void writeSide(JsonWriter &json, std::string_view name,
                      const DimensionLayout &layout) {
  if (layout.isCyclic()) {
    json.member(name, layout.block);
    return;
  }
  json.key(name);
  json.beginArray(JsonLayout::Line);
  for (const std::int64_t size : layout.sizes)
    json.value(size);
  json.endArray();
}

static void writeAxis(JsonWriter &json, const Axis &axis) {
  writeSide(json, "r", axis.source);
  writeSide(json, "s", axis.target);
}

/// Block sizes; of a gen_block its sizes in their place.
static void writeRegular(JsonWriter &json, const Assignment &regular) {
  if (regular.dimensions() == 1)
    return writeAxis(json, regular.axes[0]);
  json.key("dimensions");
  json.beginArray();
  for (const Axis &axis : regular.axes) {
    json.beginObject(JsonLayout::Line);
    json.member("P", axis.source.ranks);
    json.member("Q", axis.target.ranks);
    writeAxis(json, axis);
    json.endObject();
  }
  json.endArray();
}

static void writeCarriages(JsonWriter &json, const TwoLevelSteps &steps) {
  json.key("steps");
  json.beginArray();
  for (const TwoLevelStep &step : steps) {
    json.beginObject(JsonLayout::Line);
    json.member("cost", step.cost);
    json.key("transfers");
    json.beginArray();
    for (const Carriage &one : step.carriages) {
      json.beginObject();
      json.member("from", one.fromNode);
      json.member("to", one.toNode);
      json.member("length", one.length);
      json.member("sender", one.sender);
      json.member("receiver", one.receiver);
      json.endObject();
    }
    json.endArray();
    json.endObject();
  }
  json.endArray();
}

static void writeBorder(JsonWriter &json, std::string_view name,
                        double border) {
  json.key(name);
  if (std::isinf(border))
    json.null();
  else
    json.value(static_cast<std::int64_t>(border));
}

void redistc::view::writeNodeJson(const NodeView &view, JsonWriter &json) {
  json.key("nodes");
  json.beginObject();
  json.member("P", view.placed.source.nodes());
  json.member("Q", view.placed.target.nodes());
  if (view.regular)
    writeRegular(json, *view.regular);
  json.key("ranks_per_node");
  json.beginArray(JsonLayout::Line);
  json.value(view.sourcePerNode);
  json.value(view.targetPerNode);
  json.endArray();
  json.member("placement", std::string_view(view.inTurn ? "node" : "slot"));
  json.member("method", view.method);
  json.member("step_count", view.counts.stepCount);
  json.member("total_cost", view.counts.totalCost);
  json.key("lower_bound");
  json.beginObject(JsonLayout::Line);
  json.member("step_count", view.counts.bounds.stepCount);
  json.member("total_cost", view.counts.bounds.totalCost);
  if (view.load)
    json.member("port", view.load->portElements);
  json.endObject();
  json.member("messages", view.counts.messageCount);
  if (view.load) {
    json.member("rank_messages", view.load->pairs);
    json.member("most_of_a_rank", view.load->rankMessages);
    json.member("most_of_a_carrier", view.load->carrierMessages);
    json.member("inside", view.inside);
    json.key("two_levels_below_bytes");
    json.beginObject(JsonLayout::Line);
    writeBorder(json, "10 Gb/s", borderOf(*view.load, tenGigabit));
    writeBorder(json, "100 Gb/s", borderOf(*view.load, hundredGigabit));
    json.endObject();
  }
  if (view.report) {
    json.key("verify");
    json.beginObject(JsonLayout::Line);
    json.member("valid", view.report->valid());
    json.key("offences");
    json.beginArray();
    for (const std::string &offence : view.report->offences)
      json.value(std::string_view(offence));
    json.endArray();
    json.endObject();
  }
  if (view.steps)
    writeCarriages(json, *view.steps);
  json.endObject();
}
