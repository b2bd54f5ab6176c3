//===- Blacs.h - Queries to the BLACS --------------------------*- C++ -*-===//
//
// The few C functions of the BLACS that the drop-in calls, and what it makes of
// them: where this process stands in a context's grid, and the context's MPI
// communicator. The BLACS themselves come from the library linked behind.
//
//===----------------------------------------------------------------------===//
#ifndef REDIST_SCALAPACK_BLACS_H
#define REDIST_SCALAPACK_BLACS_H

#include <mpi.h>

#include <cstddef>

extern "C" {
void Cblacs_get(int context, int what, int *value);
void Cblacs_gridinfo(int context, int *rows, int *columns, int *row,
                     int *column);
void Cblacs_abort(int context, int code);
MPI_Comm Cblacs2sys_handle(int handle);
void pxerbla_(const int *context, const char *routine, const int *info,
              std::size_t routineLength);
}

namespace redist::scalapack {

/// A context's grid and this process's place in it.
struct ProcessGrid {
  int rows = -1, columns = -1;
  int row = -1, column = -1;

  /// Whether this process is in it; what is not a live context has no members.
  bool isMember() const { return row >= 0 && column >= 0; }
};

/// Not collective.
ProcessGrid gridOf(int context);

/// The communicator of a context that this process is a member of: the BLACS
/// own it, and free it with the context. Not collective.
MPI_Comm communicatorOf(int context);

/// The communicator of all processes that the BLACS know. Not collective.
MPI_Comm communicatorOfAll();

} // namespace redist::scalapack

#endif
