//===- GridBounds.cpp - Lower bounds of grids -----------------------------===//
//
// The bounds of Bounds.h for assignments of several axes: from the classes of
// the product where these describe the messages, else from the messages.
//
//===----------------------------------------------------------------------===//
#include "Product/GridRule.h"

#include <limits>

using namespace redist::schedule;

bool redist::schedule::isByClasses(const Assignment &assignment) {
  if (assignment.sharing.kind != RankSharing::Kind::None)
    return false;
  for (const Axis &axis : assignment.axes)
    if (axis.length || !axis.isRegular())
      return false;
  return true;
}

Assignment redist::schedule::unshared(Assignment assignment) {
  assignment.sharing = {};
  return assignment;
}

Assignment redist::schedule::superblocksOf(Assignment assignment) {
  for (Axis &axis : assignment.axes)
    axis.length.reset();
  assignment.sharing = {};
  return assignment;
}

std::vector<std::size_t>
redist::schedule::carryingAxes(const Assignment &assignment) {
  std::vector<std::size_t> carrying;
  for (std::size_t k = 0; k < assignment.dimensions(); ++k)
    if (assignment.axes[k].source.ranks > 1 ||
        assignment.axes[k].target.ranks > 1)
      carrying.push_back(k);
  return carrying;
}

/// What stays saves one step at most: a rank keeps one message at most.
std::int64_t redist::schedule::minSteps(const Assignment &assignment) {
  if (isByClasses(unshared(assignment)))
    if (const Result<ProductGrid> grid = ProductGrid::make(assignment))
      return grid->minimumSteps() - (savesStep(assignment) ? 1 : 0);
  return boundsOf(messagesOf(assignment)).stepCount;
}

LowerBounds redist::schedule::lowerBounds(const Assignment &assignment) {
  if (isByClasses(assignment))
    if (const Result<ProductGrid> grid = ProductGrid::make(assignment))
      return grid->bounds();
  if (!fitsList(assignment))
    return {0, 0};
  return boundsOf(messagesOf(assignment));
}

Result<ClassProblem>
redist::schedule::classProblem(const Assignment &assignment,
                               std::int64_t stepCount) {
  Result<ProductGrid> grid = ProductGrid::make(assignment);
  if (!grid)
    return grid.error();
  if (grid->quotientSize() > std::numeric_limits<std::int32_t>::max())
    return Error{ErrorKind::TooLarge, "the grid has too many classes"};
  return grid->classProblem(stepCount);
}
