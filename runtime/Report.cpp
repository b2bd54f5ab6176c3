//===- Report.cpp - REDIST_STATS and REDIST_TRACE -------------------------===//
#include "Report.h"

#include "MpiCalls.h"

#include <algorithm>
#include <cinttypes>
#include <cstdio>
#include <cstring>
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
  const int mine = worldRank();
  checkMpi(MPI_Allgather(&mine, 1, MPI_INT, worldRanks.data(), 1, MPI_INT,
                         communicator),
           "MPI_Allgather");
  checkMpi(MPI_Comm_dup(communicator, &laterCommunicator), "MPI_Comm_dup");
  if (rank == 0)
    group = &groupOf(worldRanks, options.traceFile);
}

Report::~Report() {
  if (laterCommunicator != MPI_COMM_NULL)
    MPI_Comm_free(&laterCommunicator);
}

Recorder Report::makeRecorder() const {
  return Recorder(!options.traceFile.empty(), ownRecorder.beginning());
}

Work workOf(const RedistributionPlan &plan) {
  Work work;
  work.bytes = plan.sentElements() * plan.elementBytes();
  work.localBytes = plan.keptElements() * plan.elementBytes();
  work.messages = static_cast<std::int64_t>(plan.sends().size());
  work.steps = plan.stepCount();
  work.costBytes = plan.costBytes();
  return work;
}

Report::Totals Report::totalsOf(const Work &work, const Recorder &recorder,
                                double seconds) {
  Totals totals;
  totals.bytes = work.bytes;
  totals.localBytes = work.localBytes;
  totals.messages = work.messages;
  totals.combines = work.combines;
  std::copy(recorder.seconds().begin(), recorder.seconds().end(),
            totals.seconds.begin());
  totals.seconds[phaseCount] = seconds;
  return totals;
}

/// Sums over the ranks, and the times of the slowest.
void Report::add(const Totals &sums, const Work &work) {
  Summary &summary = group->summary;
  CallSums &calls = work.isReduction  ? summary.reductions
                    : work.isPipeline ? summary.pipelines
                                      : summary.movements;
  ++calls.calls;
  calls.bytes += sums.bytes;
  calls.messages += sums.messages;
  for (std::size_t phase = 0; phase < phaseCount; ++phase)
    calls.phaseSeconds[phase] += sums.seconds[phase];
  const double time = sums.seconds[phaseCount];
  calls.seconds += time;
  if (work.isPipeline) {
    summary.items += work.items;
    if (work.seconds > 0) {
      summary.modelItems += work.items;
      summary.pipelineModelSeconds += work.seconds;
      summary.pipelineModelledSeconds += time;
    }
    return;
  }
  if (work.isReduction) {
    summary.combines += sums.combines;
    if (work.seconds > 0) {
      summary.modelSeconds += work.seconds;
      summary.modelledSeconds += time;
    }
    return;
  }
  summary.localBytes += sums.localBytes;
  summary.steps += work.steps;
  summary.model.add(static_cast<double>(work.steps), work.costBytes, time);
}

void Report::collect(const Work &work, double seconds) {
  const Totals mine = totalsOf(work, ownRecorder, seconds);
  Totals sums;
  const std::int64_t counts[4] = {mine.bytes, mine.localBytes, mine.messages,
                                  mine.combines};
  std::int64_t all[4] = {};
  checkMpi(MPI_Reduce(counts, all, 4, MPI_INT64_T, MPI_SUM, 0, communicator),
           "MPI_Reduce");
  checkMpi(MPI_Reduce(mine.seconds.data(), sums.seconds.data(), phaseCount + 1,
                      MPI_DOUBLE, MPI_MAX, 0, communicator),
           "MPI_Reduce");
  sums.bytes = all[0];
  sums.localBytes = all[1];
  sums.messages = all[2];
  sums.combines = all[3];
  if (rank == 0 && options.statistics)
    add(sums, work);
  if (!options.traceFile.empty())
    collectEvents();
  ownRecorder.clear();
}

void Report::addEvents(std::span<const PhaseEvent> events, int ofRank) {
  const int worldRank = group->worldRanks[static_cast<std::size_t>(ofRank)];
  for (PhaseEvent event : events) {
    event.begin += origin;
    event.end += origin;
    group->timeline.push_back({event, worldRank});
  }
}

void Report::collectEvents() {
  const std::vector<PhaseEvent> &mine = ownRecorder.events();
  const int bytes =
      toMpiCount(static_cast<std::int64_t>(mine.size() * sizeof(PhaseEvent)));
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
  checkMpi(MPI_Gatherv(mine.data(), bytes, MPI_BYTE, all.data(), counts.data(),
                       offsets.data(), MPI_BYTE, 0, communicator),
           "MPI_Gatherv");
  if (rank != 0)
    return;
  for (std::size_t from = 0; from < counts.size(); ++from)
    addEvents(std::span(all).subspan(
                  static_cast<std::size_t>(offsets[from]) / sizeof(PhaseEvent),
                  static_cast<std::size_t>(counts[from]) / sizeof(PhaseEvent)),
              static_cast<int>(from));
}

//===----------------------------------------------------------------------===//
// Executions that ranks complete in any order
//===----------------------------------------------------------------------===//

static int tagOf(std::int64_t index) { return static_cast<int>(index % 32768); }

void Report::collectLater(const Work &work, Recorder &recorder, double seconds,
                          std::int64_t index) {
  const Totals mine = totalsOf(work, recorder, seconds);
  if (rank == 0) {
    outstanding.push_back({index, work, mine});
    addEvents(recorder.events(), 0);
  } else {
    const std::vector<PhaseEvent> &events = recorder.events();
    const std::size_t eventBytes = events.size() * sizeof(PhaseEvent);
    Parcel &parcel = parcels.emplace_back();
    parcel.bytes.resize(sizeof mine + eventBytes);
    std::memcpy(parcel.bytes.data(), &mine, sizeof mine);
    if (eventBytes > 0)
      std::memcpy(parcel.bytes.data() + sizeof mine, events.data(), eventBytes);
    checkMpi(MPI_Isend(
                 parcel.bytes.data(),
                 toMpiCount(static_cast<std::int64_t>(parcel.bytes.size())),
                 MPI_BYTE, 0, tagOf(index), laterCommunicator, &parcel.request),
             "MPI_Isend");
  }
  recorder.clear();
  settleWhatHasArrived();
}

bool Report::hasArrived(const Outstanding &one) const {
  for (int from = 1; from < size; ++from) {
    int isThere = 0;
    checkMpi(MPI_Iprobe(from, tagOf(one.index), laterCommunicator, &isThere,
                        MPI_STATUS_IGNORE),
             "MPI_Iprobe");
    if (!isThere)
      return false;
  }
  return true;
}

/// Long runs must not fill the memory.
void Report::settleWhatHasArrived() {
  while (!outstanding.empty() && hasArrived(outstanding.front())) {
    receive(outstanding.front());
    outstanding.erase(outstanding.begin());
  }
  for (int isGone = 1; isGone && !parcels.empty();) {
    checkMpi(MPI_Test(&parcels.front().request, &isGone, MPI_STATUS_IGNORE),
             "MPI_Test");
    if (isGone)
      parcels.pop_front();
  }
}

/// From every other rank.
void Report::receive(const Outstanding &one) {
  Totals sums = one.own;
  std::vector<std::byte> bytes;
  for (int from = 1; from < size; ++from) {
    MPI_Status status;
    checkMpi(MPI_Probe(from, tagOf(one.index), laterCommunicator, &status),
             "MPI_Probe");
    int count = 0;
    checkMpi(MPI_Get_count(&status, MPI_BYTE, &count), "MPI_Get_count");
    bytes.resize(static_cast<std::size_t>(count));
    checkMpi(MPI_Recv(bytes.data(), count, MPI_BYTE, from, tagOf(one.index),
                      laterCommunicator, MPI_STATUS_IGNORE),
             "MPI_Recv");
    Totals theirs;
    std::memcpy(&theirs, bytes.data(), sizeof theirs);
    sums.bytes += theirs.bytes;
    sums.localBytes += theirs.localBytes;
    sums.messages += theirs.messages;
    sums.combines += theirs.combines;
    for (std::size_t i = 0; i < sums.seconds.size(); ++i)
      sums.seconds[i] = std::max(sums.seconds[i], theirs.seconds[i]);
    std::vector<PhaseEvent> events((bytes.size() - sizeof theirs) /
                                   sizeof(PhaseEvent));
    if (!events.empty())
      std::memcpy(events.data(), bytes.data() + sizeof theirs,
                  events.size() * sizeof(PhaseEvent));
    addEvents(events, from);
  }
  if (options.statistics)
    add(sums, one.work);
}

void Report::settle() {
  for (const Outstanding &one : outstanding)
    receive(one);
  outstanding.clear();
  for (Parcel &parcel : parcels)
    checkMpi(MPI_Wait(&parcel.request, MPI_STATUS_IGNORE), "MPI_Wait");
  parcels.clear();
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
  case Phase::Combine:
    return "combine";
  case Phase::Receive:
    return "receive";
  case Phase::Stage:
    return "stage";
  }
  return "";
}

/// Spans of a rank nest, but steps and messages under way overlap: those are
/// begin and end events of their own.
static void writeOverlapping(std::FILE *file, const TimelineEvent &entry,
                             std::size_t id) {
  const PhaseEvent &event = entry.event;
  const bool isStep = event.phase == Phase::Step;
  const char *const name = isStep ? "step" : "receive from rank";
  const char *const category = isStep ? "step" : "transfer";
  for (const bool isBegin : {true, false})
    std::fprintf(file,
                 ",\n{\"name\":\"%s %" PRId64 "\",\"cat\":\"%s\","
                 "\"ph\":\"%s\",\"id\":%zu,\"ts\":%.3f,\"pid\":0,"
                 "\"tid\":%d,\"args\":{\"bytes\":%" PRId64 "}}",
                 name, event.step, category, isBegin ? "b" : "e", id,
                 (isBegin ? event.begin : event.end) * 1e6, entry.worldRank,
                 event.bytes);
}

static void writeEvent(std::FILE *file, const TimelineEvent &entry,
                       std::size_t id) {
  const PhaseEvent &event = entry.event;
  if (event.phase == Phase::Step || event.phase == Phase::Receive) {
    writeOverlapping(file, entry, id);
    return;
  }
  if (event.phase == Phase::Stage) {
    std::fprintf(file,
                 ",\n{\"name\":\"stage %" PRId64
                 "\",\"cat\":\"stage\",\"ph\":\"X\",\"ts\":%.3f,"
                 "\"dur\":%.3f,\"pid\":0,\"tid\":%d,"
                 "\"args\":{\"item\":%" PRId64 "}}",
                 event.step, event.begin * 1e6, (event.end - event.begin) * 1e6,
                 entry.worldRank, event.bytes);
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
    if (group->summary.hasCalls())
      std::fputs(group->summary.text(group->name()).c_str(), stderr);
    if (!group->traceFile.empty())
      writeTimeline(*group);
  }
}

} // namespace redist::runtime
