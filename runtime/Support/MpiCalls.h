//===- MpiCalls.h - Checked MPI calls --------------------------*- C++ -*-===//
//
// The one wrapper around MPI's return codes, and the one place where a 64-bit
// number becomes an int.
//
//===----------------------------------------------------------------------===//
#ifndef REDIST_RUNTIME_SUPPORT_MPICALLS_H
#define REDIST_RUNTIME_SUPPORT_MPICALLS_H

#include <mpi.h>

#include "redist/Error.h"

#include <cstdint>

namespace redist::runtime {

/// What this rank alone has met: others know nothing of it, and wait (Guard.h).
class LoneError : public error {
public:
  using error::error;
};

/// Throws LoneError "MPI_Isend failed: ..." unless `code` is MPI_SUCCESS.
void checkMpi(int code, const char *call);

/// Of this rank, and of the communicator.
int rankIn(MPI_Comm communicator);
int sizeOf(MPI_Comm communicator);

/// What debuggers and profilers of MPI show of it. Two names, for MPI may have
/// one C type for both.
void nameCommunicator(MPI_Comm communicator, const char *name);
void nameType(MPI_Datatype type, const char *name);

/// `value` as an int; LoneError where it does not fit (a bug here: callers
/// cut their messages).
int toMpiCount(std::int64_t value);

} // namespace redist::runtime

#endif
