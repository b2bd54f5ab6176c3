//===- Agreement.h - Agreement of all ranks on a call ----------*- C++ -*-===//
//
// Before anything moves, the ranks exchange in pairs whether any rank found
// something wrong, and whether all were called with the same parameters.
// If not, each rank throws the same redist::error, and messages that were sent
// before that are taken back (EarlyMessages.h).
//
//===----------------------------------------------------------------------===//
#ifndef REDIST_RUNTIME_AGREEMENT_AGREEMENT_H
#define REDIST_RUNTIME_AGREEMENT_AGREEMENT_H

#include "Agreement/EarlyMessages.h"
#include "Support/CallWords.h"

#include "redist/Redistribute.h"

#include <mpi.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace redist::runtime {

/// A number that is to be the same on all ranks, and its complement: the minima
/// of both over all ranks are complements iff it is. A rank that has none takes
/// no part.
struct Compared {
  static constexpr std::uint64_t none = ~std::uint64_t{0};
  std::uint64_t minimum = none, minimumOfComplement = none;

  static Compared of(std::uint64_t value) { return {value, ~value}; }
  bool isSame() const {
    return minimum == ~minimumOfComplement ||
           (minimum == none && minimumOfComplement == none);
  }
  void add(const Compared &other) {
    minimum = std::min(minimum, other.minimum);
    minimumOfComplement =
        std::min(minimumOfComplement, other.minimumOfComplement);
  }
};

std::uint64_t hashOfKind(const char *kind);

/// What a rank tells where ranks meet.
struct Vote {
  const char *kind; ///< of call: "#pragma redistribute", "redist::array::read"
  bool isWell;
  Compared first, second;
  /// Of each, all ranks hear the least.
  std::array<std::uint64_t, 2> numbers = {Compared::none, Compared::none};
  /// What it has sent already; null: nothing.
  const EarlyMessages *early = nullptr;
  /// Ranks outnumber processors, or nearly so (SmallMessages).
  bool sharesProcessors = false;
};
/// What all ranks hear.
struct Consensus {
  int failing = -1; ///< the lowest rank that is not well; -1: none
  bool isFirstSame, isSecondSame;
  std::array<std::uint64_t, 2> least; ///< of the numbers
  bool isAnyEarly;                    ///< a rank has sent messages already
};
/// All calls that agree by messages agree by this one, but for reductions, and
/// it tells them apart: throws the same redist::error on every rank where ranks
/// are at different kinds of calls; then early messages have been taken back.
/// For what else the ranks do not agree on the caller takes them back.
/// Operations under way go on meanwhile. Allocates nothing where all is well.
/// Collective.
Consensus meet(MPI_Comm communicator, const Vote &own, const directive &where);

/// Throws redist::error with this text (no position) on every rank unless all
/// have the same number. Collective.
void requireSame(MPI_Comm communicator, std::uint64_t number, const char *text);

/// All ranks get the message of rank `root`. Collective.
std::string broadcastText(MPI_Comm communicator, const std::string &message,
                          int root, int rank);
/// The words of all ranks, on rank `root`. Collective.
std::vector<std::vector<std::int64_t>>
gatherFields(MPI_Comm communicator, std::span<const std::int64_t> words,
             int rank, int size, int root = 0);
/// All ranks get the words of rank `root`. Collective.
std::vector<std::int64_t> broadcastWords(MPI_Comm communicator,
                                         std::span<const std::int64_t> words,
                                         int root, int rank);

/// What `describe`, called on rank 0, says of the words of all ranks; the same
/// text on every rank. Collective.
std::string describeWords(
    MPI_Comm communicator, std::span<const std::int64_t> words,
    const std::function<std::string(std::span<const std::vector<std::int64_t>>)>
        &describe);

/// The first word that is not the same on all ranks that have words, found by
/// comparing with the first of these. A rank may have fewer words than that.
struct FieldMismatch {
  std::size_t index = 0; ///< of the word
  std::size_t base = 0;  ///< rank that is compared with
  std::size_t other = 0; ///< rank that differs
};
/// Of the words of all ranks (gatherFields()); at least one has words.
std::optional<FieldMismatch>
findDifference(std::span<const std::vector<std::int64_t>> all);
/// "the root differs between ranks: it is 0 on rank 0 and 1 on rank 2 of the
/// communicator". Precondition: both ranks have the word.
std::string describe(const FieldMismatch &difference,
                     std::span<const std::vector<std::int64_t>> all,
                     const NamedWord &word);

} // namespace redist::runtime

#endif
