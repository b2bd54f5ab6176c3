//===- PlanShape.h - The levels and the order of messages ------*- C++ -*-===//
//
// The order of elements in a message, which all ranks must derive alike from
// the parameters, independent of their own storage. Comes in: the parameters of
// a plan. Goes out: the axes as levels, in their order in the source, with
// undistributed dimensions merged into the dimensions that contain them;
// whether one of them is cut into strips; and bounds of what any pair of ranks
// shares of each.
//
//   A[n][m][k], (cyclic(4), *, block) -> (block, *, cyclic(2)), row order:
//   three levels; (cyclic(4), *, *) -> (block, *, *): one, of m * k elements
//   an index.
//
//===----------------------------------------------------------------------===//
#ifndef REDIST_RUNTIME_PLAN_PLANSHAPE_H
#define REDIST_RUNTIME_PLAN_PLANSHAPE_H

#include "Plan/CopyPattern.h"
#include "Plan/PlanParameters.h"
#include "redistSchedule/Intersection/AxisSide.h"

namespace redist::runtime {

/// One axis of the assignment, with what is merged into it.
struct PlanLevel {
  std::size_t axis;
  std::vector<std::size_t> merged;   ///< axes inside it, outer ones first
  std::int64_t factor = 1;           ///< their elements, for each index
  schedule::AxisSide source, target; ///< of indices
  /// Positions of a period, which are the same for all pairs, and how many
  /// periods are complete; 0 where there is none.
  std::int64_t period = 0, periods = 0;
  /// Elements that no pair of coordinates exceeds, from all positions and, on
  /// regular axes, from a period.
  std::int64_t most = 0, maxInPeriod = 0;
  /// Indices that no coordinate of either side exceeds.
  std::int64_t mostOnSource = 0, mostOnTarget = 0;
  std::int64_t widest = 0; ///< of the halo on either side, in indices
  /// Of any owners: then there is no period, and the sides tell nothing but
  /// their ranks. Else null.
  const ListedAxis *listed = nullptr;
  bool isSpread = false; ///< one element of the source is all of them
};

class PlanShape {
public:
  /// Refers to the parameters.
  explicit PlanShape(const PlanParameters &parameters);

  /// Outer levels first; at least one.
  const std::vector<PlanLevel> &levels() const { return levelList; }
  const MessageOrder &order() const { return messageOrder; }
  /// No message has more elements.
  std::int64_t longestMessage() const;
  /// No rank has more on either side.
  std::int64_t maxOnRank() const;
  /// Elements that mostly lie in a row in both storages, if these are dense.
  std::int64_t usualRun() const;
  /// The same in the mean, cut wherever either side begins a piece.
  double meanRun() const;
  /// Runs begin and end at multiples of so many elements in dense storage.
  std::int64_t runGrain() const;

private:
  void merge(const PlanParameters &parameters,
             const std::vector<std::size_t> &sourceOrder,
             const std::vector<std::size_t> &targetOrder);
  void chooseStrips(const PlanParameters &parameters,
                    const std::vector<std::size_t> &targetOrder);

  std::vector<PlanLevel> levelList;
  MessageOrder messageOrder;
  std::int64_t copiesSent = 1;    ///< of an element, by one rank at most
  std::int64_t partsReceived = 1; ///< the same, by one rank
  bool movesHaloAlone;
};

/// Local strides, in elements, of this rank's block of an array with the given
/// dimensions: of row- or column-major storage without gaps but for the room,
/// which there is none of where that is empty. A dimension without a
/// layout takes up nothing.
std::vector<std::int64_t>
denseStrides(const std::vector<const schedule::DimensionLayout *> &layouts,
             const std::vector<std::int64_t> &extents,
             const std::vector<std::int64_t> &coordinates,
             const std::vector<Margin> &room, bool columnMajor);

} // namespace redist::runtime

#endif
