//===- MapFacts.cpp - What all ranks know of a map ------------------------===//
#include "Owners/MapFacts.h"

#include "Agreement/Agreement.h"
#include "Call/CallParameters.h"
#include "Owners/SidePositions.h"
#include "Support/Hash.h"
#include "Support/MpiCalls.h"

#include <algorithm>
#include <optional>

namespace redist::runtime {

namespace {

struct Facts {
  std::int64_t count, hash;

  bool operator==(const Facts &) const = default;
};

/// Two ranks whose numbers should be the same.
struct Pair {
  int first, second;
};

/// The first rank of each coordinate; and two ranks that differ where they
/// should not.
struct FirstRanks {
  std::vector<int> first;
  std::optional<Pair> differing;
};

} // namespace

static std::vector<Facts> gatherFacts(const distribution &map, MPI_Comm comm,
                                      int size) {
  const Facts own = {static_cast<std::int64_t>(map.size_count),
                     static_cast<std::int64_t>(hashOf(map))};
  std::vector<Facts> all(static_cast<std::size_t>(size));
  checkMpi(
      MPI_Allgather(&own, 2, MPI_INT64_T, all.data(), 2, MPI_INT64_T, comm),
      "MPI_Allgather");
  return all;
}

/// The second rank learns where it differs from the first.
static std::string differenceOf(const distribution &map, const Pair &ranks,
                                int rank, MPI_Comm comm) {
  constexpr std::int64_t most = std::int64_t{1} << 24;
  constexpr int tag = 0;
  const std::vector<std::int64_t> own = numbersOf(map);
  const auto count = static_cast<std::int64_t>(own.size());
  std::int64_t theirs = count;
  if (rank == ranks.first)
    checkMpi(MPI_Send(&count, 1, MPI_INT64_T, ranks.second, tag, comm),
             "MPI_Send");
  else if (rank == ranks.second)
    checkMpi(MPI_Recv(&theirs, 1, MPI_INT64_T, ranks.first, tag, comm,
                      MPI_STATUS_IGNORE),
             "MPI_Recv");
  std::string text;
  std::vector<std::int64_t> part;
  for (std::int64_t begin = 0; begin < theirs; begin += most) {
    const auto length = static_cast<int>(std::min(most, theirs - begin));
    if (rank == ranks.first)
      checkMpi(MPI_Send(own.data() + begin, length, MPI_INT64_T, ranks.second,
                        tag, comm),
               "MPI_Send");
    if (rank != ranks.second)
      continue;
    part.resize(static_cast<std::size_t>(length));
    checkMpi(MPI_Recv(part.data(), length, MPI_INT64_T, ranks.first, tag, comm,
                      MPI_STATUS_IGNORE),
             "MPI_Recv");
    for (std::int64_t i = 0; text.empty() && i < length && begin + i < count;
         ++i) {
      const std::int64_t first = part[static_cast<std::size_t>(i)];
      const std::int64_t second = own[static_cast<std::size_t>(begin + i)];
      if (first != second)
        text = "number " + std::to_string(begin + i) + " is " +
               std::to_string(first) + " on rank " +
               std::to_string(ranks.first) + " and " + std::to_string(second) +
               " on rank " + std::to_string(ranks.second);
    }
  }
  if (text.empty())
    text = "there are " + std::to_string(theirs) + " numbers on rank " +
           std::to_string(ranks.first) + " and " + std::to_string(count) +
           " on rank " + std::to_string(ranks.second);
  return broadcastText(comm, text + " of the communicator", ranks.second, rank);
}

static FirstRanks firstRanksOf(const ResolvedSide &layouts, std::size_t k,
                               const std::vector<Facts> &facts) {
  FirstRanks made{
      std::vector<int>(static_cast<std::size_t>(layouts.dimensions[k].ranks),
                       -1),
      {}};
  for (std::int64_t i = 0; i < layouts.positions(); ++i) {
    const int rank = layouts.placement.rank(i);
    int &first =
        made.first[static_cast<std::size_t>(layouts.coordinatesOf(i)[k])];
    if (first < 0)
      first = rank;
    else if (!made.differing && facts[static_cast<std::size_t>(first)] !=
                                    facts[static_cast<std::size_t>(rank)])
      made.differing = Pair{first, rank};
  }
  return made;
}

static DimensionMap mapOf(const distribution &map, const FirstRanks &holders,
                          const std::vector<Facts> &facts) {
  const auto ranks = static_cast<std::int64_t>(holders.first.size());
  HashBuilder hash;
  hash.add(ranks).add(static_cast<std::int64_t>(map.kind));
  DimensionMap made;
  if (map.kind == distribution_kind::indirect) {
    made.sizes = countsOf(map, ranks);
    hash.add(facts.front().hash);
  } else {
    for (const int rank : holders.first) {
      const Facts &own = facts[static_cast<std::size_t>(rank)];
      made.sizes.push_back(own.count);
      hash.add(own.count).add(own.hash);
    }
  }
  made.id = std::max<std::uint64_t>(hash.value(), 2);
  return made;
}

void agreeOnMaps(const char *clause, CallSide &side,
                 const ResolvedSide &layouts, MPI_Comm comm, int rank,
                 int size) {
  std::vector<DimensionMap> maps(side.dimensions);
  for (std::size_t k = 0; k < side.dimensions; ++k) {
    if (!side.isMapped(k))
      continue;
    const distribution &map = side.given.dimensions[k];
    const std::vector<Facts> facts = gatherFacts(map, comm, size);
    const FirstRanks holders = firstRanksOf(layouts, k, facts);
    std::optional<Pair> differing = holders.differing;
    if (map.kind == distribution_kind::indirect) {
      differing.reset();
      for (int other = 1; other < size && !differing; ++other)
        if (facts[static_cast<std::size_t>(other)] != facts.front())
          differing = Pair{0, other};
    }
    if (differing)
      throw error(
          std::string(clause) + "(): the numbers of " +
          (map.kind == distribution_kind::indirect ? "indirect" : "listed") +
          inDimension(side, k) + " differ between ranks: " +
          differenceOf(map, *differing, rank, comm));
    maps[k] = mapOf(map, holders, facts);
  }
  side.maps = std::move(maps);
}

} // namespace redist::runtime
