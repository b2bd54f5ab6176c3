//===- AxisMatch.cpp - Who sends what along an axis of any owners ---------===//
#include "Owners/AxisMatch.h"

#include "Agreement/Agreement.h"
#include "Owners/FormulaOwners.h"
#include "Support/MpiCalls.h"

#include <algorithm>
#include <limits>

namespace redist::runtime {

using schedule::AxisShare;

AxisMatch::Places::Places(const Dimension &dimension, int rank, int size)
    : coordinateOf(static_cast<std::size_t>(size), -1) {
  const std::vector<std::vector<int>> ranks =
      ranksByCoordinate(dimension.side, dimension.number);
  for (std::size_t c = 0; c < ranks.size(); ++c) {
    const auto coordinate = static_cast<std::int64_t>(c);
    firstRank.push_back(ranks[c].front());
    coordinateOf[static_cast<std::size_t>(ranks[c].front())] = coordinate;
    if (std::ranges::find(ranks[c], rank) != ranks[c].end())
      own = coordinate;
  }
  if (isFirst(rank))
    others.assign(ranks[static_cast<std::size_t>(own)].begin() + 1,
                  ranks[static_cast<std::size_t>(own)].end());
}

AxisMatch::AxisMatch(const Call &givenCall, Dimension ofSource,
                     Dimension ofTarget, bool mayAdd, MPI_Comm used,
                     int ownRank, int ranks)
    : call(givenCall), source(ofSource), target(ofTarget), maySum(mayAdd),
      comm(used), rank(ownRank), size(ranks),
      length(call.target.sections[target.number].length),
      sources(source, rank, size), targets(target, rank, size) {}

/// By owner, each one's in their order; neighbours on both sides are one run.
/// each(visit) calls visit(FoundRun).
template <typename Each>
static ListedRuns byOwner(std::int64_t owners, Each each) {
  const auto count = static_cast<std::size_t>(owners);
  return ListedRuns(count, [&](const auto &add) {
    std::vector<Triple> last(count, Triple{0, 0, 0});
    each([&](const FoundRun &run) {
      Triple &own = last[static_cast<std::size_t>(run.owner)];
      const auto [from, to, elements] = own;
      if (elements > 0 && from + elements == run.source &&
          to + elements == run.target) {
        own[2] += run.length;
        return;
      }
      if (elements > 0)
        add(run.owner, own);
      own = {run.source, run.target, run.length};
    });
    for (std::size_t i = 0; i < count; ++i)
      if (last[i][2] > 0)
        add(i, last[i]);
  });
}

/// The side of the source tells where each position lies.
ListedRuns AxisMatch::findByFormula(const PositionRuns &wanted) const {
  const section &taken = call.source.sections[source.number];
  const schedule::AxisSide side(source.side.dimensions[source.number],
                                taken.is_whole ? 0 : taken.lower,
                                taken.is_whole ? 1 : taken.stride, length);
  const FormulaOwners owners(side, length, wanted.size());
  return byOwner(std::ssize(sources.firstRank), [&](const auto &visit) {
    for (const PositionRun &run : wanted)
      for (std::int64_t done = 0; done < run.length;) {
        const std::int64_t at = run.at + done;
        const schedule::AxisSide::Piece piece = owners.at(at);
        const std::int64_t count =
            side.step() == 1 ? std::min(run.length - done, piece.end - at) : 1;
        visit(FoundRun{piece.coordinate, piece.local, run.local + done, count});
        done += count;
      }
  });
}

/// "index 7 of dimension 1 is listed by rank 2 and by rank 3": the ranks, or
/// coordinates where these have several.
std::string AxisMatch::textOf(const WrongPosition &wrong) const {
  const section &taken = call.source.sections[source.number];
  const std::int64_t index = taken.is_whole
                                 ? wrong.position
                                 : taken.lower + wrong.position * taken.stride;
  const bool areRanks =
      source.side.positions() == source.side.dimensions[source.number].ranks;
  const auto name = [&](std::int64_t coordinate) {
    return areRanks
               ? "rank " +
                     std::to_string(
                         sources
                             .firstRank[static_cast<std::size_t>(coordinate)])
               : "coordinate " + std::to_string(coordinate);
  };
  const std::string text = "from(): index " + std::to_string(index) +
                           inDimension(call.source, source.number);
  if (wrong.first < 0)
    return text + " has no owner: no rank of the source lists it";
  if (wrong.first == wrong.second)
    return text + " is listed twice by " + name(wrong.first) +
           (areRanks ? " of the communicator" : "");
  return text + " has two owners, " + name(wrong.first) + " and " +
         name(wrong.second) + (areRanks ? " of the communicator" : "");
}

/// Whether each index has one owner, and not several that are combined.
bool AxisMatch::requireOwners(const Homes &homes) const {
  constexpr std::int64_t none = std::numeric_limits<std::int64_t>::max();
  std::int64_t found[2] = {homes.wrong() ? homes.wrong()->position : none,
                           homes.hasSeveral() ? 0 : 1};
  checkMpi(MPI_Allreduce(MPI_IN_PLACE, found, 2, MPI_INT64_T, MPI_MIN, comm),
           "MPI_Allreduce");
  const std::int64_t least = found[0];
  if (least == none)
    return found[1] == 1;
  const int home = HomeBlocks(length, size).homeOf(least);
  throw error(broadcastText(comm, rank == home ? textOf(*homes.wrong()) : "",
                            home, rank));
}

/// Before homes make room for each position: sparse numbers would fill memory.
void AxisMatch::requireMany(const PositionRuns &owned) const {
  constexpr std::int64_t few = std::int64_t{1} << 24, mostForEach = 64;
  std::int64_t named = owned.total();
  checkMpi(MPI_Allreduce(MPI_IN_PLACE, &named, 1, MPI_INT64_T, MPI_SUM, comm),
           "MPI_Allreduce");
  if (length > few && named < length / mostForEach)
    throw error("from(): " + std::to_string(length - named) + " of the " +
                std::to_string(length) + " indices" +
                inDimension(call.source, source.number) +
                " have no owner: the ranks of the source list " +
                std::to_string(named));
}

std::optional<ListedRuns>
AxisMatch::findReceives(const PositionRuns &wanted) const {
  if (!call.source.isMapped(source.number))
    return findByFormula(wanted);
  const PositionRuns owned =
      sources.isFirst(rank)
          ? positionsOf(call.source, source.number,
                        source.side.dimensions[source.number], sources.own)
          : PositionRuns();
  requireMany(owned);
  const Homes homes(length, owned, sources.coordinateOf, maySum, comm);
  if (!requireOwners(homes))
    return std::nullopt;
  const HomeAnswers found = homes.find(wanted);
  return byOwner(std::ssize(sources.firstRank),
                 [&](const auto &visit) { found.forEach(visit); });
}

/// Each first rank of the target tells its owners what it gets from them.
ListedRuns AxisMatch::tellSources(const ListedRuns &receives) const {
  return exchanged(receives, sources.coordinateOf, comm)
      .select({targets.firstRank.begin(), targets.firstRank.end()});
}

/// What the first rank of each coordinate knows, on all of them.
ListedRuns AxisMatch::shareAlong(const Places &places, ListedRuns known) const {
  const auto partners = static_cast<std::int64_t>(known.size());
  const TripleLists told = exchanged(
      size,
      [&](const auto &add) {
        for (const int other : places.others) {
          for (std::int64_t p = 0; p < partners; ++p)
            add(other, Triple{std::ssize(known.of(p)), 0, 0});
          for (std::int64_t p = 0; p < partners; ++p)
            for (const Triple &run : known.of(p))
              add(other, run);
        }
      },
      comm);
  if (places.own < 0 || places.isFirst(rank))
    return known;
  const TripleLists::Range all =
      told.of(places.firstRank[static_cast<std::size_t>(places.own)]);
  return ListedRuns(known.size(), [&](const auto &add) {
    auto next = static_cast<std::size_t>(partners);
    for (std::int64_t p = 0; p < partners; ++p)
      for (auto left = all[static_cast<std::size_t>(p)][0]; left > 0; --left)
        add(p, all[next++]);
  });
}

/// Pairs of ranks whose sizes all ranks may know.
static constexpr std::int64_t maxPairs = std::int64_t{1} << 22;

void AxisMatch::gatherShares(const ListedRuns &receives,
                             ListedAxis &axis) const {
  std::vector<std::int64_t> own; // source, target, length
  double runs[2] = {0, 0};       // and their elements
  for (std::size_t p = 0; targets.isFirst(rank) && p < sources.firstRank.size();
       ++p) {
    const TripleLists::Range given = receives.of(static_cast<std::int64_t>(p));
    const std::int64_t elements = given.total();
    runs[0] += static_cast<double>(given.size());
    runs[1] += static_cast<double>(elements);
    if (elements > 0)
      own.insert(own.end(),
                 {static_cast<std::int64_t>(p), targets.own, elements});
  }
  checkMpi(MPI_Allreduce(MPI_IN_PLACE, runs, 2, MPI_DOUBLE, MPI_SUM, comm),
           "MPI_Allreduce");
  axis.meanRun = runs[0] > 0 ? runs[1] / runs[0] : 1;
  const auto count = static_cast<std::int64_t>(own.size());
  std::vector<std::int64_t> counts(static_cast<std::size_t>(size));
  checkMpi(MPI_Allgather(&count, 1, MPI_INT64_T, counts.data(), 1, MPI_INT64_T,
                         comm),
           "MPI_Allgather");
  std::vector<int> lengths, begins;
  std::int64_t total = 0;
  for (const std::int64_t one : counts) {
    if (total / 3 <= maxPairs) {
      lengths.push_back(toMpiCount(one));
      begins.push_back(toMpiCount(total));
    }
    total += one;
  }
  if (total / 3 > maxPairs)
    throw error("from(): " + std::to_string(total / 3) +
                " pairs of ranks have messages for each other, more than " +
                std::to_string(maxPairs) +
                " that all ranks may know of with indirect and listed");
  std::vector<std::int64_t> all(static_cast<std::size_t>(total));
  checkMpi(MPI_Allgatherv(own.data(), static_cast<int>(count), MPI_INT64_T,
                          all.data(), lengths.data(), begins.data(),
                          MPI_INT64_T, comm),
           "MPI_Allgatherv");
  std::vector<AxisShare> pairs;
  for (std::size_t i = 0; i < all.size(); i += 3)
    pairs.push_back({all[i], all[i + 1], all[i + 2]});
  axis.shares = std::make_shared<const schedule::AxisShares>(
      std::ssize(sources.firstRank), std::ssize(targets.firstRank),
      std::move(pairs));
}

std::shared_ptr<const ListedAxis> AxisMatch::find() {
  auto axis = std::make_shared<ListedAxis>();
  axis->source = sources.own;
  axis->target = targets.own;
  const PositionRuns wanted =
      targets.isFirst(rank)
          ? positionsOf(call.target, target.number,
                        target.side.dimensions[target.number], targets.own)
          : PositionRuns();
  std::optional<ListedRuns> receives = findReceives(wanted);
  if (!receives)
    return nullptr;
  ListedRuns sends = tellSources(*receives);
  gatherShares(*receives, *axis);
  axis->receives = shareAlong(targets, *std::move(receives));
  axis->sends = shareAlong(sources, std::move(sends));
  return axis;
}

} // namespace redist::runtime
