//===- ComparisonSvg.cpp - Strategies one above the other -----------------===//
//
// `redist-plan compare --format svg`: the timelines of all strategies on one
// scale, so that the shorter one is seen to be shorter. Rows are as high as all
// of them together leave room for. Bars say what they are where the pointer
// rests on them.
//
//===----------------------------------------------------------------------===//
#include "ComparisonParts.h"
#include "Svg.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <vector>

using namespace redistc::view;

static constexpr SvgStyle style = {
    ".c0 { fill: #e69f00 }\n.c1 { fill: #56b4e9 }\n.c2 { fill: #009e73 }\n"
    ".c3 { fill: #f0e442 }\n.c4 { fill: #0072b2 }\n.c5 { fill: #d55e00 }\n"
    ".c6 { fill: #cc79a7 }\n.c7 { fill: #999 }\n"
    ".compute { fill: #d98032 }\n.combine { fill: #d98032 }\n"
    ".plot { fill: #f4f4f4 }\n"
    ".in { text-anchor: middle; font-size: 10px; fill: #000 }\n"
    ".pale { fill: #fff }\n",
    ".plot { fill: #20242a }\n"};

static constexpr double top = 76, titleHeight = 22, space = 14, fontSize = 10;

class ComparisonDrawing {
public:
  ComparisonDrawing(const Comparison &shown, std::ostream &sink);

  void write();

private:
  const Comparison &comparison;
  SvgWriter svg;
  double left = 24, rowHeight = 18;
  double length = 0; ///< that the plot is wide
  std::vector<double> ticks;

  double x(double time) const {
    return left + plotWidth * time / std::max(length, 1e-300);
  }
  double heightOf(const Contender &one) const {
    return one.exists ? titleHeight + space +
                            rowHeight * static_cast<double>(one.rows.size())
                      : titleHeight;
  }
  std::string titleOf(const Contender &) const;
  void writeRows(const Contender &, double begin);
  void writeBar(const ComparedBar &, double begin);
};

ComparisonDrawing::ComparisonDrawing(const Comparison &shown,
                                     std::ostream &sink)
    : comparison(shown), svg(sink) {
  constexpr double tall = 2200, least = 2;
  std::size_t rows = 0;
  for (const Contender &one : comparison.contenders) {
    rows += one.rows.size();
    for (const std::string &name : one.rows)
      left = std::max(left, 20 + textWidth(name));
    for (const ComparedBar &bar : one.bars)
      length = std::max(length, bar.end);
  }
  const double most = comparison.lanes > 1 ? 22 : 18;
  rowHeight = std::clamp(
      tall / static_cast<double>(std::max<std::size_t>(rows, 1)), least, most);
}

/// "greedy: steps 3, total cost 12, +9.1 %; greedy".
std::string ComparisonDrawing::titleOf(const Contender &one) const {
  if (!one.exists)
    return one.name + ": none: " + one.note;
  std::string text = one.name + ":";
  for (std::size_t i = 0; i < comparison.columns.size(); ++i)
    text += (i ? ", " : " ") + comparison.columns[i] + " " + one.values[i];
  const std::string over = overBest(one, bestOf(comparison).value_or(0));
  return text + (over.empty() ? "" : ", " + over) + "; " + one.note;
}

static std::string tickText(double value) {
  std::array<char, 32> text{};
  const auto end = std::to_chars(text.data(), text.data() + text.size(), value,
                                 std::chars_format::general, 6);
  return {text.data(), end.ptr};
}

/// 1, 2 or 5 times a power of ten, about a tenth of the length.
static double tickStep(double length) {
  const double power = std::pow(10, std::floor(std::log10(length / 10)));
  for (const double factor : {1, 2, 5})
    if (factor * power * 10 >= length)
      return factor * power;
  return 10 * power;
}

/// Times of the axis.
static std::vector<double> ticksOf(double length) {
  std::vector<double> ticks;
  if (length <= 0)
    return ticks;
  const double step = tickStep(length);
  constexpr double nearly = 1 + 1e-9;
  for (int i = 0; step * i <= length * nearly; ++i)
    ticks.push_back(step * i);
  return ticks;
}

void ComparisonDrawing::writeBar(const ComparedBar &bar, double begin) {
  constexpr double narrow = 6, rowGap = 3;
  const double gap = rowHeight < narrow      ? 0
                     : comparison.lanes == 1 ? 1
                                             : rowGap;
  const double height =
      (rowHeight - gap) / static_cast<double>(comparison.lanes);
  const double y = begin + rowHeight * static_cast<double>(bar.row) +
                   height * static_cast<double>(bar.lane);
  const double width = x(bar.end) - x(bar.begin);
  svg.bar(bar.kind, x(bar.begin), y, width, height, bar.title);
  if (!bar.text.empty() && fontSize + 1 <= height &&
      textWidth(bar.text, fontSize) + 2 <= width)
    svg.text(bar.kind == "c4" ? "in pale" : "in", x(bar.begin) + width / 2,
             y + height / 2 + 3.5, bar.text);
}

void ComparisonDrawing::writeRows(const Contender &one, double begin) {
  constexpr double lineHeight = 13;
  const double height = rowHeight * static_cast<double>(one.rows.size());
  svg.bar("plot", left, begin, plotWidth, height);
  for (const double time : ticks)
    svg.line("grid", x(time), begin, x(time), begin + height);
  const std::int64_t step = labelStep(rowHeight, lineHeight);
  for (std::size_t i = 0; i < one.rows.size();
       i += static_cast<std::size_t>(step))
    svg.text("label", left - 8,
             begin + rowHeight * (static_cast<double>(i) + 0.5) + 4,
             one.rows[i]);
  for (const ComparedBar &bar : one.bars)
    writeBar(bar, begin);
}

void ComparisonDrawing::write() {
  double height = top + 10;
  for (const Contender &one : comparison.contenders)
    height += heightOf(one);
  svg.begin(left + plotWidth + 48, height + 10, style);
  svg.text("", left, 18,
           fitted(comparison.caption + "; " + comparison.scale, plotWidth));
  const std::vector<std::string_view> kinds(comparison.kinds.begin(),
                                            comparison.kinds.end());
  svg.key(kinds, left, 38);
  ticks = ticksOf(length);
  for (const double time : ticks)
    svg.tick(x(time), top, top, tickText(time));
  double y = top + 10;
  for (const Contender &one : comparison.contenders) {
    svg.text("", left, y + 14, fitted(titleOf(one), plotWidth));
    if (one.exists)
      writeRows(one, y + titleHeight);
    y += heightOf(one);
  }
  svg.end();
}

void redistc::view::writeSvg(const Comparison &comparison,
                             std::ostream &stream) {
  ComparisonDrawing(comparison, stream).write();
}
