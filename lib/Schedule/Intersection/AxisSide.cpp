//===- AxisSide.cpp - Where the elements of a section lie -----------------===//
//
// Index arithmetic of one side. With cycle = ranks * block and common =
// gcd(cycle, stride), positions repeat after cycle / common. Within that a
// coordinate has at most stride / common + 1 blocks (short strides), or
// block / common + 1 single positions (long ones).
//
//===----------------------------------------------------------------------===//
#include "Intersection/AxisSide.h"

#include "Support/Arithmetic.h"

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

AxisSide::AxisSide(const DimensionLayout &given, std::int64_t sectionLower,
                   std::int64_t sectionStride, std::int64_t sectionLength)
    : layout(given), lower(sectionLower), stride(sectionStride),
      length(sectionLength) {
  if (isWhole()) {
    ownPeriod = 1;
    return;
  }
  if (!layout.isCyclic()) {
    offsets.assign(1, 0);
    for (const std::int64_t size : layout.sizes)
      offsets.push_back(offsets.back() + size);
    return;
  }
  const std::int64_t cycle = layout.ranks * layout.block;
  common = greatestCommonDivisor(cycle, stride < 0 ? -stride : stride);
  ownPeriod = cycle / common;
  inverse = inverseModulo(stride / common, ownPeriod);
}

std::int64_t AxisSide::ownerAt(std::int64_t t) const {
  if (isWhole())
    return 0;
  if (layout.isCyclic())
    return layout.cyclic().owner(indexAt(t));
  return std::upper_bound(offsets.begin(), offsets.end(), indexAt(t)) -
         offsets.begin() - 1;
}

std::int64_t AxisSide::localAt(std::int64_t t, std::int64_t coordinate) const {
  if (isWhole())
    return indexAt(t);
  if (layout.isCyclic())
    return layout.cyclic().localIndex(indexAt(t));
  return indexAt(t) - offsets[static_cast<std::size_t>(coordinate)];
}

std::int64_t AxisSide::pieceEnd(std::int64_t t) const {
  if (isWhole())
    return length;
  if (!layout.isCyclic()) {
    const auto coordinate = static_cast<std::size_t>(ownerAt(t));
    return positionsIn(offsets[coordinate], offsets[coordinate + 1], length)
        .end;
  }
  const std::int64_t first = indexAt(t) / layout.block * layout.block;
  return positionsIn(first, first + layout.block, length).end;
}

std::int64_t AxisSide::piecesOf(std::int64_t positions) const {
  if (isWhole())
    return 1;
  if (!layout.isCyclic())
    return std::min(positions, layout.ranks);
  const std::int64_t width = stride < 0 ? -stride : stride;
  return width >= layout.block ? positions
                               : 1 + positions / (layout.block / width);
}

/// The positions below `limit` whose index is in [firstIndex, endIndex).
Interval AxisSide::positionsIn(std::int64_t firstIndex, std::int64_t endIndex,
                               std::int64_t limit) const {
  // Smallest t with t * width >= distance.
  const auto from = [](std::int64_t distance, std::int64_t width) {
    return distance <= 0 ? 0 : ceilDivide(distance, width);
  };
  Interval result = stride > 0
                        ? Interval{from(firstIndex - lower, stride),
                                   from(endIndex - lower, stride)}
                        : Interval{from(lower - endIndex + 1, -stride),
                                   from(lower - firstIndex + 1, -stride)};
  result.begin = std::min(result.begin, limit);
  result.end = std::min(result.end, limit);
  return result;
}

/// Short strides: a block after the other, each an interval.
void AxisSide::addBlocks(std::int64_t coordinate, std::int64_t limit,
                         IntervalList &result) const {
  const std::int64_t cycle = layout.ranks * layout.block;
  const std::int64_t first = indexAt(0) / cycle,
                     last = indexAt(limit - 1) / cycle;
  const std::int64_t direction = stride > 0 ? 1 : -1;
  for (std::int64_t i = first; i != last + direction; i += direction) {
    const std::int64_t begin = i * cycle + coordinate * layout.block;
    const Interval one = positionsIn(begin, begin + layout.block, limit);
    if (one.begin < one.end)
      result.add(one);
  }
}

/// Long strides: (lower + t * stride) mod cycle runs through the numbers that
/// are lower modulo `common`; those of the coordinate's block are solved for t.
void AxisSide::addSinglePositions(std::int64_t coordinate, std::int64_t limit,
                                  IntervalList &result) const {
  if (limit <= layout.block / common) {
    for (std::int64_t t = 0; t < limit; ++t)
      if (ownerAt(t) == coordinate)
        result.add({t, t + 1});
    return;
  }
  const std::int64_t begin = coordinate * layout.block;
  const std::int64_t first = begin + modulo(lower - begin, common);
  if (first >= begin + layout.block)
    return;
  // first - lower is a multiple of common; both are below 2^62.
  std::int64_t t = multiplyModulo((first - lower) / common, inverse, ownPeriod);
  for (std::int64_t residue = first; residue < begin + layout.block;
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
  if (!layout.isCyclic()) {
    const auto i = static_cast<std::size_t>(coordinate);
    const Interval one = positionsIn(offsets[i], offsets[i + 1], limit);
    if (one.begin < one.end)
      result.add(one);
    return result;
  }
  result.period = ownPeriod;
  limit = std::min(limit, ownPeriod);
  if ((stride < 0 ? -stride : stride) <= layout.block)
    addBlocks(coordinate, limit, result);
  else
    addSinglePositions(coordinate, limit, result);
  return result;
}
