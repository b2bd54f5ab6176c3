//===- OwnerRedistributions.h - Random cases of any owners -----*- C++ -*-===//
//
// A random redistribution in which elements lie on any ranks, and the check of
// what every rank then has.
//
//===----------------------------------------------------------------------===//
#ifndef OWNER_REDISTRIBUTIONS_H
#define OWNER_REDISTRIBUTIONS_H

#include "OwnerCases.h"

/// Lists in another order, owners of other indices: as many elements a rank.
inline void changeMaps(Side &side) {
  for (Dimension &one : side.dimensions) {
    one.fixed.reset();
    if (one.kind == redist::distribution_kind::listed)
      for (auto &list : one.lists)
        std::reverse(list.begin(), list.end());
    if (one.kind != redist::distribution_kind::indirect)
      continue;
    std::reverse(one.owners.begin(), one.owners.end());
    if (one.dealt)
      one.dealt = dealtInArray(one.owners);
    for (auto &list : one.lists)
      list.clear();
    for (std::size_t i = 0; i < one.owners.size(); ++i)
      one.lists[static_cast<std::size_t>(one.owners[i])].push_back(
          static_cast<std::int64_t>(i));
  }
}

/// Adds a dimension to either side, or both, that the other side lacks.
inline void addLone(Index &extents, Index &targetExtents,
                    std::vector<int> &permutation) {
  const std::int64_t which = draw(1, 3);
  if (which & 1) {
    const std::int64_t at = draw(0, static_cast<std::int64_t>(extents.size()));
    extents.insert(extents.begin() + at, draw(1, 9));
    for (int &one : permutation)
      one += one >= at;
  }
  if (which & 2) {
    const std::int64_t at =
        draw(0, static_cast<std::int64_t>(targetExtents.size()));
    targetExtents.insert(targetExtents.begin() + at, draw(1, 9));
    permutation.insert(permutation.begin() + at, redist::lacking);
  }
}

inline void runOwnerCase(std::int64_t number) {
  const bool isInPlace = draw(0, 1) == 0;
  const bool hasSections = !isInPlace && draw(0, 2) != 0;
  const bool hasLone = hasSections && draw(0, 1) == 0;
  const auto dimensions = static_cast<std::size_t>(draw(1, hasLone ? 2 : 3));
  Index extents, targetExtents;
  std::vector<int> permutation;
  for (std::size_t k = 0; k < dimensions; ++k) {
    extents.push_back(draw(0, 9) == 0 ? draw(0, 1)
                                      : draw(1, dimensions == 1 ? 60 : 12));
    permutation.push_back(static_cast<int>(k));
  }
  if (draw(0, 1) == 0)
    std::shuffle(permutation.begin(), permutation.end(), generator());
  for (std::size_t k = 0; k < dimensions; ++k)
    targetExtents.push_back(extents[static_cast<std::size_t>(permutation[k])] +
                            (hasSections ? draw(0, 5) : 0));
  if (hasLone)
    addLone(extents, targetExtents, permutation);
  const auto drawMapped = [](std::size_t count) {
    std::vector<bool> made(count);
    for (std::size_t k = 0; k < count; ++k)
      made[k] = draw(0, 1) == 0;
    return made;
  };
  std::vector<bool> sourceMapped = drawMapped(extents.size());
  std::vector<bool> targetMapped = drawMapped(targetExtents.size());
  if (draw(0, 1) == 0)
    sourceMapped[0] = true;
  else
    targetMapped[0] = true;
  Side from = drawSide(extents, true, sourceMapped, true);
  Side to = drawSide(targetExtents, false, targetMapped, true);
  to.order = from.order;
  for (const std::int64_t extent : extents) // those that the target lacks
    from.sections.push_back(hasSections && extent > 0 ? drawSection(extent, 1)
                                                      : redist::whole(extent));
  for (std::size_t k = 0; k < targetExtents.size(); ++k) {
    const std::int64_t wanted = targetExtents[k];
    to.sections.push_back(redist::whole(wanted));
    if (!hasSections)
      continue;
    if (permutation[k] == redist::lacking) {
      to.sections[k] = drawSection(wanted, 1);
      continue;
    }
    const auto d = static_cast<std::size_t>(permutation[k]);
    const bool isRepeated = extents[d] > 0 && draw(0, 3) == 0;
    const std::int64_t length =
        draw(0, isRepeated ? wanted : std::min(extents[d], wanted));
    from.sections[d] =
        isRepeated
            ? redist::slice(draw(0, extents[d] - 1), length, 0).of(extents[d])
            : drawSection(extents[d], length);
    to.sections[k] = drawSection(wanted, length);
  }
  const redist::directive where{"random.cpp", 1, "random", "auto", nullptr, 0};
  const std::string name = "case " + std::to_string(number);
  // The same maps, others, and either once more.
  Side otherFrom = from, otherTo = to;
  changeMaps(otherFrom);
  changeMaps(otherTo);
  for (int turn = 0; turn < 5; ++turn) {
    const redist::redistribution what =
        describe(from, to, permutation, isInPlace).stored(from.order);
    std::vector<double> a = filled<double>(from, extents);
    std::vector<Wide> b = filled<Wide>(from, extents);
    std::vector<double> x(static_cast<std::size_t>(to.localSize()), -1);
    std::vector<Wide> y(x.size(), Wide{-1, {}});
    const std::vector<double> xBefore = x;
    const std::vector<Wide> yBefore = y;
    const bool isNowait = turn == 1;
    if (isInPlace) {
      if (isNowait) {
        redist::request started =
            redist::start_redistribute(where, what, MPI_COMM_WORLD, a, b);
        redist::wait(started);
      } else {
        redist::redistribute(where, what, MPI_COMM_WORLD, a, b);
      }
      check(from, to, permutation, extents, a, a, name);
      check(from, to, permutation, extents, b, b, name);
    } else {
      if (isNowait) {
        redist::request started = redist::start_redistribute_into(
            where, what, MPI_COMM_WORLD, redist::objects(a, b),
            redist::objects(x, y));
        redist::wait(started);
      } else {
        redist::redistribute_into(where, what, MPI_COMM_WORLD,
                                  redist::objects(a, b), redist::objects(x, y));
      }
      check(from, to, permutation, extents, xBefore, x, name);
      check(from, to, permutation, extents, yBefore, y, name);
    }
    if (turn > 0) {
      std::swap(from, otherFrom);
      std::swap(to, otherTo);
    }
  }
}

#endif
