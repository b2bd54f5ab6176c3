//===- PipelineEnd.cpp - How a pipeline ends on all ranks -----------------===//
#include "Pipeline/PipelineEngine.h"

#include "Agreement.h"
#include "Progress.h"
#include "Report.h"

#include <algorithm>

namespace redist::runtime {

static std::string textOf(const std::exception &e) {
  const std::string text = e.what();
  return text.empty() ? "unknown exception" : text;
}

void PipelineEngine::fail() noexcept {
  if (!isStarted) {
    startError = std::current_exception();
    return;
  }
  try {
    try {
      throw;
    } catch (const detail::pipeline_stop &) {
      isStopped = true;
      return;
    } catch (const std::exception &e) {
      failure.text = textOf(e);
    } catch (...) {
      failure.text = "unknown exception";
    }
    failure.item = place.turn;
    failure.stage = place.current;
    traffic->stop(failure.item);
  } catch (...) {
    // No memory for the text, or MPI cannot send: finish() tells the others.
    failure.item = place.turn;
    failure.stage = place.current;
  }
}

void PipelineEngine::finish() {
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
  for (OutLink &link : traffic->outLinks())
    link.end(itemsBegun());
  for (InLink &link : traffic->inLinks())
    link.discard();
  Meeting met;
  bool isOver = false;
  startMeeting(true);
  traffic->wait([&] {
    if (!isOver && testMeeting(met)) {
      isOver = met.isFinish;
      if (!isOver)
        startMeeting(true); // some were not at the end yet
    }
    return isOver && traffic->areLinksDone();
  });
  traffic->removeLinks();
  if (met.failedItem != Traffic::none)
    throwFailure(met);
  if (!problem.empty())
    throw error(positionOf(where) + problem);
  if (!call.clauses.is_driven && (met.isStopped || met.fewest != met.most))
    throwCounts();
  if (recorder)
    report(met.most);
  try {
    spreadStates();
    if (isMeasuring && met.most > 1)
      learn(false);
  } catch (const error &e) {
    throw error(positionOf(where) + e.what());
  }
}

/// For REDIST_STATS and REDIST_TRACE. Collective.
void PipelineEngine::report(std::int64_t items) {
  Work work;
  work.isPipeline = true;
  work.bytes = traffic->sentBytes();
  work.messages = traffic->sentPackets();
  work.items = items;
  work.seconds = chosen.periodSeconds * static_cast<double>(items);
  records->report()->collect(work, MPI_Wtime() - startTime);
}

//===----------------------------------------------------------------------===//
// Failures
//===----------------------------------------------------------------------===//

/// Of the ranks that failed at the first item, the one with the lowest stage;
/// of these the lowest rank.
void PipelineEngine::throwFailure(const Meeting &met) {
  const MPI_Comm communicator = traffic->communicator();
  const auto size = static_cast<std::size_t>(traffic->size());
  if (recorder)
    recorder->clear(); // of what did not come to its end
  std::int64_t own[2] = {failure.item, failure.stage};
  std::vector<std::int64_t> all(2 * size);
  checkMpi(MPI_Allgather(own, 2, MPI_INT64_T, all.data(), 2, MPI_INT64_T,
                         communicator),
           "MPI_Allgather");
  std::vector<int> failed;
  int first = -1;
  for (std::size_t rank = 0; rank < size; ++rank) {
    if (all[2 * rank] == Traffic::none)
      continue;
    failed.push_back(static_cast<int>(rank));
    if (all[2 * rank] == met.failedItem &&
        (first < 0 ||
         all[2 * rank + 1] < all[2 * static_cast<std::size_t>(first) + 1]))
      first = static_cast<int>(rank);
  }
  traffic->settleStops(failed);
  const std::string text = spreadText(
      communicator,
      positionOf(where) + "stage " + std::to_string(failure.stage) + ", item " +
          std::to_string(failure.item) + ": " + failure.text,
      first, traffic->rank());
  throw stage_error(
      text, static_cast<int>(all[2 * static_cast<std::size_t>(first) + 1]),
      met.failedItem);
}

/// Never returns.
void PipelineEngine::throwCounts() {
  const std::int64_t words[] = {place.turn, isStopped};
  const auto all = gatherWords(traffic->communicator(), words, traffic->rank(),
                               traffic->size());
  std::string message;
  if (traffic->rank() == 0) {
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
    message = positionOf(where) + "the loop's header gives " +
              std::to_string(all[base][0]) + " items on rank " +
              std::to_string(base) + ", " + shown(other) +
              " of the communicator; it must give the same everywhere";
  }
  throw error(spreadText(traffic->communicator(), message, 0, traffic->rank()));
}

//===----------------------------------------------------------------------===//
// States
//===----------------------------------------------------------------------===//

/// The states of one rank travel together. Throws redist::error (no position)
/// on every rank.
void PipelineEngine::spreadStates() {
  if (states.empty() || traffic->size() == 1)
    return;
  const MPI_Comm communicator = traffic->communicator();
  std::string trouble;
  std::vector<std::byte> bytes;
  for (const schedule::MappedInterval &interval : chosen.mapping.intervals) {
    const auto isOwn = [&](const State &state) {
      return interval.first <= state.stage && state.stage <= interval.last;
    };
    if (std::none_of(states.begin(), states.end(), isOwn))
      continue;
    const int owner = interval.processors.front();
    bytes.clear();
    std::int64_t size = 0;
    try {
      if (traffic->rank() == owner)
        for (const State &state : states)
          if (isOwn(state))
            state.variable->save(bytes);
      size = std::ssize(bytes);
    } catch (const std::exception &e) {
      trouble = textOf(e);
      size = -1;
    }
    checkMpi(MPI_Bcast(&size, 1, MPI_INT64_T, owner, communicator),
             "MPI_Bcast");
    if (size < 0)
      continue;
    bytes.resize(static_cast<std::size_t>(size));
    eachPiece(size, [&](std::int64_t offset, int count) {
      checkMpi(MPI_Bcast(bytes.data() + offset, count, MPI_BYTE, owner,
                         communicator),
               "MPI_Bcast");
    });
    if (traffic->rank() == owner)
      continue;
    try {
      const std::byte *at = bytes.data();
      const std::byte *const end = at + bytes.size();
      for (const State &state : states)
        if (isOwn(state))
          at = state.variable->load(at, static_cast<std::size_t>(end - at));
    } catch (const std::exception &e) {
      trouble = textOf(e);
    }
  }
  agreeOnTrouble(trouble);
}

} // namespace redist::runtime
