//===- ValidatedCall.h - Validated call of a redistribution ----*- C++ -*-===//
//
// Comes in: a completed call. Goes out: the parameters of the plan, with
// resolved layouts (block sizes, grids, ranks), sections and extents checked
// against each other, and, if requested, relabelled target ranks. Every rank
// reaches the same verdict on parameters that all ranks have.
//
//===----------------------------------------------------------------------===//
#ifndef REDIST_RUNTIME_CALL_VALIDATEDCALL_H
#define REDIST_RUNTIME_CALL_VALIDATEDCALL_H

#include "Call/Sections.h"
#include "Plan/PlanParameters.h"

#include <optional>
#include <span>

namespace redist::runtime {

/// The layout of a side, resolved.
struct ResolvedSide {
  std::vector<schedule::DimensionLayout> dimensions;
  std::vector<schedule::Holders> holders; ///< of several ranks
  GridPlacement placement;
  std::vector<Margin> room; ///< by dimension; empty: none
  std::optional<std::int64_t> lead;

  bool operator==(const ResolvedSide &) const = default;

  std::int64_t positions() const;
  /// By dimension, of a position of the grid.
  std::vector<std::int64_t> coordinatesOf(std::int64_t position) const;
  /// The first of the positions with the same coordinates, and the same part.
  std::int64_t firstCopyOf(std::int64_t position) const;
};

/// The same call by way of stripes (redistSchedule/Layout/Stripes.h), which lie
/// in storage without gaps: to them, and on from them.
struct StripedCall {
  PlanParameters combining, spreading;
  std::int64_t elements = 0; ///< of this rank's stripe
};

/// What a plan is made from, and what this rank's storage must hold.
struct ValidatedCall {
  PlanParameters parameters;
  /// Where ranks move less by it, of so much that it may be worth a second
  /// step.
  std::optional<StripedCall> striped;
  /// Elements that the storage of this rank needs; 0 outside the grid.
  std::int64_t sourceElements = 0, targetElements = 0;
  /// Extents of the storage of this rank's parts, with the room; empty outside
  /// the grid.
  std::vector<std::int64_t> sourceLocal, targetLocal;
  /// This rank's position in the target grid, row-major; -1 outside it.
  int targetPosition = -1;
  /// Every element of the target is written; and its storage has others.
  bool coversTarget = false, leavesGaps = false;
};

/// This rank's storage of a target; empty and 0 outside the grid.
struct TargetStorage {
  std::vector<std::int64_t> inner;   ///< local extents, without the room
  std::vector<std::int64_t> strides; ///< in elements
  std::int64_t origin = 0;           ///< place of the first element
  std::vector<std::int64_t> extents; ///< with the room
  std::int64_t elements = 0;         ///< that it must have
};

/// Throws redist::error (no position). Precondition: the call is checked.
TargetStorage targetStorageOf(const Call &call, int rank, int size);

/// `clause`: "from" or "to". `size`: of the communicator. Throws redist::error
/// (no position) where the layout is not one of this side or communicator.
ResolvedSide resolve(const char *clause, const CallSide &side,
                     const layout &given, int size);

/// Throws redist::error (no position) where there are more than an assignment
/// may have.
void requireFewAxes(std::size_t count);

/// Position of a rank in a grid of so many; -1 where it has none.
std::int64_t positionOf(const GridPlacement &placement, std::int64_t positions,
                        int rank);

/// `nodeOfRank`: of each rank of the communicator, for relabel(); empty: all
/// are on one. Throws redist::error (no position).
ValidatedCall check(const Call &call, int rank, int size,
                    std::span<const int> nodeOfRank = {});

/// Widens what each rank gets by its halo. Throws redist::error (no position)
/// where a dimension cannot have one.
void applyHalo(const CallSide &side, ResolvedSide &target);

/// Whether storage of this side must be asked for whole extents that the
/// brackets do not tell.
bool needsExtents(const Call &call, const CallSide &side);

} // namespace redist::runtime

#endif
