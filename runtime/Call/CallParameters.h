//===- CallParameters.h - The parameters of a call as words ----*- C++ -*-===//
//
// Comes in: a completed call. Goes out: its parameters as a row of named
// numbers, by which the ranks agree on the call and find cached plans.
//
//===----------------------------------------------------------------------===//
#ifndef REDIST_RUNTIME_CALL_CALLPARAMETERS_H
#define REDIST_RUNTIME_CALL_CALLPARAMETERS_H

#include "Call/Call.h"
#include "Support/CallWords.h"

#include <cstdint>
#include <vector>

namespace redist::runtime {

/// Of how many indices indirect has the coordinates, on this rank or on all.
std::int64_t indicesIn(const distribution &map);

/// Of this rank's numbers of indirect or listed, and of which indices they are.
std::uint64_t hashOf(const distribution &map);

/// Appends all parameters to `words`: first those that must be the same on
/// every rank, then what is this rank's own affair. Returns the number of the
/// former; no call's words of these begin another's. The first word says
/// whether the call is nowait, on which plans do not depend.
std::size_t appendWords(const Call &call, std::vector<std::int64_t> &words);

NamedWord nameOfWord(const Call &call, std::size_t index);

} // namespace redist::runtime

#endif
