//===- OwnerSums.cpp - Elements with several owners -----------------------===//
#include "Owners/OwnerSums.h"

#include "Owners/Homes.h"

#include <algorithm>
#include <numeric>

namespace redist::runtime {

namespace {

/// Something that an owner has for a position.
struct Share {
  std::int64_t position, number;

  auto operator<=>(const Share &) const = default;
};

} // namespace

/// By position, and for one position in the order of the numbers.
static std::vector<Share> sharesAtHome(const HomeBlocks &homes,
                                       const PositionRuns &owned,
                                       std::int64_t firstNumber, MPI_Comm comm,
                                       int size) {
  const TripleLists told = broughtHome(homes, owned, firstNumber, size, comm);
  std::vector<Share> shares;
  for (int from = 0; from < size; ++from)
    for (const auto &[at, number, length] : told.of(from))
      for (std::int64_t i = 0; i < length; ++i)
        shares.push_back({at + i, number + i});
  std::ranges::sort(shares);
  return shares;
}

/// To each rank, for the positions that it asks for in their order: the numbers
/// that a position gets, and how many of them are still to come.
static TripleLists answers(const TripleLists &asked,
                           const std::vector<Share> &shares, MPI_Comm comm,
                           int size) {
  const auto answerAll = [&](const auto &add) {
    for (int who = 0; who < size; ++who)
      for (const auto &[at, unused, length] : asked.of(who)) {
        auto next = std::ranges::lower_bound(shares, at, {}, &Share::position);
        while (next != shares.end() && next->position < at + length) {
          const auto end =
              std::find_if(next, shares.end(), [&](const Share &one) {
                return one.position != next->position;
              });
          for (; next != end; ++next)
            add(who, Triple{next->number, end - next, 1});
        }
      }
  };
  return exchanged(size, answerAll, comm);
}

/// The numbers that this rank wants, and where they go.
std::vector<OwnerSums::Place>
OwnerSums::askOwners(const Call &call, const ResolvedSide &source,
                     const ResolvedSide &target, Numbering &axis, MPI_Comm comm,
                     int rank, int size) const {
  const auto [d, k] = axis.axis;
  const HomeBlocks homes(call.target.sections[k].length, size);
  PositionRuns owned, wanted;
  std::int64_t firstNumber = 0, next = 0;
  const std::vector<std::vector<int>> owners = ranksByCoordinate(source, d);
  for (std::size_t p = 0; p < owners.size(); ++p) {
    if (owners[p].front() == rank) {
      owned = positionsOf(call.source, d, source.dimensions[d],
                          static_cast<std::int64_t>(p));
      firstNumber = next;
    }
    next += axis.counts[p];
  }
  if (const std::int64_t at =
          positionOf(target.placement, target.positions(), rank);
      at >= 0)
    wanted = positionsOf(call.target, k, target.dimensions[k],
                         target.coordinatesOf(at)[k]);
  const std::vector<Share> shares =
      sharesAtHome(homes, owned, firstNumber, comm, size);
  const TripleLists asked = broughtHome(homes, wanted, 0, size, comm);
  const TripleLists found = answers(asked, shares, comm, size);
  std::vector<std::size_t> taken(static_cast<std::size_t>(size), 0);
  std::vector<Place> places;
  const auto take = [&](int home, std::int64_t local) {
    const TripleLists::Range all = found.of(home);
    std::size_t &at = taken[static_cast<std::size_t>(home)];
    const std::int64_t several = all[at][1], first = std::ssize(axis.numbers);
    for (std::int64_t i = 0; i < several; ++i)
      axis.numbers.push_back(all[at++][0]);
    if (several == 1 && !places.empty() && places.back().count == 1 &&
        places.back().target + places.back().length == local)
      ++places.back().length;
    else
      places.push_back({local, first, 1, several});
  };
  homes.split(wanted, [&](int home, const PositionRun &run) {
    for (std::int64_t i = 0; i < run.length; ++i)
      take(home, run.local + i);
  });
  return places;
}

OwnerSums::OwnerSums(const Call &call, const ResolvedSide &source,
                     const ResolvedSide &target, std::vector<Axis> summed,
                     MPI_Comm comm, int rank, int size)
    : ownStorage(targetStorageOf(call, rank, size)) {
  const std::size_t depth = call.target.dimensions;
  std::vector<std::vector<Place>> places(depth);
  std::vector<std::int64_t> extents = ownStorage.inner;
  for (const Axis &one : summed) {
    Numbering axis{one, call.source.maps[one.source].sizes, {}};
    places[one.target] =
        askOwners(call, source, target, axis, comm, rank, size);
    if (!extents.empty())
      extents[one.target] = std::ssize(axis.numbers);
    axes.push_back(std::move(axis));
  }
  if (extents.empty()) // outside the grid
    return;
  const std::vector<std::int64_t> coordinates = target.coordinatesOf(
      positionOf(target.placement, target.positions(), rank));
  count = 1;
  dimensions.resize(depth);
  for (std::size_t i = 0; i < depth; ++i) { // from the innermost on
    const std::size_t k =
        call.target.order == storage_order::column ? i : depth - 1 - i;
    const bool isSummed = std::ranges::any_of(
        summed, [&](const Axis &one) { return one.target == k; });
    if (!isSummed)
      for (const PositionRun &run :
           positionsOf(call.target, k, target.dimensions[k], coordinates[k]))
        places[k].push_back({run.local, run.local, run.length, 1});
    dimensions[depth - 1 - i] = {std::move(places[k]), ownStorage.strides[k],
                                 count};
    count *= extents[k];
  }
}

/// Gives a dimension that is not distributed an entry of the grid: one rank.
static void distribute(layout &one, std::size_t k) {
  if (one.dimensions[k].kind != distribution_kind::undistributed)
    return;
  const auto before = static_cast<std::size_t>(
      std::count_if(one.dimensions.begin(),
                    one.dimensions.begin() + static_cast<std::ptrdiff_t>(k),
                    [](const distribution &other) {
                      return other.kind != distribution_kind::undistributed;
                    }));
  std::copy_backward(one.grid.begin() + static_cast<std::ptrdiff_t>(before),
                     one.grid.end() - 1, one.grid.end());
  one.grid[before] = 1;
  ++one.grid_count;
  for (grid_holders &holders : one.holders)
    holders.place += holders.place > before;
}

Call OwnerSums::bringing(const Call &call) const {
  Call made = call;
  made.combines = false;
  layout &to = made.target.given;
  to.width_count = 0;
  to.widths = {};
  to.has_halo = false;
  to.has_lead = false;
  made.target.hasStrides = false;
  for (const Numbering &one : axes) {
    const std::int64_t all =
        std::accumulate(one.counts.begin(), one.counts.end(), std::int64_t{0});
    made.source.given.dimensions[one.axis.source] = gen_block(one.counts);
    made.source.sections[one.axis.source] = whole(all);
    made.source.extents[one.axis.source] = all;
    distribute(to, one.axis.target);
    to.dimensions[one.axis.target] = listed(one.numbers);
    made.target.sections[one.axis.target] = whole(all);
    made.target.extents[one.axis.target] = all;
  }
  made.source.maps.clear();
  made.target.maps.clear();
  made.listed.clear();
  return made;
}

void OwnerSums::combineFrom(std::size_t depth, const Object &object,
                            const std::byte *from, std::byte *into) const {
  const Dimension &dimension = dimensions[depth];
  const std::int64_t toStride = dimension.targetStride * object.size;
  const std::int64_t fromStride = dimension.broughtStride * object.size;
  const bool isInnermost = depth + 1 == dimensions.size();
  for (const Place &place : dimension.places) {
    std::byte *to = into + place.target * toStride;
    const std::byte *next = from + place.brought * fromStride;
    if (isInnermost && place.count == 1) {
      object.combiner.run(to, toStride, next, fromStride, object.size,
                          place.length);
      continue;
    }
    const std::int64_t step = place.count == 1 ? toStride : 0;
    for (std::int64_t i = 0; i < std::max(place.length, place.count); ++i) {
      if (isInnermost)
        object.combiner.run(to, next, object.size);
      else
        combineFrom(depth + 1, object, next, to);
      to += step;
      next += fromStride;
    }
  }
}

void OwnerSums::combine(const Combiner &combiner, std::int64_t elementBytes,
                        const std::byte *from, std::byte *into) const {
  if (count > 0)
    combineFrom(0, {combiner, elementBytes}, from,
                into + ownStorage.origin * elementBytes);
}

} // namespace redist::runtime
