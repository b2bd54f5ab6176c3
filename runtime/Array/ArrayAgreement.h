//===- ArrayAgreement.h - Agreement on an array's member -------*- C++ -*-===//
//
// Members of redist::array that are collective throw alike on every rank. Comes
// in: what this rank finds wrong, and the arguments as one number. Goes out:
// the same redist::error on every rank, or nothing.
//
//===----------------------------------------------------------------------===//
#ifndef REDIST_RUNTIME_ARRAY_ARRAYAGREEMENT_H
#define REDIST_RUNTIME_ARRAY_ARRAYAGREEMENT_H

#include <mpi.h>

#include <cstdint>
#include <string>

namespace redist::runtime {

/// Returns where no rank has a problem and `arguments` is the same on all;
/// throws redist::error "<member>: <problem>" of the first rank with one
/// otherwise. Collective over `communicator`.
void agreeOn(MPI_Comm communicator, const std::string &problem,
             const char *member, std::uint64_t arguments = 0);

} // namespace redist::runtime

#endif
