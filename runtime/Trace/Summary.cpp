//===- Summary.cpp - Text of REDIST_STATS ---------------------------------===//
#include "Trace/Summary.h"

#include <algorithm>
#include <cinttypes>
#include <cmath>
#include <cstdio>

namespace redist::runtime {

static std::string formatted(const char *format, double a, double b = 0,
                             double c = 0, double d = 0) {
  char line[256];
  std::snprintf(line, sizeof line, format, a, b, c, d);
  return line;
}

void CostModel::add(double steps, double bytes, double seconds) {
  const auto end = points.begin() + pointCount;
  const bool known = std::any_of(points.begin(), end, [&](const Point &p) {
    return p.steps == steps && p.bytes == bytes;
  });
  if (!known && pointCount < pointsNeeded)
    points[pointCount++] = {steps, bytes};
  stepsSteps += steps * steps;
  stepsBytes += steps * bytes;
  bytesBytes += bytes * bytes;
  stepsTime += steps * seconds;
  bytesTime += bytes * seconds;
  timeTime += seconds * seconds;
}

std::string CostModel::text() const {
  const double determinant = stepsSteps * bytesBytes - stepsBytes * stepsBytes;
  if (pointCount < pointsNeeded ||
      determinant <= 1e-9 * stepsSteps * bytesBytes)
    return "";
  double alpha =
      (stepsTime * bytesBytes - bytesTime * stepsBytes) / determinant;
  double beta = (bytesTime * stepsSteps - stepsTime * stepsBytes) / determinant;
  // The error is convex: its least on the quadrant lies on the side where the
  // free minimum leaves it.
  if (alpha < 0) {
    alpha = 0;
    beta = bytesTime / bytesBytes;
  } else if (beta < 0) {
    alpha = stepsTime / stepsSteps;
    beta = 0;
  }
  const double residual =
      timeTime - 2 * (alpha * stepsTime + beta * bytesTime) +
      alpha * alpha * stepsSteps + 2 * alpha * beta * stepsBytes +
      beta * beta * bytesBytes;
  const double explained =
      timeTime > 0 ? 100 * (1 - std::max(0.0, residual) / timeTime) : 0;
  return formatted("model: time = %.3g us x steps + %.3g ns x bytes "
                   "of the steps; explains %.1f %% of the measured time\n",
                   alpha * 1e6, beta * 1e9, explained);
}

/// What decided which way to go.
static std::string forecastText(const schedule::MethodTimes &seconds) {
  static constexpr const char *names[schedule::messageMethods] = {
      "by steps", "at once", "by MPI_Alltoallv", "by derived types"};
  std::string text;
  std::size_t known = 0;
  for (std::size_t way = 0; way < schedule::messageMethods; ++way)
    if (std::isfinite(seconds[way]))
      text += formatted(known++ ? ", %.6f s " : ": expected %.6f s ",
                        seconds[way]) +
              names[way];
  return known > 1 ? text : text + "; no other way is in the choice";
}

/// A line for each method that was used, with what decided.
std::string Summary::methodText(const std::string &begin) const {
  static constexpr const char *names[schedule::transferMethods] = {
      "step by step",          "with all messages at once",
      "by MPI_Alltoallv",      "by MPI_Alltoallw with derived types",
      "through shared memory", "in two levels, one message a pair of nodes"};
  std::string all;
  for (std::size_t i = 0; i < methods.size(); ++i) {
    const MethodSums &sums = methods[i];
    if (sums.calls == 0)
      continue;
    all += begin + "  " + std::to_string(sums.calls) +
           (sums.calls == 1 ? " call " : " calls ") + names[i];
    if (sums.chosen > 0)
      all += forecastText(sums.seconds);
    all += '\n';
  }
  return all;
}

/// Where there is more than one.
std::string Summary::nodeText(const std::string &begin,
                              const CallSums &sums) const {
  if (nodes == 1)
    return {};
  char line[256];
  std::snprintf(line, sizeof line,
                "  between %d nodes: %" PRId64 " bytes in %" PRId64
                " messages, inside: %" PRId64 " in %" PRId64 "\n",
                nodes, sums.nodeBytes, sums.nodeMessages,
                sums.bytes - sums.nodeBytes, sums.messages - sums.nodeMessages);
  return begin + line;
}

std::string Summary::movementText(const std::string &begin) const {
  const CallSums &sums = movements;
  char head[256];
  std::snprintf(head, sizeof head,
                "%" PRId64 " redistribution%s: %" PRId64
                " bytes sent in %" PRId64 " messages and %" PRId64
                " steps, %" PRId64 " bytes copied locally\n",
                sums.calls, sums.calls == 1 ? "" : "s", sums.bytes,
                sums.messages, steps, localBytes);
  const auto phase = [&](Phase p) {
    return sums.phaseSeconds[static_cast<std::size_t>(p)];
  };
  std::string all = begin + head + nodeText(begin, sums);
  all += begin + formatted("  time %.6f s: pack %.6f, wait %.6f, unpack %.6f",
                           sums.seconds, phase(Phase::Pack), phase(Phase::Wait),
                           phase(Phase::Unpack));
  all += formatted(", local copy %.6f (slowest rank of each call)\n",
                   phase(Phase::Local));
  const double moved = static_cast<double>(sums.bytes + localBytes);
  all +=
      begin + formatted("  bandwidth %.3f GB/s\n",
                        sums.seconds > 0 ? moved / sums.seconds * 1e-9 : 0.0);
  all += methodText(begin);
  const std::string fit = model.text();
  return fit.empty() ? all : all + begin + "  " + fit;
}

std::string Summary::reductionText(const std::string &begin) const {
  const CallSums &sums = reductions;
  char head[256];
  std::snprintf(head, sizeof head,
                "%" PRId64 " reduction%s: %" PRId64 " bytes sent in %" PRId64
                " messages, %" PRId64 " combines\n",
                sums.calls, sums.calls == 1 ? "" : "s", sums.bytes,
                sums.messages, combines);
  const auto phase = [&](Phase p) {
    return sums.phaseSeconds[static_cast<std::size_t>(p)];
  };
  std::string all = begin + head + nodeText(begin, sums);
  all += begin + formatted("  time %.6f s: combine %.6f, wait %.6f, pack %.6f",
                           sums.seconds, phase(Phase::Combine),
                           phase(Phase::Wait), phase(Phase::Pack));
  all += formatted(", unpack %.6f (slowest rank of each call)\n",
                   phase(Phase::Unpack));
  if (modelSeconds > 0)
    all += begin + formatted("  model: %.6f s where costs are known, measured "
                             "%.6f s there\n",
                             modelSeconds, modelledSeconds);
  return all;
}

void Summary::addStages(const std::string &where,
                        const std::vector<StageSums> &sums) {
  auto found = std::find_if(stages.begin(), stages.end(), [&](const auto &one) {
    return one.first == where && one.second.size() == sums.size();
  });
  if (found == stages.end())
    found = stages.insert(
        found, {where, std::vector<StageSums>(sums.size(), StageSums())});
  for (std::size_t k = 0; k < sums.size(); ++k) {
    StageSums &stage = found->second[k];
    stage.items += sums[k].items;
    stage.seconds += sums[k].seconds;
    stage.bytes += sums[k].bytes;
  }
}

std::string Summary::stageText(const std::string &begin) const {
  std::string all;
  for (const auto &[where, sums] : stages)
    for (std::size_t k = 0; k < sums.size(); ++k) {
      char line[256];
      std::snprintf(line, sizeof line,
                    " stage %zu: %" PRId64 " items in %.6f s", k + 1,
                    sums[k].items, sums[k].seconds);
      all += begin + "  " + where + line;
      if (k + 1 < sums.size())
        all += ", " + std::to_string(sums[k].bytes) + " bytes sent on";
      all += '\n';
    }
  return all;
}

std::string Summary::pipelineText(const std::string &begin) const {
  const CallSums &sums = pipelines;
  char head[256];
  std::snprintf(head, sizeof head,
                "%" PRId64 " pipeline%s: %" PRId64 " items, %" PRId64
                " bytes sent in %" PRId64 " messages\n",
                sums.calls, sums.calls == 1 ? "" : "s", items, sums.bytes,
                sums.messages);
  const auto phase = [&](Phase p) {
    return sums.phaseSeconds[static_cast<std::size_t>(p)];
  };
  std::string all = begin + head + nodeText(begin, sums);
  all +=
      begin + formatted("  time %.6f s: stages %.6f, wait %.6f (slowest rank "
                        "of each call)\n",
                        sums.seconds, phase(Phase::Stage), phase(Phase::Wait));
  all += stageText(begin);
  if (modelItems > 0)
    all += begin +
           formatted(
               "  model: period %.3f us where weights are known, "
               "measured %.3f us there\n",
               1e6 * pipelineModelSeconds / static_cast<double>(modelItems),
               1e6 * pipelineModelledSeconds / static_cast<double>(modelItems));
  return all;
}

std::string Summary::text(const std::string &whose) const {
  const std::string begin = "redist (" + whose + "): ";
  return (movements.calls > 0 ? movementText(begin) : "") +
         (reductions.calls > 0 ? reductionText(begin) : "") +
         (pipelines.calls > 0 ? pipelineText(begin) : "");
}

} // namespace redist::runtime
