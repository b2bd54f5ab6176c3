//===- Report.cpp - REDIST_STATS and REDIST_TRACE -------------------------===//
#include "Report.h"

#include "MpiCalls.h"
#include "ProcessGroup.h"

#include <algorithm>

namespace redist::runtime {

static int worldRank() {
  int rank = 0;
  checkMpi(MPI_Comm_rank(MPI_COMM_WORLD, &rank), "MPI_Comm_rank");
  return rank;
}

Report::Report(MPI_Comm usedCommunicator, const ReportOptions &usedOptions)
    : communicator(usedCommunicator), options(usedOptions) {
  checkMpi(MPI_Comm_rank(communicator, &rank), "MPI_Comm_rank");
  checkMpi(MPI_Comm_size(communicator, &size), "MPI_Comm_size");
  CounterClock::hasten();
  // All ranks begin their timelines together.
  checkMpi(MPI_Barrier(communicator), "MPI_Barrier");
  begin = CounterClock::moment();
  origin =
      std::chrono::duration<double>(begin.steady - timelineOrigin()).count();
  ownRecorder = Recorder(eventsOfRank(), begin.here);
  ownRecorder.reserve();
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

/// Viewers do not open what has many more.
std::size_t Report::eventsOfRank() const {
  constexpr std::size_t ofFile = 1'000'000, least = 10'000;
  return options.traceFile.empty()
             ? 0
             : std::max(least, ofFile / static_cast<std::size_t>(size));
}

Recorder Report::makeRecorder() const {
  return Recorder(eventsOfRank(), ownRecorder.beginning());
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
  totals.counts = {work.bytes, work.localBytes, work.messages, work.combines};
  for (std::size_t i = 0; i < phaseCount; ++i)
    totals.seconds[i] = recorder.seconds(static_cast<Phase>(i));
  totals.seconds[phaseCount] = seconds;
  return totals;
}

void Report::Counts::add(const Counts &other) {
  bytes += other.bytes;
  localBytes += other.localBytes;
  messages += other.messages;
  combines += other.combines;
}

CallSums &Report::sumsOf(CallKind kind) {
  Summary &summary = group->summary;
  return kind == CallKind::Reduction  ? summary.reductions
         : kind == CallKind::Pipeline ? summary.pipelines
                                      : summary.movements;
}

/// Over calls and ranks.
void Report::addCounts(CallKind kind, const Counts &sums) {
  CallSums &calls = sumsOf(kind);
  calls.bytes += sums.bytes;
  calls.messages += sums.messages;
  group->summary.localBytes += sums.localBytes;
  group->summary.combines += sums.combines;
}

/// Of one call.
void Report::addTimes(const Work &work, const Times &slowest) {
  Summary &summary = group->summary;
  CallSums &calls = sumsOf(work.kind);
  calls.calls += work.calls;
  for (std::size_t phase = 0; phase < phaseCount; ++phase)
    calls.phaseSeconds[phase] += slowest[phase];
  const double time = slowest[phaseCount];
  calls.seconds += time;
  if (work.kind == CallKind::Pipeline) {
    summary.items += work.items;
    if (work.seconds > 0) {
      summary.modelItems += work.items;
      summary.pipelineModelSeconds += work.seconds;
      summary.pipelineModelledSeconds += time;
    }
    return;
  }
  if (work.kind == CallKind::Reduction) {
    if (work.seconds > 0) {
      summary.modelSeconds += work.seconds;
      summary.modelledSeconds += time;
    }
    return;
  }
  summary.steps += work.steps;
  RouteSums &route = summary.routes[static_cast<std::size_t>(work.route)];
  ++route.calls;
  if (work.forecast) {
    ++route.chosen;
    for (std::size_t way = 0; way < schedule::messageWays; ++way)
      route.seconds[way] += work.forecast->seconds[way];
  }
  summary.model.add(static_cast<double>(work.steps), work.costBytes, time);
}

void Report::collect(const Work &work, double seconds) {
  if (options.statistics) {
    const Totals mine = totalsOf(work, ownRecorder, seconds);
    callTimes.push_back(mine.seconds);
    callCounts[static_cast<std::size_t>(work.kind)].add(mine.counts);
    if (rank == 0)
      works.push_back(work);
    bringManyCalls();
  }
  ownRecorder.keep();
}

bool Report::isSampled() const {
  constexpr std::int64_t between = 15;
  return sampleSeconds < 0 || unmeasured == between;
}

void Report::addSample(double seconds) {
  Work work;
  work.kind = CallKind::Reduction;
  work.calls = unmeasured + 1;
  callTimes.push_back({});
  callTimes.back()[phaseCount] = seconds * static_cast<double>(work.calls);
  if (rank == 0)
    works.push_back(work);
  unmeasured = 0;
  sampleSeconds = seconds;
  bringManyCalls();
}

void Report::bringManyCalls() {
  constexpr std::size_t enough = 1024;
  if (callTimes.size() == enough)
    bringCalls();
}

/// Of each call the slowest rank counts. Collective.
void Report::bringCalls() {
  static_assert(sizeof(Times) == sizeof(double) * (phaseCount + 1) &&
                sizeof(Counts) == sizeof(std::int64_t) * countWords);
  std::array<Counts, callKinds> sums{};
  std::vector<Times> slowest(callTimes.size());
  checkMpi(MPI_Reduce(callCounts.data(), sums.data(),
                      countWords * static_cast<int>(callKinds), MPI_INT64_T,
                      MPI_SUM, 0, communicator),
           "MPI_Reduce");
  checkMpi(MPI_Reduce(callTimes.data(), slowest.data(),
                      toMpiCount(std::ssize(callTimes) *
                                 static_cast<std::ptrdiff_t>(phaseCount + 1)),
                      MPI_DOUBLE, MPI_MAX, 0, communicator),
           "MPI_Reduce");
  if (rank == 0) {
    for (std::size_t kind = 0; kind < callKinds; ++kind)
      addCounts(static_cast<CallKind>(kind), sums[kind]);
    for (std::size_t i = 0; i < works.size(); ++i)
      addTimes(works[i], slowest[i]);
  }
  works.clear();
  callTimes.clear();
  callCounts = {};
}

void Report::collectStages(const std::string &where,
                           const std::vector<StageSums> &mine) {
  if (!options.statistics)
    return;
  constexpr std::size_t stageWords = 2;
  std::vector<std::int64_t> counts, allCounts(stageWords * mine.size());
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
    sums.push_back({allCounts[stageWords * k], allSeconds[k],
                    allCounts[stageWords * k + 1]});
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

/// To rank 0. Collective.
void Report::bringEvents() {
  ownRecorder.keep();
  std::vector<PhaseEvent> mine = ownRecorder.takeEvents();
  const double scale = CounterClock::scaleSince(begin);
  for (PhaseEvent &event : mine) {
    event.begin *= scale;
    event.end *= scale;
  }
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
  ownRecorder.adopt(recorder);
  if (!options.statistics)
    return;
  if (rank == 0) {
    outstanding.push_back({index, work, mine});
  } else {
    Parcel &parcel = parcels.emplace_back(Parcel{mine, MPI_REQUEST_NULL});
    checkMpi(MPI_Isend(&parcel.totals, sizeof parcel.totals, MPI_BYTE, 0,
                       tagOf(index), laterCommunicator, &parcel.request),
             "MPI_Isend");
  }
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
  for (int from = 1; from < size; ++from) {
    Totals theirs;
    checkMpi(MPI_Recv(&theirs, sizeof theirs, MPI_BYTE, from, tagOf(one.index),
                      laterCommunicator, MPI_STATUS_IGNORE),
             "MPI_Recv");
    sums.counts.add(theirs.counts);
    for (std::size_t i = 0; i < sums.seconds.size(); ++i)
      sums.seconds[i] = std::max(sums.seconds[i], theirs.seconds[i]);
  }
  addCounts(one.work.kind, sums.counts);
  addTimes(one.work, sums.seconds);
}

void Report::settle() {
  for (const Outstanding &one : outstanding)
    receive(one);
  outstanding.clear();
  for (Parcel &parcel : parcels)
    checkMpi(MPI_Wait(&parcel.request, MPI_STATUS_IGNORE), "MPI_Wait");
  parcels.clear();
  if (unmeasured > 0) {
    --unmeasured; // addSample() counts the last one
    addSample(sampleSeconds);
  }
  if (options.statistics)
    bringCalls();
  if (!options.traceFile.empty())
    bringEvents();
}

} // namespace redist::runtime
