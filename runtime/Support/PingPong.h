//===- PingPong.h - Measurement of message times ---------------*- C++ -*-===//
//
// Comes in: two ranks and a number of bytes. Goes out: the time of a message of
// this size between them, for the cost models and for redist-tune.
//
//===----------------------------------------------------------------------===//
#ifndef REDIST_RUNTIME_SUPPORT_PINGPONG_H
#define REDIST_RUNTIME_SUPPORT_PINGPONG_H

#include <mpi.h>

#include <cstdint>

namespace redist::runtime {

/// Seconds of a message of so many bytes, one way: the least of `rounds` times
/// to the peer and back, after one that may open the connection. To be called
/// by both ranks, and by `rank` on itself.
double pingPong(MPI_Comm communicator, int rank, int peer, int tag,
                std::int64_t bytes, int rounds);

} // namespace redist::runtime

#endif
