//===- EarlyMessages.h - Messages sent before the ranks agree --*- C++ -*-===//
//
// A rank that expects the ranks to agree on a call may send the messages of the
// call before it knows, so that they travel while the ranks meet (Agreement.h).
// Where the ranks do not agree, takeBack() leaves none of them under way:
// whoever was sent one receives it, and receives that nobody answers are
// cancelled. It allocates nothing.
//
//===----------------------------------------------------------------------===//
#ifndef REDIST_RUNTIME_AGREEMENT_EARLYMESSAGES_H
#define REDIST_RUNTIME_AGREEMENT_EARLYMESSAGES_H

#include <mpi.h>

#include <cstdint>
#include <vector>

namespace redist::runtime {

/// What a rank has started: at most one message to each rank, and one receive
/// from each. None has been completed.
struct EarlyMessages {
  /// Tag of the messages of calls that may start early.
  static constexpr int tag = 2;
  /// No message is longer.
  static constexpr std::int64_t maxBytes = std::int64_t{64} * 1024;

  struct Message {
    int peer;
    std::int64_t bytes;
    MPI_Request *request;
  };
  std::vector<Message> sent, awaited;
};

/// `own`: of this rank; null: it has started none. Collective.
void takeBack(MPI_Comm communicator, const EarlyMessages *own);

} // namespace redist::runtime

#endif
