//===- ReductionSvg.cpp - A reduction's timeline as a drawing -------------===//
//
// `redist-plan reduce --format svg`: time to the right, a row a rank. Above in
// a row what its port does, below its combines; a line joins the two ends of a
// transfer. Bars say what they are where the pointer rests on them.
//
//===----------------------------------------------------------------------===//
#include "Pixels.h"
#include "ReductionTimeline.h"

#include "redistc/View/Numeral.h"

#include <algorithm>
#include <array>

using namespace redistc::view;
using namespace redist::schedule;

static constexpr double rowHeight = 24, barHeight = 9, top = 64, right = 24,
                        plotWidth = 960;

class Drawing {
public:
  Drawing(const ReductionView &shown, std::ostream &sink)
      : view(shown), stream(sink),
        left(24 + 8 * static_cast<double>(
                          std::to_string(shown.rows.size() - 1).size())) {}

  void write();

private:
  const ReductionView &view;
  std::ostream &stream;
  double left; ///< of the plot

  double x(std::int64_t time) const {
    const auto whole =
        static_cast<double>(std::max<std::int64_t>(view.length, 1));
    return left + plotWidth * static_cast<double>(time) / whole;
  }
  static double y(std::int64_t rank) {
    return top + rowHeight * static_cast<double>(rank);
  }
  double bottom() const {
    return y(static_cast<std::int64_t>(view.rows.size()));
  }

  void writeHead();
  void writeLegend();
  void writeAxis();
  void writeLine(std::int64_t from, std::int64_t to, std::int64_t begin);
  void writeTransfers();
  void writeActivity(std::int64_t rank, const Activity &activity);
};

void Drawing::writeHead() {
  const double width = left + plotWidth + right, height = bottom() + 16;
  stream << "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\""
         << pixels(width) << "\" height=\"" << pixels(height)
         << "\" viewBox=\"0 0 " << pixels(width) << " " << pixels(height)
         << "\">\n"
            "<style>\n"
            "text { font: 12px sans-serif; fill: #333 }\n"
            ".label { text-anchor: end }\n"
            ".time { text-anchor: middle; fill: #777 }\n"
            ".grid { stroke: #ddd }\n"
            ".link { stroke: #999 }\n"
            ".send { fill: #3b6fb6 }\n"
            ".receive { fill: #8fb8e8 }\n"
            ".combine { fill: #d98032 }\n"
            "</style>\n"
         << "<rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n"
         << "<text x=\"" << pixels(left) << "\" y=\"18\">" << view.problem.ranks
         << " ranks, transfer " << view.time(view.problem.cost.transfer)
         << ", combine " << view.time(view.problem.cost.combine)
         << ", strategy " << nameOf(view.problem.strategy) << ": length "
         << view.time(view.length) << "</text>\n";
}

void Drawing::writeLegend() {
  static constexpr std::array<std::string_view, 3> words = {"send", "receive",
                                                            "combine"};
  double at = left + plotWidth - 210;
  for (const std::string_view word : words) {
    stream << "<rect class=\"" << word << "\" x=\"" << pixels(at)
           << "\" y=\"9\" width=\"9\" height=\"9\"/><text x=\""
           << pixels(at + 13) << "\" y=\"18\">" << word << "</text>\n";
    at += 70;
  }
}

/// The least of 1, 2, 5, 10, 20, ... that gives few labels; of ticks, or of
/// whole units of time where there are some.
static std::int64_t axisStep(std::int64_t length, const Fraction &tick) {
  constexpr std::int64_t most = 10;
  std::int64_t step = tick.numerator == 1 && length / 2 >= tick.denominator
                          ? tick.denominator
                          : 1;
  for (int turn = 0; length / step > most; ++turn)
    step = turn % 3 == 1 ? step / 2 * 5 : step * 2;
  return step;
}

void Drawing::writeAxis() {
  const std::int64_t step = axisStep(view.length, view.tick);
  for (std::int64_t time = 0;; time += step) {
    stream << "<line class=\"grid\" x1=\"" << pixels(x(time)) << "\" y1=\""
           << pixels(top - 6) << "\" x2=\"" << pixels(x(time)) << "\" y2=\""
           << pixels(bottom()) << "\"/><text class=\"time\" x=\""
           << pixels(x(time)) << "\" y=\"" << pixels(top - 10) << "\">"
           << view.time(time) << "</text>\n";
    if (time > view.length - step)
      break;
  }
  for (std::size_t i = 0; i < view.rows.size(); ++i)
    stream << "<text class=\"label\" x=\"" << pixels(left - 8) << "\" y=\""
           << pixels(y(static_cast<std::int64_t>(i)) + 14) << "\">" << i
           << "</text>\n";
}

/// From the end of the sender's bar to that of the receiver's.
void Drawing::writeLine(std::int64_t from, std::int64_t to,
                        std::int64_t begin) {
  const double end = x(begin + view.problem.cost.transfer);
  const bool isDown = to > from;
  stream << "<line class=\"link\" x1=\"" << pixels(end) << "\" y1=\""
         << pixels(y(from) + (isDown ? barHeight + 2 : 2)) << "\" x2=\""
         << pixels(end) << "\" y2=\""
         << pixels(y(to) + (isDown ? 2 : barHeight + 2)) << "\"/>\n";
}

void Drawing::writeTransfers() {
  for (std::size_t i = 0; i < view.rows.size(); ++i)
    if (view.rows[i].parent >= 0)
      writeLine(static_cast<std::int64_t>(i), view.rows[i].parent,
                view.rows[i].start);
  if (view.sentOnFrom)
    writeLine(*view.sentOnFrom, view.root, view.sentOnStart);
}

void Drawing::writeActivity(std::int64_t rank, const Activity &activity) {
  const bool isCombine = activity.kind == ActivityKind::Combine;
  const std::string_view kind = isCombine ? "combine"
                                : activity.kind == ActivityKind::Send
                                    ? "send"
                                    : "receive";
  const std::string_view what = isCombine ? "combines the element of"
                                : activity.kind == ActivityKind::Send
                                    ? "sends to"
                                    : "receives from";
  // What takes no time is a hair.
  const double width = std::max(x(activity.end) - x(activity.begin), 0.5);
  stream << "<rect class=\"" << kind << "\" x=\"" << pixels(x(activity.begin))
         << "\" y=\"" << pixels(y(rank) + (isCombine ? barHeight + 2 : 2))
         << "\" width=\"" << pixels(width) << "\" height=\""
         << pixels(barHeight) << "\"><title>rank " << rank << " " << what
         << " rank " << activity.peer << ", " << view.time(activity.begin)
         << " - " << view.time(activity.end) << "</title></rect>\n";
}

void Drawing::write() {
  writeHead();
  writeLegend();
  writeAxis();
  writeTransfers();
  const auto all = activitiesOf(view);
  for (std::size_t rank = 0; rank < all.size(); ++rank)
    for (const Activity &activity : all[rank])
      writeActivity(static_cast<std::int64_t>(rank), activity);
  stream << "</svg>\n";
}

void redistc::view::writeSvg(const ReductionView &view, std::ostream &stream) {
  Drawing(view, stream).write();
}
