//===- RedistributionAgreement.cpp - Agreement of the ranks ---------------===//
#include "Redistribute/RedistributionAgreement.h"

#include "Call/CallParameters.h"
#include "SharedMemory/AgreementPosts.h"
#include "Support/Hash.h"
#include "Support/MpiCalls.h"
#include "Support/SourceLocation.h"

#include <array>
#include <bit>

namespace redist::runtime {

/// Names the first parameter that is not the same everywhere, of the words of
/// all; ranks without any are left out.
static std::string
describeDifference(const Call &call, const std::optional<FieldMismatch> &found,
                   std::span<const std::vector<std::int64_t>> all) {
  if (!found)
    return "the schedules differ between ranks (are all ranks running the same "
           "program, with the same strategy?)";
  return describe(*found, all, nameOfWord(call, found->index));
}

/// "; rank 0 of the communicator is at app.cpp:13, rank 2 at app.cpp:15": of
/// two ranks of a group, which its first rank knows; empty where they are at
/// one place. Collective.
static std::string describePlaces(MPI_Comm communicator, const directive &where,
                                  const std::optional<FieldMismatch> &found,
                                  int firstRank, int rank) {
  std::array<int, 2> ranks{0, 0};
  if (found)
    ranks = {static_cast<int>(found->base), static_cast<int>(found->other)};
  checkMpi(MPI_Bcast(ranks.data(), 2, MPI_INT, firstRank, communicator),
           "MPI_Bcast");
  std::array<std::string, 2> places;
  for (std::size_t i = 0; i < 2; ++i)
    places[i] = broadcastText(communicator, placeOf(where.file, where.line),
                              firstRank + ranks[i], rank);
  if (places[0] == places[1] || places[0].empty() || places[1].empty())
    return "";
  return "; rank " + std::to_string(ranks[0]) + " of the communicator is at " +
         places[0] + ", rank " + std::to_string(ranks[1]) + " at " + places[1];
}

/// The longer, the less: bits of numbers of at least 0 are in their order.
static std::uint64_t descendingWord(double seconds) {
  return seconds < 0 ? Compared::none : ~std::bit_cast<std::uint64_t>(seconds);
}
static double secondsOfWord(std::uint64_t word) {
  return word == Compared::none ? -1 : std::bit_cast<double>(~word);
}

static_assert(Compared::none == Ballot::nothing); // news are told by both

std::array<std::uint64_t, 2> numbersOfNews(const CallSignature &signature) {
  return {signature.wantsWindow ? 0 : Compared::none,
          descendingWord(signature.seconds)};
}

AgreedNews newsOf(const std::array<std::uint64_t, 2> &least) {
  return {least[0] == 0, secondsOfWord(least[1])};
}

/// Where the directive of the group is that rank `failing` is not of, for the
/// end of a message.
static std::string otherSide(MPI_Comm communicator,
                             const CallSignature &signature,
                             const directive &where, int failing, int rank) {
  if (signature.secondGroup == 0)
    return "";
  const int root = failing < signature.secondGroup ? signature.secondGroup : 0;
  const std::string place =
      broadcastText(communicator, placeOf(where.file, where.line), root, rank);
  return place.empty()
             ? ""
             : "; the other side of the intercommunicator is at " + place;
}

void throwProblem(MPI_Comm communicator, const CallSignature &signature,
                  int failing, const directive &where) {
  const int rank = rankIn(communicator);
  const std::string message = broadcastText(
      communicator, positionOf(where) + signature.problem, failing, rank);
  throw error(message +
              otherSide(communicator, signature, where, failing, rank));
}

void throwDifference(MPI_Comm communicator, const CallSignature &signature,
                     const RankGroup &group, const directive &where) {
  const int rank = rankIn(communicator);
  const int size = sizeOf(communicator);
  const int count = group.sizeIn(size);
  const bool isIn = rank >= group.first && rank < group.first + count;
  const auto gathered = gatherFields(
      communicator, isIn ? signature.words : std::span<const std::int64_t>(),
      rank, size, group.first);
  std::string message;
  std::optional<FieldMismatch> found;
  if (rank == group.first) {
    const auto all = std::span(gathered).subspan(
        static_cast<std::size_t>(group.first), static_cast<std::size_t>(count));
    found = findDifference(all);
    message =
        positionOf(where) + describeDifference(signature.call, found, all);
  }
  message = broadcastText(communicator, message, group.first, rank) +
            describePlaces(communicator, where, found, group.first, rank);
  throw error(message +
              otherSide(communicator, signature, where, group.first, rank));
}

std::optional<AgreedNews> agreeOnWords(MPI_Comm communicator,
                                       const CallSignature &signature,
                                       const directive &where) {
  const Compared words = signature.words.empty()
                             ? Compared()
                             : Compared::of(hashOf(signature.words));
  const Consensus all =
      meet(communicator,
           {redistributionKind, signature.problem.empty(), words,
            Compared::of(signature.planHash), numbersOfNews(signature),
            signature.early, signature.sharesProcessors},
           where);
  const bool areAgreed = all.isFirstSame && all.isSecondSame && all.failing < 0;
  if (!areAgreed && all.isAnyEarly)
    takeBack(communicator, signature.early);
  if (!all.isFirstSame)
    return std::nullopt;
  if (all.failing >= 0)
    throwProblem(communicator, signature, all.failing, where);
  if (!all.isSecondSame)
    throwDifference(communicator, signature, {}, where);
  return newsOf(all.least);
}

AgreedNews agree(MPI_Comm communicator, const CallSignature &signature,
                 const directive &where) {
  if (const auto news = agreeOnWords(communicator, signature, where))
    return *news;
  throwDifference(communicator, signature, {}, where);
}

} // namespace redist::runtime
