//===- Report.h - REDIST_STATS and REDIST_TRACE ----------------*- C++ -*-===//
//
// Gathers the records of the ranks of a communicator. Times of calls go to rank
// 0 of the communicator when there are many, and timelines when the
// communicator is freed or MPI is finalized: a message for each call would take
// longer than small calls. Then rank 0 prints a summary and writes a timeline
// for each process group (ReportGroup.h), without communication. A communicator
// has a report only if one of the two was requested.
//
//===----------------------------------------------------------------------===//
#ifndef REDIST_RUNTIME_TRACE_REPORT_H
#define REDIST_RUNTIME_TRACE_REPORT_H

#include "Trace/Recorder.h"
#include "Trace/SiteTable.h"
#include "Trace/SpanCoalescer.h"
#include "Trace/Summary.h"

#include "redistSchedule/CostModel/TransferCostModel.h"

#include <mpi.h>

#include <deque>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace redist::runtime {

enum class CallKind : std::uint8_t { CallBuffers, Reduction, Pipeline };
constexpr std::size_t callKinds = 3;

/// What one call is to REDIST_STATS, before its times.
struct Work {
  CallKind kind = CallKind::CallBuffers;
  std::int64_t calls = 1; ///< alike, that it stands for
  // Of this rank:
  std::int64_t bytes = 0, localBytes = 0, messages = 0, combines = 0;
  std::int64_t nodeBytes = 0, nodeMessages = 0; ///< to other nodes
  // Of the model, the same on all ranks:
  std::int64_t steps = 0; ///< of a redistribution
  double costBytes = 0;   ///< of its steps
  double seconds = 0;     ///< of all but redistributions; 0: not known
  std::int64_t items = 0; ///< of a pipeline
  // Of a redistribution, the same on all ranks:
  schedule::TransferMethod method = schedule::TransferMethod::Stepwise;
  /// By which `method` was chosen; nothing: it was not a choice.
  std::optional<schedule::PredictedTimes> forecast;
};

struct ReportOptions {
  bool statistics = false;
  std::string traceFile;       ///< empty: no timeline
  std::vector<int> nodes = {}; ///< of each rank; empty: not known
};

/// From when till when.
struct Lasted {
  Recorder::Clock::time_point begin, end;

  double seconds() const {
    return std::chrono::duration<double>(end - begin).count();
  }
};

struct ReportGroup;

class Report {
public:
  /// Collective over `communicator`, which it does not own.
  Report(MPI_Comm communicator, const ReportOptions &options);

  Report(const Report &) = delete;
  Report &operator=(const Report &) = delete;
  ~Report();

  Recorder &recorder() { return ownRecorder; }
  /// Else only a timeline is wanted, for which times of calls do not matter.
  bool hasStatistics() const { return options.statistics; }
  bool hasTimeline() const { return !options.traceFile.empty(); }
  /// Of the directive with this number.
  SpanCoalescer &briefCalls(std::int32_t directive) {
    const auto index = static_cast<std::size_t>(directive);
    if (index >= brief.size())
      brief.resize(index + 1);
    return brief[index];
  }
  /// For an execution that others may overlap, with the same origin.
  Recorder makeRecorder() const;
  /// By which events of a timeline name their directive; -1: there is none.
  std::int32_t numberOf(CallKind kind, const char *file, int line) {
    return hasTimeline() ? names.numberOf(nameOf(kind), file, line) : -1;
  }
  /// Adds an execution that took `seconds` on this rank, and all that was
  /// recorded of it. The same number of calls on all ranks. Collective.
  void collect(const Work &work, double seconds);
  /// The same of a reduction that is over sooner than it could be recorded:
  /// every 17th is measured, for those before it. Whether this one is to be.
  bool isSampled() const;
  void skipSample() { ++unmeasured; }
  void addSample(double seconds);
  /// Adds what this rank did of each stage of a pipeline, whose directive is
  /// `where`. Collective.
  void collectStages(const std::string &where,
                     const std::vector<StageSums> &mine);
  /// The same where ranks come by in any order: number `index` of those, the
  /// same on all ranks. Not collective, and does not wait: rank 0 has it all
  /// after settle().
  void collectLater(const Work &work, Recorder &recorder, const Lasted &lasted,
                    std::int64_t index);
  /// Waits for what collectLater() has been told, on rank 0 from all ranks.
  /// Collective.
  void settle();

private:
  /// By phase, and the last in all.
  using Times = std::array<double, phaseCount + 1>;
  /// What ranks tell of executions, to be added up over the ranks.
  struct Counts {
    std::int64_t bytes = 0, localBytes = 0, messages = 0, combines = 0;
    std::int64_t nodeBytes = 0, nodeMessages = 0;

    void add(const Counts &other);
  };
  static constexpr int countWords = 6;
  /// What a rank tells of an execution.
  struct Totals {
    Counts counts;
    Times seconds{};
  };
  /// Under way to rank 0.
  struct Parcel {
    Totals totals;
    MPI_Request request = MPI_REQUEST_NULL;
  };
  /// On rank 0: an execution of which not all ranks have told.
  struct Outstanding {
    std::int64_t index;
    Work work;
    Totals own;
  };
  static const char *nameOf(CallKind kind);
  /// Of all ranks, on rank 0.
  template <typename Row> struct Gathered {
    std::vector<Row> rows;   ///< one rank's after the other's
    std::vector<int> counts; ///< by rank
  };
  template <typename Row>
  Gathered<Row> gatherToFirst(std::span<const Row> mine) const;
  std::vector<Timeline::RankClock> compareClocks() const;
  static Totals totalsOf(const Work &work, const Recorder &recorder,
                         double seconds);
  void addCounts(CallKind kind, const Counts &sums);
  void addTimes(const Work &work, const Times &slowest);
  void addEvents(std::span<const PhaseEvent> events,
                 std::span<const DirectiveName> namesOfRank, std::size_t from);
  void bringCalls();
  void bringManyCalls();
  void bringEvents();
  void receive(const Outstanding &one);
  bool hasArrived(const Outstanding &one) const;
  void settleWhatHasArrived();

  CallSums &sumsOf(CallKind kind);
  std::size_t eventsOfRank() const;

  MPI_Comm communicator;
  // Calls that rank 0 of the communicator has not heard of yet:
  std::vector<Times> callTimes;
  std::vector<Work> works; ///< on rank 0
  std::array<Counts, callKinds> callCounts{};
  std::int64_t unmeasured = 0; ///< since the newest sample
  double sampleSeconds = -1;   ///< of that; < 0: there is none

  MPI_Comm laterCommunicator = MPI_COMM_NULL; ///< of collectLater()
  std::deque<Parcel> parcels;
  std::vector<Outstanding> outstanding;
  int rank = 0, size = 0;
  ReportOptions options;
  ReportGroup *group = nullptr;                  ///< on rank 0
  std::shared_ptr<const std::vector<int>> nodes; ///< null: all are on one
  SiteTable names;
  std::vector<SpanCoalescer> brief; ///< by directive
  Recorder ownRecorder{0};
};

/// A call, from construction to finish(): in the timeline, with all that is
/// recorded meanwhile. Without finish() it has failed, and nothing is kept.
class DirectiveSpan {
public:
  /// `mayJoin`: see SpanCoalescer.
  DirectiveSpan(Report *usedReport, CallKind kind, const char *file, int line,
                bool mayJoin = true);
  DirectiveSpan(const DirectiveSpan &) = delete;
  DirectiveSpan &operator=(const DirectiveSpan &) = delete;
  ~DirectiveSpan() {
    if (!report)
      return;
    report->recorder().enter(outer);
    report->recorder().clear();
  }

  /// For what happens in the call; null: not to be recorded.
  Recorder *recorder() const {
    return report && !isJoined ? &report->recorder() : nullptr;
  }
  void finish();

private:
  Report *report; ///< null: there is none, or over
  bool isJoined = false;
  std::int32_t directive = -1, outer = -1;
  Recorder::Clock::time_point begin{};
};

/// A reduction that is over soon. Without finish(): one that failed.
class SampledCall {
public:
  SampledCall(Report *used, const char *usedFile, int usedLine)
      : report(used), file(usedFile), line(usedLine) {
    if (report)
      start();
  }
  void finish() {
    if (report)
      end();
  }

private:
  void start();
  void end();

  Report *report;
  const char *file;
  int line;
  std::int32_t directive = -1; ///< -1: no timeline
  bool isMeasured = false, isShown = false;
  Recorder::Clock::time_point begin{};
};

} // namespace redist::runtime

#endif
