//===- Routine.cpp - The frame around every routine -----------------------===//
#include "Routine.h"

#include <cstdio>
#include <cstdlib>

namespace redist::scalapack {

void abortRoutine(const char *routine, int context,
                  const std::exception &failure, const Assembly *assembly) {
  const auto *const argument = dynamic_cast<const ArgumentError *>(&failure);
  const ProcessGrid grid = gridOf(context);
  if (argument && *argument->what())
    std::fprintf(stderr,
                 "{%5d,%5d}:  On entry to %s parameter number %4d had an "
                 "illegal value\n%s: %s\n",
                 grid.row, grid.column, routine, argument->number(), routine,
                 argument->what());
  else if (!argument)
    std::fprintf(stderr, "{%5d,%5d}:  %s: %s\n", grid.row, grid.column, routine,
                 failure.what());
  std::fflush(stderr);
  // A wrong argument is known to all: let its message out before the job ends.
  if (argument && argument->isKnownToAll && assembly)
    MPI_Barrier(assembly->state().communicator());
  Cblacs_abort(context, argument ? -argument->number() : 1);
  std::abort();
}

} // namespace redist::scalapack
