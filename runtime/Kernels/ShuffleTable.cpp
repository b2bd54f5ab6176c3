//===- ShuffleTable.cpp - Tables of vector shuffles -----------------------===//
#include "Kernels/ShuffleTable.h"

#include <algorithm>
#include <bit>
#include <numeric>

namespace redist::runtime {

/// Tables stay in a cache beside what is copied.
static constexpr std::size_t maxSteps = 4096;
/// A vector of a table is made as fast as some ten are copied: long tables only
/// for executions that use them often.
static constexpr std::int64_t shortTable = 64;
static constexpr std::int64_t minUses = 64;
/// Groups of one vector would take longer to walk than to copy.
static constexpr std::int64_t minVectorsPerGroup = 8;

/// More of them cost more than copies of the runs, which a vector of many lanes
/// has more of.
static std::size_t maxStepsPerVector(const VectorShape &shape) {
  return static_cast<std::size_t>(std::max<std::int64_t>(3, shape.lanes() / 8));
}

/// One more load of a vector, from the source of the first lane in `open`: as
/// many of that source's lanes as it reaches. Takes them out of `open`.
void ShuffleTable::addLoad(std::span<const std::int64_t> lanes,
                           std::span<const std::uint8_t> sources,
                           std::uint64_t &open) {
  const auto isOpen = [&](std::size_t j) { return (open >> j & 1) != 0; };
  auto first = static_cast<std::size_t>(std::countr_zero(open));
  for (std::size_t j = first; j < lanes.size(); ++j)
    if (isOpen(j) && sources[j] == sources[first] && lanes[j] < lanes[first])
      first = j;
  LineStep &step = groupSteps.back();
  const std::int64_t offset = lanes[first] * vectorShape.laneBytes;
  const bool isSecond = step.mask != 0;
  step.offsets[1] = offset;
  step.sources[1] = sources[first];
  if (!isSecond) {
    step.offsets[0] = offset;
    step.sources[0] = sources[first];
  }
  const auto width = static_cast<std::int64_t>(lanes.size());
  std::int8_t *const place = places.data() + (places.size() - lanes.size());
  for (std::size_t j = 0; j < lanes.size(); ++j) {
    const std::int64_t lane = lanes[j] - lanes[first];
    if (!isOpen(j) || sources[j] != sources[first] || lane < 0 || lane >= width)
      continue;
    place[j] = static_cast<std::int8_t>(isSecond ? lane + width : lane);
    step.mask |= std::uint64_t{1} << j;
    open &= ~(std::uint64_t{1} << j);
  }
}

/// The steps that put one vector together; whether they are few enough.
bool ShuffleTable::addVector(std::span<const std::int64_t> lanes,
                             std::span<const std::uint8_t> sources) {
  std::uint64_t open = ~std::uint64_t{0} >> (64 - lanes.size());
  const std::size_t begin = groupSteps.size();
  const std::size_t most = begin + maxStepsPerVector(vectorShape);
  while (open != 0) {
    if (groupSteps.size() == most)
      return false;
    groupSteps.emplace_back();
    places.resize(places.size() + lanes.size(), notTaken);
    addLoad(lanes, sources, open);
    if (open != 0)
      addLoad(lanes, sources, open);
  }
  groupSteps.back().kind =
      begin + 1 == groupSteps.size() ? LineStepKind::Whole : LineStepKind::Last;
  joinCopies();
  return groupSteps.size() <= maxSteps;
}

/// The last vector, if it lies in its source as it shall lie in the target, and
/// those before it that it goes on from.
void ShuffleTable::joinCopies() {
  LineStep &last = groupSteps.back();
  const std::int8_t *const place = placesOf(groupSteps.size() - 1);
  bool isCopy = last.kind == LineStepKind::Whole;
  for (std::int64_t j = 0; j < vectorShape.lanes(); ++j)
    isCopy = isCopy && place[j] == j;
  if (!isCopy)
    return;
  last.kind = LineStepKind::Copies;
  last.copies = 1;
  if (groupSteps.size() == 1)
    return;
  LineStep &before = groupSteps[groupSteps.size() - 2];
  if (before.kind != LineStepKind::Copies ||
      before.sources[0] != last.sources[0] ||
      before.offsets[0] + before.copies * vectorShape.bytes != last.offsets[0])
    return;
  ++before.copies;
  groupSteps.pop_back();
  places.resize(places.size() - static_cast<std::size_t>(vectorShape.lanes()));
}

/// What is known when all steps are.
void ShuffleTable::finish(std::size_t sources) {
  vectorsBefore.assign(1, 0);
  reaches.assign(sources, 0);
  for (const LineStep &step : groupSteps) {
    vectorsBefore.push_back(vectorsBefore.back() + step.written());
    for (const std::size_t load : {0, 1}) {
      std::int64_t &reach = reaches[step.sources[load]];
      reach = std::max(reach,
                       step.offsets[load] + step.loaded() * vectorShape.bytes);
    }
  }
}

std::size_t ShuffleTable::stepAt(std::int64_t vector) const {
  return static_cast<std::size_t>(
      std::ranges::lower_bound(vectorsBefore, vector) - vectorsBefore.begin());
}

/// Goes through the lanes of a target, and tells where each comes from.
class LaneWalk {
public:
  LaneWalk(const InterleavedPeriod &walked, std::int64_t lanesOfElement,
           std::int64_t lane)
      : period(&walked), perElement(lanesOfElement),
        inside(lane % lanesOfElement) {
    const auto count = static_cast<std::int64_t>(walked.elements.size());
    index = static_cast<std::size_t>(lane / lanesOfElement % count);
    number = lane / lanesOfElement / count;
  }
  std::size_t source() const {
    return static_cast<std::size_t>(period->elements[index].source);
  }
  std::int64_t lane() const {
    return (number * period->strides[source()] +
            period->elements[index].offset) *
               perElement +
           inside;
  }
  void goOn() {
    if (++inside < perElement)
      return;
    inside = 0;
    if (++index < period->elements.size())
      return;
    index = 0;
    ++number;
  }

private:
  const InterleavedPeriod *period;
  std::int64_t perElement;
  std::int64_t inside;     ///< lane of the element
  std::size_t index = 0;   ///< of the element
  std::int64_t number = 0; ///< of the period
};

std::optional<ShuffleTable> ShuffleTable::make(const InterleavedPeriod &period,
                                               std::int64_t elementBytes,
                                               const VectorShape &shape,
                                               std::int64_t skippedBytes,
                                               std::int64_t periods) {
  const std::int64_t width = shape.lanes();
  const std::int64_t perElement = elementBytes / shape.laneBytes;
  const std::int64_t periodLanes =
      static_cast<std::int64_t>(period.elements.size()) * perElement;
  const std::int64_t shortest = std::lcm(periodLanes, width);
  const std::int64_t groupLanes =
      (minVectorsPerGroup * width / shortest + 1) * shortest;
  ShuffleTable table;
  table.vectorShape = shape;
  table.skipped = skippedBytes;
  table.groupPeriods = groupLanes / periodLanes;
  if (groupLanes > shortTable * width && periods < minUses * table.groupPeriods)
    return std::nullopt;
  std::array<std::int64_t, maxLanes> lanes;
  std::array<std::uint8_t, maxLanes> sources;
  const auto used = static_cast<std::size_t>(width);
  const auto vectors = static_cast<std::size_t>(groupLanes / width);
  table.groupSteps.reserve(std::min(maxSteps, vectors));
  table.places.reserve(std::min(maxSteps, vectors) * used);
  LaneWalk at(period, perElement, skippedBytes / shape.laneBytes);
  for (std::int64_t v = 0; v < groupLanes / width; ++v) {
    for (std::size_t j = 0; j < used; ++j, at.goOn()) {
      sources[j] = static_cast<std::uint8_t>(at.source());
      lanes[j] = at.lane();
    }
    if (!table.addVector(std::span(lanes).first(used),
                         std::span(sources).first(used)))
      return std::nullopt;
  }
  table.finish(period.strides.size());
  return table;
}

} // namespace redist::runtime
