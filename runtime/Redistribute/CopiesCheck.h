//===- CopiesCheck.h - Comparison of the source's copies -------*- C++ -*-===//
//
// For REDIST_VERIFY=1. Comes in: a call that all ranks agree on, and whose
// source has copies. Goes out: the first element in which two of them differ,
// byte by byte. Elements outside the call's sections are not looked at.
//
//===----------------------------------------------------------------------===//
#ifndef REDIST_RUNTIME_REDISTRIBUTE_COPIESCHECK_H
#define REDIST_RUNTIME_REDISTRIBUTE_COPIESCHECK_H

#include "Call/ValidatedCall.h"

#include <mpi.h>

namespace redist::runtime {

/// What differs, the same text on all ranks; "" where nothing does. `side`: the
/// source, resolved. Collective; takes as much memory as the largest part.
std::string problemOfCopies(const Call &call, const ResolvedSide &side,
                            MPI_Comm comm);

} // namespace redist::runtime

#endif
