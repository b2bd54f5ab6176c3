//===- Report.cpp - REDIST_STATS and REDIST_TRACE -------------------------===//
#include "Report.h"

#include "MpiCalls.h"

#include <algorithm>
#include <cinttypes>
#include <cstdio>
#include <filesystem>
#include <memory>

namespace redist::runtime {

struct TimelineEvent {
  PhaseEvent event;
  int worldRank;
};

static std::string rankCount(std::size_t count, char separator) {
  return std::to_string(count) + separator + (count == 1 ? "rank" : "ranks");
}

/// Processes in their order, of which this one is the first, and what their
/// communicators did.
struct ProcessGroup {
  std::vector<int> worldRanks;
  Summary summary;
  std::string traceFile; ///< empty: no timeline
  std::vector<TimelineEvent> timeline;

  /// "3 ranks from world rank 0".
  std::string name() const {
    return std::to_string(worldRanks.size()) +
           (worldRanks.size() == 1 ? " rank" : " ranks") + " from world rank " +
           std::to_string(worldRanks.front());
  }
};

/// What outlives the communicators until MPI is finalized; groups in the order
/// of their first use.
struct Collected {
  std::vector<std::unique_ptr<ProcessGroup>> groups;
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

static bool isWorld(const std::vector<int> &worldRanks) {
  int size = 0;
  checkMpi(MPI_Comm_size(MPI_COMM_WORLD, &size), "MPI_Comm_size");
  for (std::size_t i = 0; i < worldRanks.size(); ++i)
    if (worldRanks[i] != static_cast<int>(i))
      return false;
  return worldRanks.size() == static_cast<std::size_t>(size);
}

/// The group of all ranks has the file itself, others "t.2-ranks-from-1.json"
/// for "t.json"; groups that agree in both are numbered.
static std::string traceFileOf(const std::vector<int> &worldRanks,
                               const std::string &file) {
  if (file.empty() || isWorld(worldRanks))
    return file;
  const std::filesystem::path given(file);
  const auto alike =
      std::count_if(collected().groups.begin(), collected().groups.end(),
                    [&](const auto &group) {
                      return group->worldRanks.size() == worldRanks.size() &&
                             !isWorld(group->worldRanks);
                    });
  std::string name = given.stem().string();
  name += '.';
  name += rankCount(worldRanks.size(), '-') + "-from-" +
          std::to_string(worldRanks.front());
  if (alike > 0) {
    name += '.';
    name += std::to_string(alike + 1);
  }
  name += given.extension().string();
  return (given.parent_path() / name).string();
}

/// The group of these processes, of which this one is the first.
static ProcessGroup &groupOf(const std::vector<int> &worldRanks,
                             const std::string &traceFile) {
  auto &groups = collected().groups;
  const auto found =
      std::find_if(groups.begin(), groups.end(), [&](const auto &group) {
        return group->worldRanks == worldRanks;
      });
  if (found != groups.end())
    return **found;
  auto made = std::make_unique<ProcessGroup>();
  made->worldRanks = worldRanks;
  made->traceFile = traceFileOf(worldRanks, traceFile);
  groups.push_back(std::move(made));
  return *groups.back();
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
  std::vector<int> worldRanks(static_cast<std::size_t>(size));
  const int own = worldRank();
  checkMpi(MPI_Allgather(&own, 1, MPI_INT, worldRanks.data(), 1, MPI_INT,
                         communicator),
           "MPI_Allgather");
  if (rank == 0)
    group = &groupOf(worldRanks, options.traceFile);
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
  Summary &summary = group->summary;
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
      group->timeline.push_back({event, group->worldRanks[from]});
    }
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

static void writeTimeline(const ProcessGroup &group) {
  std::FILE *const file = std::fopen(group.traceFile.c_str(), "w");
  if (!file) {
    std::fprintf(stderr, "redist: cannot write the trace file '%s'\n",
                 group.traceFile.c_str());
    return;
  }
  std::fprintf(file,
               "[{\"name\":\"process_name\",\"ph\":\"M\",\"pid\":0,"
               "\"args\":{\"name\":\"redist: %s\"}}",
               group.name().c_str());
  std::vector<int> named;
  for (const TimelineEvent &entry : group.timeline) {
    const auto rank = static_cast<std::size_t>(entry.worldRank);
    if (named.size() <= rank)
      named.resize(rank + 1, 0);
    if (named[rank]++ == 0)
      std::fprintf(file,
                   ",\n{\"name\":\"thread_name\",\"ph\":\"M\",\"pid\":0,"
                   "\"tid\":%d,\"args\":{\"name\":\"rank %d\"}}",
                   entry.worldRank, entry.worldRank);
  }
  for (std::size_t i = 0; i < group.timeline.size(); ++i)
    writeEvent(file, group.timeline[i], i);
  std::fprintf(file, "\n]\n");
  std::fclose(file);
}

void finishReports() {
  for (const auto &group : collected().groups) {
    if (group->summary.calls > 0)
      std::fputs(group->summary.text(group->name()).c_str(), stderr);
    if (!group->traceFile.empty())
      writeTimeline(*group);
  }
}

} // namespace redist::runtime
