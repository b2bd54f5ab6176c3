//===- RandomDirective.h - A random redistribution, as told -----*- C++ -*-===//
//
// The cases of random-redistributions.cpp: layouts, sections, permutation and
// clauses at random, the same on all ranks, beside what they mean: the owner
// and the place of every element, counted one by one.
//
//===----------------------------------------------------------------------===//
#ifndef RANDOMDIRECTIVE_H
#define RANDOMDIRECTIVE_H

#include "Check.h"

#include <algorithm>
#include <random>
#include <utility>

using namespace redist;

inline std::mt19937_64 generator;

/// The same on all ranks.
inline std::int64_t pick(std::int64_t least, std::int64_t most) {
  const auto count = static_cast<std::uint64_t>(most - least + 1);
  return least + static_cast<std::int64_t>(generator() % count);
}
inline bool chance(int percent) { return pick(1, 100) <= percent; }

using Index = std::vector<std::int64_t>;

/// One side of a case: the layout as it is told, and as it is meant.
struct Side {
  Index extents;
  std::vector<section> sections;
  std::vector<std::vector<std::int64_t>> sizes; ///< gen_block
  // By dimension and index.
  std::vector<std::vector<std::int64_t>> owner;
  std::vector<std::vector<std::int64_t>> placeOf; ///< how many are before it
  std::vector<std::vector<std::int64_t>> localOf; ///< by coordinate: how many
  layout told;
  Index grid;                   ///< every dimension
  Index copiesAfter;            ///< by dimension: ranks that hold the same
  std::int64_t copiesFirst = 1; ///< the same, before all dimensions
  std::vector<int> rankAt;
  std::vector<int> map; ///< as ranks() tells them; empty: by at()
  bool isColumn = false;

  std::size_t dimensions() const { return extents.size(); }
  /// Local index: how many elements before it are on the same coordinate.
  std::int64_t place(std::size_t k, std::int64_t index) const {
    return placeOf[k][static_cast<std::size_t>(index)];
  }
  std::int64_t local(std::size_t k, std::int64_t coordinate) const {
    return localOf[k][static_cast<std::size_t>(coordinate)];
  }
  /// Coordinates of a rank; empty outside.
  Index coordinates(int rank) const {
    const auto found = std::find(rankAt.begin(), rankAt.end(), rank);
    if (found == rankAt.end())
      return {};
    Index result(dimensions());
    std::int64_t position = found - rankAt.begin();
    for (std::size_t k = dimensions(); k-- > 0;) {
      position /= copiesAfter[k];
      result[k] = position % grid[k];
      position /= grid[k];
    }
    return result;
  }
  /// The most elements that a rank has.
  std::int64_t largestPart() const {
    std::int64_t most = 0;
    for (const int rank : rankAt)
      most = std::max(most, localSize(rank));
    return most;
  }
  std::int64_t localSize(int rank) const {
    const Index at = coordinates(rank);
    if (at.empty())
      return 0;
    std::int64_t size = 1;
    for (std::size_t k = 0; k < dimensions(); ++k)
      size *= local(k, at[k]);
    return size;
  }
  /// Place of an element in the storage at these coordinates; -1 elsewhere.
  std::int64_t offset(const Index &index, const Index &at) const {
    if (at.empty())
      return -1;
    std::int64_t result = 0;
    for (std::size_t i = 0; i < dimensions(); ++i) {
      const std::size_t k = isColumn ? dimensions() - 1 - i : i;
      if (owner[k][static_cast<std::size_t>(index[k])] != at[k])
        return -1;
      result = result * local(k, at[k]) + place(k, index[k]);
    }
    return result;
  }
};

/// `cyclic`: whether the places come round again.
inline distribution pickUnshifted(Side &side, std::size_t k, std::int64_t ranks,
                                  std::int64_t n, bool &isCyclic) {
  auto &owner = side.owner[k];
  owner.resize(static_cast<std::size_t>(n));
  const bool needsSize = !side.sections[k].is_whole;
  const auto cyclicOwner = [&](std::int64_t block) {
    for (std::int64_t i = 0; i < n; ++i)
      owner[static_cast<std::size_t>(i)] = i / block % ranks;
  };
  switch (pick(needsSize ? 1 : 0, 3)) {
  case 0:
    cyclicOwner(n > 0 ? (n + ranks - 1) / ranks : 1);
    return block();
  case 1: {
    const std::int64_t size = std::max<std::int64_t>(
        1, (n + ranks - 1) / ranks + (chance(50) ? pick(0, 2) : 0));
    cyclicOwner(size);
    return block(size);
  }
  case 2: {
    auto &sizes = side.sizes[k];
    sizes.assign(static_cast<std::size_t>(ranks), 0);
    for (std::int64_t left = n + pick(0, 2); left > 0; --left)
      ++sizes[static_cast<std::size_t>(pick(0, ranks - 1))];
    std::int64_t next = 0;
    for (std::int64_t r = 0; r < ranks; ++r)
      for (std::int64_t j = 0; j < sizes[static_cast<std::size_t>(r)]; ++j)
        if (next < n)
          owner[static_cast<std::size_t>(next++)] = r;
    return gen_block(sizes);
  }
  default: {
    const std::int64_t size = pick(1, 4);
    isCyclic = true;
    cyclicOwner(size);
    return cyclic(size);
  }
  }
}

/// Owners are those of the unshifted one, `shift` elements further on.
inline distribution pickDistribution(Side &side, std::size_t k,
                                     std::int64_t ranks) {
  const std::int64_t n = side.extents[k];
  const std::int64_t shift = chance(30) ? pick(1, 9) : 0;
  auto &owner = side.owner[k];
  bool isCyclic = false;
  const distribution told = pickUnshifted(side, k, ranks, n + shift, isCyclic);
  // block alone has the size of its own extent.
  const std::int64_t lost =
      told.kind == distribution_kind::block
          ? ranks * (n > 0 ? (n + ranks - 1) / ranks : 1) - n
          : shift;
  const std::int64_t used = n > 0 ? std::min(shift, lost) : 0;
  if (told.kind == distribution_kind::block)
    for (std::int64_t i = 0; i < n + shift; ++i)
      owner[static_cast<std::size_t>(i)] =
          i / (n > 0 ? (n + ranks - 1) / ranks : 1);
  owner.erase(owner.begin(), owner.begin() + static_cast<std::ptrdiff_t>(used));
  owner.resize(static_cast<std::size_t>(n));
  if (!isCyclic || !chance(30))
    return told.shift(used);
  const std::int64_t cycle = told.block * ranks; // the same, from behind
  return told.shift(used - cycle * pick(1, 3));
}

inline void countPlaces(Side &side) {
  side.placeOf.resize(side.dimensions());
  for (std::size_t k = 0; k < side.dimensions(); ++k) {
    std::vector<std::int64_t> &count =
        side.localOf.emplace_back(static_cast<std::size_t>(side.grid[k]), 0);
    for (const std::int64_t coordinate : side.owner[k])
      side.placeOf[k].push_back(count[static_cast<std::size_t>(coordinate)]++);
  }
}

inline void pickLayout(Side &side, int ranks) {
  side.owner.resize(side.dimensions());
  side.sizes.resize(side.dimensions());
  side.told.dimension_count = side.dimensions();
  std::int64_t left = ranks;
  const bool hasCopies = chance(40);
  const auto pickCopies = [&] {
    std::int64_t all = 1;
    while (hasCopies && chance(40) && side.told.holder_count < max_holders) {
      const std::int64_t some = pick(1, left);
      side.told.holders[side.told.holder_count++] = {some,
                                                     side.told.grid_count};
      left /= some;
      all *= some;
    }
    return all;
  };
  side.copiesFirst = pickCopies();
  for (std::size_t k = 0; k < side.dimensions(); ++k) {
    const bool isDistributed = chance(70);
    const std::int64_t extent = isDistributed ? pick(1, left) : 1;
    left /= extent;
    side.grid.push_back(extent);
    if (isDistributed) {
      side.told.grid[side.told.grid_count++] = extent;
      side.told.dimensions[k] = pickDistribution(side, k, extent);
    } else {
      side.owner[k].assign(static_cast<std::size_t>(side.extents[k]), 0);
    }
    side.copiesAfter.push_back(pickCopies());
  }
  std::int64_t positions = side.copiesFirst;
  for (std::size_t k = 0; k < side.dimensions(); ++k)
    positions *= side.grid[k] * side.copiesAfter[k];
  side.told.first_rank = pick(0, ranks - positions);
  for (std::int64_t i = 0; i < positions; ++i)
    side.rankAt.push_back(static_cast<int>(side.told.first_rank + i));
  if (chance(30)) {
    side.rankAt.clear();
    for (int rank = 0; rank < ranks; ++rank)
      side.rankAt.push_back(rank);
    for (std::int64_t i = 0; i < positions; ++i)
      std::swap(side.rankAt[static_cast<std::size_t>(i)],
                side.rankAt[static_cast<std::size_t>(pick(i, ranks - 1))]);
    side.rankAt.resize(static_cast<std::size_t>(positions));
    side.map = side.rankAt;
    side.told = side.told.ranks(side.map);
  }
  countPlaces(side);
}

/// A section of `length` elements in an extent that has room for it.
/// `isRead`: maybe one for all of them.
inline section pickSection(std::int64_t length, bool isRead,
                           std::int64_t &extent) {
  if (isRead && chance(20)) {
    const std::int64_t index = pick(0, 5);
    extent = index + pick(1, 4);
    return slice(index, length, 0);
  }
  const std::int64_t stride = pick(1, 3) * (chance(30) ? -1 : 1);
  const std::int64_t span =
      length > 0 ? (length - 1) * std::abs(stride) + 1 : 0;
  const std::int64_t before = pick(0, 3);
  extent = before + span + pick(0, 3);
  return slice(stride > 0 || length == 0 ? before : before + span - 1, length,
               stride);
}

inline std::int64_t numberOf(const Index &index, const Index &extents) {
  std::int64_t number = 0;
  for (std::size_t k = 0; k < index.size(); ++k)
    number = number * extents[k] + index[k];
  return number;
}

/// Calls `visit` with every index below the extents.
template <typename Visit> void forAll(const Index &extents, Visit visit) {
  if (std::count(extents.begin(), extents.end(), 0) > 0)
    return;
  Index index(extents.size(), 0);
  for (;;) {
    visit(index);
    std::size_t k = extents.size();
    while (k-- > 0) {
      if (++index[k] < extents[k])
        break;
      index[k] = 0;
    }
    if (k == static_cast<std::size_t>(-1))
      return;
  }
}

/// Where an object's storage lies: in a container; at any byte of a rank's own
/// memory; or so in the storage of an array, which the node's ranks see.
enum class Storage { Container, Private, Seen };

struct Case {
  Side source, target;
  std::vector<int> permutation; ///< by dimension of the target; -1: lacking
  redistribution what{};
  bool inPlace = false, isNowait = false, relabels = false, asksStorage = false;
  bool tellsCapacity = false; ///< of pointers
  bool tellsExtents = false;  ///< beside sections
  int position = -2;
  const char *strategy = "auto";
  Storage storage = Storage::Container;
  std::int64_t shift = 0; ///< where in a cache line the first storage begins
  std::string text;
};

/// Large enough, with at least `bytes` an element, to go through rings.
inline std::int64_t longestFor(std::size_t dimensions, bool isLarge,
                               std::int64_t bytes) {
  static constexpr std::int64_t small[] = {40, 40, 9, 6};
  if (!isLarge)
    return small[dimensions - 1];
  std::int64_t longest = 1;
  const auto elements = [&] {
    std::int64_t product = 1;
    for (std::size_t k = 0; k < dimensions; ++k)
      product *= longest;
    return product;
  };
  while (elements() * bytes < (std::int64_t{5} << 18))
    ++longest;
  return longest;
}

/// Adds dimensions of one element that the other side lacks.
inline void addLone(Index &ofSource, Index &ofTarget,
                    std::vector<int> &permutation) {
  const auto place = [](const Index &lengths) {
    return pick(0, static_cast<std::int64_t>(lengths.size()));
  };
  while (chance(50) && ofSource.size() < 6) {
    const std::int64_t at = place(ofSource);
    ofSource.insert(ofSource.begin() + at, 1);
    for (int &one : permutation)
      one += one >= at;
  }
  while (chance(50) && ofTarget.size() < 6) {
    const std::int64_t at = place(ofTarget);
    ofTarget.insert(ofTarget.begin() + at, 1);
    permutation.insert(permutation.begin() + at, lacking);
  }
}

/// Calls visit(from, to) with the indices of both sides of every element of the
/// sections.
template <typename Visit> void forAssigned(const Case &one, Visit visit) {
  Index lengths, from, to(one.target.dimensions());
  for (const section &taken : one.source.sections)
    from.push_back(taken.lower);
  for (const section &given : one.target.sections)
    lengths.push_back(given.length);
  forAll(lengths, [&](const Index &t) {
    for (std::size_t k = 0; k < to.size(); ++k) {
      const section &given = one.target.sections[k];
      to[k] = given.lower + t[k] * given.stride;
      if (one.permutation[k] == lacking)
        continue;
      const auto d = static_cast<std::size_t>(one.permutation[k]);
      const section &taken = one.source.sections[d];
      from[d] = taken.lower + t[k] * taken.stride;
    }
    visit(std::as_const(from), std::as_const(to));
  });
}

/// `bytes`: of an element of all objects. `targetRanks`: of another group than
/// the `ranks` of the source, which lacks no dimensions; 0: the same ranks.
inline Case pickCase(int ranks, int number, bool isLarge, std::int64_t bytes,
                     int targetRanks = 0) {
  Case one;
  const auto dimensions = static_cast<std::size_t>(pick(1, isLarge ? 3 : 4));
  const std::int64_t longest = longestFor(dimensions, isLarge, bytes);
  one.inPlace = chance(30);
  // Large ones of many dimensions would leave out most of a long extent.
  const bool hasSections =
      !one.inPlace && (!isLarge || dimensions < 3) && chance(60);
  for (std::size_t k = 0; k < dimensions; ++k)
    one.permutation.push_back(static_cast<int>(k));
  if (chance(50))
    for (std::size_t k = dimensions; k-- > 1;)
      std::swap(one.permutation[k],
                one.permutation[static_cast<std::size_t>(
                    pick(0, static_cast<std::int64_t>(k)))]);
  Index lengths, ofTarget;
  for (std::size_t k = 0; k < dimensions; ++k)
    lengths.push_back(isLarge     ? longest + pick(0, 3)
                      : chance(5) ? 0
                                  : pick(1, longest));
  for (const int d : one.permutation)
    ofTarget.push_back(lengths[static_cast<std::size_t>(d)]);
  if (!one.inPlace && targetRanks == 0 && chance(40))
    addLone(lengths, ofTarget, one.permutation);
  const auto setUp = [&](Side &side, bool isTarget) {
    for (const std::int64_t length : isTarget ? ofTarget : lengths) {
      side.extents.push_back(length);
      side.sections.push_back(
          hasSections && chance(60)
              ? pickSection(length, !isTarget, side.extents.back())
              : whole(length));
    }
    pickLayout(side, isTarget && targetRanks > 0 ? targetRanks : ranks);
  };
  setUp(one.source, false);
  setUp(one.target, true);
  one.source.isColumn = one.target.isColumn = chance(30);
  const char *const strategies[] = {"auto",     "auto",   "exact",
                                    "stepwise", "greedy", "caterpillar",
                                    "alltoall", "direct"};
  one.strategy = strategies[pick(0, 7)];
  one.isNowait = chance(40);
  one.relabels = chance(25);
  one.asksStorage = hasSections && chance(30);
  one.storage = static_cast<Storage>(pick(0, 2));
  one.tellsCapacity = chance(50);
  one.tellsExtents = chance(50);
  one.shift = pick(0, 63);
  one.text =
      "case " + std::to_string(number) + ", " +
      std::to_string(one.source.dimensions()) + " and " +
      std::to_string(one.target.dimensions()) + " dimensions, strategy " +
      one.strategy + (one.inPlace ? ", in place" : "") +
      (one.isNowait ? ", nowait" : "") + (one.relabels ? ", relabel" : "") +
      (hasSections ? ", sections" : "") +
      (one.source.isColumn ? ", column" : "") + ", storage " +
      std::to_string(static_cast<int>(one.storage)) + " at byte " +
      std::to_string(one.shift);
  return one;
}

inline void state(Case &one) {
  redistribution &what = one.what;
  what.dimension_count = one.source.dimensions();
  what.target_section_count = one.target.dimensions();
  what.has_target_sections = !one.inPlace;
  const auto tell = [&one](const Side &side, redistribution::sections &sections,
                           auto &extents) {
    for (std::size_t k = 0; k < side.dimensions(); ++k) {
      section &told = sections[k] = side.sections[k];
      if (one.tellsExtents && !one.asksStorage && !told.is_whole)
        told = told.of(side.extents[k]);
      else if (!one.tellsExtents && !one.asksStorage)
        extents[k] = side.extents[k];
    }
  };
  tell(one.source, what.source_sections, what.source_extents);
  tell(one.target, what.target_sections, what.target_extents);
  std::copy(one.permutation.begin(), one.permutation.end(),
            what.permutation.begin());
  what.is_permuted = true;
  what.permutation_count = one.permutation.size();
  what = what.from(one.source.told).to(one.target.told);
  if (one.source.isColumn)
    what = what.stored(storage_order::column);
  if (one.relabels)
    what = what.relabel(one.position);
}

/// The permutation of target ranks must be one; target.rankAt becomes it.
inline void applyPositions(Case &one) {
  std::vector<int> positions(static_cast<std::size_t>(sizeOf()));
  MPI_Allgather(&one.position, 1, MPI_INT, positions.data(), 1, MPI_INT,
                MPI_COMM_WORLD);
  std::vector<int> rankAt(one.target.rankAt.size(), -1);
  for (std::size_t rank = 0; rank < positions.size(); ++rank) {
    const bool wasIn =
        std::count(one.target.rankAt.begin(), one.target.rankAt.end(),
                   static_cast<int>(rank)) > 0;
    require(wasIn == (positions[rank] >= 0), one.text + ": position");
    if (wasIn)
      rankAt[static_cast<std::size_t>(positions[rank])] =
          static_cast<int>(rank);
  }
  require(std::count(rankAt.begin(), rankAt.end(), -1) == 0,
          one.text + ": positions are no permutation");
  one.target.rankAt = rankAt;
}

#endif
