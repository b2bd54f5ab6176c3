//===- MappingProgram.cpp - The integer program of a mapping --------------===//

#include "MappingProgram.h"

#include "redistSchedule/Support/Index.h"

#include <CbcModel.hpp>
#include <OsiClpSolverInterface.hpp>

#include <algorithm>

namespace redistc::exact {

using redist::schedule::indexOf;
using redist::schedule::Mapping;
using redist::schedule::PipelineInstance;
using redist::schedule::TransferModel;

MappingProgram::MappingProgram(const PipelineInstance &given,
                               std::int64_t givenKnown)
    : instance(given),
      unit(static_cast<double>(std::max<std::int64_t>(givenKnown, 1))),
      known(givenKnown), n(given.stages()), p(given.processors()) {
  period = model.addColumn(0, 1, 1);
  addStages();
  addTransfers();
  addFlow();
  addPeriods();
  addLatency();
}

double MappingProgram::inUnits(std::int64_t ticks) const {
  return static_cast<double>(ticks) / unit;
}

/// y[k, u] alone: x[k, u] is what comes in, y and z together.
void MappingProgram::addStages() {
  for (std::int64_t k = 0; k + 1 < n; ++k)
    for (std::int64_t u = 0; u < p; ++u) {
      const bool isBarred =
          (instance.pins[indexOf(k)] >= 0 && instance.pins[indexOf(k)] != u) ||
          (instance.pins[indexOf(k + 1)] >= 0 &&
           instance.pins[indexOf(k + 1)] != u) ||
          instance.workOf(k, k + 1) * instance.ticksOfWork[indexOf(u)] > known;
      stays.push_back(isBarred ? -1 : model.addColumn(0, 1, 0));
    }
}

void MappingProgram::addTransfer(std::int64_t datum, std::int32_t from,
                                 std::int32_t to) {
  const auto isBarred = [&](std::int64_t stage, std::int32_t u) {
    const std::int32_t pin = instance.pins[indexOf(stage)];
    return (pin >= 0 && pin != u) ||
           instance.workOf(stage, stage) * instance.ticksOfWork[indexOf(u)] >
               known;
  };
  const std::int64_t ticks = instance.ticksOfDatum(from, to);
  if (ticks == PipelineInstance::noLink ||
      instance.data[indexOf(datum)] * ticks > known ||
      (datum > 0 && isBarred(datum - 1, from)) ||
      (datum < n && isBarred(datum, to)))
    return;
  transfers.push_back({datum, from, to, model.addColumn(0, 1, 0)});
}

void MappingProgram::addTransfers() {
  const auto processors = static_cast<std::int32_t>(p);
  for (std::int32_t u = 0; u < processors; ++u) {
    addTransfer(0, -1, u);
    addTransfer(n, u, processors);
    for (std::int32_t v = 0; v < processors; ++v)
      for (std::int64_t k = 1; u != v && k < n; ++k)
        addTransfer(k, u, v);
  }
}

void MappingProgram::addFlow() {
  const int start = model.addRow(1, 1);
  std::vector<int> enters, balance;
  for (std::int64_t u = 0; u < p; ++u)
    enters.push_back(model.addRow(0, 1));
  for (std::int64_t i = 0; i < n * p; ++i)
    balance.push_back(model.addRow(0, 0));
  for (const Transfer &transfer : transfers) {
    if (transfer.datum == 0)
      model.addEntry(start, transfer.column, 1);
    if (transfer.datum < n) {
      model.addEntry(enters[indexOf(transfer.to)], transfer.column, 1);
      model.addEntry(balance[indexOf(transfer.datum * p + transfer.to)],
                     transfer.column, 1);
    }
    if (transfer.datum > 0)
      model.addEntry(balance[indexOf((transfer.datum - 1) * p + transfer.from)],
                     transfer.column, -1);
  }
  for (std::int64_t k = 0; k + 1 < n; ++k)
    for (std::int64_t u = 0; u < p; ++u)
      if (const int column = stays[indexOf(k * p + u)]; column >= 0) {
        model.addEntry(balance[indexOf(k * p + u)], column, -1);
        model.addEntry(balance[indexOf((k + 1) * p + u)], column, 1);
      }
}

/// Overlapped: receives, work and sends each keep the period.
void MappingProgram::addPeriods() {
  const bool isSum = instance.model == TransferModel::Serial;
  std::vector<int> receive, compute, send;
  const auto newRow = [&] {
    const int row = model.addRow(-LinearModel::infinity, 0);
    model.addEntry(row, period, -1);
    return row;
  };
  for (std::int64_t u = 0; u < p; ++u) {
    compute.push_back(newRow());
    receive.push_back(isSum ? compute.back() : newRow());
    send.push_back(isSum ? compute.back() : newRow());
  }
  for (const Transfer &transfer : transfers) {
    const double time =
        inUnits(instance.data[indexOf(transfer.datum)] *
                instance.ticksOfDatum(transfer.from, transfer.to));
    double input = isSum ? time : 0;
    if (transfer.datum < n) {
      input += inUnits(instance.workOf(transfer.datum, transfer.datum) *
                       instance.ticksOfWork[indexOf(transfer.to)]);
      model.addEntry(compute[indexOf(transfer.to)], transfer.column, input);
      if (!isSum)
        model.addEntry(receive[indexOf(transfer.to)], transfer.column, time);
    }
    if (transfer.datum > 0)
      model.addEntry(send[indexOf(transfer.from)], transfer.column, time);
  }
  for (std::int64_t k = 0; k + 1 < n; ++k)
    for (std::int64_t u = 0; u < p; ++u)
      if (const int column = stays[indexOf(k * p + u)]; column >= 0)
        model.addEntry(compute[indexOf(u)], column,
                       inUnits(instance.workOf(k + 1, k + 1) *
                               instance.ticksOfWork[indexOf(u)]));
}

void MappingProgram::addLatency() {
  if (instance.latencyLimit < 0)
    return;
  // A little more is allowed here; what is found is checked exactly.
  const int row = model.addRow(0, inUnits(instance.latencyLimit) * (1 + 1e-9));
  const auto workAt = [&](std::int64_t stage, std::int64_t u) {
    return stage < n ? instance.workOf(stage, stage) *
                           instance.ticksOfWork[indexOf(u)]
                     : 0;
  };
  for (const Transfer &transfer : transfers)
    model.addEntry(
        row, transfer.column,
        inUnits(
            instance.data[indexOf(transfer.datum)] *
                instance.ticksOfDatum(transfer.from, transfer.to) +
            (transfer.datum < n ? workAt(transfer.datum, transfer.to) : 0)));
  for (std::int64_t k = 0; k + 1 < n; ++k)
    for (std::int64_t u = 0; u < p; ++u)
      if (const int column = stays[indexOf(k * p + u)]; column >= 0)
        model.addEntry(row, column, inUnits(workAt(k + 1, u)));
}

/// Follows the transfers that are taken.
std::optional<Mapping> MappingProgram::mappingOf(const double *solution) const {
  std::vector<Transfer> taken;
  for (const Transfer &transfer : transfers)
    if (solution[transfer.column] > 0.5)
      taken.push_back(transfer);
  std::sort(
      taken.begin(), taken.end(),
      [](const Transfer &a, const Transfer &b) { return a.datum < b.datum; });
  if (taken.size() < 2)
    return std::nullopt;
  Mapping mapping;
  for (std::size_t i = 0; i + 1 < taken.size(); ++i)
    mapping.intervals.push_back(
        {taken[i].datum, taken[i + 1].datum - 1, {taken[i].to}});
  return mapping;
}

MappingProgramAnswer MappingProgram::solve(std::int64_t maxNodes) {
  OsiClpSolverInterface solver;
  model.load(solver);
  for (const Transfer &transfer : transfers)
    solver.setInteger(transfer.column);
  for (const int column : stays)
    if (column >= 0)
      solver.setInteger(column);
  CbcModel search(solver);
  search.setLogLevel(0);
  search.solver()->messageHandler()->setLogLevel(0);
  search.setMaximumNodes(
      static_cast<int>(std::min<std::int64_t>(maxNodes, 1 << 30)));
  search.branchAndBound();

  MappingProgramAnswer answer;
  if (const double *best = search.bestSolution())
    answer.mapping = mappingOf(best);
  // Nothing at or below the known period: the bound is the period itself.
  answer.bound =
      search.isProvenInfeasible() ? 1 : search.getBestPossibleObjValue();
  return answer;
}

} // namespace redistc::exact
