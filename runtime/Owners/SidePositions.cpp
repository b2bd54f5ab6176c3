//===- SidePositions.cpp - Which positions a coordinate has ---------------===//
#include "Owners/SidePositions.h"

#include "Call/CallParameters.h"

#include "redistSchedule/Intersection/AxisSide.h"

#include <algorithm>
#include <array>
#include <limits>
#include <optional>
#include <span>
#include <utility>

namespace redist::runtime {

std::vector<std::int64_t> numbersOf(const distribution &map) {
  std::vector<std::int64_t> numbers(map.size_count);
  if (!numbers.empty())
    map.read(map.sizes, 0, numbers.size(), numbers.data());
  return numbers;
}

/// Calls visit(first, numbers) for stretches of the numbers, without a copy of
/// all.
template <typename Visit>
static void forEachStretch(const distribution &map, Visit visit) {
  std::array<std::int64_t, 1024> some;
  for (std::size_t first = 0; first < map.size_count; first += some.size()) {
    const std::size_t count = std::min(some.size(), map.size_count - first);
    map.read(map.sizes, first, count, some.data());
    visit(static_cast<std::int64_t>(first),
          std::span<const std::int64_t>(some.data(), count));
  }
}

/// Calls visit(index) for the indices of a coordinate, in their order.
template <typename Visit>
static void forEachIndex(const CallSide &side, std::size_t k,
                         std::int64_t coordinate, Visit visit) {
  const distribution &map = side.given.dimensions[k];
  if (map.numbered_by)
    std::ranges::for_each((*side.dealt)[k], visit);
  else if (map.kind == distribution_kind::listed)
    forEachStretch(map, [&](std::int64_t, auto indices) {
      std::ranges::for_each(indices, visit);
    });
  else
    forEachStretch(map, [&](std::int64_t first, auto owners) {
      // No branch for each, which none could foresee.
      std::array<std::int64_t, 1024> own;
      std::size_t count = 0;
      for (std::size_t i = 0; i < owners.size(); ++i) {
        own[count] = first + static_cast<std::int64_t>(i);
        count += owners[i] == coordinate;
      }
      std::for_each_n(own.begin(), count, visit);
    });
}

/// The first of the numbers that is not in [0, end), and where it stands.
static std::optional<std::pair<std::int64_t, std::int64_t>>
firstOutside(const distribution &map, std::int64_t end) {
  std::optional<std::pair<std::int64_t, std::int64_t>> found;
  forEachStretch(map, [&](std::int64_t first, auto numbers) {
    if (found)
      return;
    const auto wrong = std::ranges::find_if(
        numbers, [&](std::int64_t one) { return one < 0 || one >= end; });
    if (wrong != numbers.end())
      found = {first + (wrong - numbers.begin()), *wrong};
  });
  return found;
}

/// How many a coordinate has.
static std::size_t countIndices(const CallSide &side, std::size_t k,
                                std::int64_t coordinate) {
  const distribution &map = side.given.dimensions[k];
  if (map.numbered_by)
    return (*side.dealt)[k].size();
  if (map.kind == distribution_kind::listed)
    return map.size_count;
  std::ptrdiff_t count = 0;
  forEachStretch(map, [&](std::int64_t, auto owners) {
    count += std::ranges::count(owners, coordinate);
  });
  return static_cast<std::size_t>(count);
}

std::vector<std::int64_t> indicesOf(const CallSide &side, std::size_t k,
                                    std::int64_t coordinate) {
  std::vector<std::int64_t> indices;
  indices.reserve(countIndices(side, k, coordinate));
  forEachIndex(side, k, coordinate,
               [&](std::int64_t index) { indices.push_back(index); });
  return indices;
}

std::vector<std::vector<int>> ranksByCoordinate(const ResolvedSide &side,
                                                std::size_t k) {
  std::vector<std::vector<int>> ranks(
      static_cast<std::size_t>(side.dimensions[k].ranks));
  for (std::int64_t i = 0; i < side.positions(); ++i)
    ranks[static_cast<std::size_t>(side.coordinatesOf(i)[k])].push_back(
        side.placement.rank(i));
  return ranks;
}

std::vector<std::int64_t> countsOf(const distribution &map,
                                   std::int64_t ranks) {
  std::vector<std::int64_t> counts(static_cast<std::size_t>(ranks), 0);
  forEachStretch(map, [&](std::int64_t, auto owners) {
    for (const std::int64_t owner : owners)
      ++counts[static_cast<std::size_t>(owner)];
  });
  return counts;
}

static std::string problemOfIndirect(const CallSide &side, std::size_t k,
                                     std::int64_t ranks) {
  const distribution &map = side.given.dimensions[k];
  const std::int64_t count = indicesIn(map);
  const std::int64_t extent = side.extents[k];
  const bool isShort = count < knownExtent(side, k);
  if (isShort || (extent >= 0 && count != extent))
    return "indirect has " + std::to_string(count) + " owners for " +
           std::to_string(knownExtent(side, k)) + " indices" +
           inDimension(side, k);
  const auto wrong = firstOutside(map, ranks);
  if (!wrong)
    return "";
  const auto [place, owner] = *wrong;
  return "indirect puts index " +
         std::to_string(map.numbered_by
                            ? map.numbered_by->axes()[0].global_index(place)
                            : place) +
         inDimension(side, k) + " on coordinate " + std::to_string(owner) +
         ", but the coordinates of its grid are 0 to " +
         std::to_string(ranks - 1);
}

std::string problemOfMap(const CallSide &side, std::size_t k,
                         std::int64_t ranks, std::int64_t position, int rank) {
  const distribution &map = side.given.dimensions[k];
  if (map.kind == distribution_kind::indirect)
    return problemOfIndirect(side, k, ranks);
  if (position < 0)
    return "";
  const std::int64_t extent = side.extents[k];
  const auto wrong = firstOutside(
      map, extent >= 0 ? extent : std::numeric_limits<std::int64_t>::max());
  if (!wrong)
    return "";
  return "rank " + std::to_string(rank) + " of the communicator lists index " +
         std::to_string(wrong->second) + inDimension(side, k) +
         (extent >= 0 ? ", but the extent is " + std::to_string(extent)
                      : ", which is negative");
}

namespace {

/// Puts indices of a dimension together that follow one another, and calls
/// add(PositionRun).
template <typename Add> class RunBuilder {
public:
  RunBuilder(const section &one, const Add &addRun)
      : lower(one.is_whole ? 0 : one.lower),
        stride(one.is_whole ? 1 : one.stride), length(one.length), add(addRun) {
  }

  /// Index `index` is at `local`.
  void take(std::int64_t index, std::int64_t local) {
    std::int64_t position = index - lower;
    if (stride != 1) { // no division where none is needed
      if (position % stride != 0)
        return;
      position /= stride;
    }
    if (position < 0 || position >= length)
      return; // not in the section
    if (last.at + last.length == position &&
        last.local + last.length == local) {
      ++last.length;
      return;
    }
    finish();
    last = {position, local, 1};
  }
  void finish() {
    if (last.length > 0)
      add(last);
  }

private:
  std::int64_t lower, stride, length;
  const Add &add;
  PositionRun last{-1, -1, 0};
};

} // namespace

/// Of a layout that has a formula.
static PositionRuns regularPositions(const schedule::AxisSide &side,
                                     std::int64_t length,
                                     std::int64_t coordinate) {
  std::vector<PositionRun> runs;
  for (std::int64_t t = side.next(coordinate, 0); t < length;) {
    const schedule::AxisSide::Piece piece = side.pieceOf(coordinate, t);
    const std::int64_t end = std::min(piece.end, length);
    if (side.step() == 1)
      runs.push_back({t, piece.local, end - t});
    else
      for (std::int64_t i = t; i < end; ++i)
        runs.push_back({i, piece.local + (i - t) * side.step(), 1});
    t = end < length ? side.next(coordinate, end) : length;
  }
  std::ranges::sort(runs, {}, &PositionRun::local);
  return PositionRuns(
      [&](const auto &add) { std::ranges::for_each(runs, add); });
}

PositionRuns positionsOf(const CallSide &side, std::size_t k,
                         const schedule::DimensionLayout &layout,
                         std::int64_t coordinate) {
  const section &taken = side.sections[k];
  if (taken.length == 0)
    return {};
  if (!side.isMapped(k))
    return regularPositions(
        schedule::AxisSide(layout, taken.is_whole ? 0 : taken.lower,
                           taken.is_whole ? 1 : taken.stride, taken.length),
        taken.length, coordinate);
  return PositionRuns([&](const auto &add) {
    RunBuilder builder(taken, add);
    std::int64_t local = 0;
    forEachIndex(side, k, coordinate,
                 [&](std::int64_t index) { builder.take(index, local++); });
    builder.finish();
  });
}

} // namespace redist::runtime
