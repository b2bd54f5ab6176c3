//===- EarlyMessages.cpp - Messages sent before the ranks agree -----------===//
#include "Agreement/EarlyMessages.h"

#include "Support/MpiCalls.h"

#include <algorithm>
#include <array>
#include <cstddef>

namespace redist::runtime {

using Message = EarlyMessages::Message;

static constexpr int countTag = EarlyMessages::tag + 1;

static void receiveUnexpected(MPI_Comm communicator, int peer) {
  std::array<std::byte, EarlyMessages::maxBytes> unused;
  checkMpi(MPI_Recv(unused.data(), toMpiCount(EarlyMessages::maxBytes),
                    MPI_BYTE, peer, EarlyMessages::tag, communicator,
                    MPI_STATUS_IGNORE),
           "MPI_Recv");
}

/// A receive that has met no message is cancelled. One that has met a message
/// of another length may complete with an error, which is of no interest.
static bool cancel(MPI_Request &receive) {
  checkMpi(MPI_Cancel(&receive), "MPI_Cancel");
  MPI_Status status;
  int isCancelled = 0;
  if (MPI_Wait(&receive, &status) != MPI_SUCCESS)
    return false;
  checkMpi(MPI_Test_cancelled(&status, &isCancelled), "MPI_Test_cancelled");
  return isCancelled != 0;
}

/// Null: there is none.
static const Message *findPeer(const std::vector<Message> &messages, int peer) {
  const auto found = std::ranges::find(messages, peer, &Message::peer);
  return found == messages.end() ? nullptr : &*found;
}

/// `awaited`: null: no message is. `sent`: bytes of the peer's message; -1: it
/// has sent none.
static void takeBackFrom(MPI_Comm communicator, int peer,
                         const Message *awaited, std::int64_t sent) {
  if (awaited && awaited->bytes == sent)
    checkMpi(MPI_Wait(awaited->request, MPI_STATUS_IGNORE), "MPI_Wait");
  else if ((!awaited || cancel(*awaited->request)) && sent >= 0)
    receiveUnexpected(communicator, peer);
}

void takeBack(MPI_Comm communicator, const EarlyMessages *own) {
  const int rank = rankIn(communicator);
  const int size = sizeOf(communicator);
  for (int distance = 1; distance < size; ++distance) {
    const int next = (rank + distance) % size;
    const int previous = (rank + size - distance) % size;
    const Message *const sentThere = own ? findPeer(own->sent, next) : nullptr;
    const std::int64_t sent = sentThere ? sentThere->bytes : -1;
    std::int64_t sentHere = -1;
    checkMpi(MPI_Sendrecv(&sent, 1, MPI_INT64_T, next, countTag, &sentHere, 1,
                          MPI_INT64_T, previous, countTag, communicator,
                          MPI_STATUS_IGNORE),
             "MPI_Sendrecv");
    takeBackFrom(communicator, previous,
                 own ? findPeer(own->awaited, previous) : nullptr, sentHere);
  }
  if (own)
    for (const Message &sent : own->sent)
      checkMpi(MPI_Wait(sent.request, MPI_STATUS_IGNORE), "MPI_Wait");
  // Else a rank might send early again, to one that has yet to cancel.
  checkMpi(MPI_Barrier(communicator), "MPI_Barrier");
}

} // namespace redist::runtime
