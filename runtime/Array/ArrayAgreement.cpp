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
  if (all.isFirstSame && all.failing < 0)
    return; // has allocated nothing
  const std::string begin = std::string(member) + ": ";
  if (all.failing >= 0)
    throw error(begin + broadcastText(communicator, problem, all.failing,
                                      rankIn(communicator)));
  throw error(begin +
              describeWords(communicator, arguments, [&](const auto &words) {
                const auto found = findDifference(words);
                return found ? describe(*found, words, nameOf(found->index))
                             : "the arguments differ between ranks";
              }));
}

void agreeOn(MPI_Comm communicator, const std::string &problem,
             const char *member, const char *name, std::int64_t argument) {
  agreeOn(communicator, problem, member, std::span(&argument, 1),
          [&](std::size_t) { return NamedWord{name, showNumber}; });
}

void agreeOnText(MPI_Comm communicator, const char *member, const char *name,
                 const std::string &text) {
  HashBuilder hash; // allocates nothing
  for (const char one : text)
    hash.add(std::int64_t{one});
  const Consensus all =
      meet(communicator, {member, true, Compared::of(hash.value()), {}},
           {nullptr, 0, member, nullptr, nullptr, 0});
  if (!all.isFirstSame)
    throw error(std::string(member) + ": the " + name +
                " differs between ranks: it is '" +
                broadcastText(communicator, text, 0, rankIn(communicator)) +
                "' on rank 0");
}

} // namespace redist::runtime
