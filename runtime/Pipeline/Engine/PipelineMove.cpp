//===- PipelineMove.cpp - Moving stages to their mapped ranks -------------===//
#include "Pipeline/Engine/PipelineEngine.h"

#include "Agreement/Agreement.h"
#include "Progress/Progress.h"
#include "Support/SourceLocation.h"

namespace redist::runtime {

//===----------------------------------------------------------------------===//
// Meetings
//===----------------------------------------------------------------------===//

/// Each word is a minimum over all ranks.
enum MeetingWord : std::size_t {
  failedWord,
  finishWord,    ///< 0 where some rank is not at the end
  notFinishWord, ///< 0 where some rank is
  fewestWord,
  maxWord,     ///< negated
  stoppedWord, ///< 0 where some rank left its loop early
};

void PipelineEngine::startMeeting(bool isFinish) {
  const std::int64_t items = itemsBegun();
  toldWords[failedWord] = failure.item;
  toldWords[finishWord] = isFinish;
  toldWords[notFinishWord] = !isFinish;
  toldWords[fewestWord] = items;
  toldWords[maxWord] = -items;
  toldWords[stoppedWord] = !isStopped;
  checkMpi(MPI_Iallreduce(toldWords, metWords, 6, MPI_INT64_T, MPI_MIN,
                          linkSet->communicator(), &meeting),
           "MPI_Iallreduce");
}

bool PipelineEngine::testMeeting(Meeting &result) {
  int isOver = 0;
  checkMpi(MPI_Test(&meeting, &isOver, MPI_STATUS_IGNORE), "MPI_Test");
  if (!isOver)
    return false;
  result.failedItem = metWords[failedWord];
  result.isFinish = metWords[finishWord] != 0;
  result.isMixed = !result.isFinish && metWords[notFinishWord] == 0;
  result.fewest = metWords[fewestWord];
  result.most = -metWords[maxWord];
  result.isStopped = metWords[stoppedWord] == 0;
  return true;
}

/// Every rank where each evaluates the header; else the first stage's rank
/// knows, and others have no more.
std::int64_t PipelineEngine::itemsBegun() const {
  if (!call.clauses.is_driven)
    return place.turn;
  return place.first == 1 ? place.turn : 0;
}

std::int64_t PipelineEngine::endedItems() const {
  std::int64_t items = 0;
  for (const auto &link : linkSet->inLinks())
    items += link->endedItems();
  return items;
}

//===----------------------------------------------------------------------===//
// From one mapping to the next
//===----------------------------------------------------------------------===//

/// Before item number `measuredItems` of the loop, or later where this rank
/// takes no part in that one. Collective; all items before are through then.
void PipelineEngine::remap() {
  Meeting met;
  startMeeting(false);
  linkSet->wait([&] { return testMeeting(met); });
  if (met.isMixed)
    throw detail::pipeline_stop(); // others are at the end already
  try {
    learn(true);
  } catch (const stage_error &) {
    problem = std::current_exception();
    throw detail::pipeline_stop();
  } catch (const LoneError &) {
    throw;
  } catch (const error &e) {
    problem = std::make_exception_ptr(error(positionOf(where) + e.what()));
    throw detail::pipeline_stop();
  }
}

/// Each rank chooses by itself. Where one has no memory for that, all hear of
/// it. Collective.
const ChosenMapping &PipelineEngine::choose(const PipelineWeights &weights) {
  ChosenMapping made;
  StateError found;
  try {
    made = chooseMapping(call, weights, where);
  } catch (const std::bad_alloc &) {
    found.text = "a rank has no memory for the choice of a mapping";
  }
  agreeOnTrouble(found, "when weights are known", measuredItems);
  return records->keep(key, std::move(made));
}

/// The same on all ranks. Collective. Throws redist::error, alike on all ranks.
void PipelineEngine::learn(bool moves) {
  PipelineWeights weights = learnWeights(records->communicator(), call, samples,
                                         records->links(), records->nodes());
  for (std::int64_t k = 0; k < call.stageCount(); ++k) {
    const auto at = static_cast<std::size_t>(k);
    if (!call.stages[at].may_move && call.stages[at].replica_count == 1)
      weights.pins[at] = ownerOf(chosen.mapping, k);
  }
  isMeasuring = false;
  setObserves();
  const ChosenMapping &made = choose(weights);
  if (records->comparesMappings())
    agreeOnMapping(records->communicator(), made.mapping);
  if (!moves)
    return; // the next execution will find it
  if (made.mapping != chosen.mapping)
    moveTo(made.mapping);
  chosen = made;
}

void PipelineEngine::moveTo(const schedule::Mapping &mapping) {
  closeLinks();
  moveStates(mapping);
  if (watch)
    watch->forgetStates();
  install(mapping, measuredItems);
}

/// All items have been taken. Collective.
void PipelineEngine::closeLinks() {
  for (const auto &link : linkSet->outLinks())
    link->end(measuredItems);
  linkSet->wait([&] { return linkSet->areLinksDone(); });
  removeLinks();
}

/// They have carried what this rank's last stage passed on.
void PipelineEngine::removeLinks() {
  for (const auto &link : linkSet->outLinks())
    stageRecord.addBytes(place.last, link->sentBytes());
  linkSet->removeLinks();
}

int PipelineEngine::ownerOf(const schedule::Mapping &mapping,
                            std::int64_t stage) const {
  for (const schedule::MappedInterval &interval : mapping.intervals)
    if (interval.first <= stage && stage <= interval.last)
      return interval.processors.front();
  return 0;
}

} // namespace redist::runtime
