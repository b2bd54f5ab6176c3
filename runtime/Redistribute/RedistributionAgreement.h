//===- RedistributionAgreement.h - Agreement of the ranks ------*- C++ -*-===//
//
// Comes in: what a rank knows of a call. Goes out: nothing where all ranks were
// called with the same parameters and none has found a problem, else the same
// error on each of them.
//
//===----------------------------------------------------------------------===//
#ifndef REDIST_RUNTIME_REDISTRIBUTE_REDISTRIBUTIONAGREEMENT_H
#define REDIST_RUNTIME_REDISTRIBUTE_REDISTRIBUTIONAGREEMENT_H

#include "Agreement/Agreement.h"
#include "Call/Call.h"

namespace redist::runtime {

inline constexpr char redistributionKind[] = "#pragma redistribute";

/// A rank's own view of a call.
struct CallSignature {
  const Call &call;
  /// Its parameters (appendWords()); empty where they could not be found out,
  /// which is a problem, too.
  std::span<const std::int64_t> words;
  std::uint64_t planHash;     ///< 0 unless plans are to be compared
  const std::string &problem; ///< empty: this rank sees nothing wrong
  /// Storage lies where ranks would see it, had they a window.
  bool wantsWindow = false;
  /// What the last measured execution took here, in seconds; below 0: nothing.
  double seconds = -1;
  int secondGroup = 0; ///< where the ranks of the other side begin; 0: none
  const EarlyMessages *early = nullptr; ///< what this rank has sent already
  bool sharesProcessors = false;        ///< ranks outnumber processors
};
/// What the ranks tell each other beside.
struct AgreedNews {
  bool wantsWindow = false; ///< of any rank
  double seconds = -1;      ///< of the slowest rank
};

/// What a rank tells the others beside, as numbers of which they hear the
/// least; and the other way round.
std::array<std::uint64_t, 2> numbersOfNews(const CallSignature &signature);
AgreedNews newsOf(const std::array<std::uint64_t, 2> &least);

/// Returns if all ranks pass the same words and no problem; throws the same
/// redist::error on every rank otherwise, its message preceded by the position
/// of the directive on the rank that reports; then no early message is under
/// way. Operations under way go on meanwhile. Allocates nothing where all is
/// well. Collective.
AgreedNews agree(MPI_Comm communicator, const CallSignature &signature,
                 const directive &where);
/// The same, but for words that differ: nothing, and nobody has looked for
/// them.
std::optional<AgreedNews> agreeOnWords(MPI_Comm communicator,
                                       const CallSignature &signature,
                                       const directive &where);
/// Throws the problem of rank `failing`, the same on every rank. Collective.
[[noreturn]] void throwProblem(MPI_Comm communicator,
                               const CallSignature &signature, int failing,
                               const directive &where);
/// The words of the group's ranks differ, or plans do: throws a redist::error
/// that names what, the same on every rank. Collective.
[[noreturn]] void throwDifference(MPI_Comm communicator,
                                  const CallSignature &signature,
                                  const RankGroup &group,
                                  const directive &where);

} // namespace redist::runtime

#endif
