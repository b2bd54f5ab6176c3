//===- ReductionSvg.cpp - A reduction's timeline as a drawing -------------===//
//
// `redist-plan reduce --format svg`: time to the right, a row a rank. Above in
// a row what its port does, below its combines; a line joins the two ends of a
// transfer. Bars say what they are where the pointer rests on them.
//
//===----------------------------------------------------------------------===//
#include "ReductionTimeline.h"
#include "Svg.h"

#include "redistc/View/Numeral.h"

#include <algorithm>
#include <array>

using namespace redistc::view;
using namespace redist::schedule;

/// Of many ranks: what programs that render drawings still accept.
static constexpr double top = 76, maxHeight = 8192;

class ReductionDrawing {
public:
  ReductionDrawing(const ReductionView &shown, std::ostream &sink)
      : view(shown), svg(sink), ticks(ticksOf(shown)),
        left(24 + textWidth(std::to_string(shown.rows.size() - 1))) {
    constexpr std::size_t maxTall = 32;
    if (view.rows.size() > maxTall)
      rowHeight =
          std::min(14.0, maxHeight / static_cast<double>(view.rows.size()));
    gap = std::min(gap, rowHeight / 7);
    for (const std::int64_t time : ticks)
      right = std::max(right, textWidth(view.time(time)) / 2 + 4);
  }

  void write();

private:
  const ReductionView &view;
  SvgWriter svg;
  std::vector<std::int64_t> ticks; ///< times of the axis
  double left, right = 24;         ///< margins of the plot
  double rowHeight = 24, gap = 2;

  static std::vector<std::int64_t> ticksOf(const ReductionView &);
  static std::vector<std::int64_t> ticksOf(const ReductionView &,
                                           std::int64_t most);
  static double scaleOf(const ReductionView &view) {
    return plotWidth /
           static_cast<double>(std::max<std::int64_t>(view.length, 1));
  }
  double x(std::int64_t time) const {
    return left + scaleOf(view) * static_cast<double>(time);
  }
  double y(std::int64_t rank) const {
    return top + rowHeight * static_cast<double>(rank);
  }
  double bottom() const {
    return y(static_cast<std::int64_t>(view.rows.size()));
  }
  /// A row has two lanes, with gaps around them.
  double barHeight() const { return (rowHeight - 3 * gap) / 2; }

  void writeHead();
  void writeAxis();
  void writeLine(std::int64_t from, std::int64_t to, std::int64_t begin);
  void writeTransfers();
  void writeActivity(std::int64_t rank, const Activity &activity);
};

void ReductionDrawing::writeHead() {
  static constexpr SvgStyle style = {".link { stroke: #999 }\n"
                                     ".combine { fill: #d98032 }\n",
                                     ""};
  static constexpr std::array<std::string_view, 3> kinds = {"send", "receive",
                                                            "combine"};
  svg.begin(left + plotWidth + right, bottom() + 16, style);
  const std::string caption =
      std::to_string(view.problem.ranks) + " ranks, transfer " +
      view.time(view.problem.cost.transfer) + ", combine " +
      view.time(view.problem.cost.combine) + ", strategy " +
      std::string(nameOf(view.problem.strategy)) + ": length " +
      view.time(view.length);
  svg.text("", left, 18, fitted(caption, plotWidth));
  svg.key(kinds, left, 38);
}

/// Ticks of the tree, or whole units of time where there are some.
std::vector<std::int64_t> ReductionDrawing::ticksOf(const ReductionView &view,
                                                    std::int64_t most) {
  const bool hasUnits =
      view.tick.numerator == 1 && view.length / 2 >= view.tick.denominator;
  const std::int64_t unit = hasUnits ? view.tick.denominator : 1;
  const std::int64_t step =
      unit * roundStep(static_cast<double>(view.length) /
                       static_cast<double>(unit) / static_cast<double>(most));
  std::vector<std::int64_t> times = {0};
  while (times.back() <= view.length - step)
    times.push_back(times.back() + step);
  return times;
}

/// As many as their labels have room for.
std::vector<std::int64_t> ReductionDrawing::ticksOf(const ReductionView &view) {
  constexpr std::int64_t most = 10;
  constexpr double space = 10;
  for (std::int64_t count = most; count > 1; --count) {
    std::vector<std::int64_t> times = ticksOf(view, count);
    double widest = 0;
    for (const std::int64_t time : times)
      widest = std::max(widest, textWidth(view.time(time)));
    if (times.size() == 1 ||
        scaleOf(view) * static_cast<double>(times[1]) >= widest + space)
      return times;
  }
  return ticksOf(view, 1);
}

void ReductionDrawing::writeAxis() {
  for (const std::int64_t time : ticks)
    svg.tick(x(time), top, bottom(), view.time(time));
  constexpr double lineHeight = 13;
  const auto step = static_cast<std::size_t>(labelStep(rowHeight, lineHeight));
  for (std::size_t i = 0; i < view.rows.size(); i += step)
    svg.text("label", left - 8,
             y(static_cast<std::int64_t>(i)) + rowHeight / 2 + 4,
             std::to_string(i));
}

/// From the end of the sender's bar to that of the receiver's.
void ReductionDrawing::writeLine(std::int64_t from, std::int64_t to,
                                 std::int64_t begin) {
  const double end = x(begin + view.problem.cost.transfer);
  const double under = gap + barHeight();
  const bool isDown = to > from;
  svg.line("link", end, y(from) + (isDown ? under : gap), end,
           y(to) + (isDown ? gap : under));
}

void ReductionDrawing::writeTransfers() {
  for (std::size_t i = 0; i < view.rows.size(); ++i)
    if (view.rows[i].parent >= 0)
      writeLine(static_cast<std::int64_t>(i), view.rows[i].parent,
                view.rows[i].start);
  if (view.sentOnFrom)
    writeLine(*view.sentOnFrom, view.root, view.sentOnStart);
}

void ReductionDrawing::writeActivity(std::int64_t rank,
                                     const Activity &activity) {
  const bool isCombine = activity.kind == ActivityKind::Combine;
  const bool isSend = activity.kind == ActivityKind::Send;
  const std::string what = isCombine ? " combines the element of rank "
                           : isSend  ? " sends to rank "
                                     : " receives from rank ";
  svg.bar(
      isCombine ? "combine"
      : isSend  ? "send"
                : "receive",
      x(activity.begin), y(rank) + gap + (isCombine ? barHeight() + gap : 0),
      x(activity.end) - x(activity.begin), barHeight(),
      "rank " + std::to_string(rank) + what + std::to_string(activity.peer) +
          ", " + view.time(activity.begin) + " - " + view.time(activity.end));
}

void ReductionDrawing::write() {
  writeHead();
  writeAxis();
  writeTransfers();
  const auto all = activitiesOf(view);
  for (std::size_t rank = 0; rank < all.size(); ++rank)
    for (const Activity &activity : all[rank])
      writeActivity(static_cast<std::int64_t>(rank), activity);
  svg.end();
}

void redistc::view::writeSvg(const ReductionView &view, std::ostream &stream) {
  ReductionDrawing(view, stream).write();
}
