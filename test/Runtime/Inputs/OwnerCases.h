//===- OwnerCases.h - Random layouts of any owners -------------*- C++ -*-===//
//
// Sides of redistributions whose dimensions are indirect, listed or of any
// other distribution, with the lists of all elements of all ranks: what a model
// compares with. Drawn by the same generator on every rank.
//
//===----------------------------------------------------------------------===//
#ifndef OWNER_CASES_H
#define OWNER_CASES_H

#include "redist/redist.h"

#include <mpi.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <memory>
#include <random>
#include <string>
#include <vector>

using Index = std::vector<std::int64_t>;

inline int rankOf() {
  int rank = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  return rank;
}

inline int sizeOf() {
  int size = 0;
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  return size;
}

/// One for each rank: in a simulation, all ranks are in this process.
inline std::mt19937_64 &generator() {
  static std::map<int, std::mt19937_64> all;
  return all[rankOf()];
}

inline std::int64_t draw(std::int64_t low, std::int64_t high) {
  return std::uniform_int_distribution<std::int64_t>(low, high)(generator());
}

inline void require(bool holds, const std::string &text) {
  if (holds)
    return;
  std::printf("rank %d: %s\n", rankOf(), text.c_str());
  std::fflush(stdout);
  MPI_Abort(MPI_COMM_WORLD, 1);
}

/// One dimension of a side.
struct Dimension {
  redist::distribution_kind kind;
  std::int64_t ranks = 1, block = 1;
  std::vector<int> sizes;  ///< of gen_block
  std::vector<int> owners; ///< of indirect
  /// The same in an array; null: every rank uses `owners`.
  std::shared_ptr<const redist::array<int, 1>> dealt;
  /// The numbers of indirect, or of listed on this rank, are a fixed map, which
  /// is made when it is first used.
  bool isFixed = false;
  mutable std::shared_ptr<const redist::fixed_map> fixed;

  template <typename Numbers>
  const redist::fixed_map &fixedOf(const Numbers &numbers) const {
    if (!fixed)
      fixed = std::make_shared<redist::fixed_map>(numbers);
    return *fixed;
  }
  std::vector<std::vector<std::int64_t>> lists; ///< by coordinate
};

/// One side of a case.
struct Side {
  std::vector<Dimension> dimensions;
  std::vector<redist::section> sections;
  std::int64_t copies = 1;
  std::size_t place = 0; ///< of the copies among the grid's extents
  std::vector<int> ranks;
  redist::storage_order order = redist::storage_order::row;

  std::int64_t positions() const {
    std::int64_t product = copies;
    for (const Dimension &one : dimensions)
      product *= one.ranks;
    return product;
  }
  /// This rank's coordinates; empty: outside the grid.
  Index coordinates() const {
    const auto at = std::find(ranks.begin(), ranks.end(), rankOf());
    if (at == ranks.end())
      return {};
    std::int64_t position = at - ranks.begin();
    std::vector<std::int64_t> extents;
    for (const Dimension &one : dimensions)
      if (one.kind != redist::distribution_kind::undistributed)
        extents.push_back(one.ranks);
    extents.insert(extents.begin() + static_cast<std::ptrdiff_t>(place),
                   copies);
    Index all(extents.size());
    for (std::size_t k = extents.size(); k-- > 0;) {
      all[k] = position % extents[k];
      position /= extents[k];
    }
    all.erase(all.begin() + static_cast<std::ptrdiff_t>(place));
    Index result;
    std::size_t next = 0;
    for (const Dimension &one : dimensions)
      result.push_back(one.kind == redist::distribution_kind::undistributed
                           ? 0
                           : all[next++]);
    return result;
  }
  /// The number of elements that this rank stores.
  std::int64_t localSize() const {
    const Index own = coordinates();
    std::int64_t product = own.empty() ? 0 : 1;
    for (std::size_t k = 0; k < own.size(); ++k)
      product *= static_cast<std::int64_t>(
          dimensions[k].lists[static_cast<std::size_t>(own[k])].size());
    return product;
  }
  /// Calls visit(indices, offset) for all elements that this rank stores.
  template <typename Visit> void forEach(Visit visit) const {
    const Index own = coordinates();
    const std::int64_t all = localSize();
    for (std::int64_t i = 0; i < all; ++i) {
      Index index(own.size());
      std::int64_t rest = i;
      for (std::size_t j = 0; j < own.size(); ++j) {
        const std::size_t k =
            order == redist::storage_order::row ? own.size() - 1 - j : j;
        const auto &list =
            dimensions[k].lists[static_cast<std::size_t>(own[k])];
        const auto size = static_cast<std::int64_t>(list.size());
        index[k] = list[static_cast<std::size_t>(rest % size)];
        rest /= size;
      }
      visit(index, i);
    }
  }
  static redist::distribution
  listedBy(const Dimension &one, const std::vector<std::int64_t> &numbers) {
    return one.isFixed ? redist::listed(one.fixedOf(numbers))
                       : redist::listed(numbers);
  }
  redist::layout layout() const {
    const Index own = coordinates();
    redist::layout made;
    made.dimension_count = dimensions.size();
    for (std::size_t k = 0; k < dimensions.size(); ++k) {
      const Dimension &one = dimensions[k];
      switch (one.kind) {
      case redist::distribution_kind::undistributed:
        break;
      case redist::distribution_kind::block:
        made.dimensions[k] = redist::block();
        break;
      case redist::distribution_kind::block_sized:
        made.dimensions[k] = redist::block(one.block);
        break;
      case redist::distribution_kind::cyclic:
        made.dimensions[k] = redist::cyclic(one.block);
        break;
      case redist::distribution_kind::gen_block:
        made.dimensions[k] = redist::gen_block(one.sizes);
        break;
      case redist::distribution_kind::indirect:
        made.dimensions[k] = one.dealt ? redist::indirect(*one.dealt)
                             : one.isFixed
                                 ? redist::indirect(one.fixedOf(one.owners))
                                 : redist::indirect(one.owners);
        break;
      case redist::distribution_kind::listed:
        static const std::vector<std::int64_t> none;
        made.dimensions[k] = listedBy(
            one,
            own.empty() ? none : one.lists[static_cast<std::size_t>(own[k])]);
        break;
      }
    }
    std::vector<redist::grid_extent> grid;
    for (const Dimension &one : dimensions)
      if (one.kind != redist::distribution_kind::undistributed)
        grid.push_back(one.ranks);
    if (copies > 1)
      grid.insert(grid.begin() + static_cast<std::ptrdiff_t>(place),
                  redist::copies(copies));
    if (grid.empty())
      made = made.onto({});
    else if (grid.size() == 1)
      made = made.onto({grid[0]});
    else if (grid.size() == 2)
      made = made.onto({grid[0], grid[1]});
    else if (grid.size() == 3)
      made = made.onto({grid[0], grid[1], grid[2]});
    else
      made = made.onto({grid[0], grid[1], grid[2], grid[3]});
    return made.ranks(ranks);
  }
};

/// The numbers in an array of any layout, with room and copies.
inline std::shared_ptr<const redist::array<int, 1>>
dealtInArray(const std::vector<int> &numbers) {
  const auto extent = static_cast<std::int64_t>(numbers.size());
  const std::int64_t ranks = draw(1, sizeOf());
  const std::int64_t copies = draw(1, sizeOf() / ranks);
  redist::layout layout(
      {draw(0, 1) == 0 ? redist::block() : redist::cyclic(draw(1, 4))});
  layout = layout.onto({redist::copies(copies), ranks})
               .at(draw(0, sizeOf() - ranks * copies));
  if (draw(0, 2) == 0)
    layout = layout.room({{draw(0, 2), draw(0, 2)}});
  const auto made = std::make_shared<redist::array<int, 1>>(
      std::array<std::int64_t, 1>{extent}, layout, MPI_COMM_WORLD);
  made->fill(-99);
  made->for_each([&](const auto &index, int &value) {
    value = numbers[static_cast<std::size_t>(index[0])];
  });
  return made;
}

inline Dimension drawDimension(std::int64_t extent, std::int64_t ranks,
                               bool isSource, bool isMapped) {
  using redist::distribution_kind;
  Dimension made;
  made.ranks = ranks;
  made.lists.resize(static_cast<std::size_t>(ranks));
  const auto put = [&](std::int64_t coordinate, std::int64_t index) {
    made.lists[static_cast<std::size_t>(coordinate)].push_back(index);
  };
  const std::int64_t kind = isMapped ? draw(4, 6) : draw(0, 3);
  if (kind == 0) {
    made.kind = distribution_kind::block;
    made.block = std::max<std::int64_t>(1, (extent + ranks - 1) / ranks);
  } else if (kind <= 2) {
    made.kind = distribution_kind::cyclic;
    made.block = draw(1, 4);
  }
  if (kind <= 2) {
    for (std::int64_t i = 0; i < extent; ++i)
      put(i / made.block % ranks, i);
    return made;
  }
  made.isFixed = draw(0, 2) == 0;
  std::vector<std::int64_t> owners;
  for (std::int64_t i = 0; i < extent; ++i)
    owners.push_back(draw(0, ranks - 1));
  if (draw(0, 1) == 0 || kind == 3)
    std::sort(owners.begin(), owners.end());
  for (std::int64_t i = 0; i < extent; ++i)
    put(owners[static_cast<std::size_t>(i)], i);
  if (kind == 3) {
    made.kind = distribution_kind::gen_block;
    for (const auto &list : made.lists)
      made.sizes.push_back(static_cast<int>(list.size()));
  } else if (kind == 4) {
    made.kind = distribution_kind::indirect;
    made.owners.assign(owners.begin(), owners.end());
    if (draw(0, 1) == 0)
      made.dealt = dealtInArray(made.owners);
  } else {
    made.kind = distribution_kind::listed;
    for (auto &list : made.lists) {
      if (draw(0, 1) == 0)
        std::shuffle(list.begin(), list.end(), generator());
      for (std::int64_t extra = isSource ? 0 : draw(0, 5);
           extra > 0 && extent > 0; --extra)
        list.push_back(draw(0, extent - 1));
      if (!isSource && !list.empty() && draw(0, 3) == 0)
        list.erase(list.begin()); // no other rank may list it
    }
  }
  return made;
}

inline Side drawSide(const Index &extents, bool isSource,
                     const std::vector<bool> &areMapped, bool mayCopy) {
  Side made;
  std::int64_t left = sizeOf();
  for (std::size_t k = 0; k < extents.size(); ++k) {
    const bool isWhole = !areMapped[k] && draw(0, 2) == 0;
    const std::int64_t ranks = isWhole ? 1 : draw(1, left);
    left /= ranks;
    if (!isWhole) {
      made.dimensions.push_back(
          drawDimension(extents[k], ranks, isSource, areMapped[k]));
      continue;
    }
    Dimension whole;
    whole.kind = redist::distribution_kind::undistributed;
    whole.lists.resize(1);
    for (std::int64_t i = 0; i < extents[k]; ++i)
      whole.lists[0].push_back(i);
    made.dimensions.push_back(whole);
  }
  if (mayCopy)
    made.copies = draw(1, std::min<std::int64_t>(left, 3));
  std::size_t entries = 0;
  for (const Dimension &one : made.dimensions)
    entries += one.kind != redist::distribution_kind::undistributed;
  made.place =
      static_cast<std::size_t>(draw(0, static_cast<std::int64_t>(entries)));
  if (made.copies == 1)
    made.place = 0;
  for (int i = 0; i < sizeOf(); ++i)
    made.ranks.push_back(i);
  if (draw(0, 1) == 0)
    std::shuffle(made.ranks.begin(), made.ranks.end(), generator());
  made.ranks.resize(static_cast<std::size_t>(made.positions()));
  made.order = draw(0, 1) == 0 ? redist::storage_order::row
                               : redist::storage_order::column;
  return made;
}

inline std::int64_t numberOf(const Index &index, const Index &extents) {
  std::int64_t number = 1;
  for (std::size_t k = 0; k < index.size(); ++k)
    number = number * (extents[k] + 1) + index[k];
  return number;
}

struct Wide {
  std::int64_t number;
  char text[11];

  bool operator==(const Wide &other) const { return number == other.number; }
};

inline double valueOf(double, std::int64_t number) {
  return static_cast<double>(number);
}
inline Wide valueOf(Wide, std::int64_t number) { return {number, {}}; }

template <typename T>
std::vector<T> filled(const Side &side, const Index &extents) {
  std::vector<T> part(static_cast<std::size_t>(side.localSize()));
  side.forEach([&](const Index &index, std::int64_t at) {
    part[static_cast<std::size_t>(at)] = valueOf(T{}, numberOf(index, extents));
  });
  return part;
}

/// The position of an index in a section; -1: it is in none.
inline std::int64_t positionIn(const redist::section &one, std::int64_t index) {
  const std::int64_t distance = index - one.lower;
  if (distance % one.stride != 0)
    return -1;
  const std::int64_t position = distance / one.stride;
  return position >= 0 && position < one.length ? position : -1;
}

template <typename T>
void check(const Side &from, const Side &to,
           const std::vector<int> &permutation, const Index &extents,
           const std::vector<T> &before, const std::vector<T> &got,
           const std::string &name) {
  require(std::int64_t(got.size()) == to.localSize(),
          name + ": " + std::to_string(got.size()) + " elements");
  to.forEach([&](const Index &index, std::int64_t at) {
    Index source;
    for (const redist::section &one : from.sections)
      source.push_back(one.lower);
    bool isMoved = true;
    for (std::size_t k = 0; k < index.size(); ++k) {
      const std::int64_t t = positionIn(to.sections[k], index[k]);
      isMoved &= t >= 0;
      if (permutation[k] != redist::lacking)
        source[static_cast<std::size_t>(permutation[k])] +=
            t * from.sections[static_cast<std::size_t>(permutation[k])].stride;
    }
    const T wanted = isMoved ? valueOf(T{}, numberOf(source, extents))
                             : before[static_cast<std::size_t>(at)];
    require(got[static_cast<std::size_t>(at)] == wanted,
            name + ": wrong element at " + std::to_string(at));
  });
}

/// A section of `length` elements.
inline redist::section drawSection(std::int64_t extent, std::int64_t length) {
  if (length == 0)
    return redist::slice(0, 0).of(extent);
  std::int64_t stride =
      length > 1 ? draw(1, (extent - 1) / (length - 1)) : draw(1, 3);
  std::int64_t lower = draw(0, extent - 1 - stride * (length - 1) < 0
                                   ? extent - 1
                                   : extent - 1 - stride * (length - 1));
  if (length > 1 && draw(0, 1) == 0) {
    lower += stride * (length - 1);
    stride = -stride;
  }
  return redist::slice(lower, length, stride).of(extent);
}

inline redist::redistribution describe(const Side &from, const Side &to,
                                       const std::vector<int> &permutation,
                                       bool isInPlace) {
  redist::redistribution what{redist::whole(0)};
  what.dimension_count = from.dimensions.size();
  std::copy(from.sections.begin(), from.sections.end(),
            what.source_sections.begin());
  std::copy(to.sections.begin(), to.sections.end(),
            what.target_sections.begin());
  std::copy(permutation.begin(), permutation.end(), what.permutation.begin());
  what.is_permuted = true;
  what.permutation_count = permutation.size();
  if (!isInPlace) {
    what.has_target_sections = true;
    what.target_section_count = to.dimensions.size();
  }
  return what.from(from.layout()).to(to.layout());
}

/// On every rank: so many cases, drawn from the seed.
inline void runCases(std::uint64_t seed, std::int64_t cases,
                     void (*runCase)(std::int64_t)) {
  generator().seed(seed);
  for (std::int64_t i = 0; i < cases; ++i) {
    try {
      runCase(i);
    } catch (const std::exception &e) {
      require(false, "case " + std::to_string(i) + ": " + e.what());
    }
  }
  if (rankOf() == 0)
    std::printf("%lld cases\n", static_cast<long long>(cases));
}

/// A test program: its arguments are the seed and the number of cases.
inline int runCases(int argc, char **argv, void (*runCase)(std::int64_t)) {
  MPI_Init(&argc, &argv);
  runCases(static_cast<std::uint64_t>(std::atoll(argv[1])), std::atoll(argv[2]),
           runCase);
  MPI_Finalize();
  return 0;
}

#endif
