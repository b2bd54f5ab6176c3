//===- PipelineEnd.cpp - End of a pipeline on all ranks -------------------===//
#include "Pipeline/Engine/PipelineEngine.h"

#include "Agreement/Agreement.h"
#include "Progress/Progress.h"
#include "Support/Guard.h"
#include "Support/SourceLocation.h"

#include <algorithm>

namespace redist::runtime {

void PipelineEngine::fail() noexcept {
  if (!isStarted) {
    startError = std::current_exception();
    return;
  }
  std::int64_t item = place.turn;
  int stage = place.current;
  try {
    try {
      throw;
    } catch (const detail::pipeline_stop &) {
      isStopped = true;
      return;
    } catch (const StageDifference &found) {
      item = found.item;
      stage = found.stage;
      failure.text = found.text;
    } catch (const std::exception &e) {
      failure.text = *e.what() ? e.what() : "unknown exception";
    } catch (...) {
      failure.text = "unknown exception";
    }
    failure.item = item;
    failure.stage = stage;
    linkSet->stop(failure.item);
  } catch (...) {
    // No memory for the text. Others wait for the stop: drainStops().
    failure.item = item;
    failure.stage = stage;
    try {
      linkSet->stop(failure.item);
    } catch (...) {
      abortAlone(where, "pipeline");
    }
  }
}

void PipelineEngine::finish() {
  guard([&] { finishGuarded(); });
}

void PipelineEngine::finishGuarded() {
  if (startError)
    std::rethrow_exception(std::exchange(startError, nullptr));
  isFinished = true;
  if (deferred) {
    try {
      std::rethrow_exception(std::exchange(deferred, nullptr));
    } catch (...) {
      fail();
    }
  }
  stageRecord.finish(place, endedItems());
  for (const auto &link : linkSet->outLinks())
    link->end(itemsBegun());
  for (const auto &link : linkSet->inLinks())
    link->discard();
  Meeting met;
  bool isOver = false;
  startMeeting(true);
  linkSet->wait([&] {
    if (!isOver && testMeeting(met)) {
      isOver = met.isFinish;
      if (!isOver)
        startMeeting(true); // some were not at the end yet
    }
    return isOver && linkSet->areLinksDone();
  });
  removeLinks();
  if (met.failedItem != LinkSet::none)
    throwFailure(met);
  const bool doCountsDiffer =
      !call.clauses.is_driven && (met.isStopped || met.fewest != met.most);
  if (problem)
    std::rethrow_exception(std::exchange(problem, nullptr));
  if (doCountsDiffer)
    throwCounts();
  if (watch)
    verifyOutside(met.most);
  spreadStates(met.most);
  addCounts();
  if (watch)
    verifyStates(met.most);
  try {
    if (isMeasuring && met.most > 1)
      learn(false);
  } catch (const stage_error &) {
    throw;
  } catch (const error &) {
    throwAtPosition(where);
  }
  if (recorder)
    report(met.most);
}

/// For REDIST_STATS and REDIST_TRACE. Collective.
void PipelineEngine::report(std::int64_t items) {
  Work work;
  work.kind = CallKind::Pipeline;
  work.bytes = linkSet->sentBytes();
  work.messages = linkSet->sentPackets();
  work.nodeBytes = linkSet->sentBytesToNodes();
  work.nodeMessages = linkSet->sentPacketsToNodes();
  work.items = items;
  work.seconds = chosen.periodSeconds * static_cast<double>(items);
  const double seconds = MPI_Wtime() - startTime;
  span->finish();
  const std::string name = placeOf(where.file, where.line);
  records->report()->collectStages(name.empty() ? "pipeline" : name,
                                   stageRecord.stages());
  records->report()->collect(work, seconds);
}

//===----------------------------------------------------------------------===//
// Failures
//===----------------------------------------------------------------------===//

/// Of the ranks that failed at the first item, the one with the lowest stage;
/// of these the lowest rank.
void PipelineEngine::throwFailure(const Meeting &met) {
  const MPI_Comm communicator = linkSet->communicator();
  const auto size = static_cast<std::size_t>(linkSet->size());
  std::int64_t own[2] = {failure.item, failure.stage};
  std::vector<std::int64_t> all(2 * size);
  checkMpi(MPI_Allgather(own, 2, MPI_INT64_T, all.data(), 2, MPI_INT64_T,
                         communicator),
           "MPI_Allgather");
  std::vector<int> failed;
  int first = -1;
  for (std::size_t rank = 0; rank < size; ++rank) {
    if (all[2 * rank] == LinkSet::none)
      continue;
    failed.push_back(static_cast<int>(rank));
    if (all[2 * rank] == met.failedItem &&
        (first < 0 ||
         all[2 * rank + 1] < all[2 * static_cast<std::size_t>(first) + 1]))
      first = static_cast<int>(rank);
  }
  linkSet->drainStops(failed);
  const std::string text = broadcastText(
      communicator,
      positionOf(where) + "stage " + std::to_string(failure.stage) + ", item " +
          std::to_string(failure.item) + ": " + failure.text,
      first, linkSet->rank());
  throw stage_error(
      text, static_cast<int>(all[2 * static_cast<std::size_t>(first) + 1]),
      met.failedItem);
}

/// Never returns.
void PipelineEngine::throwCounts() {
  const std::int64_t words[] = {place.turn, isStopped};
  const auto describe = [&](std::span<const std::vector<std::int64_t>> all) {
    const auto shown = [&](std::size_t rank) {
      return (all[rank][1] ? "more than " : "") + std::to_string(all[rank][0]) +
             " on rank " + std::to_string(rank);
    };
    // Ranks that stopped would have gone on.
    const auto base = static_cast<std::size_t>(
        std::find_if(all.begin(), all.end(),
                     [](const auto &one) { return one[1] == 0; }) -
        all.begin());
    const auto other = static_cast<std::size_t>(
        std::find_if(all.begin(), all.end(),
                     [&](const auto &one) { return one != all[base]; }) -
        all.begin());
    return positionOf(where) + "the loop's header gives " +
           std::to_string(all[base][0]) + " items on rank " +
           std::to_string(base) + ", " + shown(other) +
           " of the communicator; it must give the same everywhere";
  };
  throw error(describeWords(linkSet->communicator(), words, describe));
}

} // namespace redist::runtime
