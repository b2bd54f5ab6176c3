//===- Contenders.cpp - What strategies are compared by -------------------===//
//
// See Comparison.h: numbers and timelines of a redistribution, a reduction and
// a pipeline in the form that tables and drawings share.
//
//===----------------------------------------------------------------------===//
#include "PipelineTimetable.h"
#include "RedistributionParts.h"
#include "ReductionTimeline.h"

#include "redistc/View/Comparison.h"
#include "redistc/View/Numeral.h"

#include <array>
#include <charconv>

using namespace redistc::view;
using namespace redist::schedule;

/// Six digits tell strategies apart.
static std::string numberText(double value) {
  std::array<char, 32> text{};
  const auto end = std::to_chars(text.data(), text.data() + text.size(), value,
                                 std::chars_format::general, 6);
  return {text.data(), end.ptr};
}

static double valueOf(Fraction fraction) {
  return static_cast<double>(fraction.numerator) /
         static_cast<double>(fraction.denominator);
}

Comparison redistc::view::comparisonOf(const RedistributionView &view,
                                       bool isPredicted) {
  Comparison result;
  result.subject = "redistribute";
  result.caption =
      captionOf(view) + ": " + std::to_string(view.messageCount) + " messages";
  result.bounds = {{"steps", std::to_string(view.bounds.stepCount)},
                   {"total cost", std::to_string(view.sortedBound)}};
  result.columns = {"steps", "total cost", "lower bound"};
  if (isPredicted)
    result.columns.emplace_back("predicted");
  result.scale = isPredicted ? "predicted time" : "total cost";
  return result;
}

namespace {

/// Steps one after the other, with what each takes before its messages move.
class StepTimes {
public:
  StepTimes(const RedistributionView &view,
            const std::optional<MessageCosts> &given)
      : costs(given.value_or(MessageCosts{0, 1})) {
    for (const Step &step : *view.steps)
      begins.push_back(begins.back() + costs.message +
                       costs.element * static_cast<double>(step.cost));
  }
  double begin(std::int64_t step) const { return begins[index(step)]; }
  double end(std::int64_t step) const { return begins[index(step) + 1]; }
  double endOf(const MessageCell &cell) const {
    return begin(cell.step) + costs.message +
           costs.element * static_cast<double>(cell.length);
  }
  double length() const { return begins.back(); }

private:
  static std::size_t index(std::int64_t step) {
    return static_cast<std::size_t>(step);
  }
  MessageCosts costs;
  std::vector<double> begins = {0};
};

} // namespace

/// One of the eight fills of steps.
static std::string fillOf(std::int64_t step) {
  constexpr std::int64_t colours = 8;
  return "c" + std::to_string(step % colours);
}

static void addSteps(const RedistributionView &view, const StepTimes &times,
                     Contender &contender) {
  contender.rows = {"steps"};
  for (std::int64_t i = 0; i < view.stepCount; ++i) {
    const Step &step = (*view.steps)[static_cast<std::size_t>(i)];
    const std::string name = stepName(i, view.stepCount);
    contender.bars.push_back(
        {0, 0, times.begin(i), times.end(i), fillOf(i),
         "step " + name + ": " + std::to_string(step.transfers.size()) +
             " messages, cost " + std::to_string(step.cost),
         name});
  }
}

static void addMessages(const RedistributionView &view, const StepTimes &times,
                        Contender &contender) {
  for (std::int64_t rank = 0; rank < view.assignment.sourceRanks(); ++rank)
    contender.rows.push_back(std::to_string(rank));
  for (const MessageCell &cell : messageCells(*view.steps))
    contender.bars.push_back(
        {static_cast<std::size_t>(cell.from), 0, times.begin(cell.step),
         times.endOf(cell), fillOf(cell.step),
         "step " + stepName(cell.step, view.stepCount) + ": " +
             std::to_string(cell.from) + " sends " +
             std::to_string(cell.length) + " to " + std::to_string(cell.to),
         std::to_string(cell.to)});
}

Contender redistc::view::contenderOf(const RedistributionView &view,
                                     bool isBrief,
                                     const std::optional<MessageCosts> &costs) {
  const StepTimes times(view, costs);
  Contender result;
  result.name = name(view.strategy);
  result.note = view.schedule.method();
  result.values = {std::to_string(view.stepCount),
                   std::to_string(view.totalCost),
                   std::to_string(view.bounds.totalCost)};
  if (costs)
    result.values.push_back(numberText(times.length()));
  result.length = times.length();
  if (isBrief)
    addSteps(view, times, result);
  else
    addMessages(view, times, result);
  return result;
}

Contender redistc::view::contenderOf(std::string_view name,
                                     std::span<const RedistributionView> phases,
                                     const std::optional<MessageCosts> &costs) {
  Contender result;
  result.name = name;
  result.rows = {"steps"};
  std::int64_t steps = 0, cost = 0, bound = 0;
  for (const RedistributionView &view : phases) {
    Contender phase = contenderOf(view, true, costs);
    steps += view.stepCount;
    cost += view.totalCost;
    bound += view.bounds.totalCost;
    result.note += (result.note.empty() ? "" : "; then ") + phase.note;
    for (ComparedBar &bar : phase.bars) {
      bar.begin += result.length;
      bar.end += result.length;
      result.bars.push_back(std::move(bar));
    }
    result.length += phase.length;
  }
  result.values = {std::to_string(steps), std::to_string(cost),
                   std::to_string(bound)};
  if (costs)
    result.values.push_back(numberText(result.length));
  return result;
}

Comparison redistc::view::comparisonOf(const ReductionView &view) {
  Comparison result;
  const ReductionCost &cost = view.problem.cost;
  result.subject = "reduce";
  result.caption = std::to_string(view.problem.ranks) + " ranks, transfer " +
                   view.time(cost.transfer) + ", combine " +
                   view.time(cost.combine);
  if (cost.latency > 0)
    result.caption += ", latency " + view.time(cost.latency);
  if (view.problem.maxTransfers > 0)
    result.caption += ", at most " + std::to_string(view.problem.maxTransfers) +
                      " transfers at once";
  if (view.problem.maxReducers > 0)
    result.caption += ", at most " + std::to_string(view.problem.maxReducers) +
                      " ranks combine";
  if (view.problem.ordered)
    result.caption += ", ordered";
  result.bounds = {{"length", view.time(view.lowerBound)}};
  result.columns = {"length"};
  result.scale = "time; ports above, combines below";
  result.lanes = 2;
  result.kinds = {"send", "receive", "combine"};
  return result;
}

Contender redistc::view::contenderOf(const ReductionView &view) {
  static constexpr std::array<std::string_view, 3> words = {
      "receives from ", "sends to ", "combines what came from "};
  static constexpr std::array<std::string_view, 3> kinds = {"receive", "send",
                                                            "combine"};
  const double unit = valueOf(view.tick);
  Contender result;
  result.name = nameOf(view.problem.strategy);
  result.note = view.method + (view.isOptimal ? ", " + proofText(view) : "");
  result.values = {view.time(view.length)};
  result.length = unit * static_cast<double>(view.length);
  const auto all = activitiesOf(view);
  for (std::size_t rank = 0; rank < all.size(); ++rank) {
    result.rows.push_back(std::to_string(rank));
    for (const Activity &one : all[rank]) {
      const auto kind = static_cast<std::size_t>(one.kind);
      const std::size_t lane = one.kind == ActivityKind::Combine ? 1 : 0;
      result.bars.push_back(
          {rank, lane, unit * static_cast<double>(one.begin),
           unit * static_cast<double>(one.end), std::string(kinds[kind]),
           std::to_string(rank) + " " + std::string(words[kind]) +
               std::to_string(one.peer),
           ""});
    }
  }
  return result;
}

Comparison redistc::view::comparisonOf(const PipelineView &view) {
  Comparison result;
  result.subject = "pipeline";
  result.caption = std::to_string(view.instance.stages()) + " stages, " +
                   std::to_string(view.instance.processors()) + " processors";
  result.columns = {"period", "latency"};
  result.scale = "time in the steady state; numbers are items";
  result.lanes = view.instance.model == TransferModel::Overlapped ? 3 : 1;
  result.kinds = {"receive", "compute", "send"};
  return result;
}

/// What the processor does before `span`.
static void addProcessor(const PipelineProcessor &processor, double period,
                         double span, std::size_t lanes, Contender &result) {
  static constexpr std::array<std::string_view, 3> kinds = {"receive",
                                                            "compute", "send"};
  const std::size_t row = result.rows.size();
  const std::string name = "P" + std::to_string(processor.processor + 1);
  result.rows.push_back(name);
  for (const PipelineActivity &one : processor.activities) {
    const double begin = one.begin * period;
    const double end = std::min(one.end * period, span);
    // What is over as soon as it begins would be a hair at the edge.
    if (end - begin <= span * 1e-6)
      continue;
    const auto kind = static_cast<std::size_t>(one.kind);
    const std::string item = std::to_string(one.item + 1);
    result.bars.push_back(
        {row, lanes == 1 ? 0 : kind, begin, end, std::string(kinds[kind]),
         name + " " + std::string(kinds[kind]) + "s item " + item,
         one.kind == PipelineActivityKind::Compute ? item : ""});
  }
}

Contender redistc::view::contenderOf(const PipelineView &view, double span) {
  const double unit = static_cast<double>(view.instance.tick);
  Contender result;
  result.name = view.kind;
  result.note = std::string(view.made.method) +
                (view.made.isOptimal ? ", proved least" : "");
  result.values = {view.times.period.decimal, view.times.latency.decimal};
  result.length = unit * static_cast<double>(view.made.cost.period) /
                  static_cast<double>(view.made.cost.periodDivisor);
  const std::size_t lanes = comparisonOf(view).lanes;
  if (span > 0)
    for (const PipelineProcessor &one : timetableOf(view).processors)
      addProcessor(one, result.length, span, lanes, result);
  return result;
}

Contender redistc::view::missingContender(std::string_view name,
                                          std::string why) {
  Contender result;
  result.name = name;
  result.note = std::move(why);
  result.exists = false;
  return result;
}
