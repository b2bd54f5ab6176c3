//===- PlanShape.cpp - The levels and the order of messages ---------------===//
#include "Plan/PlanShape.h"

#include "redistSchedule/CostModel/FlowControl.h"
#include "redistSchedule/Intersection/SharedRuns.h"

#include <algorithm>
#include <numeric>

namespace redist::runtime {

using schedule::Assignment;
using schedule::Axis;
using schedule::AxisSide;
using schedule::SharedRuns;

/// What a strip takes up in a row: whole cache lines at either side, a few
/// pages of the other.
static constexpr std::int64_t stripBytes = 256;

/// Whether the axis is all of a dimension that both sides have, and neither
/// distributes.
static bool isWholeAxis(const PlanParameters &parameters, std::size_t k) {
  const Assignment &assignment = parameters.assignment;
  const Axis &axis = assignment.axes[k];
  return axis.role == schedule::AxisRole::Elements && axis.source.ranks == 1 &&
         axis.target.ranks == 1 && axis.sourceLower == 0 &&
         axis.sourceStride == 1 && axis.targetLower == 0 &&
         axis.targetStride == 1 && !axis.shares &&
         parameters.sourceExtents[assignment.sourceDimensionOf(k)] ==
             axis.length &&
         parameters.targetExtents[k] == axis.length;
}

/// A level of any owners: runs go from element to element on both sides.
static PlanLevel makeListedLevel(const Axis &axis, std::size_t k,
                                 const ListedAxis &listed) {
  const schedule::AxisShares &shares = *listed.shares;
  PlanLevel level{k,
                  {},
                  1,
                  AxisSide(axis.source, 0, 1, *axis.length),
                  AxisSide(axis.target, 0, 1, *axis.length)};
  const auto mostOf = [](std::int64_t ranks, const auto &sharesOf) {
    std::int64_t most = 0;
    for (std::int64_t i = 0; i < ranks; ++i) {
      std::int64_t sum = 0;
      for (const schedule::AxisShare &share : sharesOf(i))
        sum += share.length;
      most = std::max(most, sum);
    }
    return most;
  };
  level.most = shares.longest();
  level.mostOnSource = mostOf(
      axis.source.ranks, [&](std::int64_t p) { return shares.ofSource(p); });
  level.mostOnTarget = mostOf(
      axis.target.ranks, [&](std::int64_t q) { return shares.ofTarget(q); });
  level.isSpread = axis.role == schedule::AxisRole::OfTarget;
  level.listed = &listed;
  return level;
}

static PlanLevel makeLevel(const Axis &axis, std::size_t k) {
  const std::int64_t length = *axis.length;
  PlanLevel level{
      k,
      {},
      1,
      AxisSide(axis.source, axis.sourceLower, axis.sourceStride, length,
               axis.sourceIsWhole),
      AxisSide(axis.target, axis.targetLower, axis.targetStride, length)};
  level.widest = std::max(axis.target.before, axis.target.after);
  level.isSpread = axis.role == schedule::AxisRole::OfTarget;
  level.period = sharedPeriod(level.source, level.target);
  level.periods = level.period > 0 ? length / level.period : 0;
  level.mostOnSource = level.source.maxOnCoordinate();
  level.mostOnTarget = level.target.maxOnCoordinate();
  level.most = std::min(level.mostOnSource, level.mostOnTarget);
  if (level.periods == 0 || !axis.isRegular())
    return level;
  // Coordinates (0, 0) share most: lengths by class rise to a plateau that
  // holds residue 0, and fall.
  forEachSharedRuns(level.source, 0, level.target, 0, {0, level.period},
                    [&](const SharedRuns &runs) {
                      level.maxInPeriod += runs.length * runs.count;
                    });
  if (level.maxInPeriod <= level.most / (level.periods + 1))
    level.most = level.maxInPeriod * (level.periods + 1);
  return level;
}

/// Axes that are dimensions of a side by their place in its storage, outer ones
/// first. Of copies, or parts, a message has one, which is no level.
static std::vector<std::size_t> storageOrder(const Assignment &assignment,
                                             bool ofSource, bool columnMajor) {
  std::vector<std::size_t> order(assignment.dimensions());
  for (std::size_t k = 0; k < order.size(); ++k)
    order[ofSource ? assignment.sourceDimensionOf(k) : k] = k;
  std::erase_if(order, [&](std::size_t k) {
    const Axis &axis = assignment.axes[k];
    return ofSource ? !axis.hasSource() : !axis.hasTarget();
  });
  if (columnMajor)
    std::ranges::reverse(order);
  return order;
}

/// Those of a side with the axes that it lacks, each behind the one that stands
/// before it in `theirs`, the order of the other side: it is read, or written,
/// as that one is.
static std::vector<std::size_t>
completed(std::vector<std::size_t> order,
          const std::vector<std::size_t> &theirs) {
  auto place = order.begin(); // behind the axis before
  for (const std::size_t k : theirs) {
    const auto found = std::ranges::find(order, k);
    place = (found == order.end() ? order.insert(place, k) : found) + 1;
  }
  return order;
}

PlanShape::PlanShape(const PlanParameters &parameters)
    : movesHaloAlone(parameters.movesHaloAlone) {
  const Assignment &assignment = parameters.assignment;
  const std::vector<std::size_t> ofSource =
      storageOrder(assignment, true, parameters.columnMajor);
  const std::vector<std::size_t> ofTarget =
      storageOrder(assignment, false, parameters.columnMajor);
  const std::vector<std::size_t> targetOrder = completed(ofTarget, ofSource);
  merge(parameters, completed(ofSource, ofTarget), targetOrder);
  chooseStrips(parameters, targetOrder);
  for (const Axis &axis : assignment.axes)
    if (axis.role == schedule::AxisRole::Copies)
      copiesSent *= (*axis.length + axis.source.ranks - 1) / axis.source.ranks;
    else if (axis.role == schedule::AxisRole::Parts)
      partsReceived *= *axis.length;
}

/// Levels in the order of the source; single elements outermost, for they tell
/// nothing about what is contiguous.
void PlanShape::merge(const PlanParameters &parameters,
                      const std::vector<std::size_t> &sourceOrder,
                      const std::vector<std::size_t> &targetOrder) {
  const std::vector<Axis> &axes = parameters.assignment.axes;
  const auto placeInTarget = [&](std::size_t k) {
    return std::ranges::find(targetOrder, k) - targetOrder.begin();
  };
  std::size_t previous = 0; // axis that is next outwards in the source
  for (const std::size_t k : sourceOrder) {
    PlanLevel *const outer = levelList.empty() ? nullptr : &levelList.back();
    const bool merges = outer && isWholeAxis(parameters, k) &&
                        placeInTarget(k) == placeInTarget(previous) + 1 &&
                        axes[outer->axis].sourceStride == 1 &&
                        axes[outer->axis].targetStride == 1;
    previous = k;
    if (merges) {
      const std::int64_t length = *axes[k].length;
      outer->merged.push_back(k);
      outer->factor *= length;
      outer->most *= length;
      outer->maxInPeriod *= length;
    } else {
      levelList.push_back(
          axes[k].shares ? makeListedLevel(axes[k], k, *parameters.listed[k])
                         : makeLevel(axes[k], k));
    }
  }
  std::ranges::stable_partition(levelList, [&](const PlanLevel &level) {
    return *axes[level.axis].length * level.factor == 1;
  });
}

void PlanShape::chooseStrips(const PlanParameters &parameters,
                             const std::vector<std::size_t> &targetOrder) {
  const std::vector<Axis> &axes = parameters.assignment.axes;
  // The levels in the order of the target, single elements left out.
  std::vector<int> inTarget;
  for (const std::size_t k : targetOrder)
    for (std::size_t i = 0; i < levelList.size(); ++i)
      if (levelList[i].axis == k && *axes[k].length * levelList[i].factor > 1)
        inTarget.push_back(static_cast<int>(i));
  // Levels that are innermost on both sides.
  auto common = static_cast<int>(levelList.size());
  std::int64_t commonElements = 1;
  while (!inTarget.empty() && inTarget.back() == common - 1) {
    commonElements *= levelList[static_cast<std::size_t>(--common)].most;
    inTarget.pop_back();
  }
  const std::int64_t commonBytes =
      std::max<std::int64_t>(1, commonElements) *
      *std::ranges::max_element(parameters.elementSizes);
  if (inTarget.empty() || commonBytes >= stripBytes)
    return;
  messageOrder = {inTarget.back(), stripBytes / commonBytes, common};
}

std::int64_t PlanShape::longestMessage() const {
  std::int64_t product = 1;
  for (const PlanLevel &level : levelList)
    product *= level.most;
  if (!movesHaloAlone)
    return product;
  // Nothing but halos: a message is of one along some level at least.
  std::int64_t longest = 0;
  for (const PlanLevel &level : levelList)
    if (level.most > 0)
      longest = std::max(longest,
                         product / level.most *
                             std::min(level.most, level.widest * level.factor));
  return longest;
}

std::int64_t PlanShape::maxOnRank() const {
  std::int64_t source = 1;
  std::int64_t target = 1;
  for (const PlanLevel &level : levelList) {
    source *= level.mostOnSource * level.factor;
    target *= level.mostOnTarget * level.factor;
  }
  source *= copiesSent;
  target *= partsReceived;
  return std::max(source, target);
}

std::int64_t PlanShape::usualRun() const {
  const PlanLevel &inmost = levelList.back();
  if (messageOrder.stripLevel >= 0 || inmost.isSpread ||
      inmost.source.step() != 1 || inmost.target.step() != 1)
    return 1;
  if (inmost.listed)
    return static_cast<std::int64_t>(inmost.listed->meanRun) * inmost.factor;
  return std::min(inmost.source.longestPiece(), inmost.target.longestPiece()) *
         inmost.factor;
}

double PlanShape::meanRun() const {
  const PlanLevel &inmost = levelList.back();
  if (usualRun() == 1)
    return 1;
  if (inmost.listed)
    return inmost.listed->meanRun * static_cast<double>(inmost.factor);
  return static_cast<double>(inmost.factor) *
         schedule::meanRun(
             std::max<std::int64_t>(1, inmost.source.longestPiece()),
             std::max<std::int64_t>(1, inmost.target.longestPiece()));
}

std::int64_t PlanShape::runGrain() const {
  const PlanLevel &inmost = levelList.back();
  if (inmost.listed)
    return inmost.factor;
  return usualRun() == 1 ? 1
                         : std::gcd(inmost.source.longestPiece(),
                                    inmost.target.longestPiece()) *
                               inmost.factor;
}

std::vector<std::int64_t>
denseStrides(const std::vector<const schedule::DimensionLayout *> &layouts,
             const std::vector<std::int64_t> &extents,
             const std::vector<std::int64_t> &coordinates,
             const std::vector<Margin> &room, bool columnMajor) {
  const std::size_t dimensions = layouts.size();
  std::vector<std::int64_t> strides(dimensions, 1);
  std::int64_t stride = 1;
  for (std::size_t i = 0; i < dimensions; ++i) {
    const std::size_t j = columnMajor ? i : dimensions - 1 - i;
    strides[j] = layouts[j] ? stride : 0;
    if (!layouts[j] || extents[j] < 0) // of the outermost
      continue;
    const std::int64_t local =
        layouts[j]->localExtent(extents[j], coordinates[j]);
    stride *= room.empty() ? local : room[j].around(local);
  }
  return strides;
}

} // namespace redist::runtime
