//===- Summary.h - Text of REDIST_STATS ------------------------*- C++ -*-===//
//
// Sums over the redistributions, reductions and pipelines of a process group,
// and the models that they fit. Knows no MPI; Report collects.
//
//===----------------------------------------------------------------------===//
#ifndef REDIST_RUNTIME_TRACE_SUMMARY_H
#define REDIST_RUNTIME_TRACE_SUMMARY_H

#include "Trace/Recorder.h"

#include "redistSchedule/CostModel/TransferCostModel.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace redist::runtime {

/// seconds = alpha * steps + beta * bytes, fitted to the calls by least
/// squares with alpha, beta >= 0: nothing takes less than no time.
class CostModel {
public:
  /// A call of `steps` steps that cost `bytes` altogether took `seconds`.
  void add(double steps, double bytes, double seconds);
  /// What REDIST_STATS prints of it; empty where fewer than three calls differ
  /// in steps or bytes, or where they do not tell alpha and beta apart.
  std::string text() const;

private:
  struct Point {
    double steps, bytes;
  };
  static constexpr std::size_t pointsNeeded = 3;
  std::array<Point, pointsNeeded> points{}; ///< the first that differ
  std::size_t pointCount = 0;
  // Sums of products over all calls.
  double stepsSteps = 0, stepsBytes = 0, bytesBytes = 0, stepsTime = 0,
         bytesTime = 0, timeTime = 0;
};

/// Sums over calls of one kind, of all ranks.
struct CallSums {
  std::int64_t calls = 0;
  std::int64_t bytes = 0; ///< sent between ranks
  std::int64_t messages = 0;
  std::int64_t nodeBytes = 0, nodeMessages = 0; ///< of these, between nodes
  double seconds = 0; ///< sum over the calls of the slowest rank
  std::array<double, phaseCount> phaseSeconds{}; ///< likewise, by phase
};

/// The redistributions whose messages travelled by one method.
struct MethodSums {
  std::int64_t calls = 0;
  // Of those for which that was chosen by what was expected:
  std::int64_t chosen = 0;
  schedule::MethodTimes seconds{}; ///< expected
};

/// What a stage of a pipeline did, on all ranks.
struct StageSums {
  std::int64_t items = 0;
  double seconds = 0;
  std::int64_t bytes = 0; ///< sent to the ranks of the next stage
};

/// What rank 0 of a process group has collected.
struct Summary {
  CallSums movements, reductions, pipelines;
  int nodes = 1; ///< of the ranks
  // Of redistributions:
  std::int64_t localBytes = 0; ///< copied within ranks
  std::int64_t steps = 0;
  std::array<MethodSums, schedule::transferMethods> methods{};
  CostModel model;
  // Of reductions:
  std::int64_t combines = 0;
  double modelSeconds = 0;    ///< where costs are known
  double modelledSeconds = 0; ///< measured there
  // Of pipelines:
  std::int64_t items = 0;
  std::int64_t modelItems = 0;        ///< where weights are known
  double pipelineModelSeconds = 0;    ///< their periods
  double pipelineModelledSeconds = 0; ///< measured there
  /// By directive, in the order of their first execution.
  std::vector<std::pair<std::string, std::vector<StageSums>>> stages;

  /// Of one execution of the pipeline at `where`.
  void addStages(const std::string &where, const std::vector<StageSums> &sums);
  bool hasCalls() const {
    return movements.calls + reductions.calls + pipelines.calls > 0;
  }
  /// Text as REDIST_STATS prints it, of the group that `whose` names.
  std::string text(const std::string &whose) const;

private:
  std::string nodeText(const std::string &begin, const CallSums &) const;
  std::string movementText(const std::string &begin) const;
  std::string methodText(const std::string &begin) const;
  std::string reductionText(const std::string &begin) const;
  std::string pipelineText(const std::string &begin) const;
  std::string stageText(const std::string &begin) const;
};

} // namespace redist::runtime

#endif
