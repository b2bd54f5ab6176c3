//===- PlanCache.cpp - Plans made once, executed many times ---------------===//
#include "PlanCache.h"

#include <unistd.h>

#include <algorithm>

namespace redist::runtime {

using schedule::Schedule;
using schedule::StrategyKind;

/// A program with a new extent at every call must not fill the memory.
static constexpr std::size_t mostPlans = 256;
static constexpr std::size_t mostSchedules = 256;
/// Of the tables of all schedules, some 20 bytes each; one may be larger.
static constexpr std::int64_t mostEntries = 400'000;

/// Less than this goes by MPI: rings are worth their making, and their memory,
/// where much is moved.
static constexpr std::int64_t leastBytesForRings = std::int64_t{1} << 20;

ReadyPlan::ReadyPlan(const PlanParameters &parameters, const Schedule &schedule,
                     MPI_Comm communicator, BufferArena &usedArena)
    : ownPlan(parameters, schedule), transport(communicator), arena(usedArena) {
  ownExecutor.emplace(ownPlan, transport, arena,
                      defaultOptions(ownPlan.kind()));
}

bool ReadyPlan::wantsRings() const {
  const PlanParameters &parameters = ownPlan.parameters();
  return ownPlan.kind() == ExecutionKind::Stepwise && ownPlan.stepCount() > 0 &&
         parameters.extent >= leastBytesForRings / parameters.elementSize;
}

/// What a node's last-level cache holds; where the system does not say, a usual
/// size.
static std::int64_t cacheBytes() {
  constexpr std::int64_t usual = std::int64_t{32} << 20;
  const long known = sysconf(_SC_LEVEL3_CACHE_SIZE);
  return known > 0 ? known : usual;
}

/// Source and target of `ranks` ranks with as much as this one.
static std::int64_t bytesOnNode(const PlanParameters &parameters,
                                std::int64_t ranks) {
  const auto &[source, target] = parameters.redistribution;
  const std::int64_t elements =
      source.localExtent(parameters.extent,
                         parameters.rank - parameters.sourceFirstRank) +
      target.localExtent(parameters.extent,
                         parameters.rank - parameters.targetFirstRank);
  return elements * parameters.elementSize * ranks;
}

void ReadyPlan::useRings(RingSet &rings) {
  ExecutorOptions options = defaultOptions(ownPlan.kind(), true);
  const auto ranksOnNode = static_cast<std::int64_t>(rings.links.size()) + 1;
  if (bytesOnNode(ownPlan.parameters(), ranksOnNode) > cacheBytes())
    options.stores = StoreKind::Streaming;
  transport.useRings(&rings);
  ownExecutor.emplace(ownPlan, transport, arena, options);
  ringsInUse = true;
}

/// Moves the entry with `key` to the front; nullptr where there is none.
template <typename Entry, typename Key>
static Entry *findRecent(std::list<Entry> &entries, const Key &key) {
  const auto found =
      std::find_if(entries.begin(), entries.end(),
                   [&](const Entry &entry) { return entry.key == key; });
  if (found == entries.end())
    return nullptr;
  entries.splice(entries.begin(), entries, found);
  return &entries.front();
}

/// An embedded schedule of the directive for these parameters; one that cannot
/// be decoded counts as absent, for the runtime can plan by itself.
static std::optional<Schedule> embedded(const schedule::EmbeddingKey &key,
                                        const directive &where) {
  for (std::size_t i = 0; where.schedules && i < where.schedule_count; ++i) {
    const std::span words(where.schedules[i].words, where.schedules[i].size);
    const auto found = schedule::keyOf(words);
    if (!found || !(*found == key))
      continue;
    if (auto decoded = schedule::decode(words))
      return *std::move(decoded);
  }
  return std::nullopt;
}

static Schedule planned(const schedule::EmbeddingKey &key) {
  // Without a solver the library itself takes exact for auto.
  auto made = schedule::makeSchedule(key.redistribution, key.strategy,
                                     {nullptr, key.extent});
  if (!made)
    throw error(made.error().message);
  return *std::move(made);
}

void PlanCache::dropOldSchedules() {
  std::int64_t entries = 0;
  std::size_t kept = 0;
  auto oldest = schedules.begin();
  for (; oldest != schedules.end(); ++oldest, ++kept) {
    entries += schedule::tableEntries(oldest->schedule);
    if (kept == mostSchedules || (kept > 0 && entries > mostEntries))
      break;
  }
  schedules.erase(oldest, schedules.end());
}

const Schedule &PlanCache::scheduleFor(const PlanKey &key,
                                       const directive &where) {
  const schedule::EmbeddingKey wanted{
      key.redistribution, key.strategy,
      schedule::decidingExtent(key.redistribution, key.extent)};
  if (const ScheduleEntry *entry = findRecent(schedules, wanted))
    return entry->schedule;
  std::optional<Schedule> known = embedded(wanted, where);
  schedules.push_front({wanted, known ? *std::move(known) : planned(wanted)});
  dropOldSchedules();
  return schedules.front().schedule;
}

ReadyPlan &PlanCache::find(const PlanKey &key, const directive &where) {
  if (const PlanEntry *entry = findRecent(plans, key))
    return *entry->plan;
  const PlanParameters parameters{key.redistribution,
                                  key.extent,
                                  key.sourceFirstRank,
                                  key.targetFirstRank,
                                  key.elementSize,
                                  rank,
                                  ranks};
  plans.push_front(
      {key, std::make_unique<ReadyPlan>(parameters, scheduleFor(key, where),
                                        communicator, arena)});
  if (plans.size() > mostPlans)
    plans.pop_back();
  return *plans.front().plan;
}

} // namespace redist::runtime
