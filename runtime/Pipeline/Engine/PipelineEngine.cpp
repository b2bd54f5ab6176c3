//===- PipelineEngine.cpp - One execution of a pipeline -------------------===//
//
// From start() to the last item; how it ends is in PipelineEnd.cpp, how stages
// move in PipelineMove.cpp.
//
//===----------------------------------------------------------------------===//
#include "Pipeline/Engine/PipelineEngine.h"

#include "Agreement/Agreement.h"
#include "Progress/Progress.h"
#include "Support/ExceptionMessage.h"
#include "Support/Guard.h"
#include "Support/Hash.h"

#include <algorithm>
#include <numeric>

namespace redist::runtime {

PipelineEngine::PipelineEngine(const directive &given, const pipeline &what,
                               std::vector<pipeline_stage> givenStages,
                               MPI_Comm usedUser,
                               detail::pipeline_place &inHand)
    : where(given), asked(what), stages(std::move(givenStages)), user(usedUser),
      place(inHand), samples(stages.size()), stageRecord(stages.size()) {
  place.exceptions = std::uncaught_exceptions();
}

void PipelineEngine::keep(int stage,
                          std::unique_ptr<detail::kept_state> state) {
  states.push_back({stage - 1, std::move(state)});
}

//===----------------------------------------------------------------------===//
// The start
//===----------------------------------------------------------------------===//

void PipelineEngine::noteProblem() noexcept {
  if (!preparation.empty())
    return;
  preparation = messageOfException();
  if (preparation.empty())
    preparation = "unknown problem";
}

void PipelineEngine::start() {
  guard([&] { startGuarded(); });
}

/// The words of the call.
std::vector<std::int64_t> PipelineEngine::checkClauses() {
  std::vector<int> kept;
  for (const State &state : states)
    kept.push_back(state.stage + 1);
  call = check(where, asked, stages, kept, records->size(), records->machine());
  return wordsOf(call);
}

void PipelineEngine::startGuarded() {
  region.emplace("pipeline", where.file, where.line, "pipeline");
  records = &recordsOf(user, where);
  Progress::ofProcess().advance();
  std::vector<std::int64_t> words;
  try {
    if (preparation.empty())
      words = checkClauses();
  } catch (...) {
    noteProblem();
  }
  agreeOnPipeline(records->parent(), words, preparation, where);
  try {
    findMapping(words);
  } catch (const error &) {
    throwAtPosition(where);
  }
  linkSet = std::make_unique<LinkSet>(
      records->communicator(), call.ranks > 1 ? records->links() : nullptr,
      place, where);
  if (Report *const report = records->report()) {
    recorder = &report->recorder();
    span.emplace(report, CallKind::Pipeline, where.file, where.line, false);
    stageRecord.recordBy(*recorder);
    linkSet->recordWaits(recorder);
    startTime = MPI_Wtime();
  }
  place.verifies = records->comparesMappings();
  if (place.verifies)
    watch = std::make_unique<StageWatch>();
  install(chosen.mapping, 0);
  isStarted = true;
}

/// The same on all ranks, as their words are.
void PipelineEngine::findMapping(const std::vector<std::int64_t> &words) {
  HashBuilder placeHash;
  placeHash.add(where.line);
  for (const char *at = where.file; at && *at; ++at)
    placeHash.add(*at);
  key = words;
  key.push_back(static_cast<std::int64_t>(placeHash.value()));
  if (call.ranks == 1) {
    chosen.mapping.intervals = {{0, call.stageCount() - 1, {0}}};
  } else if (const ChosenMapping *const kept = records->find(key)) {
    chosen = *kept;
  } else if (const auto weights = givenWeights(
                 call, modelOfLinks(records->links(), call.ranks))) {
    chosen = records->keep(key, chooseMapping(call, *weights, where));
  } else {
    chosen = {initialMapping(call), 0};
    refuseImpossible(call, where);
    isMeasuring = true;
  }
  if (records->comparesMappings())
    agreeOnMapping(records->communicator(), chosen.mapping);
}

/// Items i and j of two intervals that are dealt to k and l ranks meet where
/// i = j modulo gcd(k, l).
static bool doMeet(std::size_t i, std::size_t k, std::size_t j, std::size_t l) {
  const std::size_t divisor = std::gcd(k, l);
  return i % divisor == j % divisor;
}

/// Of all links of a mapping.
static std::vector<LinkPlace> placesOf(const schedule::Mapping &mapping) {
  std::vector<LinkPlace> places;
  for (std::size_t j = 0; j + 1 < mapping.intervals.size(); ++j) {
    const auto &from = mapping.intervals[j].processors;
    const auto &to = mapping.intervals[j + 1].processors;
    for (std::size_t i = 0; i < from.size(); ++i)
      for (std::size_t k = 0; k < to.size(); ++k)
        if (doMeet(i, from.size(), k, to.size()))
          places.push_back({from[i], to[k]});
  }
  return places;
}

/// Links and items of this rank. Precondition: no rank has links. Collective.
void PipelineEngine::install(const schedule::Mapping &mapping,
                             std::int64_t firstItem) {
  const auto rank = static_cast<std::int32_t>(linkSet->rank());
  inOf.clear();
  outOf.clear();
  place.own = detail::pipeline_place::never;
  place.stride = 1;
  place.first = 0;
  place.last = -1;
  place.in = nullptr;
  place.out = nullptr;
  setObserves();
  const LinkShape shape{std::min<std::int64_t>(call.depth(), 1024),
                        call.clauses.has_depth};
  linkSet->provide(placesOf(mapping), shape);
  for (std::size_t j = 0; j < mapping.intervals.size(); ++j) {
    const schedule::MappedInterval &interval = mapping.intervals[j];
    const auto &own = interval.processors;
    const auto found = std::find(own.begin(), own.end(), rank);
    if (found == own.end())
      continue;
    const auto replica = static_cast<std::size_t>(found - own.begin());
    place.first = static_cast<int>(interval.first) + 1;
    place.last = static_cast<int>(interval.last) + 1;
    place.stride = static_cast<std::int64_t>(own.size());
    place.own = firstItem + (static_cast<std::int64_t>(replica) -
                             firstItem % place.stride + place.stride) %
                                place.stride;
    if (j > 0) {
      const auto &before = mapping.intervals[j - 1].processors;
      for (std::size_t i = 0; i < before.size(); ++i)
        inOf.push_back(doMeet(i, before.size(), replica, own.size())
                           ? &linkSet->addIn(before[i], shape)
                           : nullptr);
    }
    if (j + 1 < mapping.intervals.size()) {
      const auto &after = mapping.intervals[j + 1].processors;
      for (std::size_t i = 0; i < after.size(); ++i)
        outOf.push_back(doMeet(i, after.size(), replica, own.size())
                            ? &linkSet->addOut(after[i], shape)
                            : nullptr);
    }
  }
  place.is_dealt = inOf.size() > 1 || outOf.size() > 1;
  if (inOf.size() == 1)
    place.in = inOf.front();
  if (outOf.size() == 1)
    place.out = outOf.front();
  setEvent();
}

//===----------------------------------------------------------------------===//
// The loop
//===----------------------------------------------------------------------===//

/// Ranks that wait for nobody have to look whether others have stopped.
void PipelineEngine::setEvent() {
  constexpr std::int64_t looks = 64;
  place.event = linkSet->limit();
  if (isMeasuring)
    place.event = std::min(place.event, measuredItems);
  place.event = std::min(place.event, stageRecord.wake());
  const bool hasLinks = !inOf.empty() || !outOf.empty();
  if (!hasLinks && linkSet->size() > 1 && place.turn < LinkSet::none - looks)
    place.event = std::min(place.event, place.turn + looks);
  if (WatchedCall *const watched = region ? region->watched() : nullptr) {
    constexpr std::int64_t tellings = 8;
    watched->done.store(place.turn, std::memory_order_relaxed);
    if (place.turn < LinkSet::none - tellings)
      place.event = std::min(place.event, place.turn + tellings);
  }
}

void PipelineEngine::atEvent() {
  if (deferred)
    std::rethrow_exception(std::exchange(deferred, nullptr));
  guard([&] { lookAround(); });
}

void PipelineEngine::lookAround() {
  linkSet->pollStops();
  if (linkSet->isStopped())
    throw detail::pipeline_stop();
  if (isMeasuring && place.turn >= measuredItems) {
    remap();
    if (call.clauses.is_driven)
      place.turn = place.own; // of the mapping that begins
  }
  if (place.turn >= stageRecord.wake()) {
    stageRecord.atEvent(place, endedItems());
    setObserves();
  }
  setEvent();
}

void PipelineEngine::chooseLinks() {
  const auto item = static_cast<std::size_t>(place.turn);
  if (!inOf.empty())
    place.in = inOf[item % inOf.size()];
  if (!outOf.empty())
    place.out = outOf[item % outOf.size()];
}

bool PipelineEngine::hasItem() {
  if (place.own == detail::pipeline_place::never)
    return false; // no stage is this rank's
  if (place.is_dealt)
    chooseLinks();
  auto &link = *static_cast<InLink *>(place.in);
  guard([&] {
    link.poll();
    if (!link.hasItem() && !link.hasEnded())
      linkSet->waitInLoop([&] { return link.hasItem() || link.hasEnded(); });
  });
  return link.hasItem();
}

void PipelineEngine::observe(int stage) {
  const int ended = observedStage;
  if (watch && stage > 0)
    watch->stageBegins(stage, stage == place.first, place.turn);
  if (isMeasuring) {
    const double now = MPI_Wtime();
    if (observedStage > 0)
      samples.addTime(static_cast<std::size_t>(observedStage) - 1,
                      now - observedSince);
    observedSince = now;
  }
  if (recorder && measuresOrRecords()) {
    stageRecord.observe(observedStage, stage, place, !isMeasuring);
    place.event = std::min(place.event, stageRecord.wake());
  }
  observedStage = stage;
  if (watch && stage == 0 && ended > 0)
    watch->stageEnds(ended, place.turn);
}

void PipelineEngine::observeBytes(int after, std::size_t bytes) {
  if (isMeasuring)
    samples.addBytes(static_cast<std::size_t>(after) - 1, bytes);
}

/// A destructor calls this: what goes wrong is thrown before the next item.
void PipelineEngine::leaveItem(bool isTold) noexcept {
  if (std::uncaught_exceptions() > place.exceptions)
    return; // fail() sees where that was
  try {
    const bool isCounted = !measuresOrRecords();
    if (watch)
      watch->leaveItem();
    if (place.observes)
      observe(0);
    if (isCounted && (!isTold || place.current > 0)) // endedItems() has others
      stageRecord.leave(place);
    if (!isTold && place.out)
      place.out->send_ended();
  } catch (...) {
    deferred = std::current_exception();
    place.event = 0;
  }
  place.current = 0;
  ++place.turn;
}

} // namespace redist::runtime
