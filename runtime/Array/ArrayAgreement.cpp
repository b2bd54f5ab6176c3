//===- ArrayAgreement.cpp - Agreement on an array's member ----------------===//
#include "Array/ArrayAgreement.h"

#include "Agreement/Agreement.h"
#include "Support/MpiCalls.h"

namespace redist::runtime {

void agreeOn(MPI_Comm communicator, const std::string &problem,
             const char *member, std::uint64_t arguments) {
  const Consensus all =
      meet(communicator, {member, problem.empty(), Compared::of(arguments), {}},
           {nullptr, 0, member, nullptr, nullptr, 0});
  if (all.failing >= 0) {
    const int rank = rankIn(communicator);
    throw error(std::string(member) + ": " +
                broadcastText(communicator, problem, all.failing, rank));
  }
  if (!all.isFirstSame)
    throw error(std::string(member) +
                ": the arguments are not the same on every rank");
}

} // namespace redist::runtime
