//===- RedistributionAgreement.cpp - Agreement of the ranks ---------------===//
#include "Redistribute/RedistributionAgreement.h"

#include "Support/Hash.h"
#include "Support/MpiCalls.h"
#include "Support/SourceLocation.h"

#include <bit>

namespace redist::runtime {

/// Names the first parameter that is not the same everywhere. On rank 0, of the
/// words of all; ranks without any are left out.
static std::string
describeDifference(const Call &call,
                   const std::vector<std::vector<std::int64_t>> &all) {
  const std::optional<FieldMismatch> found = findDifference(all);
  if (!found)
    return "the schedules differ between ranks (are all ranks running the same "
           "program, with the same strategy?)";
  return describe(*found, all, nameOfWord(call, found->index));
}

/// The longer, the less: bits of numbers of at least 0 are in their order.
static std::uint64_t descendingWord(double seconds) {
  return seconds < 0 ? Compared::none : ~std::bit_cast<std::uint64_t>(seconds);
}
static double secondsOfWord(std::uint64_t word) {
  return word == Compared::none ? -1 : std::bit_cast<double>(~word);
}

AgreedNews agree(MPI_Comm communicator, const CallSignature &signature,
                 const directive &where) {
  const Compared words = signature.words.empty()
                             ? Compared()
                             : Compared::of(hashOf(signature.words));
  const Consensus all = meet(communicator,
                             {redistributionKind,
                              signature.problem.empty(),
                              words,
                              Compared::of(signature.planHash),
                              {signature.wantsWindow ? 0 : Compared::none,
                               descendingWord(signature.seconds)}},
                             where);
  int rank = 0;
  int size = 0;
  checkMpi(MPI_Comm_rank(communicator, &rank), "MPI_Comm_rank");
  checkMpi(MPI_Comm_size(communicator, &size), "MPI_Comm_size");
  if (all.isFirstSame && all.failing >= 0)
    throw error(broadcastText(communicator,
                              positionOf(where) + signature.problem,
                              all.failing, rank));
  if (all.isFirstSame && all.isSecondSame)
    return {all.least[0] == 0, secondsOfWord(all.least[1])};
  const auto gathered = gatherFields(communicator, signature.words, rank, size);
  std::string message;
  if (rank == 0)
    message = positionOf(where) + describeDifference(signature.call, gathered);
  throw error(broadcastText(communicator, message, 0, rank));
}

} // namespace redist::runtime
