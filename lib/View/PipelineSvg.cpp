//===- PipelineSvg.cpp - A pipeline's mapping as a drawing ----------------===//
//
// `redist-plan pipeline --format svg`: on top the stages, cut into intervals;
// below the steady state, time to the right, a row a processor. A row has what
// the processor receives, computes and sends; where it does all at once, in
// three lanes. Bars say what they are where the pointer rests on them.
//
//===----------------------------------------------------------------------===//
#include "PipelineTimetable.h"
#include "Pixels.h"

#include "redistc/View/Numeral.h"

#include <algorithm>
#include <array>
#include <cmath>

using namespace redistc::view;
using namespace redist::schedule;

static constexpr double stripTop = 40, stripHeight = 26, plotWidth = 960,
                        marksWidth = 64;

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

/// Roughly; letters differ.
static double widthOf(const std::string &text) {
  return 6.5 * static_cast<double>(text.size());
}

class PipelineDrawing {
public:
  PipelineDrawing(const PipelineView &shown, std::ostream &sink)
      : view(shown), table(timetableOf(shown)), stream(sink) {
    constexpr std::size_t mostTall = 32;
    rowHeight = table.processors.size() > mostTall ? 14 : 26;
    for (const PipelineProcessor &one : table.processors)
      left = std::max(left, 20 + widthOf(labelOf(one)));
  }

  void write();

private:
  const PipelineView &view;
  PipelineTimetable table;
  std::ostream &stream;
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
  void writeLegend();
  void writeStrip();
  void writeAxis();
  void writeLabels();
  void writeActivity(std::size_t row, const PipelineActivity &activity);
};

void PipelineDrawing::writeHead() {
  const double width = left + plotWidth + marksWidth, height = bottom() + 16;
  stream << "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\""
         << pixels(width) << "\" height=\"" << pixels(height)
         << "\" viewBox=\"0 0 " << pixels(width) << " " << pixels(height)
         << "\">\n"
            "<style>\n"
            "text { font: 12px sans-serif; fill: #333 }\n"
            ".label { text-anchor: end }\n"
            ".time { text-anchor: middle; fill: #777 }\n"
            ".item { text-anchor: middle; font-size: 10px; fill: #fff }\n"
            ".place { text-anchor: middle }\n"
            ".slowest { fill: #b22; font-weight: bold }\n"
            ".grid { stroke: #ddd }\n"
            ".even { fill: #dfe8f3 }\n"
            ".odd { fill: #f3e6d8 }\n"
            ".send { fill: #3b6fb6 }\n"
            ".receive { fill: #8fb8e8 }\n"
            ".compute { fill: #d98032 }\n"
            "</style>\n"
         << "<rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n"
         << "<text x=\"" << pixels(left) << "\" y=\"18\">"
         << view.instance.stages() << " stages on " << processorsInUse()
         << " of " << view.instance.processors() << " processors, mapping "
         << view.kind << ": period " << view.times.period.decimal
         << (view.made.isOptimal ? " (least)" : "") << ", latency "
         << view.times.latency.decimal << "</text>\n";
}

void PipelineDrawing::writeLegend() {
  static constexpr std::array<std::string_view, 3> words = {"receive",
                                                            "compute", "send"};
  double at = left + plotWidth - 190;
  for (const std::string_view word : words) {
    stream << "<rect class=\"" << word << "\" x=\"" << pixels(at)
           << "\" y=\"9\" width=\"9\" height=\"9\"/><text x=\""
           << pixels(at + 13) << "\" y=\"18\">" << word << "</text>\n";
    at += 70;
  }
}

/// The stages in their order, an interval a box.
void PipelineDrawing::writeStrip() {
  const double each = plotWidth / static_cast<double>(view.instance.stages());
  bool isEven = true;
  for (const PipelineRow &row : view.rows) {
    const double begin = left + each * static_cast<double>(row.first);
    const double width = each * static_cast<double>(row.last - row.first + 1);
    const std::string text = stagesOf(row) + " on " + processorsOf(row);
    stream << "<rect class=\"" << (isEven ? "even" : "odd") << "\" x=\""
           << pixels(begin) << "\" y=\"" << pixels(stripTop) << "\" width=\""
           << pixels(width) << "\" height=\"" << pixels(stripHeight)
           << "\"><title>stages " << text << ", cycle time "
           << row.shown.cycle.decimal << "</title></rect>\n";
    if (widthOf(text) <= width)
      stream << "<text class=\"place\" x=\"" << pixels(begin + width / 2)
             << "\" y=\"" << pixels(stripTop + 17) << "\">" << text
             << "</text>\n";
    isEven = !isEven;
  }
}

void PipelineDrawing::writeAxis() {
  for (std::int64_t i = 0; i <= table.periods; ++i) {
    const double at = x(static_cast<double>(i));
    stream << "<line class=\"grid\" x1=\"" << pixels(at) << "\" y1=\""
           << pixels(top() - 6) << "\" x2=\"" << pixels(at) << "\" y2=\""
           << pixels(bottom()) << "\"/><text class=\"time\" x=\"" << pixels(at)
           << "\" y=\"" << pixels(top() - 10) << "\">"
           << (i == 0 ? "0" : (i == 1 ? "" : std::to_string(i) + " ") + "T")
           << "</text>\n";
  }
}

/// Names on the left, and how much of its time a processor is in use.
void PipelineDrawing::writeLabels() {
  for (std::size_t i = 0; i < table.processors.size(); ++i) {
    const PipelineRow &row = view.rows[table.processors[i].row];
    const std::string base = pixels(y(i) + rowHeight / 2 + 4);
    const std::int64_t tenths = std::llround(view.use(row) * 1000);
    stream << "<text class=\"label" << (view.isSlowest(row) ? " slowest" : "")
           << "\" x=\"" << pixels(left - 8) << "\" y=\"" << base << "\">"
           << labelOf(table.processors[i]) << "</text><text x=\""
           << pixels(left + plotWidth + 8) << "\" y=\"" << base << "\">"
           << decimalText(tenths, {1, 10}) << " %</text>\n";
  }
}

static std::string endName(std::int64_t u, std::int64_t processors) {
  return u < 0             ? "P_in"
         : u == processors ? "P_out"
                           : "processor " + std::to_string(u + 1);
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
  const std::string item = std::to_string(activity.item + 1);
  const std::string end = endName(activity.peer, view.instance.processors());
  stream << "<rect class=\"" << classes[kind] << "\" x=\"" << pixels(begin)
         << "\" y=\"" << pixels(at) << "\" width=\""
         << pixels(std::max(width, 0.5)) << "\" height=\"" << pixels(height)
         << "\"><title>processor " << table.processors[row].processor + 1;
  switch (activity.kind) {
  case PipelineActivityKind::Receive:
    stream << " receives item " << item << " from " << end;
    break;
  case PipelineActivityKind::Compute:
    stream << " computes item " << item;
    break;
  case PipelineActivityKind::Send:
    stream << " sends item " << item << " to " << end;
    break;
  }
  stream << "</title></rect>\n";
  if (activity.kind == PipelineActivityKind::Compute && height >= 10 &&
      width >= widthOf(item) + 4)
    stream << "<text class=\"item\" x=\"" << pixels(begin + width / 2)
           << "\" y=\"" << pixels(at + height / 2 + 3.5) << "\">" << item
           << "</text>\n";
}

void PipelineDrawing::write() {
  writeHead();
  writeStrip();
  if (table.periods > 0) {
    writeLegend();
    writeAxis();
    writeLabels();
  }
  for (std::size_t i = 0; i < table.processors.size(); ++i)
    for (const PipelineActivity &activity : table.processors[i].activities)
      writeActivity(i, activity);
  stream << "</svg>\n";
}

void redistc::view::writeSvg(const PipelineView &view, std::ostream &stream) {
  PipelineDrawing(view, stream).write();
}
