//===- Homes.cpp - Who has which position of an axis ----------------------===//
#include "Owners/Homes.h"

#include "Support/LargePages.h"
#include "Support/MpiCalls.h"

#include <algorithm>
#include <span>

namespace redist::runtime {

TripleLists broughtHome(const HomeBlocks &homes, const PositionRuns &runs,
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

Homes::Homes(std::int64_t length, const PositionRuns &owned,
             const std::vector<std::int64_t> &coordinateOf, bool mayAdd,
             MPI_Comm used)
    : comm(used), maySum(mayAdd), ranks(static_cast<int>(coordinateOf.size())),
      blocks(length, ranks) {
  const int rank = rankIn(comm);
  begin = std::min(length, blocks.beginOf(rank));
  const std::int64_t end = std::min(length, blocks.beginOf(rank + 1));
  count = static_cast<std::size_t>(end - begin);
  places = makeLargeTable<Place>(count);
  std::fill_n(places.get(), count, Place::of(-1, 0));
  const TripleLists told = broughtHome(blocks, owned, 0, ranks, comm);
  for (int owner = 0; owner < ranks; ++owner)
    note(coordinateOf[static_cast<std::size_t>(owner)], told.of(owner));
  const std::span<const Place> all(places.get(), count);
  const auto none = std::ranges::find(all, -1, &Place::owner);
  const std::int64_t missing = begin + (none - all.begin());
  if (none != all.end() &&
      (!wrongPosition || wrongPosition->position > missing))
    wrongPosition = WrongPosition{missing};
}

void Homes::note(std::int64_t coordinate, TripleLists::Range owned) {
  for (const auto &[at, local, length] : owned) {
    for (std::int64_t i = 0; i < length; ++i) {
      Place &place = places[static_cast<std::size_t>(at + i - begin)];
      const bool isFirst = place.owner < 0;
      areSeveral |= !isFirst;
      if (!isFirst && !maySum &&
          (!wrongPosition || wrongPosition->position > at + i))
        wrongPosition = WrongPosition{at + i, place.owner, coordinate};
      place = Place::of(coordinate, local + i);
    }
    largestLocal = std::max(largestLocal, local + length - 1);
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
    while (next < end && places[next].owner == places[i].owner &&
           places[next].local() == places[next - 1].local() + 1)
      ++next;
    visit(places[i].owner, places[i].local(),
          static_cast<std::int64_t>(next - i));
    i = next;
  }
}

/// By the rank that asks.
TripleLists Homes::answer(const TripleLists &asked) const {
  // Where most of what is asked for are single positions, an answer for each:
  // nothing has to be counted, and answers take two words.
  constexpr double fewInRun = 1.5;
  std::vector<TripleLists::Shape> shapes;
  bool areSingle = largestLocal == static_cast<std::int32_t>(largestLocal);
  for (std::size_t i = 0; i < asked.size(); ++i) {
    const auto runs = asked.of(static_cast<std::int64_t>(i));
    shapes.push_back({runs.total(), 2});
    areSingle &= static_cast<double>(runs.total()) <=
                 fewInRun * static_cast<double>(runs.size());
  }
  if (areSingle)
    return TripleLists(std::move(shapes), [&](const auto &add) {
      for (int who = 0; who < ranks; ++who)
        for (const auto &[at, unused, length] : asked.of(who))
          for (std::int64_t i = at - begin; i < at - begin + length; ++i)
            add(who, Triple{places[i].owner, places[i].local(), 1});
    });
  const auto answerAll = [&](const auto &add) {
    for (int who = 0; who < ranks; ++who)
      for (const auto &[at, unused, length] : asked.of(who))
        answer(at, length,
               [&](std::int64_t owner, std::int64_t local, std::int64_t count) {
                 add(who, Triple{owner, local, count});
               });
  };
  return TripleLists(asked.size(), answerAll);
}

HomeAnswers Homes::find(const PositionRuns &wanted) const {
  const TripleLists asked = broughtHome(blocks, wanted, 0, ranks, comm);
  return {blocks, exchanged(answer(asked), comm), wanted};
}

} // namespace redist::runtime
