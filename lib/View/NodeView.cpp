//===- NodeView.cpp - A redistribution between nodes, for people ----------===//
//
// See NodeView.h. Of more ranks than can be listed the closed forms of the
// nodes' view tell steps and cost.
//
//===----------------------------------------------------------------------===//
#include "RedistributionParts.h"

#include "redistc/View/JsonWriter.h"

#include <algorithm>

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
    view.report = verifyTwoLevel(schedule->placed, *view.steps);
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
  const auto bytes = static_cast<std::int64_t>(border);
  return bytes == 0
             ? "never"
             : "below " + std::to_string(bytes) + " bytes a pair of ranks";
}

static void writeLoad(const NodeView &view, std::ostream &stream) {
  const NodeLoad &load = *view.load;
  stream << "busiest     port " << load.portElements << " elements, rank "
         << load.rankMessages << " messages, carrier " << load.carrierMessages
         << "\ninside      " << view.inside
         << " elements go from rank to rank of a node\n";
  if (load.pairs == 0 || hasParts(view.placed.assignment)) // by ranks alone
    return;
  stream << "two levels  faster, by the model, at 10 Gb/s "
         << borderText(borderOf(load, tenGigabit)) << ", at 100 Gb/s "
         << borderText(borderOf(load, hundredGigabit)) << "\n";
}

static void writeSteps(const NodeView &view, std::ostream &stream) {
  stream << "\nSteps between nodes: node > node by rank > rank: length\n\n";
  for (std::size_t t = 0; t < view.steps->size(); ++t) {
    const auto &[step, carriers] = (*view.steps)[t];
    stream << stepName(static_cast<std::int64_t>(t), view.counts.stepCount)
           << ", cost " << step.cost << "\n";
    for (std::size_t i = 0; i < carriers.size(); ++i) {
      const auto &[from, to, length] = step.transfers[i];
      stream << "  " << from << " > " << to << " by " << carriers[i].sender
             << " > " << carriers[i].receiver << ": " << length << "\n";
    }
  }
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
    writeReport(*view.report, "Verification of nodes", stream);
}

/// As of ranks, where a layout is the nodes' view.
static void writeLayouts(JsonWriter &json, const NodeView &view) {
  const Assignment *regular = view.regular ? &*view.regular : nullptr;
  const bool isOneAxis = regular && regular->dimensions() == 1;
  if (isOneAxis) {
    writeAxis(json, regular->axes[0]);
  } else {
    json.member("P", view.placed.source.nodes());
    json.member("Q", view.placed.target.nodes());
  }
  if (regular && !(isOneAxis && regular->axes[0].isRegular()))
    writeDimensions(json, *regular);
}

void redistc::view::writeNodeJson(const NodeView &view, JsonWriter &json) {
  json.key("nodes");
  json.beginObject();
  writeLayouts(json, view);
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
  }
  if (view.load && !hasParts(view.placed.assignment)) {
    json.key("two_levels_below_bytes");
    json.beginObject(JsonLayout::Line);
    json.member("10 Gb/s",
                static_cast<std::int64_t>(borderOf(*view.load, tenGigabit)));
    json.member("100 Gb/s", static_cast<std::int64_t>(
                                borderOf(*view.load, hundredGigabit)));
    json.endObject();
  }
  if (view.report)
    writeReport(json, *view.report);
  if (view.steps) {
    json.key("steps");
    json.beginArray();
    for (const auto &[step, carriers] : *view.steps)
      writeStep(json, step, carriers);
    json.endArray();
  }
  json.endObject();
}
