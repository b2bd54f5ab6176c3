//===- Report.h - REDIST_STATS and REDIST_TRACE ----------------*- C++ -*-===//
//
// Brings together what the ranks of a communicator recorded. After each call
// rank 0 of the communicator collects; when MPI is finalized it prints the
// summary and writes the timeline, without talking to anybody. A communicator
// has a report only where one of the two was asked for.
//
//===----------------------------------------------------------------------===//
#ifndef REDIST_RUNTIME_REPORT_H
#define REDIST_RUNTIME_REPORT_H

#include "Recorder.h"
#include "RedistributionPlan.h"

#include <mpi.h>

#include <array>
#include <string>
#include <vector>

namespace redist::runtime {

/// seconds = alpha * steps + beta * bytes, fitted to the calls by least
/// squares with alpha, beta >= 0: nothing takes less than no time.
class CostModel {
public:
  /// A call of `steps` steps that cost `bytes` altogether took `seconds`.
  void add(double steps, double bytes, double seconds);
  /// A line for REDIST_STATS; empty where fewer than three calls differ in
  /// steps or bytes, or where they do not tell alpha and beta apart.
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

/// What rank 0 of its communicators has collected in this process.
struct Summary {
  std::int64_t calls = 0;
  std::int64_t bytes = 0;      ///< sent between ranks
  std::int64_t localBytes = 0; ///< copied within ranks
  std::int64_t messages = 0;
  std::int64_t steps = 0;
  double seconds = 0; ///< sum over the calls of the slowest rank
  std::array<double, phaseCount> phaseSeconds{}; ///< likewise, by phase
  CostModel model;

  /// Text as REDIST_STATS prints it.
  std::string text() const;
};

struct ReportOptions {
  bool statistics = false;
  std::string traceFile; ///< empty: no timeline
};

class Report {
public:
  /// Collective over `communicator`, which it does not own.
  Report(MPI_Comm communicator, const ReportOptions &options);

  Recorder &recorder() { return ownRecorder; }
  /// Adds an execution that took `seconds` on this rank. Collective.
  void collect(const RedistributionPlan &plan, double seconds);

private:
  void collectTotals(const RedistributionPlan &plan, double seconds);
  void collectEvents();

  MPI_Comm communicator;
  int rank = 0, size = 0;
  ReportOptions options;
  std::vector<int> worldRanks;
  double origin = 0; ///< of the recorder, in this process's timeline
  Recorder ownRecorder;
};

/// Prints and writes what this process has collected. Not collective.
void finishReports();

} // namespace redist::runtime

#endif
