//===- PipelineText.cpp - A pipeline's mapping as a table -----------------===//
//
// The header states the problem and what was found; below it come the
// intervals with their times, the steady state, and other mappings.
//
//===----------------------------------------------------------------------===//
#include "PipelineTimes.h"
#include "PipelineTimetable.h"
#include "TextTable.h"

#include "redistc/View/Numeral.h"

#include <algorithm>
#include <cmath>

using namespace redistc::view;
using namespace redist::schedule;

static std::string text(const Fraction &value) {
  return decimalText(value.numerator, {1, value.denominator});
}

static bool isLess(const Fraction &a, const Fraction &b) {
  return static_cast<double>(a.numerator) * static_cast<double>(b.denominator) <
         static_cast<double>(b.numerator) * static_cast<double>(a.denominator);
}

/// "1, 2, 3", or their range where they are many.
static std::string listOf(const std::vector<Fraction> &values) {
  constexpr std::size_t most = 16;
  if (values.size() > most) {
    const auto [low, high] =
        std::minmax_element(values.begin(), values.end(), isLess);
    return "from " + text(*low) + " to " + text(*high);
  }
  std::string list;
  for (const Fraction &value : values)
    list += (list.empty() ? "" : ", ") + text(value);
  return list;
}

static void writeProblem(const PipelineView &view, std::ostream &stream) {
  const PipelineProblem &problem = view.problem;
  stream << "stages      " << problem.work.size() << ", work "
         << listOf(problem.work) << "\n"
         << "data        " << listOf(problem.data) << "\n"
         << "processors  " << problem.speeds.size() << ", speeds "
         << listOf(problem.speeds) << "\n"
         << "links       "
         << (problem.bandwidth.size() == 1
                 ? "bandwidth " + text(problem.bandwidth.front())
                 : "a bandwidth for each of them")
         << (problem.sharesEnds ? ", P_in = P_out" : "") << "\n"
         << "model       "
         << (problem.model == TransferModel::Serial
                 ? "receive, then compute, then send"
                 : "receive, compute and send at once")
         << "\n";
  if (problem.latencyLimit)
    stream << "limit       latency " << text(*problem.latencyLimit) << "\n";
  if (!view.instance.isExact)
    stream << "rounding    the times have no common unit in 62 bits: mappings "
              "are compared to 9 digits\n";
}

/// "1.24 %", rounded up: at most so much is lost.
static std::string gapOf(const PipelineView &view) {
  const double bound = static_cast<double>(view.made.periodBound);
  const double period = static_cast<double>(view.made.cost.period) /
                        static_cast<double>(view.made.cost.periodDivisor);
  const auto hundredths =
      static_cast<std::int64_t>(std::ceil((period / bound - 1) * 10000));
  return decimalText(std::max<std::int64_t>(hundredths, 1), {1, 100}) + " %";
}

static void writeResult(const PipelineView &view, std::ostream &stream) {
  const MadeMapping &made = view.made;
  stream << "mapping     " << view.kind;
  if (view.general)
    stream << (view.general->model == GeneralModel::Path
                   ? ", equations (4), (5)"
                   : ", equation (3)");
  stream << (view.general && view.general->isGiven ? ", given by "
                                                   : ", made by ")
         << made.method << "\n"
         << "period      " << view.times.period.decimal;
  if (made.isOptimal)
    stream << ": proved least";
  else if (made.periodBound > 0)
    stream << ": at most " << gapOf(view) << " above the least";
  stream << "\n";
  if (!view.general || !view.general->isGiven)
    stream << "bounds      lower "
           << (made.isOptimal
                   ? view.times.period.decimal
                   : shownTicks(view.instance, made.periodBound).decimal)
           << "\n";
  stream << "latency     " << view.times.latency.decimal << "\n";
  const bool isOfEnds = std::ranges::none_of(
      view.rows, [&](const PipelineRow &row) { return view.isSlowest(row); });
  if (isOfEnds && made.cost.period > 0)
    stream << "slowest     P_in, P_out: no processor is busy all the time\n";
}

/// "3", "3-7".
static std::string stagesText(std::int64_t first, std::int64_t last) {
  return first == last
             ? std::to_string(first + 1)
             : std::to_string(first + 1) + "-" + std::to_string(last + 1);
}

static std::string processorsText(const std::vector<std::int32_t> &processors) {
  std::string list;
  for (const std::int32_t u : processors)
    list += (list.empty() ? "" : ", ") + std::to_string(u + 1);
  return list;
}

/// "98.7 %"; of what is beyond all counting, that it is.
static std::string percent(double part) {
  constexpr double most = 1e12;
  if (part > most)
    return "over " + percent(most);
  return decimalText(std::llround(part * 1000), {1, 10}) + " %";
}

static void writeRows(const PipelineView &view, std::ostream &stream) {
  const bool isDealt = std::ranges::any_of(
      view.rows, [](const PipelineRow &row) { return row.count() > 1; });
  stream << "\nIntervals: times of one item"
         << (view.general ? ", cycle: of all on the processor" : "")
         << (isDealt ? ", on the slowest of its processors" : "")
         << "; * no time is left\n\n";
  TextTable table(
      {"stages", "processor", "receive", "compute", "send", "cycle", "in use"});
  for (const PipelineRow &row : view.rows)
    table.add({stagesText(row.first, row.last), processorsText(row.processors),
               row.shown.receive.decimal, row.shown.compute.decimal,
               row.shown.send.decimal, row.shown.cycle.decimal,
               percent(view.use(row)) + (view.isSlowest(row) ? " *" : "")});
  table.write(stream);
}

static void writeAlternatives(const PipelineView &view, std::ostream &stream) {
  const double least = static_cast<double>(view.made.cost.period) /
                       static_cast<double>(view.made.cost.periodDivisor);
  stream << "\nCompare: periods of other mappings\n\n";
  TextTable table({"mapping", "period", "latency"});
  for (const PipelineAlternative &other : view.alternatives) {
    if (!other.cost) {
      table.add({other.name, "-", "-", other.why});
      continue;
    }
    const double period = static_cast<double>(other.cost->period) /
                          static_cast<double>(other.cost->periodDivisor);
    std::vector<std::string> words = {
        other.name,
        shownTicks(view.instance, other.cost->period, other.cost->periodDivisor)
            .decimal,
        other.hasLatency
            ? shownTicks(view.instance, other.cost->latency).decimal
            : "-"};
    if (period > least && least > 0)
      words.push_back(std::string("+").append(percent(period / least - 1)));
    else if (other.isOptimal)
      words.push_back("proved least");
    table.add(std::move(words));
  }
  table.write(stream);
}

static void writePareto(const PipelineView &view, std::ostream &stream) {
  constexpr std::size_t maxIntervals = 12;
  stream << "\nPareto: no mapping is better than one of these in both\n\n";
  TextTable table({"period", "latency", "stages on processors"});
  for (std::size_t i = 0; i < view.pareto.size(); ++i) {
    const MadeMapping &point = view.pareto[i];
    std::string places;
    for (std::size_t j = 0; j < point.mapping.intervals.size(); ++j) {
      const MappedInterval &interval = point.mapping.intervals[j];
      if (j == maxIntervals) {
        places += ", ...";
        break;
      }
      places += (j == 0 ? "" : ", ") +
                stagesText(interval.first, interval.last) + " on " +
                processorsText(interval.processors);
    }
    table.add({view.paretoTimes[i].period.decimal +
                   (point.isOptimal ? "" : " (not proved)"),
               view.paretoTimes[i].latency.decimal, places});
  }
  table.write(stream);
}

static void writeReport(const PipelineView &view, std::ostream &stream) {
  const MappingReport &report = *view.report;
  stream << "\nVerification: " << (report.valid() ? "valid" : "INVALID")
         << "\n";
  for (const std::string &offence : report.offences)
    stream << "  " << offence << "\n";
  if (!report.valid())
    return;
  stream << "  period "
         << shownTicks(view.instance, report.cost.period,
                       report.cost.periodDivisor)
                .decimal
         << " and latency "
         << shownTicks(view.instance, report.cost.latency).decimal
         << (view.general ? " by cycle times\n" : " by timetable\n");
}

void redistc::view::writeText(const PipelineView &view, bool isFull,
                              std::ostream &stream) {
  writeProblem(view, stream);
  writeResult(view, stream);
  if (isFull || view.rows.size() <= maxListedIntervals)
    writeRows(view, stream);
  else
    stream << "\nThe intervals are left out: more than " << maxListedIntervals
           << ". --full lists them.\n";
  if (!view.general && view.rows.size() <= maxChartRows)
    writeChart(view, stream);
  if (!view.pareto.empty())
    writePareto(view, stream);
  if (!view.alternatives.empty())
    writeAlternatives(view, stream);
  if (view.report)
    writeReport(view, stream);
}
