//===- RedistributionSvg.cpp - A redistribution as a drawing --------------===//
//
// `redist-plan redistribute --format svg`: on top the communication grid,
// senders down, receivers across, a cell a message in the colour of its step;
// below the steps one after the other, a row a sender, with a bar as wide as
// its message is long. Cells and bars say what they are where the pointer
// rests on them.
//
// Steps beyond the number of colours begin again with the first colour; then
// cells name their step, where there is room. The same follows for the phases
// by way of stripes, and for the steps between nodes.
//
//===----------------------------------------------------------------------===//
#include "RedistributionParts.h"
#include "Svg.h"

#include <algorithm>
#include <array>
#include <cassert>

using namespace redistc::view;
using namespace redist::schedule;

/// Eight fills that readers with any kind of colour blindness tell apart, by
/// hue or by lightness, on white and on dark paper; the texts on them are black
/// but for the fifth's.
static constexpr std::int64_t colours = 8, darkColour = 4;
static constexpr SvgStyle style = {
    ".c0 { fill: #e69f00 }\n.c1 { fill: #56b4e9 }\n.c2 { fill: #009e73 }\n"
    ".c3 { fill: #f0e442 }\n.c4 { fill: #0072b2 }\n.c5 { fill: #d55e00 }\n"
    ".c6 { fill: #cc79a7 }\n.c7 { fill: #999 }\n"
    ".plot { fill: #f4f4f4 }\n"
    ".in { text-anchor: middle; font-size: 10px; fill: #000 }\n"
    ".pale { fill: #fff }\n",
    ".plot { fill: #20242a }\n"};

/// More messages are drawn without a title for each, or the drawing of 256
/// ranks would have 15 MB.
static constexpr std::size_t maxTitled = 20'000;

static constexpr double smallSize = 10, headHeight = 92, plotHeight = 1024,
                        narrow = 6;

/// The classes of what a step has.
static std::string fillOf(std::int64_t step) {
  return "c" + std::to_string(step % colours);
}
static std::string_view inkOf(std::int64_t step) {
  return step % colours == darkColour ? "in pale" : "in";
}

/// Steps, of ranks or of nodes, and what is said above them.
struct DrawnSteps {
  std::vector<Step> steps;
  std::int64_t rows, columns, stepCount, totalCost;
  std::string facts, layouts;
  std::string_view sender; ///< "rank" or "node"
};

class RedistributionDrawing {
public:
  /// Below `top`.
  RedistributionDrawing(DrawnSteps, double top, SvgWriter &);

  double width() const { return wholeWidth; }
  double end() const { return bottom() + 32; }
  void write();

private:
  DrawnSteps drawn;
  double top;
  std::vector<MessageCell> cells;
  std::vector<double> begins; ///< of the steps, and the end of the last
  SvgWriter &svg;
  std::int64_t rows, columns;
  double left;
  double cellWidth, cellHeight; ///< of the grid
  double rowHeight;             ///< of the steps
  double wholeWidth;
  std::array<std::vector<SvgBox>, colours> untitled; ///< by colour

  /// Where the rows of the grid begin, and those of the steps.
  double gridTop() const { return top + headHeight; }
  double stepsTop() const {
    return gridTop() + cellHeight * static_cast<double>(rows) + 72;
  }
  double bottom() const {
    return stepsTop() + rowHeight * static_cast<double>(rows);
  }
  double x(double time) const {
    return left + plotWidth * time / std::max(begins.back(), 1.0);
  }
  std::string nameOf(std::int64_t step) const {
    return stepName(step, drawn.stepCount);
  }

  std::string entryOf(const MessageCell &) const;
  std::string fittingEntry(const MessageCell &) const;
  std::string titleOf(const MessageCell &) const;
  void writeHead();
  void writeMessage(const MessageCell &, const SvgBox &,
                    const std::string &text);
  void writeUntitled();
  void writeSenders(double begin, double each);
  void writeReceivers();
  void writeInside(std::int64_t step, double x, double y, double width,
                   double height, const std::string &text);
  void writeGrid();
  void writeStepNames();
  void writeSteps();
};

RedistributionDrawing::RedistributionDrawing(DrawnSteps shown, double above,
                                             SvgWriter &writer)
    : drawn(std::move(shown)), top(above), cells(messageCells(drawn.steps)),
      begins{0}, svg(writer), rows(drawn.rows), columns(drawn.columns),
      left(24 +
           std::max(textWidth("sender"), textWidth(std::to_string(rows - 1)))),
      cellHeight(std::min(20.0, plotHeight / static_cast<double>(rows))),
      rowHeight(std::min(18.0, plotHeight / static_cast<double>(rows))) {
  for (const Step &step : drawn.steps)
    begins.push_back(begins.back() + static_cast<double>(step.cost));
  double widest = 24;
  for (const MessageCell &cell : cells)
    widest = std::max(widest, textWidth(entryOf(cell), smallSize) + 8);
  cellWidth = std::min(widest, plotWidth / static_cast<double>(columns));
  // The last cost stands under the end of the plot.
  const double overhang = textWidth(std::to_string(drawn.totalCost)) / 2;
  wholeWidth = left + plotWidth + std::max(24.0, overhang + 4);
}

std::string RedistributionDrawing::entryOf(const MessageCell &cell) const {
  return nameOf(cell.step) + " " + std::to_string(cell.length);
}

/// What of it there is room for: without its name a step is known by its
/// colour, unless there are more steps than colours.
std::string RedistributionDrawing::fittingEntry(const MessageCell &cell) const {
  const auto fits = [&](const std::string &text) {
    return textWidth(text, smallSize) + 2 <= cellWidth;
  };
  if (fits(entryOf(cell)))
    return entryOf(cell);
  return drawn.stepCount > colours ? nameOf(cell.step)
                                   : std::to_string(cell.length);
}

std::string RedistributionDrawing::titleOf(const MessageCell &cell) const {
  const std::string who = drawn.sender == "node" ? "node " : "";
  return "step " + nameOf(cell.step) + ": " + who + std::to_string(cell.from) +
         " sends " + std::to_string(cell.length) + " to " + who +
         std::to_string(cell.to);
}

void RedistributionDrawing::writeHead() {
  svg.text("", left, top + 18, fitted(drawn.facts, plotWidth));
  svg.text("", left, top + 36, fitted(drawn.layouts, plotWidth));
}

/// As many of their numbers as there is room for.
void RedistributionDrawing::writeSenders(double begin, double each) {
  constexpr double lineHeight = 13;
  svg.text("label", left - 8, begin - 10, "sender");
  const std::int64_t step = labelStep(each, lineHeight);
  for (std::int64_t rank = 0; rank < rows; rank += step)
    svg.text("label", left - 8,
             begin + each * (static_cast<double>(rank) + 0.5) + 4,
             std::to_string(rank));
}

void RedistributionDrawing::writeReceivers() {
  const std::int64_t step =
      labelStep(cellWidth, textWidth(std::to_string(columns - 1)) + 6);
  svg.text("", left, gridTop() - 26, "receiver");
  for (std::int64_t rank = 0; rank < columns; rank += step)
    svg.text("time", left + cellWidth * (static_cast<double>(rank) + 0.5),
             gridTop() - 8, std::to_string(rank));
}

/// A text in the middle of a cell or bar, unless it is too large for it.
void RedistributionDrawing::writeInside(std::int64_t step, double x, double y,
                                        double width, double height,
                                        const std::string &text) {
  if (textWidth(text, smallSize) + 2 <= width && smallSize + 1 <= height)
    svg.text(inkOf(step), x + width / 2, y + height / 2 + 3.5, text);
}

void RedistributionDrawing::writeMessage(const MessageCell &cell,
                                         const SvgBox &box,
                                         const std::string &text) {
  if (cells.size() > maxTitled) {
    untitled[static_cast<std::size_t>(cell.step % colours)].push_back(box);
    return;
  }
  svg.bar(fillOf(cell.step), box.x, box.y, box.width, box.height,
          titleOf(cell));
  writeInside(cell.step, box.x, box.y, box.width, box.height, text);
}

/// What writeMessage() has put aside.
void RedistributionDrawing::writeUntitled() {
  for (std::size_t i = 0; i < untitled.size(); ++i) {
    svg.boxes(fillOf(static_cast<std::int64_t>(i)), untitled[i]);
    untitled[i].clear();
  }
}

void RedistributionDrawing::writeGrid() {
  svg.bar("plot", left, gridTop(), cellWidth * static_cast<double>(columns),
          cellHeight * static_cast<double>(rows));
  writeSenders(gridTop(), cellHeight);
  writeReceivers();
  // Cells stand apart where that leaves something of them.
  const double gap = cellHeight >= narrow ? 1 : 0;
  for (const MessageCell &cell : cells) {
    const double at = left + cellWidth * static_cast<double>(cell.to);
    const double y = gridTop() + cellHeight * static_cast<double>(cell.from);
    writeMessage(cell, {at, y, cellWidth, cellHeight - gap},
                 fittingEntry(cell));
  }
  writeUntitled();
}

/// Above a step its name, in its colour; below its end the cost until then,
/// where the last one has left room.
void RedistributionDrawing::writeStepNames() {
  constexpr double bandHeight = 16, space = 8;
  const double band = stepsTop() - bandHeight - 4;
  double free = left;
  svg.text("time", left, bottom() + 18, "0");
  for (std::size_t i = 0; i < drawn.steps.size(); ++i) {
    const Step &step = drawn.steps[i];
    const auto number = static_cast<std::int64_t>(i);
    const double begin = x(begins[i]), end = x(begins[i + 1]);
    svg.bar(fillOf(number), begin, band, end - begin, bandHeight,
            "step " + nameOf(number) + ": " +
                std::to_string(step.transfers.size()) + " messages, cost " +
                std::to_string(step.cost));
    writeInside(number, begin, band, end - begin, bandHeight, nameOf(number));
    const std::string until =
        std::to_string(static_cast<std::int64_t>(begins[i + 1]));
    const double half = textWidth(until) / 2;
    if (end - half < free + space)
      continue;
    svg.line("grid", end, stepsTop(), end, bottom() + 4);
    svg.text("time", end, bottom() + 18, until);
    free = end + half;
  }
}

void RedistributionDrawing::writeSteps() {
  svg.text("", left, stepsTop() - 36,
           "steps, one after the other: to whom a " +
               std::string(drawn.sender) +
               " sends, bars as wide as messages are long");
  svg.bar("plot", left, stepsTop(), plotWidth,
          rowHeight * static_cast<double>(rows));
  writeSenders(stepsTop(), rowHeight);
  writeStepNames();
  const double gap = rowHeight >= narrow ? 1 : 0;
  for (const MessageCell &cell : cells) {
    const double begin = begins[static_cast<std::size_t>(cell.step)];
    const double at = x(begin);
    const double length = x(begin + static_cast<double>(cell.length)) - at;
    const double y = stepsTop() + rowHeight * static_cast<double>(cell.from);
    writeMessage(cell, {at, y, length, rowHeight - gap},
                 std::to_string(cell.to));
  }
  writeUntitled();
}

void RedistributionDrawing::write() {
  writeHead();
  writeGrid();
  writeSteps();
}

static std::string countText(const ScheduleCounts &counts) {
  return ": " + std::to_string(counts.messageCount) + " messages in " +
         std::to_string(counts.stepCount) + " steps" +
         (counts.stepsAreLeast() ? " (least)" : "") + ", total cost " +
         std::to_string(counts.totalCost) +
         (counts.costIsLeast() ? " (least)" : "");
}

static DrawnSteps drawnOf(const RedistributionView &view) {
  return {*view.steps,
          view.assignment.sourceRanks(),
          view.assignment.targetRanks(),
          view.stepCount,
          view.totalCost,
          captionOf(view) + countText(countsOf(view)),
          sourceText(view.assignment) + " to " + targetText(view.assignment) +
              ", strategy " + std::string(name(view.strategy)),
          "rank"};
}

static DrawnSteps drawnOf(const NodeView &view) {
  DrawnSteps drawn = {{},
                      view.placed.source.nodes(),
                      view.placed.target.nodes(),
                      view.counts.stepCount,
                      view.counts.totalCost,
                      "between nodes" + countText(view.counts),
                      "messages of ranks, summed up",
                      "node"};
  if (view.regular)
    drawn.layouts =
        sourceText(*view.regular) + " to " + targetText(*view.regular);
  for (const TwoLevelStep &one : *view.steps)
    drawn.steps.push_back(one.step);
  return drawn;
}

void redistc::view::writeSvg(const RedistributionView &view,
                             std::ostream &stream) {
  assert(view.steps && "the drawing shows the steps");
  SvgWriter svg(stream);
  std::vector<RedistributionDrawing> drawings;
  drawings.emplace_back(drawnOf(view), 0, svg);
  const auto addBelow = [&](DrawnSteps drawn) {
    drawings.emplace_back(std::move(drawn), drawings.back().end() + 24, svg);
  };
  for (std::size_t i = 0; i < view.phases.size(); ++i) {
    DrawnSteps drawn = drawnOf(view.phases[i]);
    drawn.facts = "phase " + std::to_string(i + 1) + ", " + drawn.facts;
    addBelow(std::move(drawn));
  }
  if (view.nodes && view.nodes->steps)
    addBelow(drawnOf(*view.nodes));
  double width = 0;
  for (const RedistributionDrawing &one : drawings)
    width = std::max(width, one.width());
  svg.begin(width, drawings.back().end(), style);
  for (RedistributionDrawing &one : drawings)
    one.write();
  svg.end();
}
