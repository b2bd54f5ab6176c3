//===- ArrayAgreement.h - Agreement on an array's member -------*- C++ -*-===//
//
// Collective members of redist::array throw the same error on every rank. Comes
// in: the error that this rank has found, if any, and a hash of the arguments.
// Goes out: the same redist::error on every rank, or nothing.
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
