//===- Routine.h - Error handling around a routine -------------*- C++ -*-===//
//
// What is between a caller in C or Fortran and our code: nothing is thrown
// through it. A wrong argument is reported by PXERBLA, ScaLAPACK's or that of
// the program, with its number; the reason follows, and the end of the job.
//
//===----------------------------------------------------------------------===//
#ifndef REDIST_SCALAPACK_ROUTINE_H
#define REDIST_SCALAPACK_ROUTINE_H

#include "Arguments.h"

namespace redist::scalapack {

/// Reports `failure` of `routine`, called on `context`, and aborts the job,
/// also where the program's PXERBLA returns, as PBLAS does.
[[noreturn]] void abortRoutine(const char *routine, int context,
                               const std::exception &failure,
                               const Assembly *assembly);

/// Calls body(assembly of the communicator); see above where it throws.
template <typename Body>
void runRoutine(const char *routine, int context, MPI_Comm communicator,
                Body body) {
  Assembly *assembly = nullptr;
  try {
    assembly = &Assembly::of(communicator);
    body(*assembly);
  } catch (const std::exception &failure) {
    abortRoutine(routine, context, failure, assembly);
  }
}

} // namespace redist::scalapack

#endif
