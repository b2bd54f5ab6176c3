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

namespace redist::runtime {

/// What a rank has started: at most one message to each rank, and one receive
/// from each. None has been completed.
class EarlyMessages {
public:
  /// Tag of the messages, which no others have.
  static constexpr int tag = 2;
  /// Of what one rank sends early, in all.
  static constexpr std::int64_t maxBytes = std::int64_t{64} * 1024;

  struct Message {
    std::int64_t bytes = -1; ///< -1: there is none
    MPI_Request *request = nullptr;
  };

  virtual ~EarlyMessages() = default;
  virtual Message to(int peer) = 0;
  virtual Message from(int peer) = 0;
};

/// `own`: of this rank; null: it has started none. Collective.
void takeBack(MPI_Comm communicator, EarlyMessages *own);

} // namespace redist::runtime

#endif
