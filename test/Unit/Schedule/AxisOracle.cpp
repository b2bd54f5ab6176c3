//===- AxisOracle.cpp - An axis element by element ------------------------===//
//
// See AxisOracle.h. Owners are found by dealing the elements out one by one,
// not by the formulas of the library.
//
//===----------------------------------------------------------------------===//
#include "AxisOracle.h"

#include <algorithm>

namespace redist::schedule::test {

namespace {
struct Place {
  std::int64_t coordinate, local;
  bool operator==(const Place &) const = default;
};
} // namespace

/// Places of indices 0 to `count` - 1.
static std::vector<Place> deal(const DimensionLayout &layout,
                               std::int64_t count) {
  std::vector<Place> places;
  std::vector<std::int64_t> used(static_cast<std::size_t>(layout.ranks), 0);
  std::int64_t coordinate = 0, left = 0;
  const auto size = [&](std::int64_t i) {
    return layout.sizes.empty() ? layout.block
                                : layout.sizes[static_cast<std::size_t>(i)];
  };
  left = size(0);
  while (static_cast<std::int64_t>(places.size()) < count) {
    while (left == 0) {
      coordinate = (coordinate + 1) % layout.ranks;
      left = size(coordinate);
    }
    places.push_back(
        {coordinate, used[static_cast<std::size_t>(coordinate)]++});
    --left;
  }
  return places;
}

static std::vector<Place> placesOf(const DimensionLayout &layout,
                                   std::int64_t lower, std::int64_t stride,
                                   std::int64_t length) {
  std::int64_t count = 0;
  for (std::int64_t t = 0; t < length; ++t)
    count = std::max(count, lower + t * stride + 1);
  const std::vector<Place> all = deal(layout, count);
  std::vector<Place> places;
  for (std::int64_t t = 0; t < length; ++t)
    places.push_back(all[static_cast<std::size_t>(lower + t * stride)]);
  return places;
}

static std::string text(const DimensionLayout &layout, std::int64_t lower,
                        std::int64_t stride) {
  std::string result;
  if (layout.isCyclic()) {
    result = "cyclic(" + std::to_string(layout.block) + ") on " +
             std::to_string(layout.ranks);
  } else {
    for (const std::int64_t size : layout.sizes)
      result += (result.empty() ? "gen_block(" : ",") + std::to_string(size);
    result += ")";
  }
  return result + " " + std::to_string(lower) + ":+" + std::to_string(stride);
}

std::string describe(const Axis &axis) {
  return text(axis.source, axis.sourceLower, axis.sourceStride) + " -> " +
         text(axis.target, axis.targetLower, axis.targetStride) + ", " +
         std::to_string(axis.length.value_or(-1)) + " elements";
}

/// All runs of an overlap, repetitions written out.
static std::vector<AxisRun> allRuns(const AxisOverlap &shared) {
  std::vector<AxisRun> runs;
  for (std::int64_t i = 0; i < shared.periods; ++i)
    for (const AxisRun &run : shared.runs)
      runs.push_back({run.position + i * shared.positionStride,
                      run.sourceOffset + i * shared.sourceStride,
                      run.targetOffset + i * shared.targetStride, run.length});
  runs.insert(runs.end(), shared.tail.begin(), shared.tail.end());
  return runs;
}

static std::string partnersOffence(const std::vector<AxisPartner> &found,
                                   const std::vector<std::int64_t> &lengths) {
  std::vector<AxisPartner> expected;
  for (std::size_t i = 0; i < lengths.size(); ++i)
    if (lengths[i] > 0)
      expected.push_back({static_cast<std::int64_t>(i), lengths[i]});
  return found == expected ? "" : "wrong partners";
}

std::string offenceOf(const Axis &axis) {
  const std::int64_t length = *axis.length;
  const std::vector<Place> from =
      placesOf(axis.source, axis.sourceLower, axis.sourceStride, length);
  const std::vector<Place> to =
      placesOf(axis.target, axis.targetLower, axis.targetStride, length);
  const auto P = static_cast<std::size_t>(axis.source.ranks);
  const auto Q = static_cast<std::size_t>(axis.target.ranks);
  std::vector<std::int64_t> lengths(P * Q, 0);
  for (std::size_t t = 0; t < from.size(); ++t)
    ++lengths[static_cast<std::size_t>(from[t].coordinate) * Q +
              static_cast<std::size_t>(to[t].coordinate)];

  const AxisFinder finder(axis);
  AxisOverlap shared;
  for (std::size_t p = 0; p < P; ++p)
    for (std::size_t q = 0; q < Q; ++q) {
      const auto row = static_cast<std::int64_t>(p);
      const auto column = static_cast<std::int64_t>(q);
      const std::string pair = std::to_string(p) + "->" + std::to_string(q);
      finder.find(row, column, shared);
      if (shared.periods != finder.periods())
        return pair + ": periods differ from those of the axis";
      std::int64_t end = 0;
      for (const AxisRun &run : allRuns(shared)) {
        if (run.length <= 0 || run.position < end ||
            run.position + run.length > length)
          return pair + ": runs overlap or leave the axis";
        end = run.position + run.length;
        for (std::int64_t i = 0; i < run.length; ++i) {
          const auto t = static_cast<std::size_t>(run.position + i);
          if (from[t] != Place{row, run.sourceOffset + i * axis.sourceStride} ||
              to[t] != Place{column, run.targetOffset + i * axis.targetStride})
            return pair + ": wrong place of element " + std::to_string(t);
        }
      }
      // Each run is right and they are disjoint: as many, so all of them.
      if (shared.length() != lengths[p * Q + q])
        return pair + ": elements are missing";
      if (finder.length(row, column) != lengths[p * Q + q])
        return pair + ": wrong length";
    }
  std::vector<AxisPartner> partners;
  for (std::size_t p = 0; p < P; ++p) {
    finder.partnersOfSource(static_cast<std::int64_t>(p), partners);
    const auto row = lengths.begin() + static_cast<std::ptrdiff_t>(p * Q);
    std::string offence =
        partnersOffence(partners, {row, row + static_cast<std::ptrdiff_t>(Q)});
    if (!offence.empty())
      return offence + " of source " + std::to_string(p);
  }
  for (std::size_t q = 0; q < Q; ++q) {
    finder.partnersOfTarget(static_cast<std::int64_t>(q), partners);
    std::vector<std::int64_t> column;
    for (std::size_t p = 0; p < P; ++p)
      column.push_back(lengths[p * Q + q]);
    std::string offence = partnersOffence(partners, column);
    if (!offence.empty())
      return offence + " of target " + std::to_string(q);
  }
  return "";
}

} // namespace redist::schedule::test
