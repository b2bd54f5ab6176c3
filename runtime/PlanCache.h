//===- PlanCache.h - Plans made once, executed many times ------*- C++ -*-===//
//
// The plans of one communicator by the parameters of the call, and the
// schedules under them by P, Q, r, s and strategy, and by the extent where they
// depend on it. Making a plan is not collective: each rank makes its own.
// Finding one allocates nothing. The least recently used plans go when there
// are many.
//
//===----------------------------------------------------------------------===//
#ifndef REDIST_RUNTIME_PLANCACHE_H
#define REDIST_RUNTIME_PLANCACHE_H

#include "Executor.h"
#include "MpiTransport.h"

#include "redist/Redistribute.h"
#include "redist/Schedule/Embedding.h"

#include <list>
#include <memory>
#include <optional>

namespace redist::runtime {

/// A plan with all that its execution needs.
class ReadyPlan {
public:
  ReadyPlan(const PlanParameters &parameters,
            const schedule::Schedule &schedule, MPI_Comm communicator,
            BufferArena &arena);

  const RedistributionPlan &plan() const { return ownPlan; }
  Executor &executor() { return *ownExecutor; }
  /// Whether chunks should go through rings: the plan goes step by step and
  /// has enough to move. The same on all ranks.
  bool wantsRings() const;
  bool usesRings() const { return ringsInUse; }
  /// From the next execution on, on all ranks alike.
  void useRings(RingSet &rings);

private:
  RedistributionPlan ownPlan;
  MpiTransport transport;
  BufferArena &arena;
  std::optional<Executor> ownExecutor;
  bool ringsInUse = false;
};

struct PlanKey {
  schedule::Redistribution redistribution;
  std::int64_t extent;
  std::int64_t sourceFirstRank;
  std::int64_t targetFirstRank;
  std::int64_t elementSize;
  schedule::StrategyKind strategy;
  bool operator==(const PlanKey &) const = default;
};

class PlanCache {
public:
  PlanCache(MPI_Comm duplicate, int ownRank, int rankCount)
      : communicator(duplicate), rank(ownRank), ranks(rankCount) {}

  /// The plan for `key`, made where it is not there yet: from an embedded
  /// schedule of the directive where one fits, else planned here. Throws
  /// redist::error (no position) where the strategy does not fit the case.
  ReadyPlan &find(const PlanKey &key, const directive &where);

private:
  struct ScheduleEntry {
    schedule::EmbeddingKey key;
    schedule::Schedule schedule;
  };
  struct PlanEntry {
    PlanKey key;
    std::unique_ptr<ReadyPlan> plan;
  };
  const schedule::Schedule &scheduleFor(const PlanKey &key,
                                        const directive &where);
  /// Keeps the newest, at least one.
  void dropOldSchedules();

  MPI_Comm communicator;
  int rank, ranks;
  BufferArena arena;
  std::list<ScheduleEntry> schedules; ///< most recently used first
  std::list<PlanEntry> plans;         ///< most recently used first
};

} // namespace redist::runtime

#endif
