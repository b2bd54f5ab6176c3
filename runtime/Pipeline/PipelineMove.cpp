//===- PipelineMove.cpp - Stages move once weights are known --------------===//
#include "Pipeline/PipelineEngine.h"

#include "Agreement.h"
#include "Progress.h"

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
  mostWord,    ///< negated
  stoppedWord, ///< 0 where some rank left its loop early
};

void PipelineEngine::startMeeting(bool isFinish) {
  const std::int64_t items = itemsBegun();
  toldWords[failedWord] = failure.item;
  toldWords[finishWord] = isFinish;
  toldWords[notFinishWord] = !isFinish;
  toldWords[fewestWord] = items;
  toldWords[mostWord] = -items;
  toldWords[stoppedWord] = !isStopped;
  checkMpi(MPI_Iallreduce(toldWords, metWords, 6, MPI_INT64_T, MPI_MIN,
                          traffic->communicator(), &meeting),
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
  result.most = -metWords[mostWord];
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

//===----------------------------------------------------------------------===//
// From one mapping to the next
//===----------------------------------------------------------------------===//

/// Before item number `measuredItems` of the loop, or later where this rank
/// takes no part in that one. Collective; all items before are through then.
void PipelineEngine::remap() {
  Meeting met;
  startMeeting(false);
  traffic->wait([&] { return testMeeting(met); });
  if (met.isMixed)
    throw detail::pipeline_stop(); // others are at the end already
  try {
    learn(true);
  } catch (const error &e) {
    problem = e.what();
    throw detail::pipeline_stop();
  }
}

/// The same on all ranks. Collective. Throws redist::error, alike on all ranks.
void PipelineEngine::learn(bool moves) {
  PipelineWeights weights =
      learnWeights(records->communicator(), call, samples);
  for (std::int64_t k = 0; k < call.stageCount(); ++k) {
    const auto at = static_cast<std::size_t>(k);
    if (!call.stages[at].may_move && call.stages[at].replica_count == 1)
      weights.pins[at] = ownerOf(chosen.mapping, k);
  }
  isMeasuring = false;
  place.observes = recorder != nullptr;
  const ChosenMapping &made =
      records->keep(key, chooseMapping(call, weights, where));
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
  install(mapping, measuredItems);
}

/// All items have been taken. Collective.
void PipelineEngine::closeLinks() {
  for (OutLink &link : traffic->outLinks())
    link.end(measuredItems);
  traffic->wait([&] { return traffic->areLinksDone(); });
  traffic->removeLinks();
}

int PipelineEngine::ownerOf(const schedule::Mapping &mapping,
                            std::int64_t stage) const {
  for (const schedule::MappedInterval &interval : mapping.intervals)
    if (interval.first <= stage && stage <= interval.last)
      return interval.processors.front();
  return 0;
}

/// Bytes in pieces that MPI can count.
static void sendBytes(MPI_Comm communicator, int peer,
                      const std::vector<std::byte> &bytes) {
  const auto size = static_cast<std::int64_t>(bytes.size());
  checkMpi(MPI_Send(&size, 1, MPI_INT64_T, peer, stateTag, communicator),
           "MPI_Send");
  eachPiece(size, [&](std::int64_t offset, int count) {
    checkMpi(MPI_Send(bytes.data() + offset, count, MPI_BYTE, peer, stateTag,
                      communicator),
             "MPI_Send");
  });
}
static std::vector<std::byte> receiveBytes(MPI_Comm communicator, int peer) {
  std::int64_t size = 0;
  checkMpi(MPI_Recv(&size, 1, MPI_INT64_T, peer, stateTag, communicator,
                    MPI_STATUS_IGNORE),
           "MPI_Recv");
  std::vector<std::byte> bytes(static_cast<std::size_t>(size));
  eachPiece(size, [&](std::int64_t offset, int count) {
    checkMpi(MPI_Recv(bytes.data() + offset, count, MPI_BYTE, peer, stateTag,
                      communicator, MPI_STATUS_IGNORE),
             "MPI_Recv");
  });
  return bytes;
}

/// One state after the other, in the order of keep(): between two ranks
/// messages meet in that order. What goes wrong is told to all.
void PipelineEngine::moveStates(const schedule::Mapping &mapping) {
  std::string trouble;
  for (const State &state : states) {
    const int from = ownerOf(chosen.mapping, state.stage);
    const int to = ownerOf(mapping, state.stage);
    if (from == to)
      continue;
    std::vector<std::byte> bytes;
    try {
      if (traffic->rank() == from) {
        state.variable->save(bytes);
        sendBytes(traffic->communicator(), to, bytes);
      } else if (traffic->rank() == to) {
        bytes = receiveBytes(traffic->communicator(), from);
        state.variable->load(bytes.data(), bytes.size());
      }
    } catch (const std::exception &e) {
      trouble = e.what();
      if (traffic->rank() == from) // whoever waits must not wait in vain
        sendBytes(traffic->communicator(), to, {});
    }
  }
  agreeOnTrouble(trouble);
}

/// Throws redist::error (no position) on every rank where some rank has one.
void PipelineEngine::agreeOnTrouble(const std::string &trouble) {
  int failing = trouble.empty() ? traffic->size() : traffic->rank();
  int first = 0;
  MPI_Request request = MPI_REQUEST_NULL;
  checkMpi(MPI_Iallreduce(&failing, &first, 1, MPI_INT, MPI_MIN,
                          traffic->communicator(), &request),
           "MPI_Iallreduce");
  traffic->wait(request);
  if (first < traffic->size())
    throw error(
        spreadText(traffic->communicator(), trouble, first, traffic->rank()));
}

} // namespace redist::runtime
