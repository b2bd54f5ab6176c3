//===- LayoutText.cpp - A layout as text and as dimensions -----*- C++ -*-===//
#include "redistc/View/LayoutText.h"

#include "redistSchedule/Intersection/AxisSide.h"

#include <algorithm>
#include <map>
#include <utility>

using namespace redistc::view;
using namespace redist::schedule;

bool LayoutText::needsExtent() const {
  return std::any_of(
      dimensions.begin(), dimensions.end(),
      [](const DistributionText &one) { return one.needsExtent(); });
}

/// "word(1,2,3)", with `separator` between the numbers.
static std::string withNumbers(std::string_view word,
                               std::span<const std::int64_t> numbers,
                               std::string_view separator) {
  std::string text(word);
  text += '(';
  for (std::size_t i = 0; i < numbers.size(); ++i)
    text.append(i == 0 ? "" : separator).append(std::to_string(numbers[i]));
  return text + ")";
}

static std::string shiftText(std::int64_t shift) {
  return shift == 0 ? "" : withNumbers(" shift", {{shift}}, "");
}

static std::string unshiftedText(const DistributionText &distribution) {
  switch (distribution.kind) {
  case DistributionKind::Undistributed:
    return "*";
  case DistributionKind::GenBlock:
    return withNumbers("gen_block", distribution.sizes, ",");
  case DistributionKind::Indirect:
    return withNumbers("indirect", distribution.owners, " ");
  case DistributionKind::Block:
  case DistributionKind::Cyclic:
    break;
  }
  const std::string name =
      distribution.kind == DistributionKind::Block ? "block" : "cyclic";
  return distribution.block ? withNumbers(name, {{*distribution.block}}, "")
                            : name;
}

static std::string widthText(std::int64_t before, std::int64_t after) {
  return std::to_string(before) +
         (after == before ? "" : " : " + std::to_string(after));
}

/// "a, b, c".
static std::string joined(const std::vector<std::string> &words) {
  std::string text;
  for (std::size_t i = 0; i < words.size(); ++i)
    text.append(i == 0 ? "" : ", ").append(words[i]);
  return text;
}

std::string redistc::view::ofDimension(const LayoutText &layout,
                                       std::size_t dimension) {
  return layout.dimensions.size() > 1
             ? " of dimension " + std::to_string(dimension)
             : "";
}

std::string redistc::view::toText(const LayoutText &layout) {
  std::vector<std::string> words;
  for (const DistributionText &distribution : layout.dimensions)
    words.push_back(unshiftedText(distribution) +
                    shiftText(distribution.shift));
  std::vector<std::string> grid;
  auto next = layout.copies.begin();
  for (std::size_t i = 0; i <= layout.ranks.size(); ++i) {
    for (; next != layout.copies.end() && next->place == i; ++next)
      grid.push_back((next->operation.empty()
                          ? "copies("
                          : "partial(" + next->operation + ", ") +
                     std::to_string(next->ranks) + ")");
    if (i < layout.ranks.size())
      grid.push_back(std::to_string(layout.ranks[i]));
  }
  std::string text = joined(words) + " onto(" + joined(grid) + ")";
  if (layout.first != 0)
    text += " at(" + std::to_string(layout.first) + ")";
  if (!layout.map.empty())
    text += withNumbers(" ranks", layout.map, ",");
  std::vector<std::string> widths;
  for (const WidthText &one : layout.halo)
    widths.push_back(widthText(one.before, one.after));
  return text + (widths.empty() ? "" : " halo(" + joined(widths) + ")");
}

/// Maps with the same owners are the same one.
static DimensionLayout mappedLayout(const std::vector<std::int64_t> &owners,
                                    std::int64_t ranks) {
  DimensionLayout made{ranks, 1, {}};
  made.sizes.assign(static_cast<std::size_t>(ranks), 0);
  std::uint64_t hash = 0xcbf29ce484222325; // FNV-1a
  for (const std::int64_t owner : owners) {
    ++made.sizes[static_cast<std::size_t>(owner)];
    hash = (hash ^ static_cast<std::uint64_t>(owner)) * 0x100000001b3;
  }
  made.map = std::max<std::uint64_t>(hash, 1);
  return made;
}

static Result<DimensionLayout>
unshiftedLayout(const DistributionText &distribution, std::int64_t ranks,
                std::optional<std::int64_t> extent) {
  const auto cyclic =
      [](const Result<BlockCyclic> &made) -> Result<DimensionLayout> {
    if (!made)
      return made.error();
    return DimensionLayout{made->ranks, made->block, {}};
  };
  switch (distribution.kind) {
  case DistributionKind::Undistributed:
    return DimensionLayout{};
  case DistributionKind::GenBlock:
    return DimensionLayout{ranks, 1, distribution.sizes};
  case DistributionKind::Indirect:
    return mappedLayout(distribution.owners, ranks);
  case DistributionKind::Block:
    if (extent)
      return cyclic(distribution.block
                        ? makeBlock(ranks, *extent, *distribution.block)
                        : makeBlock(ranks, *extent));
    break;
  case DistributionKind::Cyclic:
    break;
  }
  return cyclic(makeBlockCyclic(ranks, distribution.block.value_or(1)));
}

static Result<DimensionLayout>
dimensionLayout(const DistributionText &distribution, std::int64_t ranks,
                std::optional<std::int64_t> extent) {
  Result<DimensionLayout> made = unshiftedLayout(distribution, ranks, extent);
  if (!made || distribution.shift == 0 || !distribution.isDistributed())
    return made;
  return shifted(*std::move(made), distribution.shift,
                 distribution.kind == DistributionKind::Cyclic, extent);
}

Result<std::vector<DimensionLayout>>
redistc::view::dimensionLayouts(const LayoutText &layout,
                                const Extents &extents) {
  std::vector<DimensionLayout> result;
  auto ranks = layout.ranks.begin();
  for (std::size_t i = 0; i < layout.dimensions.size(); ++i) {
    const DistributionText &one = layout.dimensions[i];
    Result<DimensionLayout> made =
        dimensionLayout(one, one.isDistributed() ? *ranks++ : 1, extents[i]);
    if (!made)
      return made.error();
    result.push_back(*std::move(made));
  }
  return result;
}

/// Calls visit(coordinate, index) for all elements that a coordinate has.
template <typename Visit>
static void forElements(const DistributionText &text,
                        const DimensionLayout &layout, std::int64_t extent,
                        Visit visit) {
  if (text.isMapped()) {
    for (std::int64_t i = 0; i < extent; ++i)
      visit(text.owners[static_cast<std::size_t>(i)], i);
    return;
  }
  const AxisSide side(layout, 0, 1, extent);
  for (std::int64_t q = 0; q < layout.ranks; ++q)
    side.positionsOf(q, extent).within(0, extent, [&](const Interval &one) {
      for (std::int64_t i = one.begin; i < one.end; ++i)
        visit(q, i);
    });
}

AxisShares redistc::view::sharesOf(const DistributionText &source,
                                   const DimensionLayout &sourceLayout,
                                   const DistributionText &target,
                                   const DimensionLayout &targetLayout,
                                   std::int64_t extent) {
  std::vector<std::int64_t> ownerOf(static_cast<std::size_t>(extent));
  forElements(source, sourceLayout, extent,
              [&](std::int64_t p, std::int64_t i) {
                ownerOf[static_cast<std::size_t>(i)] = p;
              });
  std::map<std::pair<std::int64_t, std::int64_t>, std::int64_t> lengths;
  forElements(target, targetLayout, extent,
              [&](std::int64_t q, std::int64_t i) {
                ++lengths[{ownerOf[static_cast<std::size_t>(i)], q}];
              });
  std::vector<AxisShare> pairs;
  for (const auto &[pair, length] : lengths)
    pairs.push_back({pair.first, pair.second, length});
  return {sourceLayout.ranks, targetLayout.ranks, std::move(pairs)};
}

Result<std::vector<DimensionLayout>>
redistc::view::withHalos(std::vector<DimensionLayout> dimensions,
                         const LayoutText &layout, const Extents &extents) {
  for (std::size_t k = 0; k < layout.halo.size(); ++k) {
    const auto [before, after] = layout.halo[k];
    if (std::max(before, after) > 0 && dimensions[k].isMapped())
      return Error{ErrorKind::BlockTooSmall,
                   "halo" + ofDimension(layout, k) +
                       " is not for indirect and listed, whose elements have "
                       "no neighbours: listed may name what others name, too"};
    if (dimensions[k].ranks == 1 || std::max(before, after) == 0)
      continue;
    auto made = withHalo(std::move(dimensions[k]), *extents[k], before, after);
    if (!made)
      return made.error();
    dimensions[k] = *std::move(made);
  }
  return dimensions;
}

bool redistc::view::hasParts(const LayoutText &layout) {
  return std::ranges::any_of(layout.copies, [](const CopiesText &one) {
    return !one.operation.empty();
  });
}

std::vector<Holders> redistc::view::holdersOf(const LayoutText &layout) {
  std::vector<Holders> made;
  for (const CopiesText &one : layout.copies) {
    std::size_t place = one.place, dimension = 0;
    for (; dimension < layout.dimensions.size(); ++dimension)
      if (layout.dimensions[dimension].isDistributed() && place-- == 0)
        break;
    made.push_back({one.ranks, dimension, !one.operation.empty()});
  }
  return made;
}

std::string redistc::view::toText(std::span<const DimensionLayout> dimensions,
                                  const std::vector<AxisRole> &roles) {
  constexpr std::size_t maxSizes = 8;
  std::vector<std::string> words, ranks, widths;
  bool hasHalo = false;
  for (std::size_t k = 0; k < dimensions.size(); ++k) {
    const DimensionLayout &one = dimensions[k];
    if (!roles.empty() && roles[k] != AxisRole::Elements) {
      if (one.ranks > 1) // else the other side's
        ranks.push_back((roles[k] == AxisRole::Parts ? "partial(" : "copies(") +
                        std::to_string(one.ranks) + ")");
      continue;
    }
    widths.push_back(widthText(one.before, one.after));
    hasHalo |= one.hasHalo();
    if (one == DimensionLayout{}) {
      words.push_back("*");
      continue;
    }
    ranks.push_back(std::to_string(one.ranks));
    if (one.isMapped())
      words.push_back("indirect(...)");
    else if (one.isCyclic())
      words.push_back(withNumbers("cyclic", {{one.block}}, ""));
    else if (one.sizes.size() <= maxSizes)
      words.push_back(withNumbers("gen_block", one.sizes, ","));
    else
      words.push_back("gen_block(...)");
    words.back() += shiftText(one.shift);
  }
  if (ranks.empty())
    ranks.push_back("1");
  return joined(words) + " onto(" + joined(ranks) + ")" +
         (hasHalo ? " halo(" + joined(widths) + ")" : "");
}
