//===- GridAssignments.h - Random assignments, by elements ------*- C++ -*-===//
//
// What the property tests of grids share: assignments of one to four axes with
// all that an axis can have, drawn from a seed, and their messages counted
// element by element.
//
//===----------------------------------------------------------------------===//
#ifndef REDIST_TEST_PROPERTY_GRIDASSIGNMENTS_H
#define REDIST_TEST_PROPERTY_GRIDASSIGNMENTS_H

#include "redistSchedule/Layout/Assignment.h"

#include <algorithm>
#include <map>
#include <random>
#include <string>

namespace redist::schedule::test {

/// Numbers from a seed; the same everywhere.
class Dice {
public:
  explicit Dice(std::uint64_t seed) : engine(seed) {}
  /// In [low, high].
  std::int64_t roll(std::int64_t low, std::int64_t high) {
    return low + static_cast<std::int64_t>(
                     engine() % static_cast<std::uint64_t>(high - low + 1));
  }
  bool oneIn(std::int64_t n) { return roll(1, n) == 1; }

private:
  std::mt19937_64 engine;
};

/// How large axes may be.
struct AxisLimits {
  std::int64_t ranks = 4, block = 5, length = 40;
};

/// A side that elements `lower`, `lower + stride`, ... can lie on.
inline DimensionLayout unshiftedLayout(Dice &dice, const AxisLimits &limits,
                                       std::int64_t lastIndex) {
  DimensionLayout layout;
  layout.ranks = dice.oneIn(4) ? 1 : dice.roll(1, limits.ranks);
  layout.block = dice.roll(1, limits.block);
  if (dice.oneIn(4))
    layout.block = (lastIndex + layout.ranks) / layout.ranks;
  layout.block = std::max<std::int64_t>(layout.block, 1);
  if (!dice.oneIn(5))
    return layout;
  layout.block = 1;
  std::int64_t left = lastIndex + 1;
  for (std::int64_t i = 0; i + 1 < layout.ranks; ++i) {
    layout.sizes.push_back(dice.roll(0, left));
    left -= layout.sizes.back();
  }
  layout.sizes.push_back(left + dice.roll(0, 2));
  return layout;
}

inline DimensionLayout randomLayout(Dice &dice, const AxisLimits &limits,
                                    std::int64_t lastIndex) {
  const std::int64_t shift = dice.oneIn(4) ? dice.roll(1, limits.block) : 0;
  DimensionLayout layout = unshiftedLayout(dice, limits, lastIndex + shift);
  if (layout.ranks > 1)
    layout.shift = shift;
  return layout;
}

inline Axis randomAxis(Dice &dice, const AxisLimits &limits) {
  Axis axis;
  axis.length = dice.roll(dice.oneIn(10) ? 0 : 1, limits.length);
  const std::int64_t n = *axis.length;
  const auto section = [&](std::int64_t &lower, std::int64_t &stride) {
    if (!dice.oneIn(4))
      return std::max<std::int64_t>(n - 1, 0);
    stride = dice.roll(1, 3) * (dice.oneIn(3) ? -1 : 1);
    lower = dice.roll(0, 4) + (stride < 0 && n > 0 ? -stride * (n - 1) : 0);
    return std::max(lower, lower + stride * (n - 1)) + (n == 0 ? 3 : 0);
  };
  const std::int64_t last = section(axis.sourceLower, axis.sourceStride);
  axis.source = randomLayout(dice, limits, last);
  const std::int64_t targetLast = section(axis.targetLower, axis.targetStride);
  axis.target = randomLayout(dice, limits, targetLast);
  if (dice.oneIn(5))
    if (const auto widened = withHalo(axis.target, targetLast + 1,
                                      dice.roll(0, 4), dice.roll(0, 9)))
      axis.target = *widened;
  return axis;
}

inline RankSharing randomSharing(Dice &dice, std::int64_t P, std::int64_t Q) {
  if (dice.oneIn(3))
    return {};
  if (dice.oneIn(2))
    return {RankSharing::Kind::Shift, dice.oneIn(2) ? 0 : dice.roll(-Q, P), {}};
  RankSharing sharing = {RankSharing::Kind::Map, 0, {}};
  std::vector<std::int64_t> free;
  for (std::int64_t p = 0; p < P; ++p)
    free.push_back(p);
  for (std::int64_t q = 0; q < Q; ++q) {
    if (free.empty() || dice.oneIn(5)) {
      sharing.map.push_back(-1);
      continue;
    }
    const auto chosen = static_cast<std::ptrdiff_t>(
        dice.roll(0, static_cast<std::int64_t>(free.size()) - 1));
    sharing.map.push_back(free[static_cast<std::size_t>(chosen)]);
    free.erase(free.begin() + chosen);
  }
  return sharing;
}

inline Assignment randomAssignment(Dice &dice, std::size_t dimensions,
                                   const AxisLimits &limits) {
  Assignment assignment;
  for (std::size_t k = 0; k < dimensions; ++k) {
    assignment.axes.push_back(randomAxis(dice, limits));
    assignment.sourceDimension.push_back(static_cast<std::int32_t>(k));
  }
  for (std::size_t k = dimensions; k-- > 1;)
    if (dice.oneIn(2))
      std::swap(assignment.sourceDimension[k],
                assignment.sourceDimension[static_cast<std::size_t>(
                    dice.roll(0, static_cast<std::int64_t>(k)))]);
  if (dice.oneIn(3))
    assignment.sourceDimension.clear();
  assignment.sharing =
      randomSharing(dice, assignment.sourceRanks(), assignment.targetRanks());
  return assignment;
}

inline void append(std::string &text, const char *before, std::int64_t value) {
  text += before;
  text += std::to_string(value);
}

inline void append(std::string &text, const DimensionLayout &layout) {
  append(text, "", layout.block);
  for (const std::int64_t size : layout.sizes)
    append(text, ",", size);
  append(text, " on ", layout.ranks);
  append(text, " shift ", layout.shift);
  if (layout.hasHalo())
    append(text, " halo ", layout.before), append(text, ":", layout.after);
}

inline std::string describe(const Assignment &assignment) {
  std::string text;
  for (const Axis &axis : assignment.axes) {
    append(text, axis.source);
    append(text, " from ", axis.sourceLower);
    append(text, " by ", axis.sourceStride);
    text += " -> ";
    append(text, axis.target);
    append(text, " from ", axis.targetLower);
    append(text, " by ", axis.targetStride);
    append(text, ", length ", axis.length.value_or(-1));
    text += "; ";
  }
  for (const std::int32_t dimension : assignment.sourceDimension)
    append(text, " ", dimension);
  append(text, " sharing ", static_cast<int>(assignment.sharing.kind));
  append(text, " ", assignment.sharing.shift);
  for (const std::int64_t p : assignment.sharing.map)
    append(text, " ", p);
  return text;
}

using PairLengths =
    std::map<std::pair<std::int64_t, std::int64_t>, std::int64_t>;

/// Owner by walking the blocks.
inline std::int64_t ownerByWalking(const DimensionLayout &layout,
                                   std::int64_t index) {
  std::int64_t coordinate = 0;
  index += layout.shift;
  if (layout.sizes.empty())
    return index / layout.block % layout.ranks;
  for (const std::int64_t size : layout.sizes) {
    if (index < size)
      break;
    index -= size;
    ++coordinate;
  }
  return coordinate;
}

/// The owner, and those beside which the index lies within their halos.
inline std::vector<std::int64_t>
receiversByWalking(const DimensionLayout &layout, std::int64_t index) {
  if (!layout.hasHalo())
    return {ownerByWalking(layout, index)};
  std::vector<std::int64_t> all;
  std::int64_t begin = 0;
  for (std::int64_t q = 0; q < layout.ranks; ++q) {
    const std::int64_t size = layout.sizes[static_cast<std::size_t>(q)];
    if (size > 0 && index >= begin - layout.before &&
        index < begin + size + layout.after)
      all.push_back(q);
    begin += size;
  }
  return all;
}

/// Elements from p to q, counted one by one; what stays is left out.
/// Precondition: all axes have lengths.
inline PairLengths countElements(const Assignment &assignment) {
  PairLengths lengths;
  const std::size_t d = assignment.dimensions();
  std::vector<std::int64_t> position(d, 0);
  for (const Axis &axis : assignment.axes)
    if (*axis.length == 0)
      return lengths;
  const std::int64_t P = assignment.sourceRanks();
  while (true) {
    std::vector<std::int64_t> from(d);
    std::int64_t p = 0;
    std::vector<std::int64_t> receivers = {0};
    for (std::size_t k = 0; k < d; ++k) {
      const Axis &axis = assignment.axes[k];
      const std::size_t dimension = assignment.sourceDimensionOf(k);
      from[dimension] = static_cast<std::int64_t>(k);
      std::vector<std::int64_t> longer;
      for (const std::int64_t own : receiversByWalking(
               axis.target, axis.targetLower + position[k] * axis.targetStride))
        for (const std::int64_t q : receivers)
          longer.push_back(q * axis.target.ranks + own);
      receivers.swap(longer);
    }
    for (const std::int64_t k : from) {
      const Axis &axis = assignment.axes[static_cast<std::size_t>(k)];
      p = p * axis.source.ranks +
          ownerByWalking(axis.source,
                         axis.sourceLower +
                             position[static_cast<std::size_t>(k)] *
                                 axis.sourceStride);
    }
    const RankSharing &sharing = assignment.sharing;
    for (const std::int64_t q : receivers) {
      const bool stays = (sharing.kind == RankSharing::Kind::Shift &&
                          p == q + sharing.shift && p < P) ||
                         (sharing.kind == RankSharing::Kind::Map &&
                          sharing.map[static_cast<std::size_t>(q)] == p);
      if (!stays)
        ++lengths[{p, q}];
    }
    std::size_t k = 0;
    while (k < d && ++position[k] == *assignment.axes[k].length)
      position[k++] = 0;
    if (k == d)
      return lengths;
  }
}

/// Greatest number of messages of a rank.
inline std::int64_t greatestDegree(const PairLengths &lengths) {
  std::map<std::int64_t, std::int64_t> rows, columns;
  std::int64_t degree = 0;
  for (const auto &[pair, length] : lengths)
    degree = std::max({degree, ++rows[pair.first], ++columns[pair.second]});
  return degree;
}

} // namespace redist::schedule::test

#endif
