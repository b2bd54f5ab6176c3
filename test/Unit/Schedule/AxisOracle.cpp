//===- AxisOracle.cpp - An axis element by element ------------------------===//
//
// See AxisOracle.h. Owners are found by dealing the elements out one by one,
// not by the formulas of the library.
//
//===----------------------------------------------------------------------===//
#include "AxisOracle.h"

#include <algorithm>

namespace redist::schedule::test {

/// Coordinates of indices 0 to `count` - 1.
static std::vector<std::size_t> deal(const DimensionLayout &layout,
                                     std::int64_t count) {
  std::vector<std::size_t> owners;
  std::int64_t coordinate = 0, left = 0;
  const auto size = [&](std::int64_t i) {
    return layout.sizes.empty() ? layout.block
                                : layout.sizes[static_cast<std::size_t>(i)];
  };
  left = size(0);
  while (static_cast<std::int64_t>(owners.size()) < count) {
    while (left == 0) {
      coordinate = (coordinate + 1) % layout.ranks;
      left = size(coordinate);
    }
    owners.push_back(static_cast<std::size_t>(coordinate));
    --left;
  }
  return owners;
}

static std::vector<std::size_t> ownersOf(const DimensionLayout &layout,
                                         std::int64_t lower,
                                         std::int64_t stride,
                                         std::int64_t length) {
  std::int64_t count = 0;
  for (std::int64_t t = 0; t < length; ++t)
    count = std::max(count, lower + layout.shift + t * stride + 1);
  const std::vector<std::size_t> all = deal(layout, count);
  std::vector<std::size_t> owners;
  for (std::int64_t t = 0; t < length; ++t)
    owners.push_back(
        all[static_cast<std::size_t>(lower + layout.shift + t * stride)]);
  return owners;
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
  if (layout.shift != 0)
    result += " shift " + std::to_string(layout.shift);
  return result + " " + std::to_string(lower) + ":+" + std::to_string(stride);
}

std::string describe(const Axis &axis) {
  return text(axis.source, axis.sourceLower, axis.sourceStride) + " -> " +
         text(axis.target, axis.targetLower, axis.targetStride) + ", " +
         std::to_string(axis.length.value_or(-1)) + " elements";
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
  const std::vector<std::size_t> from =
      ownersOf(axis.source, axis.sourceLower, axis.sourceStride, length);
  const std::vector<std::size_t> to =
      ownersOf(axis.target, axis.targetLower, axis.targetStride, length);
  const auto P = static_cast<std::size_t>(axis.source.ranks);
  const auto Q = static_cast<std::size_t>(axis.target.ranks);
  std::vector<std::int64_t> lengths(P * Q, 0);
  for (std::size_t t = 0; t < from.size(); ++t)
    ++lengths[from[t] * Q + to[t]];

  const AxisFinder finder(axis);
  for (std::size_t p = 0; p < P; ++p)
    for (std::size_t q = 0; q < Q; ++q)
      if (finder.length(static_cast<std::int64_t>(p),
                        static_cast<std::int64_t>(q)) != lengths[p * Q + q])
        return std::to_string(p) + "->" + std::to_string(q) + ": wrong length";
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
