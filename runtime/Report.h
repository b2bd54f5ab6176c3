//===- Report.h - REDIST_STATS and REDIST_TRACE ----------------*- C++ -*-===//
//
// Brings together what the ranks of a communicator recorded. After each call
// rank 0 of the communicator collects; when MPI is finalized it prints a
// summary and writes a timeline for each process group, that is for all
// communicators of the same processes in the same order, without talking to
// anybody. A communicator has a report only where one of the two was asked for.
//
//===----------------------------------------------------------------------===//
#ifndef REDIST_RUNTIME_REPORT_H
#define REDIST_RUNTIME_REPORT_H

#include "RedistributionPlan.h"
#include "Summary.h"

#include <mpi.h>

#include <string>

namespace redist::runtime {

struct ReportOptions {
  bool statistics = false;
  std::string traceFile; ///< empty: no timeline
};

struct ProcessGroup;

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
  ProcessGroup *group = nullptr; ///< on rank 0
  double origin = 0; ///< of the recorder, in this process's timeline
  Recorder ownRecorder;
};

/// Prints and writes what this process has collected. Not collective.
void finishReports();

} // namespace redist::runtime

#endif
