//===- Homes.cpp - Who has which position of an axis ----------------------===//
#include "Owners/Homes.h"

#include "Support/MpiCalls.h"

#include <algorithm>

namespace redist::runtime {

TripleLists broughtHome(const HomeBlocks &homes,
                        const std::vector<PositionRun> &runs,
                        std::int64_t first, int ranks, MPI_Comm comm) {
  return exchanged(
      ranks,
      [&](const auto &add) {
        homes.split(runs, [&](int home, const PositionRun &run) {
          add(home, Triple{run.at, first + run.local, run.length});
        });
      },
      comm);
}

Homes::Homes(std::int64_t length, const std::vector<PositionRun> &owned,
             const std::vector<std::int64_t> &coordinateOf, bool mayAdd,
             MPI_Comm used)
    : comm(used), maySum(mayAdd), ranks(static_cast<int>(coordinateOf.size())),
      blocks(length, ranks) {
  const int rank = rankIn(comm);
  begin = std::min(length, blocks.beginOf(rank));
  const std::int64_t end = std::min(length, blocks.beginOf(rank + 1));
  owners.assign(static_cast<std::size_t>(end - begin), -1);
  places.resize(owners.size());
  const TripleLists told = broughtHome(blocks, owned, 0, ranks, comm);
  for (int owner = 0; owner < ranks; ++owner)
    note(coordinateOf[static_cast<std::size_t>(owner)], told.of(owner));
  const auto none = std::ranges::find(owners, -1);
  const std::int64_t missing = begin + (none - owners.begin());
  if (none != owners.end() &&
      (!wrongPosition || wrongPosition->position > missing))
    wrongPosition = WrongPosition{missing};
}

void Homes::note(std::int64_t coordinate, TripleLists::Range owned) {
  for (const auto &[at, local, length] : owned)
    for (std::int64_t i = 0; i < length; ++i) {
      const auto place = static_cast<std::size_t>(at + i - begin);
      const bool isFirst = owners[place] < 0;
      areSeveral |= !isFirst;
      if (!isFirst && !maySum &&
          (!wrongPosition || wrongPosition->position > at + i))
        wrongPosition = WrongPosition{at + i, owners[place], coordinate};
      owners[place] = static_cast<std::int32_t>(coordinate);
      places[place] = local + i;
    }
}

/// Calls visit(owner, local, length) for the runs of positions that are at home
/// here.
template <typename Visit>
void Homes::answer(std::int64_t at, std::int64_t length, Visit visit) const {
  const auto first = static_cast<std::size_t>(at - begin);
  const std::size_t end = first + static_cast<std::size_t>(length);
  for (std::size_t i = first; i < end;) {
    std::size_t next = i + 1;
    while (next < end && owners[next] == owners[i] &&
           places[next] == places[next - 1] + 1)
      ++next;
    visit(owners[i], places[i], static_cast<std::int64_t>(next - i));
    i = next;
  }
}

HomeAnswers Homes::find(const std::vector<PositionRun> &wanted) const {
  const TripleLists asked = broughtHome(blocks, wanted, 0, ranks, comm);
  const auto answerAll = [&](const auto &add) {
    for (int who = 0; who < ranks; ++who)
      for (const auto &[at, unused, length] : asked.of(who))
        answer(at, length,
               [&](std::int64_t owner, std::int64_t local, std::int64_t count) {
                 add(who, Triple{owner, local, count});
               });
  };
  return {blocks, exchanged(ranks, answerAll, comm), wanted};
}

} // namespace redist::runtime
