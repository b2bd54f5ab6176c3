//===- PipelineStates.cpp - Sending states of stages ----------------------===//
//
// With a stage that moves, and to every rank at the end. What cannot be saved
// or loaded on one rank is a stage_error of every rank.
//
//===----------------------------------------------------------------------===//
#include "Pipeline/Engine/PipelineEngine.h"

#include "Agreement/Agreement.h"
#include "Support/SourceLocation.h"

#include <algorithm>

namespace redist::runtime {

/// What goes wrong where `does` saves or loads a state of `stage`, from 0.
template <typename Does> static StateError attempt(int stage, Does does) {
  try {
    does();
    return {};
  } catch (const std::exception &e) {
    return {stage + 1, *e.what() ? e.what() : "unknown exception"};
  } catch (...) {
    return {stage + 1, "unknown exception"};
  }
}

/// Throws redist::stage_error on every rank where some rank has trouble: that
/// of the lowest rank. Collective.
void PipelineEngine::agreeOnTrouble(const StateError &own,
                                    const std::string &when,
                                    std::int64_t item) {
  const MPI_Comm communicator = linkSet->communicator();
  const int rank = linkSet->rank();
  int failing = own.text.empty() ? linkSet->size() : rank;
  int first = 0;
  MPI_Request request = MPI_REQUEST_NULL;
  checkMpi(MPI_Iallreduce(&failing, &first, 1, MPI_INT, MPI_MIN, communicator,
                          &request),
           "MPI_Iallreduce");
  linkSet->wait(request);
  if (first == linkSet->size())
    return;
  int stage = own.stage;
  checkMpi(MPI_Bcast(&stage, 1, MPI_INT, first, communicator), "MPI_Bcast");
  throw stage_error(broadcastText(communicator,
                                  positionOf(where) + "stage " +
                                      std::to_string(stage) + ", " + when +
                                      ": " + own.text,
                                  first, rank),
                    stage, item);
}

//===----------------------------------------------------------------------===//
// Stages that move
//===----------------------------------------------------------------------===//

/// Bytes in pieces that MPI can count.
static void sendBytes(MPI_Comm communicator, int peer,
                      const std::vector<std::byte> &bytes, bool areThere) {
  const std::int64_t size = areThere ? std::ssize(bytes) : -1;
  checkMpi(MPI_Send(&size, 1, MPI_INT64_T, peer, stateTag, communicator),
           "MPI_Send");
  eachPiece(size, [&](std::int64_t offset, int count) {
    checkMpi(MPI_Send(bytes.data() + offset, count, MPI_BYTE, peer, stateTag,
                      communicator),
             "MPI_Send");
  });
}
/// False: the other rank has none.
static bool receiveBytes(MPI_Comm communicator, int peer,
                         std::vector<std::byte> &bytes) {
  std::int64_t size = 0;
  checkMpi(MPI_Recv(&size, 1, MPI_INT64_T, peer, stateTag, communicator,
                    MPI_STATUS_IGNORE),
           "MPI_Recv");
  bytes.resize(static_cast<std::size_t>(std::max<std::int64_t>(size, 0)));
  eachPiece(size, [&](std::int64_t offset, int count) {
    checkMpi(MPI_Recv(bytes.data() + offset, count, MPI_BYTE, peer, stateTag,
                      communicator, MPI_STATUS_IGNORE),
             "MPI_Recv");
  });
  return size >= 0;
}

/// One state after the other, in the order of keep(): between two ranks
/// messages meet in that order. Collective.
void PipelineEngine::moveStates(const schedule::Mapping &mapping) {
  const MPI_Comm communicator = linkSet->communicator();
  StateError trouble;
  for (const State &state : states) {
    const int from = ownerOf(chosen.mapping, state.stage);
    const int to = ownerOf(mapping, state.stage);
    if (from == to)
      continue;
    std::vector<std::byte> bytes;
    StateError found;
    if (linkSet->rank() == from) {
      found = attempt(state.stage, [&] { state.variable->save(bytes); });
      sendBytes(communicator, to, bytes, found.stage == 0);
    } else if (linkSet->rank() == to && receiveBytes(communicator, from, bytes))
      found = attempt(state.stage, [&] {
        state.variable->load(bytes.data(), bytes.size());
      });
    if (trouble.stage == 0)
      trouble = found;
  }
  agreeOnTrouble(trouble, "before item " + std::to_string(measuredItems),
                 measuredItems);
}

//===----------------------------------------------------------------------===//
// The end
//===----------------------------------------------------------------------===//

/// After so many items. The states of one rank travel together. Collective.
void PipelineEngine::spreadStates(std::int64_t items) {
  if (states.empty() || linkSet->size() == 1)
    return;
  const MPI_Comm communicator = linkSet->communicator();
  StateError trouble;
  std::vector<std::byte> bytes;
  for (const schedule::MappedInterval &interval : chosen.mapping.intervals) {
    const auto isOwn = [&](const State &state) {
      return interval.first <= state.stage && state.stage <= interval.last;
    };
    if (std::none_of(states.begin(), states.end(), isOwn))
      continue;
    const int owner = interval.processors.front();
    StateError found;
    bytes.clear();
    if (linkSet->rank() == owner)
      for (const State &state : states)
        if (isOwn(state) && found.stage == 0)
          found = attempt(state.stage, [&] { state.variable->save(bytes); });
    std::int64_t size = found.stage == 0 ? std::ssize(bytes) : -1;
    checkMpi(MPI_Bcast(&size, 1, MPI_INT64_T, owner, communicator),
             "MPI_Bcast");
    bytes.resize(static_cast<std::size_t>(std::max<std::int64_t>(size, 0)));
    eachPiece(size, [&](std::int64_t offset, int count) {
      checkMpi(MPI_Bcast(bytes.data() + offset, count, MPI_BYTE, owner,
                         communicator),
               "MPI_Bcast");
    });
    if (linkSet->rank() != owner && size >= 0) {
      const std::byte *at = bytes.data();
      const std::byte *const end = at + bytes.size();
      for (const State &state : states)
        if (isOwn(state) && found.stage == 0)
          found = attempt(state.stage, [&] {
            at = state.variable->load(at, static_cast<std::size_t>(end - at));
          });
    }
    if (trouble.stage == 0)
      trouble = found;
  }
  agreeOnTrouble(trouble, "after the last item", items);
}

/// Of numbers that ranks have only added to. Collective.
void PipelineEngine::addCounts() {
  if (counts.empty() || linkSet->size() == 1)
    return;
  std::vector<std::uint64_t> own, all(counts.size());
  for (const auto &number : counts)
    own.push_back(number->added());
  checkMpi(MPI_Allreduce(own.data(), all.data(), static_cast<int>(own.size()),
                         MPI_UINT64_T, MPI_SUM, linkSet->communicator()),
           "MPI_Allreduce");
  for (std::size_t i = 0; i < counts.size(); ++i)
    counts[i]->set_added(all[i]);
}

} // namespace redist::runtime
