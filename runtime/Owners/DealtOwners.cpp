//===- DealtOwners.cpp - Coordinates in a redist::array -------------------===//
#include "Owners/DealtOwners.h"

#include "Call/CallParameters.h"
#include "Owners/Parcels.h"
#include "Owners/SidePositions.h"
#include "Support/MpiCalls.h"

#include <algorithm>
#include <numeric>

namespace redist::runtime {

/// Calls visit(coordinate, first, length) for neighbouring indices.
template <typename Visit>
static void visitRuns(const distribution &map, Visit visit) {
  const std::vector<std::int64_t> owners = numbersOf(map);
  const detail::local_axis &axis = map.numbered_by->axes()[0];
  for (std::size_t i = 0; i < owners.size();) {
    const std::int64_t first = axis.global_index(static_cast<std::int64_t>(i));
    std::int64_t length = 1;
    while (++i < owners.size() && owners[i] == owners[i - 1] &&
           axis.global_index(static_cast<std::int64_t>(i)) == first + length)
      ++length;
    visit(owners[i - 1], first, length);
  }
}

/// What this rank has, in ascending order. Copies of the array tell it twice.
static std::vector<std::int64_t>
ownIndices(const distribution &map, const std::vector<std::vector<int>> &ranks,
           MPI_Comm comm) {
  const int size = sizeOf(comm);
  const TripleLists told = exchanged(
      size,
      [&](const auto &add) {
        visitRuns(map, [&](std::int64_t owner, std::int64_t first,
                           std::int64_t length) {
          for (const int rank : ranks[static_cast<std::size_t>(owner)])
            add(rank, Triple{first, length, 1});
        });
      },
      comm);
  std::vector<std::int64_t> indices;
  for (int from = 0; from < size; ++from)
    for (const auto &[first, length, unused] : told.of(from)) {
      indices.resize(indices.size() + static_cast<std::size_t>(length));
      std::iota(indices.end() - length, indices.end(), first);
    }
  std::ranges::sort(indices);
  const auto repeated = std::ranges::unique(indices);
  indices.erase(repeated.begin(), repeated.end());
  return indices;
}

/// All indices have one coordinate each: as many as there are, in all.
static void requireAll(const char *clause, const CallSide &side, std::size_t k,
                       bool isFirst, std::int64_t own, MPI_Comm comm) {
  std::int64_t count = isFirst ? own : 0;
  checkMpi(MPI_Allreduce(MPI_IN_PLACE, &count, 1, MPI_INT64_T, MPI_SUM, comm),
           "MPI_Allreduce");
  const std::int64_t wanted = indicesIn(side.given.dimensions[k]);
  if (count != wanted)
    throw error(
        std::string(clause) + "(): the array of indirect" +
        inDimension(side, k) + " gives " + std::to_string(count) +
        " coordinates to " + std::to_string(wanted) +
        " indices: its copies differ, or its ranks are not those of the "
        "directive");
}

static bool hasDealtOwners(const CallSide &side) {
  return std::any_of(side.given.dimensions.begin(),
                     side.given.dimensions.begin() +
                         static_cast<std::ptrdiff_t>(side.dimensions),
                     [](const distribution &one) { return one.numbered_by; });
}

void findDealtOwners(const char *clause, CallSide &side,
                     const ResolvedSide &layouts, MPI_Comm comm, int rank) {
  if (!hasDealtOwners(side))
    return;
  std::vector<std::vector<std::int64_t>> indices(side.dimensions);
  for (std::size_t k = 0; k < side.dimensions; ++k) {
    const distribution &map = side.given.dimensions[k];
    if (!map.numbered_by)
      continue;
    const std::vector<std::vector<int>> ranks = ranksByCoordinate(layouts, k);
    indices[k] = ownIndices(map, ranks, comm);
    const bool isFirst = std::ranges::any_of(
        ranks, [&](const auto &all) { return all.front() == rank; });
    requireAll(clause, side, k, isFirst, std::ssize(indices[k]), comm);
  }
  side.dealt = std::make_shared<const std::vector<std::vector<std::int64_t>>>(
      std::move(indices));
}

CallSide listingDealtOwners(const CallSide &side) {
  CallSide made = side;
  for (std::size_t k = 0; side.dealt && k < side.dimensions; ++k)
    if (side.given.dimensions[k].numbered_by)
      made.given.dimensions[k] = listed((*side.dealt)[k]);
  return made;
}

} // namespace redist::runtime
