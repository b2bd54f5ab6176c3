//===- Blacs.cpp - Queries to the BLACS -----------------------------------===//
#include "Blacs.h"

namespace redist::scalapack {

// Values of `what` for Cblacs_get (BLACS user's guide, "Support routines").
static constexpr int defaultSystemContext = 0;
static constexpr int systemContextOfContext = 10;

ProcessGrid gridOf(int context) {
  ProcessGrid grid;
  Cblacs_gridinfo(context, &grid.rows, &grid.columns, &grid.row, &grid.column);
  // Some BLACS leave coordinates outside the grid for processes outside it.
  if (grid.row >= grid.rows || grid.column >= grid.columns)
    grid.row = grid.column = -1;
  return grid;
}

MPI_Comm communicatorOf(int context) {
  int handle = 0;
  Cblacs_get(context, systemContextOfContext, &handle);
  return Cblacs2sys_handle(handle);
}

MPI_Comm communicatorOfAll() {
  int handle = 0;
  Cblacs_get(-1, defaultSystemContext, &handle);
  return Cblacs2sys_handle(handle);
}

} // namespace redist::scalapack
