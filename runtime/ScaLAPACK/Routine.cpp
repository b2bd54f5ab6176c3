//===- Routine.cpp - Error handling around a routine ----------------------===//
#include "Routine.h"

#include <cstdio>
#include <cstdlib>
#include <cstring>

namespace redist::scalapack {

void abortRoutine(const char *routine, int context,
                  const std::exception &failure, const Assembly *assembly) {
  const auto *const argument = dynamic_cast<const ArgumentError *>(&failure);
  if (argument && *argument->what()) {
    const int number = argument->number();
    pxerbla_(&context, routine, &number, std::strlen(routine));
  }
  if (!argument || *argument->what())
    std::fprintf(stderr, "%s: %s\n", routine, failure.what());
  std::fflush(stderr);
  // A wrong argument is known to all: let its message out before the job ends.
  if (argument && argument->isKnownToAll && assembly)
    MPI_Barrier(assembly->state().communicator());
  Cblacs_abort(context, argument ? -argument->number() : 1);
  std::abort();
}

} // namespace redist::scalapack
