//===- MpiChannel.cpp - Messages of a reduction over MPI ------------------===//
#include "Reduction/Channel/MpiChannel.h"

#include "Support/Backoff.h"
#include "Support/MpiCalls.h"

#include <algorithm>

namespace redist::runtime {

MpiChannel::MpiChannel(MPI_Comm usedCommunicator, ReductionTags tags,
                       bool sharesProcessors)
    : communicator(usedCommunicator), ownTags(tags), crowded(sharesProcessors) {
  for (Slot &slot : table)
    slot.requests.reserve(1);
}

MpiChannel::Slot &MpiChannel::begin(int number, bool isReceive) {
  Slot &slot = table[static_cast<std::size_t>(number)];
  slot.requests.clear();
  slot.received = 0;
  slot.isReceive = isReceive;
  slot.isActive = true;
  return slot;
}

/// Calls `start(address offset, count)` for each piece, at least once.
template <typename Start> static void eachPiece(std::size_t size, Start start) {
  std::int64_t done = 0;
  do {
    const std::int64_t piece =
        std::min(static_cast<std::int64_t>(size) - done, Channel::cutBytes);
    start(done, toMpiCount(piece));
    done += piece;
  } while (done < static_cast<std::int64_t>(size));
}

void MpiChannel::send(int number, int peer, std::span<const std::byte> bytes) {
  Slot &slot = begin(number, false);
  eachPiece(bytes.size(), [&](std::int64_t offset, int count) {
    slot.requests.push_back(MPI_REQUEST_NULL);
    checkMpi(MPI_Isend(bytes.data() + offset, count, MPI_BYTE, peer,
                       ownTags.elements, communicator, &slot.requests.back()),
             "MPI_Isend");
  });
}

void MpiChannel::receive(int number, int peer, std::span<std::byte> room) {
  Slot &slot = begin(number, true);
  slot.received = static_cast<std::int64_t>(room.size());
  eachPiece(room.size(), [&](std::int64_t offset, int count) {
    slot.requests.push_back(MPI_REQUEST_NULL);
    checkMpi(MPI_Irecv(room.data() + offset, count, MPI_BYTE, peer,
                       ownTags.elements, communicator, &slot.requests.back()),
             "MPI_Irecv");
  });
}

void MpiChannel::passToken(int peer) {
  Slot &slot = table[passedTurns];
  if (!slot.isActive)
    begin(passedTurns, false);
  slot.requests.push_back(MPI_REQUEST_NULL);
  checkMpi(MPI_Isend(nullptr, 0, MPI_BYTE, peer, ownTags.turns, communicator,
                     &slot.requests.back()),
           "MPI_Isend");
}

void MpiChannel::awaitToken(int peer) {
  Slot &slot = begin(awaitedTurn, true);
  slot.requests.push_back(MPI_REQUEST_NULL);
  checkMpi(MPI_Irecv(nullptr, 0, MPI_BYTE, peer, ownTags.turns, communicator,
                     &slot.requests.back()),
           "MPI_Irecv");
}

/// Only a message of one piece may be shorter than the room for it.
void MpiChannel::complete(Slot &slot, const MPI_Status &ofFirst) {
  slot.isActive = false;
  if (!slot.isReceive || slot.requests.size() > 1)
    return;
  int count = 0;
  checkMpi(MPI_Get_count(&ofFirst, MPI_BYTE, &count), "MPI_Get_count");
  slot.received = count;
}

bool MpiChannel::testFirst(Slot &slot) {
  int isComplete = 0;
  MPI_Status status;
  if (slot.requests.size() == 1)
    checkMpi(MPI_Test(&slot.requests.front(), &isComplete, &status),
             "MPI_Test");
  else
    checkMpi(MPI_Testall(static_cast<int>(slot.requests.size()),
                         slot.requests.data(), &isComplete,
                         MPI_STATUSES_IGNORE),
             "MPI_Testall");
  if (isComplete)
    complete(slot, status);
  return isComplete != 0;
}

bool MpiChannel::test(int number) {
  Slot &slot = table[static_cast<std::size_t>(number)];
  return !slot.isActive || testFirst(slot);
}

void MpiChannel::wait(int number) {
  Slot &slot = table[static_cast<std::size_t>(number)];
  if (!slot.isActive)
    return;
  if (crowded || slot.requests.size() > 1) {
    // The rank that this one waits for, or a helper that combines, must run.
    // Sleeps are short, so that a message in pieces does not stall.
    constexpr std::chrono::microseconds sleep{20};
    constexpr Backoff backoff{16, 200, sleep, {}, sleep};
    for (int turn = 0; !testFirst(slot); ++turn)
      backoff.pause(turn);
    return;
  }
  MPI_Status status;
  checkMpi(MPI_Wait(&slot.requests.front(), &status), "MPI_Wait");
  complete(slot, status);
}

std::int64_t MpiChannel::receivedBytes(int number) const {
  return table[static_cast<std::size_t>(number)].received;
}

} // namespace redist::runtime
