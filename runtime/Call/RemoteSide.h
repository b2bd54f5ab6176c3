//===- RemoteSide.h - What one side of an intercommunicator says *- C++ -*-===//
//
// A directive with `remote` states one layout; the other side's states the
// other one. Comes in: a call of which the own side is complete
// (completeOwnSide()). Goes out: that side as words, which travel to the other
// group; and of the words of both sides the whole call, the same on all ranks
// of both groups, or what is wrong with it.
//
// Ranks in words are those of the side's own group.
//
//===----------------------------------------------------------------------===//
#ifndef REDIST_RUNTIME_CALL_REMOTESIDE_H
#define REDIST_RUNTIME_CALL_REMOTESIDE_H

#include "Call/Call.h"

#include <memory>
#include <string>
#include <vector>

namespace redist::runtime {

/// One side, as its words tell. Its layout refers to `sizes` and `ranks`, which
/// stay where they are when the value is moved.
struct RemoteSide {
  std::int64_t version = 0, isStarted = 0, isSource = 0, combines = 0;
  CallSide side; ///< whether there is a lead, and none of its own strides
  std::vector<std::vector<std::int64_t>> sizes; ///< of gen_block
  std::vector<int> ranks;                       ///< of ranks()
  std::vector<std::int64_t> permutation;        ///< empty: not given
  std::string strategy;
  std::vector<std::int64_t> elementSizes; ///< by object
  std::vector<std::int64_t> operators;    ///< of accumulate(), by object
};

/// The first one is isStarted. Not collective.
std::vector<std::int64_t> wordsOf(const Call &call, bool isPermutationGiven);
/// The inverse.
std::unique_ptr<RemoteSide> sideOf(std::span<const std::int64_t> words);

/// Where the directives of the two sides stand: "ocean.cpp:12".
struct RemotePlaces {
  std::string first, second;
};
/// What makes no sense of two sides together, in the order of their groups;
/// empty: nothing.
std::string problemOfSides(const RemoteSide &first, const RemoteSide &second,
                           const RemotePlaces &places);

/// Puts both sides into the call. They are to outlive it. Precondition: they
/// have no problem.
void adoptSides(const RemoteSide &source, const RemoteSide &target, Call &call);

} // namespace redist::runtime

#endif
