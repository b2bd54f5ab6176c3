//===- PipelineView.cpp - A pipeline's mapping, for people ----------------===//
//
// Collects rows from a mapping and its instance, and writes times. A boundary
// where intervals are dealt and links differ takes what the slowest link in use
// takes, as costOf counts it.
//
//===----------------------------------------------------------------------===//
#include "redistc/View/PipelineView.h"

#include "PipelineTimes.h"

#include "redistSchedule/Support/Index.h"

#include <algorithm>
#include <numeric>

using namespace redistc::view;
using namespace redist::schedule;

double PipelineView::use(const PipelineRow &row) const {
  if (made.cost.period == 0)
    return 0;
  return static_cast<double>(row.cycle) *
         static_cast<double>(made.cost.periodDivisor) /
         (static_cast<double>(row.count()) *
          static_cast<double>(made.cost.period));
}

bool PipelineView::isSlowest(const PipelineRow &row) const {
  // cycle / count and the period in lowest terms.
  const std::int64_t common = std::gcd(row.cycle, row.count());
  return row.cycle > 0 && row.cycle / common == made.cost.period &&
         row.count() / common == made.cost.periodDivisor;
}

/// What datum k takes from any of some processors to any of others that handle
/// the same item; no processors: P_in, P_out.
static std::int64_t transferOf(const PipelineInstance &instance, std::int64_t k,
                               const std::vector<std::int32_t> &from,
                               const std::vector<std::int32_t> &to) {
  const std::int64_t datum = instance.data[indexOf(k)];
  if (instance.hasUniformLinks())
    return datum * instance.ticksOfData.front();
  const std::size_t senders = std::max<std::size_t>(1, from.size());
  const std::size_t receivers = std::max<std::size_t>(1, to.size());
  const std::size_t step = std::gcd(senders, receivers);
  std::int64_t longest = 0;
  for (std::size_t a = 0; a < senders; ++a)
    for (std::size_t b = a % step; b < receivers; b += step) {
      const std::int64_t u = from.empty() ? -1 : from[a];
      const std::int64_t v = to.empty() ? instance.processors() : to[b];
      longest = std::max(longest, instance.ticksOfDatum(u, v) * datum);
    }
  return longest;
}

std::vector<PipelineRow> redistc::view::rowsOf(const PipelineInstance &instance,
                                               const Mapping &mapping) {
  std::vector<PipelineRow> rows;
  for (const MappedInterval &interval : mapping.intervals) {
    PipelineRow row = {interval.first, interval.last, interval.processors};
    std::int64_t slowest = 0;
    for (const std::int32_t u : row.processors)
      slowest = std::max(slowest, instance.ticksOfWork[indexOf(u)]);
    row.compute = instance.workOf(row.first, row.last) * slowest;
    row.receive = transferOf(instance, row.first,
                             rows.empty() ? std::vector<std::int32_t>()
                                          : rows.back().processors,
                             row.processors);
    if (!rows.empty())
      rows.back().send = row.receive;
    rows.push_back(std::move(row));
  }
  if (!rows.empty())
    rows.back().send =
        transferOf(instance, instance.stages(), rows.back().processors, {});
  for (PipelineRow &row : rows)
    row.cycle = instance.model == TransferModel::Serial
                    ? row.receive + row.compute + row.send
                    : std::max({row.receive, row.compute, row.send});
  return rows;
}

PipelineView redistc::view::makeView(PipelineProblem problem,
                                     PipelineInstance instance,
                                     std::string kind, MadeMapping made,
                                     std::vector<MadeMapping> pareto) {
  PipelineView view = {std::move(problem), std::move(instance), std::move(kind),
                       std::move(made)};
  view.rows = rowsOf(view.instance, view.made.mapping);
  view.times =
      timesOf(view.problem, view.instance, view.made.cost, view.rows, false);
  for (const MadeMapping &point : pareto) {
    std::vector<PipelineRow> rows = rowsOf(view.instance, point.mapping);
    view.paretoTimes.push_back(
        timesOf(view.problem, view.instance, point.cost, rows, false));
  }
  view.pareto = std::move(pareto);
  return view;
}

/// Runs of stages that follow each other on a processor.
static Mapping runsOf(const std::vector<std::int32_t> &processorOf) {
  Mapping runs;
  for (std::size_t k = 0; k < processorOf.size(); ++k) {
    const auto stage = static_cast<std::int64_t>(k);
    if (k == 0 || processorOf[k] != processorOf[k - 1])
      runs.intervals.push_back({stage, stage, {processorOf[k]}});
    runs.intervals.back().last = stage;
  }
  return runs;
}

/// Of a processor with the rows `own`, by equation (3), or by (4), (5) from the
/// first input to the last output. starts: of every row's receive.
static std::int64_t generalCycle(const std::vector<PipelineRow> &rows,
                                 const std::vector<std::int64_t> &starts,
                                 const std::vector<std::size_t> &own,
                                 GeneralModel general, TransferModel model) {
  std::int64_t receive = 0, compute = 0, send = 0;
  for (const std::size_t j : own) {
    receive += rows[j].receive;
    compute += rows[j].compute;
    send += rows[j].send;
  }
  const PipelineRow &first = rows[own.front()], &last = rows[own.back()];
  const std::int64_t begin = starts[own.front()];
  const std::int64_t end =
      starts[own.back()] + last.receive + last.compute + last.send;
  const bool isPath = general == GeneralModel::Path;
  if (model == TransferModel::Serial)
    return isPath ? end - begin : receive + compute + send;
  if (isPath)
    compute = end - last.send - (begin + first.receive);
  return std::max({receive, compute, send});
}

PipelineView redistc::view::makeView(PipelineProblem problem,
                                     PipelineInstance instance,
                                     GeneralView general) {
  PipelineView view = {std::move(problem), std::move(instance), "general", {}};
  view.made.mapping = runsOf(general.mapping.processorOf);
  view.rows = rowsOf(view.instance, view.made.mapping);
  std::vector<std::int64_t> starts;
  std::vector<std::vector<std::size_t>> own(
      indexOf(view.instance.processors()));
  std::int64_t at = 0;
  for (std::size_t j = 0; j < view.rows.size(); ++j) {
    starts.push_back(at);
    at += view.rows[j].receive + view.rows[j].compute;
    own[indexOf(view.rows[j].processors.front())].push_back(j);
  }
  for (PipelineRow &row : view.rows)
    row.cycle =
        generalCycle(view.rows, starts, own[indexOf(row.processors.front())],
                     general.model, view.instance.model);
  MadeMapping &made = view.made;
  made.cost = {general.mapping.period, 1, at + view.rows.back().send, {}};
  for (const PipelineRow &row : view.rows)
    made.cost.cycleTimes.push_back(row.cycle);
  made.isOptimal = !general.isGiven;
  made.periodBound = general.isGiven ? 0 : general.mapping.period;
  made.method = general.isGiven ? "the command line" : "trying all of them";
  view.times = timesOf(view.problem, view.instance, made.cost, view.rows, true);
  view.general = std::move(general);
  return view;
}

MappingReport redistc::view::reportOn(const PipelineView &view) {
  if (!view.general)
    return verify(view.instance, view.made);
  MappingReport report;
  report.cost = view.made.cost;
  const std::int64_t in = view.rows.front().receive,
                     out = view.rows.back().send;
  std::int64_t longest =
      view.instance.endsCollide() ? in + out : std::max(in, out);
  for (const PipelineRow &row : view.rows)
    longest = std::max(longest, row.cycle);
  if (longest != view.made.cost.period)
    report.offences.push_back(
        std::string("the period is ")
            .append(shownTicks(view.instance, longest).decimal)
            .append(", not ")
            .append(view.times.period.decimal));
  return report;
}
