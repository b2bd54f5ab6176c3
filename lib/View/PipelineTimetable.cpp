//===- PipelineTimetable.cpp - What each processor does when --------------===//
//
// Times are computed in ticks and shown in periods; a column of the chart is a
// whole part of a period.
//
//===----------------------------------------------------------------------===//
#include "PipelineTimetable.h"

#include <algorithm>
#include <cmath>

using namespace redistc::view;
using namespace redist::schedule;

/// Starts of the rows' receives and sends for item 0, in periods.
struct RowStarts {
  std::vector<double> starts, sends;
};

class TimetableMaker {
public:
  explicit TimetableMaker(const PipelineView &shown)
      : view(shown),
        period(static_cast<double>(shown.made.cost.period) /
               static_cast<double>(shown.made.cost.periodDivisor)) {}

  PipelineTimetable make();

private:
  const PipelineView &view;
  double period; ///< ticks
  PipelineTimetable table;
  RowStarts times;
  std::int64_t firstItem = 0; ///< starts at the beginning of what is shown

  double inPeriods(std::int64_t ticks) const {
    return static_cast<double>(ticks) / period;
  }
  double holdOfEnds() const;
  void findTimes();
  void show(std::size_t row, std::int64_t place);
  void add(PipelineProcessor &processor, PipelineActivityKind kind,
           double begin, std::int64_t ticks, std::int64_t item,
           std::int64_t peer) const;
  std::int64_t peerOf(std::size_t row, std::int64_t item) const;
};

/// How long an item must be held back for its send to P_out to meet no receive
/// from P_in of the same port.
double TimetableMaker::holdOfEnds() const {
  if (!view.instance.endsCollide())
    return 0;
  double send = 0;
  for (const PipelineRow &row : view.rows)
    send += inPeriods(row.receive) + inPeriods(row.compute);
  const double in = inPeriods(view.rows.front().receive);
  const double out = inPeriods(view.rows.back().send);
  // Rounding must not make a send of no slack wait a whole period.
  constexpr double tolerance = 1e-9;
  const double turn = std::floor(send + tolerance);
  const double phase = send - turn;
  if (phase < in - tolerance)
    return in - phase;
  return phase + out <= 1 + tolerance ? 0 : 1 - phase + in;
}

void TimetableMaker::findTimes() {
  double hold = holdOfEnds(), at = 0;
  for (const PipelineRow &row : view.rows) {
    times.starts.push_back(at);
    const double spare =
        std::max(0.0, static_cast<double>(row.count()) - inPeriods(row.cycle));
    const double held = std::min(hold, spare);
    hold -= held;
    at += inPeriods(row.receive) + inPeriods(row.compute) + held;
    times.sends.push_back(at);
  }
  const double latency = at + inPeriods(view.rows.back().send);
  firstItem = static_cast<std::int64_t>(std::ceil(latency));
}

std::int64_t TimetableMaker::peerOf(std::size_t row, std::int64_t item) const {
  const std::vector<std::int32_t> &processors = view.rows[row].processors;
  return processors[static_cast<std::size_t>(item % view.rows[row].count())];
}

/// The part of it that is shown.
void TimetableMaker::add(PipelineProcessor &processor,
                         PipelineActivityKind kind, double begin,
                         std::int64_t ticks, std::int64_t item,
                         std::int64_t peer) const {
  begin += static_cast<double>(item - firstItem);
  const double end =
      std::min(begin + inPeriods(ticks), static_cast<double>(table.periods));
  begin = std::max(begin, 0.0);
  constexpr double nothing = 1e-9;
  if (end - begin > nothing)
    processor.activities.push_back({kind, begin, end, item, peer});
}

void TimetableMaker::show(std::size_t j, std::int64_t place) {
  const PipelineRow &row = view.rows[j];
  PipelineProcessor processor = {
      j, row.processors[static_cast<std::size_t>(place)], {}};
  const std::int64_t count = row.count();
  const double leaves = times.sends[j] + inPeriods(row.send);
  std::int64_t item = std::max<std::int64_t>(
      0, firstItem - static_cast<std::int64_t>(std::ceil(leaves)));
  item += (place - item % count + count) % count;
  const bool isLast = j + 1 == view.rows.size();
  for (; static_cast<double>(item - firstItem) + times.starts[j] <
         static_cast<double>(table.periods);
       item += count) {
    add(processor, PipelineActivityKind::Receive, times.starts[j], row.receive,
        item, j == 0 ? -1 : peerOf(j - 1, item));
    add(processor, PipelineActivityKind::Compute,
        times.starts[j] + inPeriods(row.receive), row.compute, item,
        processor.processor);
    add(processor, PipelineActivityKind::Send, times.sends[j], row.send, item,
        isLast ? view.instance.processors() : peerOf(j + 1, item));
  }
  table.processors.push_back(std::move(processor));
}

PipelineTimetable TimetableMaker::make() {
  if (view.made.cost.period == 0)
    return table;
  std::int64_t most = 1;
  for (const PipelineRow &row : view.rows)
    most = std::max(most, row.count());
  table.periods = std::clamp<std::int64_t>(2 * most, 3, 12);
  findTimes();
  for (std::size_t j = 0; j < view.rows.size(); ++j)
    for (std::int64_t place = 0; place < view.rows[j].count(); ++place)
      show(j, place);
  return table;
}

PipelineTimetable redistc::view::timetableOf(const PipelineView &view) {
  return TimetableMaker(view).make();
}

/// Sends >, receives <, computes the last digit of the item's number, over
/// transfers at the same time; waits a dot.
static std::string barOf(const std::vector<PipelineActivity> &activities,
                         TransferModel model, std::int64_t columnsEach,
                         std::int64_t columns) {
  std::string bar(static_cast<std::size_t>(columns), '.');
  const auto draw = [&](const PipelineActivity &activity, char mark) {
    const auto each = static_cast<double>(columnsEach);
    std::int64_t first = std::llround(activity.begin * each);
    std::int64_t last = std::llround(activity.end * each);
    if (first == last)
      first = static_cast<std::int64_t>(activity.begin * each),
      last = first + 1;
    for (; first < std::min(last, columns); ++first)
      bar[static_cast<std::size_t>(first)] = mark;
  };
  const auto drawAll = [&](bool computes) {
    for (const PipelineActivity &activity : activities) {
      if ((activity.kind == PipelineActivityKind::Compute) != computes)
        continue;
      draw(activity, computes
                         ? static_cast<char>('0' + (activity.item + 1) % 10)
                     : activity.kind == PipelineActivityKind::Send ? '>'
                                                                   : '<');
    }
  };
  // Short transfers are seen, unless the processor computes meanwhile.
  drawAll(model == TransferModel::Serial);
  drawAll(model != TransferModel::Serial);
  return bar;
}

void redistc::view::writeChart(const PipelineView &view, std::ostream &stream) {
  const PipelineTimetable table = timetableOf(view);
  if (table.periods == 0 || table.processors.size() > maxChartRows)
    return;
  constexpr std::int64_t widest = 72;
  const std::int64_t each = widest / table.periods;
  std::size_t width = 0;
  for (const PipelineProcessor &one : table.processors)
    width = std::max(width, std::to_string(one.processor + 1).size());
  stream << "\nSteady state: < receives, > sends, digits compute the item "
            "whose number ends so, . waits; "
         << table.periods << " periods of " << view.times.period.decimal
         << "\n\n";
  stream << std::string(width + 1, ' ');
  for (std::int64_t i = 0; i < table.periods; ++i)
    stream << '|' << std::string(static_cast<std::size_t>(each) - 1, ' ');
  stream << "|\n";
  for (const PipelineProcessor &one : table.processors) {
    const std::string name = std::to_string(one.processor + 1);
    stream << std::string(width - name.size(), ' ') << name << " |"
           << barOf(one.activities, view.instance.model, each,
                    each * table.periods)
           << "\n";
  }
}
