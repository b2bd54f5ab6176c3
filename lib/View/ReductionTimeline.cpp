//===- ReductionTimeline.cpp - What each rank does when -------------------===//
//
// A column of the timeline is a whole number of ticks, or a tick a whole number
// of columns. What is shorter than a column gets one.
//
//===----------------------------------------------------------------------===//
#include "ReductionTimeline.h"

#include "redistSchedule/Support/Index.h"
#include "redistc/View/Numeral.h"

#include <algorithm>
#include <limits>

using namespace redistc::view;
using namespace redist::schedule;

std::vector<std::vector<Activity>>
redistc::view::activitiesOf(const ReductionView &view) {
  const ReductionCost &cost = view.problem.cost;
  std::vector<std::vector<Activity>> all(view.rows.size());
  const auto transfer = [&](std::int64_t from, std::int64_t to,
                            std::int64_t begin) {
    const std::int64_t end = begin + cost.transfer;
    all[indexOf(from)].push_back({ActivityKind::Send, begin, end, to});
    all[indexOf(to)].push_back({ActivityKind::Receive, begin, end, from});
  };
  for (std::size_t i = 0; i < view.rows.size(); ++i) {
    const ReductionRow &row = view.rows[i];
    const auto rank = static_cast<std::int64_t>(i);
    if (row.parent >= 0) {
      transfer(rank, row.parent, row.start);
      all[indexOf(row.parent)].push_back({ActivityKind::Combine, row.combine,
                                          row.combine + cost.combine, rank});
    }
    if (row.ownCombine >= 0)
      all[i].push_back({ActivityKind::Combine, row.ownCombine,
                        row.ownCombine + cost.combine, rank});
  }
  if (view.sentOnFrom)
    transfer(*view.sentOnFrom, view.root, view.sentOnStart);
  return all;
}

/// Columns to ticks and back.
class Scale {
public:
  Scale(std::int64_t length, const Fraction &tick) : whole(length) {
    constexpr std::int64_t widest = 72;
    // A part of a tick needs a name, too.
    const std::int64_t widestTick =
        tick.denominator <= std::numeric_limits<std::int64_t>::max() / 4 ? 4
                                                                         : 1;
    if (length > widest)
      ticksEach = (length + widest - 1) / widest;
    else if (length > 0)
      columnsEach = std::min(widest / length, widestTick);
    count = (length * columnsEach + ticksEach - 1) / ticksEach;
  }

  std::int64_t columns() const { return count; }
  std::int64_t columnsPerTick() const { return columnsEach; }
  std::int64_t ticksPerColumn() const { return ticksEach; }
  /// The column in which a time lies.
  std::int64_t columnAt(std::int64_t time) const {
    return time / ticksEach * columnsEach;
  }
  /// The first column whose middle is not before a time; behind the last one
  /// at the end of all, though only a part of that may be left.
  std::int64_t firstColumnFrom(std::int64_t time) const {
    return time == whole
               ? count
               : (time + (ticksEach - 1) / 2) / ticksEach * columnsEach;
  }
  /// Precondition: the column begins with a tick.
  std::int64_t timeAt(std::int64_t column) const {
    return column / columnsEach * ticksEach;
  }

private:
  std::int64_t whole, ticksEach = 1, columnsEach = 1, count = 0;
};

/// Sends > and receives <, combines =, both #, waits a dot.
static std::string barOf(const Scale &scale, std::int64_t from,
                         std::int64_t until,
                         const std::vector<Activity> &activities) {
  const auto columns = static_cast<std::size_t>(scale.columns());
  std::string ports(columns, ' ');
  std::string combines(columns, ' ');
  for (const Activity &activity : activities) {
    if (activity.begin == activity.end)
      continue;
    std::int64_t first = scale.firstColumnFrom(activity.begin);
    std::int64_t last = scale.firstColumnFrom(activity.end);
    if (first == last)
      first = scale.columnAt(activity.begin), last = first + 1;
    std::string &line =
        activity.kind == ActivityKind::Combine ? combines : ports;
    const char mark = activity.kind == ActivityKind::Send      ? '>'
                      : activity.kind == ActivityKind::Receive ? '<'
                                                               : '=';
    for (; first < std::min(last, scale.columns()); ++first)
      line[indexOf(first)] = mark;
  }
  std::string bar;
  for (std::size_t i = 0; i < columns; ++i) {
    const std::int64_t time = scale.timeAt(static_cast<std::int64_t>(i));
    if (ports[i] == '<' && combines[i] == '=')
      bar += '#';
    else if (ports[i] != ' ')
      bar += ports[i];
    else if (combines[i] != ' ')
      bar += '=';
    else
      bar += from <= time && time < until ? '.' : ' ';
  }
  bar.erase(bar.find_last_not_of(' ') + 1);
  return bar;
}

/// Times above the columns at which they begin, as close as they fit.
static std::string axisOf(const ReductionView &view, const Scale &scale) {
  std::int64_t spacing = 12;
  for (bool fits = false; !fits; spacing *= fits ? 1 : 2) {
    fits = true;
    for (std::int64_t column = 0; column < scale.columns(); column += spacing)
      fits = fits && static_cast<std::int64_t>(
                         view.time(scale.timeAt(column)).size()) < spacing;
  }
  std::string axis;
  for (std::int64_t column = 0; column <= scale.columns(); column += spacing) {
    axis.resize(indexOf(column), ' ');
    axis += view.time(scale.timeAt(column));
  }
  return axis;
}

void redistc::view::writeTimeline(const ReductionView &view,
                                  std::ostream &stream) {
  const Scale scale(view.length, view.tick);
  const auto all = activitiesOf(view);
  const std::size_t width = std::to_string(view.rows.size() - 1).size();
  const Fraction column = {view.tick.numerator,
                           view.tick.denominator * scale.columnsPerTick()};
  stream << "\nTimeline: < receives, > sends, = combines, # receives and "
            "combines, . waits; a column is "
         << decimalText(scale.ticksPerColumn(), column) << "\n\n"
         << std::string(width + 2, ' ') << axisOf(view, scale) << "\n";
  for (std::size_t rank = 0; rank < all.size(); ++rank) {
    const ReductionRow &row = view.rows[rank];
    const bool isRoot = static_cast<std::int64_t>(rank) == view.root;
    const std::int64_t until = isRoot            ? view.length
                               : row.parent >= 0 ? row.start
                                                 : view.sentOnStart;
    const std::string name = std::to_string(rank);
    stream << std::string(width - name.size(), ' ') << name << " |"
           << barOf(scale, row.available, until, all[rank]) << "\n";
  }
}
