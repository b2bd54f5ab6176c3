//===- RemoteCalls.cpp - What the two sides have told each other ----------===//
#include "Redistribute/RemoteCalls.h"

#include "Support/Hash.h"
#include "Support/MpiCalls.h"
#include "Support/SourceLocation.h"

#include <algorithm>
#include <array>

namespace redist::runtime {

/// A program with a new extent at every call must not fill the memory.
static constexpr std::size_t maxRemoteCalls = 256;

static const char *fileOf(const directive &where) {
  return where.file ? where.file : "";
}

RemoteCalls::Entry *RemoteCalls::findEntry(std::span<const std::int64_t> words,
                                           const directive &where) {
  return entries.find(hashOf(words), [&](const Entry &entry) {
    return std::ranges::equal(entry.words, words) && entry.line == where.line &&
           entry.file == fileOf(where);
  });
}

const CoupledSides *RemoteCalls::find(std::span<const std::int64_t> words,
                                      const directive &where) {
  const Entry *const found = findEntry(words, where);
  return found ? &found->sides : nullptr;
}

/// The ranks of each group say the same, and none has a problem.
static void agreeInGroups(const CommunicatorState &state,
                          const CallSignature &own, const directive &where) {
  const CoupledGroups &groups = *state.groups();
  const Compared words =
      own.words.empty() ? Compared() : Compared::of(hashOf(own.words));
  const bool isFirst = groups.isOwnFirst();
  const MPI_Comm all = state.communicator();
  const Consensus found =
      meet(all,
           {redistributionKind, own.problem.empty(),
            isFirst ? words : Compared(), isFirst ? Compared() : words},
           where);
  const auto requireSame = [&](bool isSame, bool ofFirst) {
    if (!isSame)
      throwDifference(all, own,
                      isFirst == ofFirst
                          ? RankGroup{groups.ownFirst, groups.ownSize}
                          : RankGroup{groups.otherFirst, groups.otherSize},
                      where);
  };
  requireSame(found.isFirstSame, true);
  requireSame(found.isSecondSame, false);
  if (found.failing >= 0)
    throwProblem(all, own, found.failing, where);
}

/// How a message begins that names both places.
static std::string beginningOf(const RemotePlaces &places) {
  return places.first.empty() ? "" : places.first + ": error: ";
}

const CoupledSides &RemoteCalls::exchange(const CommunicatorState &state,
                                          const CallSignature &own,
                                          std::span<const std::int64_t> words,
                                          const directive &where) {
  agreeInGroups(state, own, where);
  const CoupledGroups &groups = *state.groups();
  const MPI_Comm all = state.communicator();
  const std::array<int, 2> roots{0, groups.secondFirst()};
  std::array<std::vector<std::int64_t>, 2> told;
  std::array<std::string, 2> places;
  std::array<std::unique_ptr<RemoteSide>, 2> sides;
  for (std::size_t i = 0; i < 2; ++i) {
    told[i] = broadcastWords(all, words, roots[i], state.rank());
    places[i] = broadcastText(all, placeOf(where.file, where.line), roots[i],
                              state.rank());
    sides[i] = sideOf(told[i]);
  }
  const RemotePlaces both{places[0], places[1]};
  if (const std::string wrong = problemOfSides(*sides[0], *sides[1], both);
      !wrong.empty())
    throw error(beginningOf(both) + wrong);
  const std::size_t source = sides[0]->isSource ? 0 : 1;
  CoupledSides made{std::move(sides[source]), std::move(sides[1 - source]), {}};
  made.words.push_back(static_cast<std::int64_t>(source));
  for (const std::size_t i : {source, 1 - source})
    made.words.insert(made.words.end(), told[i].begin(), told[i].end());
  const auto identity = static_cast<std::int64_t>(hashOf(made.words));
  // Plans do not depend on who has said nowait.
  made.words[1] = made.words[1 + told[source].size()] = 0;
  made.words.insert(made.words.begin(), identity);
  if (Entry *const known = findEntry(own.words, where)) {
    known->sides = std::move(made); // the other side says something else now
    return known->sides;
  }
  Entry &kept =
      entries.add(hashOf(own.words), {{own.words.begin(), own.words.end()},
                                      fileOf(where),
                                      where.line,
                                      std::move(made)});
  if (entries.size() > maxRemoteCalls)
    entries.dropOldest();
  return kept.sides;
}

} // namespace redist::runtime
