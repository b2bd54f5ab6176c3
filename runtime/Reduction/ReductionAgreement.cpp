//===- ReductionAgreement.cpp - One verdict on a reduction ----------------===//
#include "Reduction/ReductionAgreement.h"

#include "Agreement.h"
#include "MpiCalls.h"
#include "Progress.h"
#include "RedistributionPlan.h"

#include "redist/Error.h"

#include <algorithm>
#include <cstring>

namespace redist::runtime {

using NameOfWord = NamedWord (*)(std::size_t index, std::size_t count);

/// What differs, for people, and on which rank.
struct Difference {
  std::string text;
  int rank = 0; ///< one that differs from the first
};

static Difference
describeDifference(const std::vector<std::vector<std::int64_t>> &all,
                   NameOfWord nameOf) {
  const std::optional<WordDifference> found = findDifference(all);
  if (!found)
    return {"the items differ between ranks", 0};
  const int rank = static_cast<int>(found->other);
  if (found->index >= all[found->other].size())
    return {"the number of items differs between ranks", rank};
  const NamedWord word = nameOf(found->index, all[found->base].size());
  return {describe(*found, all, word), rank};
}

static NamedWord nameOfClauseWord(std::size_t index, std::size_t) {
  return nameOfClause(index);
}

/// The bytes follow from the counts, which say more.
static NamedWord nameOfRotated(std::size_t index, std::size_t count) {
  return nameOfShape((index + 1) % count, count);
}

static std::uint64_t placeOf(const directive &where) {
  HashBuilder hash;
  hash.add(where.line);
  if (where.file)
    for (const char *at = where.file; *at; ++at)
      hash.add(*at);
  return hash.value();
}

static std::uint64_t hashOf(std::span<const std::int64_t> words) {
  HashBuilder hash;
  for (const std::int64_t word : words)
    hash.add(word);
  return hash.value();
}

/// Minima over all ranks; what is under way goes on.
template <std::size_t N>
static void leastOf(MPI_Comm communicator, const std::uint64_t (&own)[N],
                    std::uint64_t (&least)[N]) {
  MPI_Request reduction = MPI_REQUEST_NULL;
  checkMpi(MPI_Iallreduce(own, least, static_cast<int>(N), MPI_UINT64_T,
                          MPI_MIN, communicator, &reduction),
           "MPI_Iallreduce");
  Progress::ofProcess().waitFor(reduction);
}

/// Never returns. Rank 0 words the error for all.
[[noreturn]] static void refuse(MPI_Comm communicator,
                                std::span<const std::int64_t> words,
                                NameOfWord nameOf, bool areItems, int rank,
                                int size, const directive &where) {
  const auto all = gatherWords(communicator, words, rank, size);
  Difference found;
  if (rank == 0)
    found = describeDifference(all, nameOf);
  checkMpi(MPI_Bcast(&found.rank, 1, MPI_INT, 0, communicator), "MPI_Bcast");
  const std::string text =
      spreadText(communicator, positionOf(where) + found.text, 0, rank);
  if (areItems)
    throw reduce_error(text, found.rank);
  throw error(text);
}

AgreedReduction agree(MPI_Comm communicator, const ReductionVerdict &verdict,
                      const directive &where) {
  int rank = 0;
  int size = 0;
  checkMpi(MPI_Comm_rank(communicator, &rank), "MPI_Comm_rank");
  checkMpi(MPI_Comm_size(communicator, &size), "MPI_Comm_size");
  // Minimum of x and of ~x: equal on all ranks iff they are complements. Who
  // has no words takes no part.
  constexpr std::uint64_t none = ~std::uint64_t{0};
  const bool hasClauses = !verdict.clauses.empty();
  const bool hasShape = !verdict.shape.empty();
  const std::uint64_t clauses = hashOf(verdict.clauses);
  const std::uint64_t shape = hashOf(verdict.shape);
  const std::uint64_t place = placeOf(where);
  const std::uint64_t own[8] = {
      static_cast<std::uint64_t>(verdict.problem.empty() ? size : rank),
      hasClauses ? clauses : none,
      hasClauses ? ~clauses : none,
      hasShape ? shape : none,
      hasShape ? ~shape : none,
      place,
      ~place,
      hasShape ? static_cast<std::uint64_t>(verdict.shape.front()) : none};
  std::uint64_t least[8];
  leastOf(communicator, own, least);
  const auto agreesOn = [&](std::size_t i) {
    return least[i] == ~least[i + 1] ||
           (least[i] == none && least[i + 1] == none);
  };
  if (!agreesOn(1))
    refuse(communicator, verdict.clauses, nameOfClauseWord, false, rank, size,
           where);
  if (const int failing = static_cast<int>(least[0]); failing < size)
    throw error(spreadText(communicator, positionOf(where) + verdict.problem,
                           failing, rank));
  if (!agreesOn(3)) {
    std::vector<std::int64_t> rotated(verdict.shape.begin(),
                                      verdict.shape.end());
    if (hasShape)
      std::rotate(rotated.begin(), rotated.begin() + 1, rotated.end());
    refuse(communicator, rotated, nameOfRotated, true, rank, size, where);
  }
  return {agreesOn(5), place, static_cast<std::int64_t>(least[7])};
}

void agreeOnPlans(MPI_Comm communicator, std::uint64_t hash) {
  const std::uint64_t own[2] = {hash, ~hash};
  std::uint64_t least[2];
  leastOf(communicator, own, least);
  if (least[0] != ~least[1])
    throw error("the schedules differ between ranks (are all ranks running the "
                "same program, with the same strategy?)");
}

} // namespace redist::runtime
