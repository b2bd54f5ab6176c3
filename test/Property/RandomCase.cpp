//===- RandomCase.cpp - A random redistribution of everything -------------===//
#include "RandomCase.h"

#include <algorithm>
#include <numeric>
#include <sstream>

namespace redist::runtime::test {

/// A layout of `extent` elements on `ranks` coordinates.
static DimensionLayout unshiftedLayout(Dice &dice, std::int64_t ranks,
                                       std::int64_t extent) {
  if (ranks == 1 && !dice.oneIn(3))
    return {};
  if (dice.oneIn(4)) {
    DimensionLayout layout{ranks, 1, {}};
    std::int64_t left = extent;
    for (std::int64_t i = 0; i + 1 < ranks; ++i) {
      layout.sizes.push_back(dice.pick(0, std::min(left, 2 * extent / ranks)));
      left -= layout.sizes.back();
    }
    layout.sizes.push_back(left + dice.pick(0, 2));
    dice.shuffle(layout.sizes);
    return layout;
  }
  const std::int64_t block = (extent + ranks - 1) / ranks;
  if (dice.oneIn(3))
    return {ranks, std::max<std::int64_t>(1, block), {}};
  return {ranks, dice.pick(1, dice.oneIn(2) ? 3 : 9), {}};
}

static DimensionLayout randomLayout(Dice &dice, std::int64_t ranks,
                                    std::int64_t extent) {
  if (ranks == 1 || !dice.oneIn(3))
    return unshiftedLayout(dice, ranks, extent);
  const std::int64_t shift = dice.pick(0, dice.oneIn(2) ? 5 : 2 * ranks);
  DimensionLayout layout = unshiftedLayout(dice, ranks, extent + shift);
  layout.shift = shift;
  return layout;
}

/// Section of `length` elements somewhere in an extent that has room for it.
static void addSection(Dice &dice, Side &side, std::size_t j,
                       std::int64_t length) {
  std::int64_t lower = 0;
  std::int64_t stride = 1;
  std::int64_t extent = length;
  if (dice.oneIn(3)) {
    stride = dice.pick(1, dice.oneIn(4) ? 9 : 3);
    lower = dice.pick(0, 6);
    extent = lower + std::max<std::int64_t>(0, length - 1) * stride + 1 +
             dice.pick(0, 5);
    if (dice.oneIn(3)) {
      lower += std::max<std::int64_t>(0, length - 1) * stride;
      stride = -stride;
    }
  }
  side.lower[j] = lower;
  side.stride[j] = stride;
  side.extents[j] = extent;
}

/// Maybe one element of the source for all positions of the target.
static void spread(Dice &dice, Side &side, std::size_t j) {
  if (!dice.oneIn(8))
    return;
  side.stride[j] = 0;
  side.lower[j] = dice.pick(0, 5);
  side.extents[j] = side.lower[j] + dice.pick(1, 5);
}

/// A dimension of which one element takes part, at place j.
static void addLone(Dice &dice, Side &side, std::size_t j) {
  const auto at = static_cast<std::ptrdiff_t>(j);
  const std::int64_t lower = dice.pick(0, 1) * dice.pick(0, 5);
  const std::int64_t extent = lower + dice.pick(1, 3);
  const std::int64_t ranks = side.ranks() > 4 ? 1 : dice.pick(1, 3);
  side.lower.insert(side.lower.begin() + at, lower);
  side.stride.insert(side.stride.begin() + at, 1);
  side.extents.insert(side.extents.begin() + at, extent);
  side.layouts.insert(side.layouts.begin() + at,
                      randomLayout(dice, ranks, extent));
}

/// Dimensions that the other side lacks.
static void addLoneDimensions(Dice &dice, Case &c) {
  if (!dice.oneIn(3))
    return;
  const auto place = [&](const Side &side) {
    return dice.pick(0, std::ssize(side.layouts));
  };
  while (dice.oneIn(2) && c.source.layouts.size() < 6) {
    const std::int64_t j = place(c.source);
    addLone(dice, c.source, static_cast<std::size_t>(j));
    for (std::int32_t &one : c.sourceDimension)
      one += one >= j;
  }
  while (dice.oneIn(2) && c.target.layouts.size() < 6) {
    const std::int64_t k = place(c.target);
    addLone(dice, c.target, static_cast<std::size_t>(k));
    c.sourceDimension.insert(c.sourceDimension.begin() + k, -1);
    c.lengths.insert(c.lengths.begin() + k, 1);
  }
}

/// Room around the parts of a side, of all dimensions or of none.
static void addRoom(Dice &dice, Side &side) {
  if (!dice.oneIn(4))
    return;
  for (std::size_t j = 0; j < side.layouts.size(); ++j)
    side.room.push_back({dice.pick(0, 3), dice.pick(0, 3)});
}

/// A halo around the parts of a target, in the room for it.
static void addHalo(Dice &dice, Side &side) {
  if (!dice.oneIn(4))
    return;
  side.room.clear();
  for (std::size_t k = 0; k < side.layouts.size(); ++k) {
    const std::int64_t most = dice.oneIn(3) ? 9 : 2;
    side.room.push_back({dice.pick(0, most), dice.pick(0, most)});
    const auto widened = withHalo(side.layouts[k], side.extents[k],
                                  side.room[k].before, side.room[k].after);
    if (widened)
      side.layouts[k] = *widened;
  }
}

/// Extents of a grid of at most `most` ranks.
static std::vector<std::int64_t> randomGrid(Dice &dice, std::size_t dimensions,
                                            std::int64_t most) {
  std::vector<std::int64_t> grid(dimensions, 1);
  for (std::int64_t &ranks : grid) {
    ranks = dice.oneIn(3) ? 1 : dice.pick(1, std::min<std::int64_t>(5, most));
    most /= ranks;
  }
  dice.shuffle(grid);
  return grid;
}

static void addHolders(Dice &dice, Side &side) {
  if (!dice.oneIn(3))
    return;
  const auto dimensions = static_cast<std::int64_t>(side.layouts.size());
  for (std::int64_t count = dice.oneIn(3) ? 2 : 1; count > 0; --count) {
    const std::int64_t most = side.ranks() > 8 ? 2 : 4;
    side.holders.push_back({dice.pick(1, most), static_cast<std::size_t>(
                                                    dice.pick(0, dimensions))});
  }
  std::ranges::sort(side.holders, {}, &schedule::Holders::dimension);
}

static void placeRanks(Dice &dice, Case &c) {
  const std::int64_t p = c.source.ranks();
  const std::int64_t q = c.target.ranks();
  c.sharesRanks = !dice.oneIn(3);
  c.source.placement.firstRank = dice.pick(0, 2);
  c.target.placement.firstRank =
      c.sharesRanks ? dice.pick(0, 4) : c.source.placement.firstRank + p;
  c.rankCount = static_cast<int>(std::max(c.source.placement.firstRank + p,
                                          c.target.placement.firstRank + q) +
                                 1); // one that takes no part
  if (!dice.oneIn(3))
    return;
  std::vector<int> ranks(static_cast<std::size_t>(c.rankCount));
  std::iota(ranks.begin(), ranks.end(), 0);
  dice.shuffle(ranks);
  c.source.placement = {0, {ranks.begin(), ranks.begin() + p}};
  if (c.sharesRanks)
    dice.shuffle(ranks);
  else
    std::rotate(ranks.begin(), ranks.begin() + p, ranks.end());
  c.target.placement = {0, {ranks.begin(), ranks.begin() + q}};
}

static void chooseTravel(Dice &dice, Case &c) {
  static constexpr StrategyKind strategies[] = {
      StrategyKind::Auto,   StrategyKind::Auto,        StrategyKind::Stepwise,
      StrategyKind::Greedy, StrategyKind::Caterpillar, StrategyKind::AllToAll,
      StrategyKind::Direct};
  c.strategy = strategies[dice.pick(0, 6)];
  c.options = {
      dice.oneIn(4) ? 1 << 20 : dice.pick(1, 300),
      static_cast<int>(dice.oneIn(4) ? dice.pick(1, 60) : dice.pick(1, 5)),
      dice.pick(1, 5), dice.oneIn(4) ? 1 << 20 : dice.pick(1, 300)};
  c.ranksPerNode = static_cast<int>(dice.pick(0, 1) * dice.pick(1, 8));
  c.ring = {dice.pick(1, 8) * 64, dice.pick(1, 5)};
  c.options.stores = static_cast<StoreKind>(dice.pick(0, 1));
  c.options.receiveWindow = static_cast<int>(dice.pick(0, 1) * dice.pick(1, 5));
  c.options.lastFirst = dice.oneIn(2);
  if (dice.oneIn(3)) // chunks that are whole rounds
    c.options.chunkBytes = c.options.roundBytes;
  if (c.strategy == StrategyKind::Direct)
    c.options = defaultOptions(schedule::TransferMethod::Eager);
}

/// Some of the holders of the source have parts, which go their own ways.
static void makeParts(Dice &dice, Case &c) {
  for (schedule::Holders &one : c.source.holders)
    one.areParts = !dice.oneIn(4);
  if (!c.source.hasParts())
    return;
  c.copies = false;
  c.combines = dice.oneIn(3);
  if (c.options.method == schedule::TransferMethod::Alltoallw)
    c.options.method = schedule::TransferMethod::Stepwise;
  // A slot has room for a round, of which a strip is the least.
  constexpr std::int64_t slotBytes = 1024;
  c.ring.slotBytes = slotBytes;
  if (c.strategy == StrategyKind::Direct)
    c.ranksPerNode = 0;
  else
    c.options.roundBytes = std::min(c.options.roundBytes, slotBytes);
}

/// Of all ranks together, with the room around their parts.
static std::int64_t storedElements(const Side &side) {
  std::int64_t elements = side.copies();
  for (std::size_t j = 0; j < side.layouts.size(); ++j) {
    const Margin room = side.room.empty() ? Margin{} : side.room[j];
    elements *=
        side.extents[j] + side.layouts[j].ranks * (room.before + room.after);
  }
  return elements;
}

static Case anyCase(Dice &dice) {
  static constexpr std::int64_t sizes[] = {1, 2,  3,  4,  5,  8,
                                           8, 12, 16, 24, 33, 48};
  Case c;
  const auto dimensions = static_cast<std::size_t>(dice.pick(1, 4));
  const std::vector<std::int64_t> sourceGrid = randomGrid(dice, dimensions, 12);
  const std::vector<std::int64_t> targetGrid = randomGrid(dice, dimensions, 12);
  for (Side *side : {&c.source, &c.target}) {
    side->extents.resize(dimensions);
    side->lower.resize(dimensions);
    side->stride.resize(dimensions);
    side->layouts.resize(dimensions);
  }
  c.sourceDimension.resize(dimensions);
  std::iota(c.sourceDimension.begin(), c.sourceDimension.end(), 0);
  if (dice.oneIn(2))
    dice.shuffle(c.sourceDimension);
  static constexpr std::int64_t longest[] = {400, 40, 14, 9};
  for (std::size_t k = 0; k < dimensions; ++k) {
    const std::int64_t length =
        dice.oneIn(40) ? 0
        : dice.oneIn(6)
            ? dice.pick(1, 3)
            : dice.pick(1, longest[dimensions - 1] * (dice.oneIn(9) ? 2 : 1));
    c.lengths.push_back(length);
    const auto j = static_cast<std::size_t>(c.sourceDimension[k]);
    addSection(dice, c.source, j, length);
    spread(dice, c.source, j);
    addSection(dice, c.target, k, length);
    c.source.layouts[j] =
        randomLayout(dice, sourceGrid[j], c.source.extents[j]);
    c.target.layouts[k] =
        randomLayout(dice, targetGrid[k], c.target.extents[k]);
  }
  addLoneDimensions(dice, c);
  addRoom(dice, c.source);
  addRoom(dice, c.target);
  addHalo(dice, c.target);
  c.columnMajor = dice.oneIn(2);
  c.gap = dice.oneIn(5) ? dice.pick(1, 3) : 0;
  for (std::int64_t object = dice.oneIn(4) ? dice.pick(2, 3) : 1; object > 0;
       --object)
    c.elementSizes.push_back(sizes[dice.pick(0, std::ssize(sizes) - 1)]);
  addHolders(dice, c.source);
  addHolders(dice, c.target);
  placeRanks(dice, c);
  chooseTravel(dice, c);
  c.copies = c.ranksPerNode > 0 && c.gap == 0 && dice.oneIn(2) &&
             c.strategy != StrategyKind::AllToAll;
  c.access = static_cast<SharedAccess>(dice.pick(0, 1));
  if (!c.copies && c.strategy != StrategyKind::AllToAll &&
      c.strategy != StrategyKind::Direct && dice.oneIn(4))
    c.options.method = c.elementSizes.size() == 1 && dice.oneIn(2)
                           ? schedule::TransferMethod::Alltoallw
                           : schedule::TransferMethod::Alltoallv;
  // At every byte, or so that elements of 4 and 8 bytes are aligned.
  const std::int64_t step = dice.oneIn(2) ? 1 : 4 * dice.pick(1, 2);
  c.sourceShift = dice.pick(0, 63) / step * step;
  c.targetShift = dice.pick(0, 63) / step * step;
  makeParts(dice, c);
  return c;
}

Case randomCase(Dice &dice) {
  constexpr std::int64_t most = 1 << 18; // sections of far more take their time
  Case c = anyCase(dice);
  while (storedElements(c.source) + storedElements(c.target) > most)
    c = anyCase(dice);
  return c;
}

Case randomMatrix(Dice &dice) {
  static constexpr std::int64_t sizes[] = {4, 8, 8, 16};
  const std::size_t dimensions = dice.oneIn(4) ? 3 : 2;
  Case c;
  c.columnMajor = dice.oneIn(2);
  c.elementSizes.assign(dice.oneIn(4) ? 2 : 1, sizes[dice.pick(0, 3)]);
  for (std::size_t k = 0; k < dimensions; ++k) {
    const bool isInmost = k == (c.columnMajor ? 0 : dimensions - 1);
    c.lengths.push_back(isInmost ? dice.pick(100, 700) : dice.pick(1, 12));
    c.sourceDimension.push_back(static_cast<std::int32_t>(k));
    for (Side *side : {&c.source, &c.target}) {
      side->lower.push_back(0);
      side->stride.push_back(1);
      side->extents.push_back(c.lengths.back());
      side->layouts.push_back(
          {dice.pick(1, 3), dice.pick(1, isInmost ? 16 : 3), {}});
    }
  }
  if (dice.oneIn(4)) { // else rows have no gaps, and one holder
    addRoom(dice, c.source);
    addRoom(dice, c.target);
    addHalo(dice, c.target);
    addHolders(dice, c.source);
    addHolders(dice, c.target);
  }
  c.gap = dice.oneIn(4) ? dice.pick(1, 3) : 0;
  placeRanks(dice, c);
  c.ranksPerNode = static_cast<int>(dice.pick(0, 1)) * c.rankCount;
  c.copies = c.ranksPerNode > 0 && c.gap == 0 && dice.oneIn(3);
  c.access = SharedAccess::Pull;
  const std::int64_t round = dice.pick(1, 8) * 1024;
  c.options = {round, 64, 64, round};
  c.options.stores = static_cast<StoreKind>(dice.pick(0, 1));
  c.ring = {round, dice.pick(1, 4)};
  c.sourceShift = dice.pick(0, 15) * 4;
  c.targetShift = dice.pick(0, 15) * 4;
  return c;
}

static std::string textOf(const Side &side) {
  std::ostringstream out;
  for (std::size_t j = 0; j < side.layouts.size(); ++j) {
    const DimensionLayout &layout = side.layouts[j];
    out << " [" << side.extents[j] << "; " << side.lower[j] << " step "
        << side.stride[j] << "] on " << layout.ranks;
    if (layout.isCyclic())
      out << " cyclic(" << layout.block << ")";
    for (const std::int64_t size : layout.sizes)
      out << " " << size;
    out << " shift " << layout.shift;
    if (!side.room.empty())
      out << (layout.hasHalo() ? " halo " : " room ") << side.room[j].before
          << " : " << side.room[j].after;
  }
  for (const schedule::Holders &one : side.holders)
    out << (one.areParts ? ", parts(" : ", copies(") << one.ranks << ") before "
        << one.dimension;
  out << " at " << side.placement.firstRank;
  for (const int rank : side.placement.rankOf)
    out << " " << rank;
  return out.str();
}

std::string textOf(const Case &c) {
  std::ostringstream out;
  out << "lengths";
  for (const std::int64_t length : c.lengths)
    out << " " << length;
  out << ", permuted";
  for (const std::int32_t k : c.sourceDimension)
    out << " " << k;
  out << (c.columnMajor ? ", column" : ", row") << ", gap " << c.gap << "\nfrom"
      << textOf(c.source) << "\nto" << textOf(c.target) << "\nbytes";
  for (const std::int64_t size : c.elementSizes)
    out << " " << size;
  out << ", " << schedule::name(c.strategy) << ", chunk "
      << c.options.chunkBytes << ", window " << c.options.window << " and "
      << c.options.receiveWindow << (c.options.lastFirst ? " backwards" : "")
      << ", interleave " << c.options.interleave << ", round "
      << c.options.roundBytes << ", ranks of a node " << c.ranksPerNode
      << (!c.copies                        ? ""
          : c.access == SharedAccess::Pull ? " (read)"
                                           : " (written)")
      << (c.combines ? ", combined" : "") << ", method "
      << schedule::indexOf(c.options.method) << ", slots " << c.ring.slots
      << " of " << c.ring.slotBytes;
  return out.str();
}

} // namespace redist::runtime::test
