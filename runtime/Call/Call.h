//===- Call.h - Completed parameters of a redistribution -------*- C++ -*-===//
//
// Comes in: the clauses of a directive and this rank's objects. Goes out: both
// sides with their actual layouts, extents and sections, completed by what
// objects know of themselves (redist::array). CallParameters.h lists them as
// numbers; ValidatedCall.h checks whether these are valid.
//
//===----------------------------------------------------------------------===//
#ifndef REDIST_RUNTIME_CALL_CALL_H
#define REDIST_RUNTIME_CALL_CALL_H

#include "Plan/ListedAxis.h"

#include "redist/Redistribute.h"
#include "redist/detail/array/ArrayShape.h"

#include <span>
#include <string>
#include <vector>

namespace redist::runtime {

using Numbers = std::array<std::int64_t, max_dimensions>;

/// Where the elements of a dimension of any owners lie, as all ranks know it.
struct DimensionMap {
  std::uint64_t id =
      0; ///< equal iff the maps are; 0: no dimension of that kind
  std::vector<std::int64_t> sizes; ///< by coordinate
};

/// The ranks of a communicator that those of a layout are numbered in.
struct RankGroup {
  int first = 0;
  int size = -1; ///< -1: all of them

  int sizeIn(int communicatorSize) const {
    return size < 0 ? communicatorSize : size;
  }
};

/// Source or target of a call.
struct CallSide {
  layout given; ///< its map: of a relabelled array, that of the array
  redistribution::sections sections;
  Numbers extents; ///< whole ones of the arrays; -1: not known
  Numbers strides; ///< of this rank's storage
  bool hasStrides = false;
  bool hasShape = false; ///< an object tells its extents, and has no gaps
  storage_order order = storage_order::row;
  RankGroup group;
  std::vector<DimensionMap>
      maps; ///< by dimension; empty: not found yet, or none
  /// By dimension, what this rank has of one whose owners an array has; empty:
  /// not found yet, or none.
  std::shared_ptr<const std::vector<std::vector<std::int64_t>>> dealt;

  bool isMapped(std::size_t dimension) const {
    const distribution_kind kind = given.dimensions[dimension].kind;
    return kind == distribution_kind::indirect ||
           kind == distribution_kind::listed;
  }
  std::size_t dimensions = 0;

  /// Whether the dimension's neighbours are farthest apart in the storage: its
  /// whole extent says nothing about places.
  bool isOutermost(std::size_t dimension) const {
    return order == storage_order::column ? dimension + 1 == dimensions
                                          : dimension == 0;
  }
};

/// What a call between two groups does with the objects of this rank.
enum class Direction { Both, Sent, Received };

struct Call {
  CallSide source, target;
  /// Dimension of the source that each of the target is; the identity where
  /// none is given. `lacking`: of one element, which the source lacks. Those
  /// of the source that are not there, the target lacks.
  std::array<int, max_dimensions> permutation;
  bool relabels = false;
  bool isStarted = false; ///< nowait
  bool inPlace = false;
  Direction direction = Direction::Both;
  bool combines = false; ///< what arrives, with what is there (accumulate)
  bool hasParts = false; ///< of elements, which are combined (partial)
  const char *strategy = "auto";
  const detail::object_entry *objects = nullptr;
  std::size_t objectCount = 0;
  /// By axis, as schedule::assignmentOf() has them, of those that either side
  /// deals to any owners; empty: not found yet, or none.
  std::vector<std::shared_ptr<const ListedAxis>> listed;

  /// Whether either side deals any dimension to any owners.
  bool hasMaps() const;
  std::span<const detail::object_entry> entries() const {
    return {objects, objectCount};
  }
  /// A section without elements: nothing moves.
  bool isEmpty() const;
  /// In place, but not of whole arrays.
  bool isPartInPlace() const;
  /// The dimensions of the source that the target lacks, ascending.
  std::vector<std::size_t> lackedByTarget() const;
};

/// Gives the pointers that are written the size that capacity() says. Throws
/// redist::error (no position) where there is none, or it is negative.
void fillCapacity(const redistribution &what,
                  std::span<detail::object_entry> entries);

/// Completes a call, and gives the objects the operator of their parts where
/// only a layout knows it. Throws redist::error (no position) where the objects
/// and the clauses contradict each other, or numbers of dimensions do.
void completeCall(const directive &where, const redistribution &what,
                  std::span<detail::object_entry> entries, Call &call);

/// The same of a directive beside an intercommunicator: of the side that this
/// rank's group has. What the other one says comes later (RemoteSide.h).
void completeOwnSide(const directive &where, const redistribution &what,
                     std::span<const detail::object_entry> entries, Call &call);

} // namespace redist::runtime

#endif
