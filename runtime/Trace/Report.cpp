//===- Report.cpp - REDIST_STATS and REDIST_TRACE -------------------------===//
#include "Trace/Report.h"

#include "Support/MpiCalls.h"
#include "Trace/ReportGroup.h"

#include <algorithm>

namespace redist::runtime {

static int worldRank() {
  const int rank = rankIn(MPI_COMM_WORLD);
  return rank;
}

Report::Report(MPI_Comm usedCommunicator, const ReportOptions &usedOptions)
    : communicator(usedCommunicator), options(usedOptions) {
  rank = rankIn(communicator);
  size = sizeOf(communicator);
  ownRecorder = Recorder(eventsOfRank(), timelineOrigin().here);
  ownRecorder.reserve();
  if (std::ranges::count(options.nodes, 0) <
      static_cast<std::ptrdiff_t>(options.nodes.size()))
    nodes = std::make_shared<const std::vector<int>>(options.nodes);
  ownRecorder.setNodes(nodes, rank);
  const std::vector<Timeline::RankClock> clocks = compareClocks();
  checkMpi(MPI_Comm_dup(communicator, &laterCommunicator), "MPI_Comm_dup");
  nameCommunicator(laterCommunicator, "redist report");
  if (rank == 0)
    group = &groupOf(clocks, options.traceFile);
  if (group && nodes) {
    const std::lock_guard lock(group->mutex);
    group->summary.nodes = 1 + *std::ranges::max_element(*nodes);
  }
}

/// What a rank tells of its clock.
struct OwnClock {
  std::uint64_t steadyClock; ///< 0: not known
  double origin;             ///< by that clock, in seconds
  double sinceOrigin;        ///< at a moment that all ranks see at about once
  int worldRank;
  int unused = 0; ///< all bytes that travel have a value
};

static OwnClock ownClock() {
  const auto secondsOf = [](TscClock::Steady::duration time) {
    return std::chrono::duration<double>(time).count();
  };
  const auto current = TscClock::Steady::now(); // before all that takes time
  const auto origin = timelineOrigin().steady;
  return {TscClock::steadyClockOf(), secondsOf(origin.time_since_epoch()),
          secondsOf(current - origin), worldRank()};
}

/// Those of all ranks on rank 0, empty elsewhere. Ranks of one node have a
/// clock in common, others leave a barrier together, within what messages and
/// the system's turns take. Collective.
std::vector<Timeline::RankClock> Report::compareClocks() const {
  checkMpi(MPI_Barrier(communicator), "MPI_Barrier");
  const OwnClock mine = ownClock();
  const std::vector<OwnClock> all = gatherToFirst<OwnClock>({&mine, 1}).rows;
  std::vector<Timeline::RankClock> clocks;
  for (const OwnClock &one : all) {
    const OwnClock &first = all.front();
    const bool isShared =
        one.steadyClock != 0 && one.steadyClock == first.steadyClock;
    clocks.push_back({one.worldRank,
                      isShared ? first.origin - one.origin
                               : one.sinceOrigin - first.sinceOrigin,
                      1, nodes ? (*nodes)[clocks.size()] : -1});
  }
  return clocks;
}

Report::~Report() {
  if (laterCommunicator != MPI_COMM_NULL)
    MPI_Comm_free(&laterCommunicator);
}

const char *Report::nameOf(CallKind kind) {
  switch (kind) {
  case CallKind::CallBuffers:
    return "redistribute";
  case CallKind::Reduction:
    return "reduce";
  case CallKind::Pipeline:
    return "pipeline";
  }
  return "";
}

/// Viewers do not open what has many more.
std::size_t Report::eventsOfRank() const {
  constexpr std::size_t ofFile = 1'000'000, least = 10'000;
  return hasTimeline()
             ? std::max(least, ofFile / static_cast<std::size_t>(size))
             : 0;
}

Recorder Report::makeRecorder() const {
  Recorder made(eventsOfRank(), ownRecorder.beginning());
  made.recordStarted();
  made.setNodes(nodes, rank);
  return made;
}

Report::Totals Report::totalsOf(const Work &work, const Recorder &recorder,
                                double seconds) {
  Totals totals;
  totals.counts = {work.bytes,    work.localBytes, work.messages,
                   work.combines, work.nodeBytes,  work.nodeMessages};
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
  nodeBytes += other.nodeBytes;
  nodeMessages += other.nodeMessages;
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
  calls.nodeBytes += sums.nodeBytes;
  calls.nodeMessages += sums.nodeMessages;
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
  MethodSums &sums = summary.methods[indexOf(work.method)];
  ++sums.calls;
  if (work.forecast) {
    ++sums.chosen;
    for (std::size_t i = 0; i < schedule::messageMethods; ++i)
      sums.seconds[i] += work.forecast->seconds[i];
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
  // Directives that take turns are all to be met.
  constexpr std::int64_t between = 16;
  return sampleSeconds < 0 || unmeasured == between;
}

void Report::addSample(double seconds) {
  Work work;
  work.kind = CallKind::Reduction;
  work.calls = unmeasured + 1;
  unmeasured = 0;
  sampleSeconds = seconds;
  callTimes.push_back({});
  callTimes.back()[phaseCount] = seconds * static_cast<double>(work.calls);
  if (rank == 0)
    works.push_back(work);
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
    const std::lock_guard lock(group->mutex);
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
  const std::lock_guard lock(group->mutex);
  group->summary.addStages(where, sums);
}

/// `mine` of all ranks, one after the other; nothing but on rank 0. Collective.
template <typename Row>
Report::Gathered<Row> Report::gatherToFirst(std::span<const Row> mine) const {
  const int own = toMpiCount(std::ssize(mine));
  Gathered<Row> all;
  all.counts.resize(rank == 0 ? static_cast<std::size_t>(size) : 0);
  checkMpi(MPI_Gather(&own, 1, MPI_INT, all.counts.data(), 1, MPI_INT, 0,
                      communicator),
           "MPI_Gather");
  std::vector<int> offsets;
  std::int64_t total = 0;
  for (const int count : all.counts) {
    offsets.push_back(toMpiCount(total));
    total += count;
  }
  all.rows.resize(static_cast<std::size_t>(total));
  MPI_Datatype type = MPI_DATATYPE_NULL; // bytes would soon be too many
  checkMpi(MPI_Type_contiguous(sizeof(Row), MPI_BYTE, &type),
           "MPI_Type_contiguous");
  checkMpi(MPI_Type_commit(&type), "MPI_Type_commit");
  checkMpi(MPI_Gatherv(mine.data(), own, type, all.rows.data(),
                       all.counts.data(), offsets.data(), type, 0,
                       communicator),
           "MPI_Gatherv");
  checkMpi(MPI_Type_free(&type), "MPI_Type_free");
  return all;
}

/// Of the rank `from`, which has numbered its directives by itself.
void Report::addEvents(std::span<const PhaseEvent> events,
                       std::span<const DirectiveName> namesOfRank,
                       std::size_t from) {
  std::vector<std::int32_t> numbers;
  for (const DirectiveName &name : namesOfRank)
    numbers.push_back(group->timeline.numberOf(name));
  for (PhaseEvent event : events) {
    if (event.directive >= 0)
      event.directive = numbers[static_cast<std::size_t>(event.directive)];
    group->timeline.add(from, event);
  }
}

/// To rank 0. Collective.
void Report::bringEvents() {
  ownRecorder.keep();
  const std::vector<PhaseEvent> mine = ownRecorder.takeEvents();
  const std::string text = names.text();
  const double scale = TscClock::scaleSince(timelineOrigin());
  const auto scales = gatherToFirst<double>({&scale, 1});
  const auto texts = gatherToFirst<char>(text);
  const auto events = gatherToFirst<PhaseEvent>(mine);
  std::span<const char> textsLeft = texts.rows;
  std::span<const PhaseEvent> eventsLeft = events.rows;
  if (scales.rows.empty())
    return;
  const std::lock_guard lock(group->mutex);
  for (std::size_t from = 0; from < scales.rows.size(); ++from) {
    group->timeline.setScale(from, scales.rows[from]);
    const auto textLength = static_cast<std::size_t>(texts.counts[from]);
    const auto eventCount = static_cast<std::size_t>(events.counts[from]);
    addEvents(eventsLeft.first(eventCount),
              SiteTable::read({textsLeft.data(), textLength}), from);
    textsLeft = textsLeft.subspan(textLength);
    eventsLeft = eventsLeft.subspan(eventCount);
  }
}

//===----------------------------------------------------------------------===//
// Spans of calls
//===----------------------------------------------------------------------===//

DirectiveSpan::DirectiveSpan(Report *usedReport, CallKind kind,
                             const char *file, int line, bool mayJoin)
    : report(usedReport) {
  if (!report || !report->hasTimeline())
    return;
  directive = report->numberOf(kind, file, line);
  outer = report->recorder().enter(directive);
  begin = Recorder::Clock::now();
  // Statistics have the times of all.
  isJoined = mayJoin && !report->hasStatistics() &&
             report->briefCalls(directive).mayJoin(begin);
}

void DirectiveSpan::finish() {
  if (!report)
    return;
  if (directive >= 0) {
    const auto end = Recorder::Clock::now();
    SpanCoalescer &brief = report->briefCalls(directive);
    if (isJoined && SpanCoalescer::isBrief(begin, end))
      brief.join();
    else
      report->recorder().addDirective(begin, end, brief.show(begin, end));
  }
  std::exchange(report, nullptr)->recorder().enter(outer);
}

void SampledCall::start() {
  isMeasured = report->hasStatistics() && report->isSampled();
  if (report->hasTimeline()) {
    directive = report->numberOf(CallKind::Reduction, file, line);
    SpanCoalescer &brief = report->briefCalls(directive);
    if (!isMeasured && brief.joinsUnseen())
      return;
    begin = Recorder::Clock::now();
    isShown = !brief.mayJoin(begin);
    if (isShown)
      return;
    brief.join();
    brief.allowUnseen();
  } else if (isMeasured) {
    begin = Recorder::Clock::now();
  }
}

void SampledCall::end() {
  if (report->hasStatistics() && !isMeasured)
    report->skipSample();
  if (!isMeasured && !isShown)
    return;
  const auto end = Recorder::Clock::now();
  if (isMeasured)
    report->addSample(std::chrono::duration<double>(end - begin).count());
  if (!isShown)
    return;
  Recorder &recorder = report->recorder();
  const std::int32_t outer = recorder.enter(directive);
  recorder.addWhole(begin, end, report->briefCalls(directive).show(begin, end));
  recorder.enter(outer);
}

//===----------------------------------------------------------------------===//
// Executions that ranks complete in any order
//===----------------------------------------------------------------------===//

static int tagOf(std::int64_t index) { return static_cast<int>(index % 32768); }

void Report::collectLater(const Work &work, Recorder &recorder,
                          const Lasted &lasted, std::int64_t index) {
  const Totals mine = totalsOf(work, recorder, lasted.seconds());
  recorder.addDirective(lasted.begin, lasted.end);
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
  const std::lock_guard lock(group->mutex);
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
