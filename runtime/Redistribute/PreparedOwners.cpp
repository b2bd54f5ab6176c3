//===- PreparedOwners.cpp - Owners that only the maps of all ranks tell ---===//
//
// The part of CallSetup in which the ranks find out who has the elements of
// dimensions that are indirect or listed. What they have found is kept under a
// number, the same on all ranks: where each rank still has the numbers that it
// had then, nobody need ask again.
//
//===----------------------------------------------------------------------===//
#include "Owners/FindOwners.h"
#include "Redistribute/CallSetup.h"
#include "Support/Guard.h"
#include "Support/Hash.h"
#include "Support/MpiCalls.h"
#include "Support/SourceLocation.h"

#include <algorithm>

namespace redist::runtime {

/// Whether all ranks have found these owners before; 0: this one has not, or
/// sees something wrong. Throws redist::error on all ranks where one does, or
/// where they do not agree on the call. Collective.
bool CallSetup::knowAllOwners(std::int64_t number) const {
  CallSignature own = signature();
  own.planHash = 0;
  const auto verdict = communicatorState->agreeByPosts(
      {.numbers = {hashOf(own.words), static_cast<std::uint64_t>(number)},
       .isWell = number > 0 && !own.words.empty()});
  if (verdict && verdict->areAlike)
    return true;
  runtime::agree(communicatorState->communicator(), own, where);
  std::int64_t range[2] = {number, -number}; // least, and greatest
  checkMpi(MPI_Allreduce(MPI_IN_PLACE, range, 2, MPI_INT64_T, MPI_MIN,
                         communicatorState->communicator()),
           "MPI_Allreduce");
  return range[0] > 0 && range[0] == -range[1];
}

void CallSetup::findOwners() {
  constexpr std::size_t maxFound = 16;
  if (!call.hasMaps())
    return;
  const int rank = communicatorState->rank();
  const int size = communicatorState->size();
  auto &[found, count] = kept->foundOwners();
  const auto known =
      std::find_if(found.begin(), found.end(), [&](const auto &one) {
        return problem.empty() && std::ranges::equal(one.asked, planWords());
      });
  if (known == found.end())
    attempt([&] { checkMaps(call, rank, size); });
  if (knowAllOwners(known == found.end() ? 0 : known->number)) {
    std::rotate(known, known + 1, found.end());
  } else {
    RedistributionState::FoundOwners made;
    made.asked.assign(planWords().begin(), planWords().end());
    made.number = ++count;
    try {
      made.sums = runtime::findOwners(call, communicatorState->communicator(),
                                      rank, size);
    } catch (const LoneError &) {
      throw;
    } catch (const error &) {
      throwAtPosition(where);
    }
    made.source = call.source.maps;
    made.target = call.target.maps;
    made.dealtSource = call.source.dealt;
    made.dealtTarget = call.target.dealt;
    made.listed = call.listed;
    if (known != found.end())
      found.erase(known);
    else if (found.size() == maxFound)
      found.erase(found.begin());
    found.push_back(std::move(made));
  }
  const RedistributionState::FoundOwners &owners = found.back();
  call.source.maps = owners.source;
  call.target.maps = owners.target;
  call.source.dealt = owners.dealtSource;
  call.target.dealt = owners.dealtTarget;
  call.listed = owners.listed;
  sums = owners.sums;
  kept->scratch().words.push_back(owners.number);
}

} // namespace redist::runtime
