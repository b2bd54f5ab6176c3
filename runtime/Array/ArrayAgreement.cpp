//===- ArrayAgreement.cpp - Agreement on an array's member ----------------===//
#include "Array/ArrayAgreement.h"

#include "Agreement/Agreement.h"
#include "Support/Hash.h"
#include "Support/MpiCalls.h"

namespace redist::runtime {

void agreeOn(MPI_Comm communicator, const std::string &problem,
             const char *member, std::span<const std::int64_t> arguments,
             const std::function<NamedWord(std::size_t)> &nameOf) {
  const Consensus all =
      meet(communicator,
           {member, problem.empty(), Compared::of(hashOf(arguments)), {}},
           {nullptr, 0, member, nullptr, nullptr, 0});
  const int rank = rankIn(communicator);
  if (all.failing >= 0)
    throw error(std::string(member) + ": " +
                broadcastText(communicator, problem, all.failing, rank));
  if (all.isFirstSame)
    return;
  const auto gathered =
      gatherFields(communicator, arguments, rank, sizeOf(communicator));
  std::string text;
  if (rank == 0)
    if (const auto found = findDifference(gathered))
      text = describe(*found, gathered, nameOf(found->index));
  throw error(std::string(member) + ": " +
              broadcastText(communicator, text, 0, rank));
}

void agreeOn(MPI_Comm communicator, const std::string &problem,
             const char *member, const char *name, std::int64_t argument) {
  agreeOn(communicator, problem, member, std::span(&argument, 1),
          [&](std::size_t) { return NamedWord{name, showNumber}; });
}

} // namespace redist::runtime
