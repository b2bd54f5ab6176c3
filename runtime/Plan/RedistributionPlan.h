//===- RedistributionPlan.h - Plan of one rank, step by step ---*- C++ -*-===//
//
// Comes in: the parameters of a call, and the schedule for them. Goes out: the
// rank's sends and receives in the order of the steps, each with the pattern
// that packs or unpacks it, and the pattern of what stays on the rank. Holds
// run groups of each axis, shared by the messages; never an index an element.
// Knows no buffers and no MPI; the Executor runs it.
//
//===----------------------------------------------------------------------===//
#ifndef REDIST_RUNTIME_PLAN_REDISTRIBUTIONPLAN_H
#define REDIST_RUNTIME_PLAN_REDISTRIBUTIONPLAN_H

#include "Plan/LevelRuns.h"

#include "redistSchedule/CostModel/TransferCostModel.h"
#include "redistSchedule/Product/GridSchedule.h"

#include <deque>

namespace redist::runtime {

/// One message of this rank. Packing copies "from" local storage, unpacking
/// "to" it; the other side of the pattern is the message. Its elements are
/// those of one object; it holds as many of each.
struct PlannedMessage {
  int peer; ///< communicator rank
  std::int64_t step;
  std::int64_t elements;
  /// Elements from one period of the outermost level; 0 where it has none.
  std::int64_t perPeriod;
  CopyPattern pattern;
};

enum class SideKind { Source, Target };

/// Elements of the target whose values are combined from the same ranks: the
/// messages that bring the parts, in the order of these ranks' positions. All
/// have the same elements at the same places.
struct PartGroup {
  static constexpr int own = -1;

  std::vector<int> pieces;                 ///< index of the receive, or `own`
  const PlannedMessage *message = nullptr; ///< one of them: where they go
};

class RedistributionPlan {
public:
  /// The schedule is for the assignment of the parameters (its canonical one).
  RedistributionPlan(const PlanParameters &parameters,
                     const schedule::GridSchedule &schedule);
  RedistributionPlan(const RedistributionPlan &) = delete;
  RedistributionPlan &operator=(const RedistributionPlan &) = delete;

  const PlanParameters &parameters() const { return planParameters; }
  const PlanShape &shape() const { return planShape; }
  /// As the schedule's strategy has it: Stepwise, Eager or Alltoallv.
  schedule::TransferMethod method() const { return transferMethod; }
  /// Ascending steps; no message is empty, none goes to the rank itself.
  const std::vector<PlannedMessage> &sends() const { return sendList; }
  const std::vector<PlannedMessage> &receives() const { return receiveList; }
  /// Source storage to target storage of this rank; what stays.
  const PlannedMessage &local() const { return localMessage; }
  /// Whether elements are combined from parts. Then what stays is no copy, but
  /// a part: ownPart(), as it would be packed, and as it would be unpacked.
  bool hasParts() const {
    return schedule::hasParts(planParameters.assignment);
  }
  const std::vector<PartGroup> &partGroups() const { return groups; }
  const PlannedMessage &ownPart() const { return packedPart; }
  /// What this rank receives from `peers` (by rank) as copies from the storage
  /// of the source, which must be dense there, to its own. To be called once:
  /// the plan keeps what they refer to.
  std::vector<PlannedMessage> copiesFrom(const std::vector<bool> &peers);
  /// What this rank sends to `peers` as copies from its own storage to that of
  /// the target, which must be dense there. To be called once.
  std::vector<PlannedMessage> copiesTo(const std::vector<bool> &peers);
  /// This rank's coordinate on the source of the one level, where all of the
  /// assignment is that level, in periods, with dense storage and no gaps from
  /// element to element; else, or where the rank is not there, nothing.
  std::optional<std::int64_t> soleSourceCoordinate() const;
  /// Bytes of one element of all objects together.
  std::int64_t elementBytes() const { return bytesOfElement; }
  /// Elements of one object that this rank sends, receives and keeps.
  std::int64_t sentElements() const;
  std::int64_t receivedElements() const;
  /// Elements that all ranks receive, or copy for themselves.
  std::int64_t movedElements() const;
  std::int64_t keptElements() const {
    return localMessage.elements + packedPart.elements;
  }
  std::int64_t stepCount() const { return steps; }
  /// Bytes of the longest message of each step, summed over the steps: TC of
  /// the schedule for the true lengths, or scaled to them.
  double costBytes() const { return cost; }
  /// Equal on all ranks iff schedule and parameters are.
  std::uint64_t hash() const { return planHash; }

private:
  using RunsOfLevels = std::vector<PartnerRuns>;
  void addCopy(std::vector<PlannedMessage> &copies,
               const PlannedMessage &message, const RankPlace &source,
               const RankPlace &target);
  RunsOfLevels collect(const RankPlace *source, const RankPlace *target) const;
  CopyPattern patternOf(const RunsOfLevels &runs,
                        const std::vector<std::int64_t> &partner,
                        PatternSides sides) const;
  std::int64_t perPeriodOf(const CopyPattern &pattern) const;
  PlannedMessage ownMessage(const RunsOfLevels &runs, std::int64_t partner,
                            PatternSides sides) const;
  void groupParts(std::int64_t p);
  std::vector<PlannedMessage>
  messagesInOrder(std::int64_t own, const std::vector<schedule::Message> &row,
                  const RunsOfLevels &runs, PatternSides sides) const;

  PlanParameters planParameters;
  PlanShape planShape;
  std::int64_t bytesOfElement;
  schedule::TransferMethod transferMethod;
  RunsOfLevels sendRuns, receiveRuns, localRuns; ///< patterns refer to them
  std::deque<RunsOfLevels> copiedRuns;           ///< by copy
  std::vector<PlannedMessage> sendList, receiveList;
  PlannedMessage localMessage{};
  PlannedMessage packedPart{}, unpackedPart{}; ///< of this rank itself
  std::vector<PartGroup> groups;
  std::int64_t steps;
  double cost; ///< bytes
  std::uint64_t planHash;
};

} // namespace redist::runtime

#endif
