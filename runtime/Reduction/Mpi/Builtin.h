//===- Builtin.h - MPI's built-in operators and types -----------*- C++ -*-===//
//
// Room Runtime. The built-in operators on arithmetic types that MPI has, with
// their MPI names. MPI does not have all of them: C++ and MPI differ in sums of
// bool, in logical operators of floating point, and in minima of values that
// are neither less nor equal.
//
//===----------------------------------------------------------------------===//
#ifndef REDIST_RUNTIME_REDUCTION_MPI_BUILTIN_H
#define REDIST_RUNTIME_REDUCTION_MPI_BUILTIN_H

#include "redist/detail/reduce/BuiltinReduction.h"

#include <mpi.h>

#include <optional>

namespace redist::runtime {

struct MpiBuiltin {
  MPI_Datatype type = MPI_DATATYPE_NULL;
  MPI_Op op = MPI_OP_NULL;
  std::int64_t size = 0; ///< of one number, in bytes
};

/// Empty where MPI has nothing that gives what C++ gives, the same bits on all
/// ranks. Not collective; MPI need not run.
std::optional<MpiBuiltin> mpiBuiltin(const detail::builtin_reduction &);

} // namespace redist::runtime

#endif
