//===- StorageShapes.cpp - Objects that know their extents ----------------===//
#include "Call/StorageShapes.h"

#include <algorithm>
#include <functional>

namespace redist::runtime {

using detail::object_entry;
using detail::storage_shape;

static const char *nameOf(storage_order order) {
  return order == storage_order::row ? "rows" : "columns";
}

/// Precondition: the object has a shape.
static storage_shape shapeOf(const object_entry &entry, bool ofTarget) {
  return ofTarget ? entry.target_shape(entry.target_object)
                  : entry.source_shape(entry.source_object);
}

static void requireBrackets(const CallSide &side, const storage_shape &shape) {
  if (shape.dimension_count == side.dimensions)
    return;
  throw error("storage of " + std::to_string(shape.dimension_count) +
              (shape.dimension_count == 1 ? " dimension" : " dimensions") +
              " has " + std::to_string(side.dimensions) +
              (side.dimensions == 1 ? " bracket" : " brackets"));
}

/// Whether neighbours are where copies can reach them: apart, and upwards.
static void requireUpwards(const storage_shape &shape) {
  for (std::size_t k = 0; k < shape.dimension_count; ++k)
    if (shape.extents[k] > 1 && shape.strides[k] <= 0)
      throw error("the storage has stride " + std::to_string(shape.strides[k]) +
                  " in dimension " + std::to_string(k) +
                  ": elements must lie apart and upwards");
}

bool knowsExtents(const CallSide &side) {
  return std::all_of(side.extents.begin(),
                     side.extents.begin() +
                         static_cast<std::ptrdiff_t>(side.dimensions),
                     [](std::int64_t extent) { return extent >= 0; });
}

void applyShapes(const Call &call, bool ofTarget, bool isOrderGiven,
                 CallSide &side) {
  bool hasStrided = false, hasDense = false;
  for (const object_entry &entry : call.entries()) {
    if (!(ofTarget ? entry.target_shape : entry.source_shape)) {
      hasDense = true;
      continue;
    }
    storage_shape shape = shapeOf(entry, ofTarget);
    const bool isKnown = knowsExtents(side);
    const bool makesRoom = ofTarget && entry.hooks && isKnown;
    if (!makesRoom)
      requireBrackets(side, shape);
    if (!isKnown && !shape.is_strided) {
      shape.strides = shape.places();
      shape.is_strided = true;
    }
    if (shape.is_strided) {
      requireUpwards(shape);
      if (hasStrided && shape.strides != side.strides)
        throw error("objects of one directive have different strides");
      side.strides = shape.strides;
      hasStrided = true;
      continue;
    }
    side.hasShape = hasDense = true;
    if (side.dimensions > 1) {
      if (isOrderGiven && shape.order != side.order)
        throw error("order() says " + std::string(nameOf(side.order)) +
                    ", but the object is stored by " + nameOf(shape.order));
      side.order = shape.order;
      isOrderGiven = true; // for the others
    }
  }
  if (hasStrided && hasDense)
    throw error("one object of the directive has strides of its own, and "
                "another has none");
  side.hasStrides |= hasStrided;
}

bool hasExtents(const storage_shape &shape,
                const std::vector<std::int64_t> &local) {
  return shape.dimension_count == local.size() &&
         std::equal(local.begin(), local.end(), shape.extents.begin());
}

template <typename Extents>
static std::string extentsText(const Extents &extents, std::size_t count) {
  std::string text;
  for (std::size_t k = 0; k < count; ++k)
    text += (k == 0 ? "" : " x ") + std::to_string(extents[k]);
  return text;
}

std::string problemOfShape(const storage_shape &shape,
                           const std::vector<std::int64_t> &local, bool isExact,
                           const char *whose, int rank) {
  const bool fits =
      isExact ? hasExtents(shape, local)
              : shape.dimension_count == local.size() &&
                    std::equal(local.begin(), local.end(),
                               shape.extents.begin(), std::less_equal<>());
  if (fits || std::count(local.begin(), local.end(), 0) > 0)
    return "";
  return "the storage for the " + std::string(whose) + " layout on rank " +
         std::to_string(rank) + " of the communicator is " +
         extentsText(shape.extents,
                     std::min(shape.dimension_count, max_dimensions)) +
         ", but the part of this rank " + (isExact ? "is " : "needs ") +
         extentsText(local, local.size());
}

} // namespace redist::runtime
