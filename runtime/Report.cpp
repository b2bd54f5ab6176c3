//===- Report.cpp - REDIST_STATS and REDIST_TRACE -------------------------===//
#include "Report.h"

#include "MpiCalls.h"

#include <algorithm>
#include <cinttypes>
#include <cstdio>

namespace redist::runtime {

struct TimelineEvent {
  PhaseEvent event;
  int worldRank;
};

/// What outlives the communicators until MPI is finalized.
struct Collected {
  Summary summary;
  std::string traceFile;
  std::vector<TimelineEvent> timeline;
  Recorder::Clock::time_point origin = Recorder::Clock::now();
};

static Collected &collected() {
  static Collected all;
  return all;
}

static int worldRank() {
  int rank = 0;
  checkMpi(MPI_Comm_rank(MPI_COMM_WORLD, &rank), "MPI_Comm_rank");
  return rank;
}

/// All ranks begin their timelines together.
static double synchronisedOrigin(MPI_Comm communicator) {
  checkMpi(MPI_Barrier(communicator), "MPI_Barrier");
  return std::chrono::duration<double>(Recorder::Clock::now() -
                                       collected().origin)
      .count();
}

Report::Report(MPI_Comm usedCommunicator, const ReportOptions &usedOptions)
    : communicator(usedCommunicator), options(usedOptions),
      origin(synchronisedOrigin(usedCommunicator)),
      ownRecorder(!usedOptions.traceFile.empty()) {
  checkMpi(MPI_Comm_rank(communicator, &rank), "MPI_Comm_rank");
  checkMpi(MPI_Comm_size(communicator, &size), "MPI_Comm_size");
  worldRanks.resize(static_cast<std::size_t>(size));
  const int own = worldRank();
  checkMpi(MPI_Allgather(&own, 1, MPI_INT, worldRanks.data(), 1, MPI_INT,
                         communicator),
           "MPI_Allgather");
  if (rank == 0 && !options.traceFile.empty())
    collected().traceFile = own == 0
                                ? options.traceFile
                                : options.traceFile + "." + std::to_string(own);
}

void Report::collect(const RedistributionPlan &plan, double seconds) {
  if (options.statistics)
    collectTotals(plan, seconds);
  if (!options.traceFile.empty())
    collectEvents();
  ownRecorder.clear();
}

void Report::collectTotals(const RedistributionPlan &plan, double seconds) {
  const std::int64_t elementSize = plan.parameters().elementSize;
  std::int64_t sent = 0;
  for (const PlannedMessage &message : plan.sends())
    sent += message.elements;
  const std::int64_t counts[3] = {
      sent * elementSize, plan.local().length() * elementSize,
      static_cast<std::int64_t>(plan.sends().size())};
  std::int64_t sums[3] = {};
  checkMpi(MPI_Reduce(counts, sums, 3, MPI_INT64_T, MPI_SUM, 0, communicator),
           "MPI_Reduce");
  std::array<double, phaseCount + 1> times{};
  std::copy(ownRecorder.seconds().begin(), ownRecorder.seconds().end(),
            times.begin());
  times[phaseCount] = seconds;
  std::array<double, phaseCount + 1> slowest{};
  checkMpi(MPI_Reduce(times.data(), slowest.data(), phaseCount + 1, MPI_DOUBLE,
                      MPI_MAX, 0, communicator),
           "MPI_Reduce");
  if (rank != 0)
    return;
  Summary &summary = collected().summary;
  ++summary.calls;
  summary.bytes += sums[0];
  summary.localBytes += sums[1];
  summary.messages += sums[2];
  summary.steps += plan.stepCount();
  for (std::size_t phase = 0; phase < phaseCount; ++phase)
    summary.phaseSeconds[phase] += slowest[phase];
  const double time = slowest[phaseCount];
  summary.seconds += time;
  summary.model.add(static_cast<double>(plan.stepCount()), plan.costBytes(),
                    time);
}

void Report::collectEvents() {
  const std::vector<PhaseEvent> &own = ownRecorder.events();
  const int bytes =
      toMpiCount(static_cast<std::int64_t>(own.size() * sizeof(PhaseEvent)));
  std::vector<int> counts(static_cast<std::size_t>(size), 0);
  checkMpi(MPI_Gather(&bytes, 1, MPI_INT, counts.data(), 1, MPI_INT, 0,
                      communicator),
           "MPI_Gather");
  std::vector<int> offsets(counts.size(), 0);
  std::int64_t total = 0;
  for (std::size_t i = 0; i < counts.size(); ++i) {
    offsets[i] = toMpiCount(total);
    total += counts[i];
  }
  std::vector<PhaseEvent> all(static_cast<std::size_t>(total) /
                              sizeof(PhaseEvent));
  checkMpi(MPI_Gatherv(own.data(), bytes, MPI_BYTE, all.data(), counts.data(),
                       offsets.data(), MPI_BYTE, 0, communicator),
           "MPI_Gatherv");
  if (rank != 0)
    return;
  std::size_t next = 0;
  for (std::size_t from = 0; from < counts.size(); ++from)
    for (std::size_t i = 0;
         i < static_cast<std::size_t>(counts[from]) / sizeof(PhaseEvent); ++i) {
      PhaseEvent event = all[next++];
      event.begin += origin;
      event.end += origin;
      collected().timeline.push_back({event, worldRanks[from]});
    }
}

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
  return formatted("redist:   model: time = %.3g us x steps + %.3g ns x bytes "
                   "of the steps; explains %.1f %% of the measured time\n",
                   alpha * 1e6, beta * 1e9, explained);
}

std::string Summary::text() const {
  char head[256];
  std::snprintf(
      head, sizeof head,
      "redist: %" PRId64 " redistribution%s: %" PRId64 " bytes sent in %" PRId64
      " messages and %" PRId64 " steps, %" PRId64 " bytes copied locally\n",
      calls, calls == 1 ? "" : "s", bytes, messages, steps, localBytes);
  const auto phase = [&](Phase p) {
    return phaseSeconds[static_cast<std::size_t>(p)];
  };
  std::string all = head;
  all += formatted("redist:   time %.6f s: pack %.6f, wait %.6f, unpack %.6f",
                   seconds, phase(Phase::Pack), phase(Phase::Wait),
                   phase(Phase::Unpack));
  all += formatted(", local copy %.6f (slowest rank of each call)\n",
                   phase(Phase::Local));
  const double moved = static_cast<double>(bytes + localBytes);
  all += formatted("redist:   bandwidth %.3f GB/s\n",
                   seconds > 0 ? moved / seconds * 1e-9 : 0.0);
  return all + model.text();
}

static const char *phaseName(Phase phase) {
  switch (phase) {
  case Phase::Pack:
    return "pack";
  case Phase::Wait:
    return "wait";
  case Phase::Unpack:
    return "unpack";
  case Phase::Local:
    return "local copy";
  case Phase::Step:
    return "step";
  }
  return "";
}

/// Spans of a rank nest, but steps in flight overlap: those are begin and end
/// events of their own.
static void writeEvent(std::FILE *file, const TimelineEvent &entry,
                       std::size_t id) {
  const PhaseEvent &event = entry.event;
  if (event.phase == Phase::Step) {
    std::fprintf(file,
                 ",\n{\"name\":\"step %" PRId64 "\",\"cat\":\"step\","
                 "\"ph\":\"b\",\"id\":%zu,\"ts\":%.3f,\"pid\":0,\"tid\":%d,"
                 "\"args\":{\"bytes\":%" PRId64 "}}",
                 event.step, id, event.begin * 1e6, entry.worldRank,
                 event.bytes);
    std::fprintf(file,
                 ",\n{\"name\":\"step %" PRId64 "\",\"cat\":\"step\","
                 "\"ph\":\"e\",\"id\":%zu,\"ts\":%.3f,\"pid\":0,\"tid\":%d}",
                 event.step, id, event.end * 1e6, entry.worldRank);
    return;
  }
  std::fprintf(file,
               ",\n{\"name\":\"%s\",\"cat\":\"redist\",\"ph\":\"X\","
               "\"ts\":%.3f,\"dur\":%.3f,\"pid\":0,\"tid\":%d,"
               "\"args\":{\"step\":%" PRId64 ",\"bytes\":%" PRId64 "}}",
               phaseName(event.phase), event.begin * 1e6,
               (event.end - event.begin) * 1e6, entry.worldRank, event.step,
               event.bytes);
}

static void writeTimeline(const Collected &all) {
  std::FILE *const file = std::fopen(all.traceFile.c_str(), "w");
  if (!file) {
    std::fprintf(stderr, "redist: cannot write the trace file '%s'\n",
                 all.traceFile.c_str());
    return;
  }
  std::fprintf(file, "[{\"name\":\"process_name\",\"ph\":\"M\",\"pid\":0,"
                     "\"args\":{\"name\":\"redist\"}}");
  std::vector<int> named;
  for (const TimelineEvent &entry : all.timeline) {
    const auto rank = static_cast<std::size_t>(entry.worldRank);
    if (named.size() <= rank)
      named.resize(rank + 1, 0);
    if (named[rank]++ == 0)
      std::fprintf(file,
                   ",\n{\"name\":\"thread_name\",\"ph\":\"M\",\"pid\":0,"
                   "\"tid\":%d,\"args\":{\"name\":\"rank %d\"}}",
                   entry.worldRank, entry.worldRank);
  }
  for (std::size_t i = 0; i < all.timeline.size(); ++i)
    writeEvent(file, all.timeline[i], i);
  std::fprintf(file, "\n]\n");
  std::fclose(file);
}

void finishReports() {
  const Collected &all = collected();
  if (all.summary.calls > 0)
    std::fputs(all.summary.text().c_str(), stderr);
  if (!all.traceFile.empty())
    writeTimeline(all);
}

} // namespace redist::runtime
