//===- LoneDimensions.cpp - Dimensions that one side lacks ----------------===//
//
// docs/design/0020-sections-of-different-dimensions.md. A dimension that one
// side lacks is an axis all the same: on the side without it, it lies on one
// coordinate, and no storage extends along it.
//
//   row[0:m] = a[i:1][0:m]:   axis 0: m of both; axis 1: index i, OfSource
//   b[0:n] = a[i : n : 0]:    axis 0: n, OfTarget; axis 1: index i, OfSource
//
//===----------------------------------------------------------------------===//
#include "redistSchedule/Layout/Assignment.h"

#include <algorithm>

using namespace redist::schedule;

/// The one index of the source that all positions of `axis` read.
static Axis indexOf(const Axis &axis) {
  Axis index{axis.source, {}, 1, axis.sourceLower};
  index.role = AxisRole::OfSource;
  return index;
}

/// The positions themselves.
static Axis positionsOf(Axis axis) {
  axis.source = {};
  axis.sourceLower = 0;
  axis.sourceStride = 1;
  axis.role = AxisRole::OfTarget;
  return axis;
}

Assignment
redist::schedule::assignmentOf(const std::vector<Axis> &axes,
                               const std::vector<std::int32_t> &sourceOf) {
  auto beyond = static_cast<std::int32_t>(
      std::count_if(axes.begin(), axes.end(),
                    [](const Axis &one) { return one.hasSource(); }));
  Assignment made;
  std::vector<Axis> indices;
  std::vector<std::int32_t> dimensionsOfIndices;
  bool isIdentity = true;
  const auto add = [&](const Axis &axis, std::int32_t dimension) {
    isIdentity &= dimension == static_cast<std::int32_t>(made.axes.size());
    made.axes.push_back(axis);
    made.sourceDimension.push_back(dimension);
  };
  for (std::size_t k = 0; k < axes.size(); ++k) {
    if (axes[k].role == AxisRole::OfSource) {
      add(axes[k].sourceStride == 0 ? indexOf(axes[k]) : axes[k], sourceOf[k]);
      continue;
    }
    if (axes[k].sourceStride != 0) {
      add(axes[k], axes[k].hasSource() ? sourceOf[k] : beyond++);
      continue;
    }
    add(positionsOf(axes[k]), beyond++);
    indices.push_back(indexOf(axes[k]));
    dimensionsOfIndices.push_back(sourceOf[k]);
  }
  for (std::size_t i = 0; i < indices.size(); ++i)
    add(indices[i], dimensionsOfIndices[i]);
  if (isIdentity)
    made.sourceDimension.clear();
  return made;
}
