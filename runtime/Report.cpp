//===- Report.cpp - REDIST_STATS and REDIST_TRACE -------------------------===//
#include "Report.h"

#include "MpiCalls.h"
#include "ProcessGroup.h"

#include <algorithm>
#include <cstring>

namespace redist::runtime {

static int worldRank() {
  int rank = 0;
  checkMpi(MPI_Comm_rank(MPI_COMM_WORLD, &rank), "MPI_Comm_rank");
  return rank;
}

/// All ranks begin their timelines together.
static double synchronisedOrigin(MPI_Comm communicator) {
  checkMpi(MPI_Barrier(communicator), "MPI_Barrier");
  return std::chrono::duration<double>(Recorder::Clock::now() -
                                       timelineOrigin())
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
  nameCommunicator(laterCommunicator, "redist report");
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

/// Where ranks share no memory.
static Route routeOf(ExecutionKind kind) {
  switch (kind) {
  case ExecutionKind::Stepwise:
    return Route::Steps;
  case ExecutionKind::AllToAll:
    return Route::Collective;
  case ExecutionKind::Direct:
    return Route::AtOnce;
  }
  return Route::Steps;
}

Work workOf(const RedistributionPlan &plan) {
  Work work;
  work.route = routeOf(plan.kind());
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
  RouteSums &route = summary.routes[static_cast<std::size_t>(work.route)];
  ++route.calls;
  if (work.forecast) {
    ++route.chosen;
    route.stepSeconds += work.forecast->bySteps;
    route.typeSeconds += work.forecast->byTypes;
  }
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

void Report::collectStages(const std::string &where,
                           const std::vector<StageSums> &mine) {
  if (!options.statistics)
    return;
  constexpr std::size_t countWords = 2;
  std::vector<std::int64_t> counts, allCounts(countWords * mine.size());
  std::vector<double> seconds, allSeconds(mine.size());
  for (const StageSums &stage : mine) {
    counts.insert(counts.end(), {stage.items, stage.bytes});
    seconds.push_back(stage.seconds);
  }
  checkMpi(MPI_Reduce(counts.data(), allCounts.data(),
                      toMpiCount(std::ssize(counts)), MPI_INT64_T, MPI_SUM, 0,
                      communicator),
           "MPI_Reduce");
  checkMpi(MPI_Reduce(seconds.data(), allSeconds.data(),
                      toMpiCount(std::ssize(seconds)), MPI_DOUBLE, MPI_SUM, 0,
                      communicator),
           "MPI_Reduce");
  if (rank != 0)
    return;
  std::vector<StageSums> sums;
  for (std::size_t k = 0; k < mine.size(); ++k)
    sums.push_back({allCounts[countWords * k], allSeconds[k],
                    allCounts[countWords * k + 1]});
  group->summary.addStages(where, sums);
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
  const int own = toMpiCount(std::ssize(mine));
  std::vector<int> counts(static_cast<std::size_t>(size), 0);
  checkMpi(
      MPI_Gather(&own, 1, MPI_INT, counts.data(), 1, MPI_INT, 0, communicator),
      "MPI_Gather");
  std::vector<int> offsets(counts.size(), 0);
  std::int64_t total = 0;
  for (std::size_t i = 0; i < counts.size(); ++i) {
    offsets[i] = toMpiCount(total);
    total += counts[i];
  }
  std::vector<PhaseEvent> all(static_cast<std::size_t>(total));
  MPI_Datatype type = MPI_DATATYPE_NULL; // bytes would soon be too many
  checkMpi(MPI_Type_contiguous(sizeof(PhaseEvent), MPI_BYTE, &type),
           "MPI_Type_contiguous");
  checkMpi(MPI_Type_commit(&type), "MPI_Type_commit");
  checkMpi(MPI_Gatherv(mine.data(), own, type, all.data(), counts.data(),
                       offsets.data(), type, 0, communicator),
           "MPI_Gatherv");
  checkMpi(MPI_Type_free(&type), "MPI_Type_free");
  if (rank != 0)
    return;
  for (std::size_t from = 0; from < counts.size(); ++from)
    addEvents(std::span(all).subspan(static_cast<std::size_t>(offsets[from]),
                                     static_cast<std::size_t>(counts[from])),
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

} // namespace redist::runtime
