//===- Report.h - REDIST_STATS and REDIST_TRACE ----------------*- C++ -*-===//
//
// Brings together what the ranks of a communicator recorded. After each call
// rank 0 of the communicator collects; when MPI is finalized it prints a
// summary and writes a timeline for each process group (ProcessGroup.h),
// without talking to anybody. A communicator has a report only where one of the
// two was asked for.
//
//===----------------------------------------------------------------------===//
#ifndef REDIST_RUNTIME_REPORT_H
#define REDIST_RUNTIME_REPORT_H

#include "RedistributionPlan.h"
#include "Summary.h"

#include "redist/Schedule/MessageExecution.h"

#include <mpi.h>

#include <deque>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace redist::runtime {

/// What one call is to REDIST_STATS, before its times.
struct Work {
  bool isReduction = false, isPipeline = false;
  // Of this rank:
  std::int64_t bytes = 0, localBytes = 0, messages = 0, combines = 0;
  // Of the model, the same on all ranks:
  std::int64_t steps = 0; ///< of a redistribution
  double costBytes = 0;   ///< of its steps
  double seconds = 0;     ///< of all but redistributions; 0: not known
  std::int64_t items = 0; ///< of a pipeline
  // Of a redistribution, the same on all ranks:
  Route route = Route::Steps;
  /// By which `route` was chosen; nothing: it was not a choice.
  std::optional<schedule::ExecutionForecast> forecast;
};
Work workOf(const RedistributionPlan &plan);

struct ReportOptions {
  bool statistics = false;
  std::string traceFile; ///< empty: no timeline
};

struct ProcessGroup;

class Report {
public:
  /// Collective over `communicator`, which it does not own.
  Report(MPI_Comm communicator, const ReportOptions &options);

  Report(const Report &) = delete;
  Report &operator=(const Report &) = delete;
  ~Report();

  Recorder &recorder() { return ownRecorder; }
  /// For an execution that others may overlap, with the same origin.
  Recorder makeRecorder() const;
  /// Adds an execution that took `seconds` on this rank. Collective.
  void collect(const Work &work, double seconds);
  /// Adds what this rank did of each stage of a pipeline, whose directive is
  /// `where`. Collective.
  void collectStages(const std::string &where,
                     const std::vector<StageSums> &mine);
  /// The same where ranks come by in any order: number `index` of those, the
  /// same on all ranks. Not collective, and does not wait: rank 0 has it all
  /// after settle().
  void collectLater(const Work &work, Recorder &recorder, double seconds,
                    std::int64_t index);
  /// Waits for what collectLater() has been told, on rank 0 from all ranks.
  /// Collective.
  void settle();

private:
  /// What a rank tells of an execution.
  struct Totals {
    std::int64_t bytes = 0, localBytes = 0, messages = 0, combines = 0;
    std::array<double, phaseCount + 1> seconds{}; ///< the last: in all
  };
  /// Under way to rank 0: totals, then events.
  struct Parcel {
    std::vector<std::byte> bytes;
    MPI_Request request = MPI_REQUEST_NULL;
  };
  /// On rank 0: an execution of which not all ranks have told.
  struct Outstanding {
    std::int64_t index;
    Work work;
    Totals own;
  };
  static Totals totalsOf(const Work &work, const Recorder &recorder,
                         double seconds);
  void add(const Totals &sums, const Work &work);
  void addEvents(std::span<const PhaseEvent> events, int ofRank);
  void collectEvents();
  void receive(const Outstanding &one);
  bool hasArrived(const Outstanding &one) const;
  void settleWhatHasArrived();

  MPI_Comm communicator;
  MPI_Comm laterCommunicator = MPI_COMM_NULL; ///< of collectLater()
  std::deque<Parcel> parcels;
  std::vector<Outstanding> outstanding;
  int rank = 0, size = 0;
  ReportOptions options;
  ProcessGroup *group = nullptr; ///< on rank 0
  double origin = 0; ///< of the recorder, in this process's timeline
  Recorder ownRecorder;
};

} // namespace redist::runtime

#endif
