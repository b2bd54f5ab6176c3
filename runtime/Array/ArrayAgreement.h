//===- ArrayAgreement.h - Agreement on an array's member -------*- C++ -*-===//
//
// Collective members of redist::array throw the same error on every rank. Comes
// in: the error that this rank has found, if any, and the arguments as words.
// Goes out: the same redist::error on every rank, or nothing.
//
//===----------------------------------------------------------------------===//
#ifndef REDIST_RUNTIME_ARRAY_ARRAYAGREEMENT_H
#define REDIST_RUNTIME_ARRAY_ARRAYAGREEMENT_H

#include "Support/CallWords.h"

#include <mpi.h>

#include <cstdint>
#include <functional>
#include <span>
#include <string>

namespace redist::runtime {

/// Returns where no rank has a problem and `arguments` are the same on all;
/// throws redist::error "<member>: <problem>" of the first rank with one
/// otherwise, or names the first argument that differs, by nameOf(index).
/// Collective over `communicator`.
void agreeOn(MPI_Comm communicator, const std::string &problem,
             const char *member, std::span<const std::int64_t> arguments = {},
             const std::function<NamedWord(std::size_t)> &nameOf = {});

/// The same of one argument.
void agreeOn(MPI_Comm communicator, const std::string &problem,
             const char *member, const char *name, std::int64_t argument);

/// Returns where a text is the same on all ranks; throws redist::error
/// "<member>: the <name> differs between ranks: it is '...' on rank 0"
/// otherwise. Collective.
void agreeOnText(MPI_Comm communicator, const char *member, const char *name,
                 const std::string &text);

} // namespace redist::runtime

#endif
