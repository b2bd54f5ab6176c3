//===- PlanCache.h - Cache of plans ----------------------------*- C++ -*-===//
//
// The plans of one communicator by the parameters of the call, and the
// schedules under them by canonical assignment and strategy. Making a plan is
// not collective: each rank makes its own. Finding one allocates nothing. The
// least recently used plans go when there are many.
//
//===----------------------------------------------------------------------===//
#ifndef REDIST_RUNTIME_REDISTRIBUTE_PLANCACHE_H
#define REDIST_RUNTIME_REDISTRIBUTE_PLANCACHE_H

#include "Redistribute/ReadyPlan.h"
#include "Support/RecentEntries.h"

#include <memory>
#include <span>
#include <vector>

namespace redist::runtime {

class PlanCache {
public:
  PlanCache(MPI_Comm duplicate, int ownRank, int rankCount,
            MachineCosts machineCosts)
      : communicator(duplicate), rank(ownRank), ranks(rankCount),
        machine(std::move(machineCosts)) {}

  /// The plan for a call with these words (appendWords()), made where it is not
  /// there yet: from an embedded schedule of the directive where one fits, else
  /// planned here. Throws redist::error (no position) where the call makes no
  /// sense, the strategy does not fit the case, or the profile of the machine
  /// is none.
  const std::shared_ptr<ReadyPlan> &find(std::span<const std::int64_t> words,
                                         const Call &call,
                                         const directive &where);
  /// The ranks have agreed on the call of the last find(). Only then its plan
  /// counts as used, and is kept where it is new. A rank whose call was wrong
  /// has found no plan: if others counted theirs as used, ranks would later
  /// drop different plans.
  void keepFound() noexcept;

  /// What the plans have learned.
  std::vector<measured_ways> learned() const;

private:
  struct ScheduleEntry {
    schedule::GridEmbeddingKey key;
    schedule::GridSchedule schedule;
    std::int64_t entries; ///< of its table
  };
  struct PlanEntry {
    std::vector<std::int64_t> words;
    std::shared_ptr<ReadyPlan> plan;
  };
  using Plans = RecentEntries<PlanEntry>;
  /// What find() has found, until keepFound().
  struct Found {
    Plans *among = nullptr; ///< null: there is nothing to keep
    Plans::Node *plan = nullptr;
    bool isNew = false;
  };
  class Known;
  void forgetFound() noexcept;
  const schedule::GridSchedule &
  scheduleFor(const schedule::Assignment &assignment,
              schedule::StrategyKind strategy, const directive &where);
  void addStripes(ReadyPlan &plan, const StripedCall &striped,
                  schedule::StrategyKind strategy, const directive &where);
  const ScheduleEntry *entryFor(const schedule::GridEmbeddingKey &key);
  void addEntry(const schedule::GridEmbeddingKey &key,
                const schedule::GridSchedule &made);
  /// Keeps the newest, at least one.
  void dropOldSchedules();

  MPI_Comm communicator;
  int rank, ranks;
  MachineCosts machine;
  BufferArena arena;
  RecentEntries<ScheduleEntry> schedules;
  std::int64_t scheduleEntries = 0; ///< of all of them
  /// By whose they are: all ranks drop the first ones alike. Maps are as large
  /// as what a rank has, and have few plans.
  Plans plans, ownPlans, mappedPlans;
  Found found;
};

} // namespace redist::runtime

#endif
