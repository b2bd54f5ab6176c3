//===- AxisSide.cpp - Positions of a section on one side ------------------===//
//
// Index arithmetic of one side. With cycle = ranks * block and common =
// gcd(cycle, stride), positions repeat after cycle / common. Within that a
// coordinate has at most stride / common + 1 blocks (short strides), or
// block / common + 1 single positions (long ones).
//
//===----------------------------------------------------------------------===//
#include "redistSchedule/Intersection/AxisSide.h"

#include "Support/Arithmetic.h"
#include "Support/FloorSums.h"

#include <algorithm>

using namespace redist::schedule;

void IntervalList::add(Interval interval) {
  if (count == few.size())
    many.assign(few.begin(), few.end());
  if (count < few.size())
    few[count] = interval;
  else
    many.push_back(interval);
  ++count;
}

void IntervalList::sort() {
  const auto isBefore = [](const Interval &a, const Interval &b) {
    return a.begin < b.begin;
  };
  if (count <= few.size())
    std::sort(few.begin(), few.begin() + static_cast<std::ptrdiff_t>(count),
              isBefore);
  else
    std::sort(many.begin(), many.end(), isBefore);
}

std::int64_t IntervalList::total() const {
  std::int64_t sum = 0;
  for (const Interval &one : *this)
    sum += one.end - one.begin;
  return sum;
}

std::int64_t IntervalList::countBelow(std::int64_t t) const {
  std::int64_t sum = 0;
  if (period > 0) {
    sum = t / period * total();
    t %= period;
  }
  for (const Interval &one : *this) {
    if (one.begin >= t)
      break;
    sum += std::min(one.end, t) - one.begin;
  }
  return sum;
}

std::int64_t IntervalList::sizeBelow(std::int64_t limit) const {
  const auto inPeriod = static_cast<std::int64_t>(count);
  if (period == 0)
    return inPeriod;
  const Int128 size = Int128{ceilDivide(limit, period)} * inPeriod;
  return static_cast<std::int64_t>(std::min<Int128>(size, sizeLimit));
}

std::size_t IntervalList::firstEndingAfter(std::int64_t rest) const {
  return static_cast<std::size_t>(
      std::partition_point(
          begin(), end(),
          [rest](const Interval &one) { return one.end <= rest; }) -
      begin());
}

AxisSide::AxisSide(const DimensionLayout &layout, std::int64_t sectionLower,
                   std::int64_t sectionStride, std::int64_t sectionLength,
                   bool storedWhole)
    : blocks{layout.ranks, layout.block}, lower(sectionLower),
      stride(sectionStride), length(sectionLength), isStoredWhole(storedWhole) {
  if (!isWhole()) {
    shift = layout.shift;
    lower += shift;
  }
  if (isWhole()) {
    ownPeriod = 1;
  } else if (layout.isCyclic()) {
    common = greatestCommonDivisor(cycle(), width());
    ownPeriod = cycle() / common;
  } else {
    offsets.assign(1, 0);
    for (const std::int64_t size : layout.sizes)
      offsets.push_back(offsets.back() + size);
    before = layout.before;
    after = layout.after;
  }
}

std::int64_t AxisSide::localAdvance(std::int64_t positions) const {
  if (isStoredWhole)
    return positions * stride;
  return positions / ranks() * stride + positions % ranks() * stride / ranks();
}

std::int64_t AxisSide::largestSize() const {
  std::int64_t most = 0;
  for (std::size_t i = 1; i < offsets.size(); ++i)
    most = std::max(most, offsets[i] - offsets[i - 1]);
  return most == 0 ? 0 : before + most + after;
}

/// Positions below `limit` of a coordinate of a gen_block, its halo included.
Interval AxisSide::windowOf(std::int64_t coordinate, std::int64_t limit) const {
  const auto i = static_cast<std::size_t>(coordinate);
  if (offsets[i] == offsets[i + 1])
    return {limit, limit};
  return positionsIn(offsets[i] - before, offsets[i + 1] + after, limit);
}

std::int64_t AxisSide::longestPiece() const {
  if (isWhole())
    return length;
  const std::int64_t block = isCyclic() ? blocks.block : largestSize();
  return std::min(length, std::max<std::int64_t>(1, block / width()));
}

std::int64_t AxisSide::maxOnCoordinate() const {
  if (isWhole() || length == 0)
    return length;
  if (!isCyclic())
    return std::min(length, (largestSize() - 1) / width() + 1);
  if (lower == 0 && stride == 1)
    return blocks.localExtent(length, 0);
  // Blocks of one coordinate that the section can meet, each filled.
  const std::int64_t span = (length - 1) * width() + 1;
  const std::int64_t met = span / blocks.block / ranks() + 2;
  const std::int64_t inBlock = (blocks.block - 1) / width() + 1;
  return inBlock > length / met ? length : met * inBlock;
}

std::int64_t AxisSide::placesBefore(std::int64_t coordinate) const {
  if (shift == 0)
    return 0;
  if (isCyclic())
    return blocks.localExtent(shift, coordinate);
  const auto i = static_cast<std::size_t>(coordinate);
  return std::clamp<std::int64_t>(shift - offsets[i], 0,
                                  offsets[i + 1] - offsets[i]);
}

AxisSide::Piece AxisSide::pieceAt(std::int64_t t) const {
  Piece piece = dealtPieceAt(t);
  if (isStoredWhole)
    piece.local = indexAt(t) - shift;
  return piece;
}

AxisSide::Piece AxisSide::dealtPieceAt(std::int64_t t) const {
  const std::int64_t index = indexAt(t);
  if (isWhole())
    return {0, index, length};
  if (isCyclic()) {
    const std::int64_t block = index / blocks.block;
    const std::int64_t inside = index % blocks.block;
    // Positions that are left in the block, without its far end in indices,
    // which may leave 62 bits.
    const std::int64_t left =
        stride > 0 ? (blocks.block - inside - 1) / stride : inside / -stride;
    const std::int64_t coordinate = block % ranks();
    return {coordinate,
            block / ranks() * blocks.block + inside - placesBefore(coordinate),
            left >= length - t ? length : t + left + 1};
  }
  const auto after = std::upper_bound(offsets.begin(), offsets.end(), index);
  const std::int64_t begin = *(after - 1);
  const std::int64_t coordinate = after - offsets.begin() - 1;
  return {coordinate, index - begin - placesBefore(coordinate),
          positionsIn(begin, *after, length).end};
}

AxisSide::Piece AxisSide::pieceOf(std::int64_t coordinate,
                                  std::int64_t t) const {
  if (!overlaps())
    return pieceAt(t);
  return {coordinate,
          indexAt(t) - offsets[static_cast<std::size_t>(coordinate)],
          windowOf(coordinate, length).end};
}

/// Short strides: they pass through all blocks between.
std::int64_t AxisSide::nextBlock(std::int64_t coordinate,
                                 std::int64_t t) const {
  const std::int64_t block = indexAt(t) / blocks.block;
  const std::int64_t here = block % ranks();
  if (here == coordinate)
    return t;
  const std::int64_t lastBlock = indexAt(length - 1) / blocks.block;
  const std::int64_t blocksAway =
      modulo(stride > 0 ? coordinate - here : here - coordinate, ranks());
  const std::int64_t blocksLeft =
      stride > 0 ? lastBlock - block : block - lastBlock;
  if (blocksAway > blocksLeft)
    return length;
  const std::int64_t begin =
      (stride > 0 ? block + blocksAway : block - blocksAway) * blocks.block;
  return positionsIn(begin, begin + blocks.block, length).begin;
}

/// Long strides: each position lies in another block.
std::int64_t AxisSide::nextSinglePosition(std::int64_t coordinate,
                                          std::int64_t t) const {
  const std::int64_t low =
      modulo(coordinate * blocks.block - indexAt(t), cycle());
  // The block begins up to its length before the index, or behind it.
  if (low == 0 || low + blocks.block > cycle())
    return t;
  const std::int64_t steps = firstResidueWithin(
      modulo(stride, cycle()), cycle(), low, low + blocks.block - 1);
  return steps < 0 || steps >= length - t ? length : t + steps;
}

std::int64_t AxisSide::next(std::int64_t coordinate, std::int64_t t) const {
  if (t >= length)
    return length;
  if (isWhole())
    return t;
  if (isCyclic())
    return width() <= blocks.block ? nextBlock(coordinate, t)
                                   : nextSinglePosition(coordinate, t);
  const Interval own = windowOf(coordinate, length);
  const std::int64_t first = std::max(own.begin, t);
  return first < own.end ? first : length;
}

std::int64_t AxisSide::piecesOf(std::int64_t positions) const {
  if (isWhole())
    return 1;
  if (!isCyclic())
    return std::min(positions, ranks());
  return width() >= blocks.block ? positions
                                 : 1 + positions / (blocks.block / width());
}

/// The positions below `limit` whose index is in [firstIndex, endIndex).
Interval AxisSide::positionsIn(std::int64_t firstIndex, std::int64_t endIndex,
                               std::int64_t limit) const {
  // Smallest t with t * width() >= distance.
  const auto from = [this](std::int64_t distance) {
    return distance <= 0 ? 0 : ceilDivide(distance, width());
  };
  Interval result =
      stride > 0
          ? Interval{from(firstIndex - lower), from(endIndex - lower)}
          : Interval{from(lower - endIndex + 1), from(lower - firstIndex + 1)};
  result.begin = std::min(result.begin, limit);
  result.end = std::min(result.end, limit);
  return result;
}

/// Short strides: a block after the other, each an interval.
void AxisSide::addBlocks(std::int64_t coordinate, std::int64_t limit,
                         IntervalList &result) const {
  const std::int64_t first = indexAt(0) / cycle(),
                     last = indexAt(limit - 1) / cycle();
  const std::int64_t direction = stride > 0 ? 1 : -1;
  for (std::int64_t i = first; i != last + direction; i += direction) {
    const std::int64_t begin = i * cycle() + coordinate * blocks.block;
    const Interval one = positionsIn(begin, begin + blocks.block, limit);
    if (one.begin < one.end)
      result.add(one);
  }
}

/// Long strides: (lower + t * stride) mod cycle runs through the numbers that
/// are lower modulo `common`; those of the coordinate's block are solved for t.
void AxisSide::addSinglePositions(std::int64_t coordinate, std::int64_t limit,
                                  IntervalList &result) const {
  if (limit <= blocks.block / common) {
    for (std::int64_t t = 0; t < limit; ++t)
      if (blocks.owner(indexAt(t)) == coordinate)
        result.add({t, t + 1});
    return;
  }
  const std::int64_t begin = coordinate * blocks.block;
  const std::int64_t first = begin + modulo(lower - begin, common);
  if (first >= begin + blocks.block)
    return;
  const std::int64_t inverse = inverseModulo(stride / common, ownPeriod);
  // first - lower is a multiple of common; both are below 2^62.
  std::int64_t t = multiplyModulo((first - lower) / common, inverse, ownPeriod);
  for (std::int64_t residue = first; residue < begin + blocks.block;
       residue += common) {
    if (t < limit)
      result.add({t, t + 1});
    t = t >= ownPeriod - inverse ? t - (ownPeriod - inverse) : t + inverse;
  }
  result.sort();
}

IntervalList AxisSide::positionsOf(std::int64_t coordinate,
                                   std::int64_t limit) const {
  IntervalList result;
  if (limit == 0)
    return result;
  if (isWhole()) {
    result.add({0, limit});
    return result;
  }
  if (!isCyclic()) {
    const Interval one = windowOf(coordinate, limit);
    if (one.begin < one.end)
      result.add(one);
    return result;
  }
  result.period = ownPeriod;
  limit = std::min(limit, ownPeriod);
  if (width() <= blocks.block)
    addBlocks(coordinate, limit, result);
  else
    addSinglePositions(coordinate, limit, result);
  return result;
}
