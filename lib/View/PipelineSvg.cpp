//===- PipelineSvg.cpp - A pipeline's mapping as a drawing ----------------===//
//
// `redist-plan pipeline --format svg`: on top the stages, cut into intervals;
// below the steady state, time to the right, a row a processor. A row has what
// the processor receives, computes and sends; where it does all at once, in
// three lanes. Bars say what they are where the pointer rests on them.
//
//===----------------------------------------------------------------------===//
#include "PipelineTimetable.h"
#include "Svg.h"

#include "redistc/View/Numeral.h"

#include <algorithm>
#include <array>
#include <cmath>

using namespace redistc::view;
using namespace redist::schedule;

static constexpr double stripTop = 52, stripHeight = 26, marksWidth = 64;

static std::string stagesOf(const PipelineRow &row) {
  std::string text = std::to_string(row.first + 1);
  if (row.last > row.first)
    text.append("-").append(std::to_string(row.last + 1));
  return text;
}

/// "P3", "P3 P5 P6", or how many.
static std::string processorsOf(const PipelineRow &row) {
  constexpr std::int64_t most = 4;
  if (row.count() > most)
    return std::to_string(row.count()) + " processors";
  std::string text;
  for (const std::int32_t u : row.processors)
    text += (text.empty() ? "P" : " P") + std::to_string(u + 1);
  return text;
}

class PipelineDrawing {
public:
  PipelineDrawing(const PipelineView &shown, std::ostream &sink)
      : view(shown), table(timetableOf(shown)), svg(sink) {
    constexpr std::size_t maxTall = 32;
    rowHeight = table.processors.size() > maxTall ? 14 : 26;
    for (const PipelineProcessor &one : table.processors)
      left = std::max(left, 20 + textWidth(labelOf(one)));
  }

  void write();

private:
  const PipelineView &view;
  PipelineTimetable table;
  SvgWriter svg;
  double left = 40; ///< of the plot
  double rowHeight = 26;

  std::string labelOf(const PipelineProcessor &one) const {
    return std::string("P")
        .append(std::to_string(one.processor + 1))
        .append(": ")
        .append(stagesOf(view.rows[one.row]));
  }
  std::int64_t processorsInUse() const {
    std::int64_t count = 0;
    for (const PipelineRow &row : view.rows)
      count += row.count();
    return count;
  }
  static double top() { return stripTop + stripHeight + 44; }
  double x(double periods) const {
    return left + plotWidth * periods / static_cast<double>(table.periods);
  }
  double y(std::size_t row) const {
    return top() + rowHeight * static_cast<double>(row);
  }
  double bottom() const { return y(table.processors.size()); }

  void writeHead();
  void writeStrip();
  void writeAxis();
  void writeLabels();
  void writeActivity(std::size_t row, const PipelineActivity &activity);
};

void PipelineDrawing::writeHead() {
  static constexpr SvgStyle style = {
      ".item { text-anchor: middle; font-size: 10px; fill: #000 }\n"
      ".place { text-anchor: middle }\n"
      ".slowest { fill: #b22; font-weight: bold }\n"
      ".even { fill: #dfe8f3 }\n"
      ".odd { fill: #f3e6d8 }\n"
      ".compute { fill: #d98032 }\n",
      ".slowest { fill: #f88 }\n"
      ".even { fill: #2b3b4f }\n"
      ".odd { fill: #4b3a28 }\n"};
  static constexpr std::array<std::string_view, 3> kinds = {"receive",
                                                            "compute", "send"};
  svg.begin(left + plotWidth + marksWidth, bottom() + 16, style);
  const std::string caption =
      std::to_string(view.instance.stages()) + " stages on " +
      std::to_string(processorsInUse()) + " of " +
      std::to_string(view.instance.processors()) + " processors, mapping " +
      std::string(view.kind) + ": period " + view.times.period.decimal +
      (view.made.isOptimal ? " (least)" : "") + ", latency " +
      view.times.latency.decimal;
  svg.text("", left, 18, fitted(caption, plotWidth));
  if (table.periods > 0)
    svg.key(kinds, left, 38);
}

/// The stages in their order, an interval a box.
void PipelineDrawing::writeStrip() {
  const double each = plotWidth / static_cast<double>(view.instance.stages());
  bool isEven = true;
  for (const PipelineRow &row : view.rows) {
    const double begin = left + each * static_cast<double>(row.first);
    const double width = each * static_cast<double>(row.last - row.first + 1);
    const std::string text = stagesOf(row) + " on " + processorsOf(row);
    svg.bar(isEven ? "even" : "odd", begin, stripTop, width, stripHeight,
            "stages " + text + ", cycle time " + row.shown.cycle.decimal);
    if (textWidth(text) <= width)
      svg.text("place", begin + width / 2, stripTop + 17, text);
    isEven = !isEven;
  }
}

void PipelineDrawing::writeAxis() {
  for (std::int64_t i = 0; i <= table.periods; ++i)
    svg.tick(x(static_cast<double>(i)), top(), bottom(),
             i == 0   ? "0"
             : i == 1 ? "T"
                      : std::to_string(i) + " T");
}

/// Names on the left, and how much of its time a processor is in use.
void PipelineDrawing::writeLabels() {
  for (std::size_t i = 0; i < table.processors.size(); ++i) {
    const PipelineRow &row = view.rows[table.processors[i].row];
    const double base = y(i) + rowHeight / 2 + 4;
    const std::int64_t tenths = std::llround(view.use(row) * 1000);
    svg.text(view.isSlowest(row) ? "label slowest" : "label", left - 8, base,
             labelOf(table.processors[i]));
    svg.text("", left + plotWidth + 8, base,
             decimalText(tenths, {1, 10}) + " %");
  }
}

/// "receives item 4 from P_in"
static std::string wordsOf(const PipelineActivity &activity,
                           std::int64_t processors) {
  const std::string item = " item " + std::to_string(activity.item + 1);
  const std::string end =
      activity.peer < 0 ? "P_in"
      : activity.peer == processors
          ? "P_out"
          : "processor " + std::to_string(activity.peer + 1);
  switch (activity.kind) {
  case PipelineActivityKind::Receive:
    return "receives" + item + " from " + end;
  case PipelineActivityKind::Compute:
    return "computes" + item;
  case PipelineActivityKind::Send:
    return "sends" + item + " to " + end;
  }
  return {};
}

void PipelineDrawing::writeActivity(std::size_t row,
                                    const PipelineActivity &activity) {
  static constexpr std::array<std::string_view, 3> classes = {
      "receive", "compute", "send"};
  const auto kind = static_cast<std::size_t>(activity.kind);
  const bool isLane = view.instance.model == TransferModel::Overlapped;
  const double space = rowHeight - 4;
  const double height = isLane ? space / 3 : space;
  const double at =
      y(row) + 2 + (isLane ? height * static_cast<double>(kind) : 0);
  const double begin = x(activity.begin), width = x(activity.end) - begin;
  svg.bar(classes[kind], begin, at, width, height,
          "processor " + std::to_string(table.processors[row].processor + 1) +
              " " + wordsOf(activity, view.instance.processors()));
  constexpr double itemSize = 10;
  const std::string item = std::to_string(activity.item + 1);
  if (activity.kind == PipelineActivityKind::Compute && height >= itemSize &&
      width >= textWidth(item, itemSize) + 4)
    svg.text("item", begin + width / 2, at + height / 2 + 3.5, item);
}

void PipelineDrawing::write() {
  writeHead();
  writeStrip();
  if (table.periods > 0) {
    writeAxis();
    writeLabels();
  }
  for (std::size_t i = 0; i < table.processors.size(); ++i)
    for (const PipelineActivity &activity : table.processors[i].activities)
      writeActivity(i, activity);
  svg.end();
}

void redistc::view::writeSvg(const PipelineView &view, std::ostream &stream) {
  PipelineDrawing(view, stream).write();
}
