//===- PlanCache.cpp - Cache of plans -------------------------------------===//
#include "Redistribute/PlanCache.h"

#include "Support/Hash.h"

#include <algorithm>
#include <utility>

namespace redist::runtime {

using schedule::GridSchedule;
using schedule::StrategyKind;

/// A program with a new extent at every call must not fill the memory.
static constexpr std::size_t maxPlans = 256;
static constexpr std::size_t maxMappedPlans = 16;
static constexpr std::size_t maxSchedules = 256;
/// Of the tables of all schedules, some 20 bytes each; one may be larger.
static constexpr std::int64_t maxEntries = 400'000;

/// An embedded schedule of the directive for these parameters; one that cannot
/// be decoded counts as absent, for the runtime can plan by itself.
static std::optional<GridSchedule>
embedded(const schedule::GridEmbeddingKey &key, const directive &where) {
  for (std::size_t i = 0; where.schedules && i < where.schedule_count; ++i) {
    const std::span words(where.schedules[i].words, where.schedules[i].size);
    const auto found = schedule::gridKeyOf(words);
    if (!found || !(*found == key))
      continue;
    if (auto decoded = schedule::decodeGrid(words))
      return *std::move(decoded);
  }
  return std::nullopt;
}

/// Of what most differ in.
static std::uint64_t hashOf(const schedule::GridEmbeddingKey &key) {
  HashBuilder hash;
  hash.add(static_cast<std::int64_t>(key.strategy));
  for (const schedule::Axis &axis : key.assignment.axes)
    hash.add(axis.source.ranks)
        .add(axis.source.block)
        .add(axis.target.ranks)
        .add(axis.target.block)
        .add(axis.length.value_or(-1));
  return hash.value();
}

/// Without a look at those that stay, which have left the caches.
void PlanCache::dropOldSchedules() {
  while (schedules.size() > 1 &&
         (schedules.size() > maxSchedules || scheduleEntries > maxEntries)) {
    scheduleEntries -= schedules.oldest().entries;
    schedules.dropOldest();
  }
}

const PlanCache::ScheduleEntry *
PlanCache::entryFor(const schedule::GridEmbeddingKey &key) {
  return schedules.find(hashOf(key), [&](const ScheduleEntry &entry) {
    return entry.key == key;
  });
}

/// Of a schedule that serves other lengths, too, the table counts once.
void PlanCache::addEntry(const schedule::GridEmbeddingKey &key,
                         const GridSchedule &made) {
  const std::int64_t entries =
      made.assignment() == key.assignment ? schedule::tableEntries(made) : 0;
  schedules.add(hashOf(key), {key, made, entries});
  scheduleEntries += entries;
}

/// What the directive has embedded, and what has been planned before.
class PlanCache::Known final : public schedule::KnownSchedules {
public:
  Known(PlanCache &owner, const directive &calling)
      : cache(owner), where(calling) {}

  std::optional<GridSchedule> find(const schedule::Assignment &assignment,
                                   StrategyKind strategy) override {
    const schedule::GridEmbeddingKey key{assignment, strategy};
    if (const ScheduleEntry *entry = cache.entryFor(key))
      return entry->schedule;
    std::optional<GridSchedule> found = embedded(key, where);
    if (found)
      cache.addEntry(key, *found);
    return found;
  }
  void keep(const schedule::Assignment &assignment, StrategyKind strategy,
            const GridSchedule &made) override {
    cache.addEntry({assignment, strategy}, made);
  }

private:
  PlanCache &cache;
  const directive &where;
};

const GridSchedule &
PlanCache::scheduleFor(const schedule::Assignment &assignment,
                       StrategyKind strategy, const directive &where) {
  const schedule::GridEmbeddingKey wanted{schedule::canonical(assignment),
                                          strategy};
  if (const ScheduleEntry *entry = entryFor(wanted))
    return entry->schedule;
  // Without a solver the library itself takes exact for auto.
  Known known(*this, where);
  const auto made = schedule::makeCanonicalSchedule(wanted.assignment, strategy,
                                                    {nullptr, &known});
  if (!made)
    throw error(made.error().message);
  if (!entryFor(wanted))
    addEntry(wanted, *made);
  dropOldSchedules();
  return schedules.newest()->schedule;
}

std::vector<measured_ways> PlanCache::learned() const {
  std::vector<measured_ways> all;
  plans.forEach([&](const PlanEntry &entry) {
    if (const auto found = entry.plan->learned())
      all.push_back(*found);
  });
  return all;
}

static StrategyKind strategyOf(const Call &call) {
  if (const auto known = schedule::strategyFromName(call.strategy))
    return *known;
  throw error("unknown strategy '" + std::string(call.strategy) + "'");
}

/// A lead and strides are a rank's own affair.
static PlanScope scopeOf(const Call &call) {
  const auto isOwn = [](const CallSide &side) {
    return side.hasStrides || side.given.has_lead;
  };
  return isOwn(call.source) || isOwn(call.target) ? PlanScope::OneRank
                                                  : PlanScope::AllRanks;
}

/// Whether to look at a second step. Ranks of one node that want copies copy
/// from each other's storage, or from one rank's message to all.
static bool mayGoByStripes(const ReadyPlan &plan, bool isOneNode) {
  constexpr double minBytesOnNode = 16 * 1024;
  const RedistributionPlan &one = plan.plan();
  if (!isOneNode)
    return !plan.maySendEarly() && !plan.pairs();
  auto bytes = static_cast<double>(one.elementBytes());
  for (const schedule::Axis &axis : one.parameters().assignment.axes)
    if (axis.isDimension())
      bytes *= static_cast<double>(*axis.length);
  return one.hasParts() && bytes >= minBytesOnNode;
}

/// Where the strategy fits both steps, and these are faster.
void PlanCache::addStripes(ReadyPlan &plan, const StripedCall &striped,
                           StrategyKind strategy, const directive &where) {
  const auto planOf = [&](const PlanParameters &parameters) {
    ValidatedCall call;
    call.parameters = parameters;
    return std::make_unique<ReadyPlan>(
        call, scheduleFor(parameters.assignment, strategy, where), machine,
        strategy == StrategyKind::Auto, PlanScope::Step, communicator, arena);
  };
  if (!mayGoByStripes(plan, machine.isOneNode))
    return;
  std::unique_ptr<ReadyPlan> combining, spreading;
  try {
    combining = planOf(striped.combining);
    spreading = planOf(striped.spreading);
  } catch (const error &) {
    return;
  }
  if (machine.isOneNode || areFasterInTwo(plan.plan(), combining->plan(),
                                          spreading->plan(), machine.costs))
    plan.goByStripes(std::move(combining), std::move(spreading),
                     striped.elements);
}

void PlanCache::forgetFound() noexcept {
  const Found last = std::exchange(found, {});
  if (last.isNew)
    last.among->drop(*last.plan);
}

void PlanCache::keepFound() noexcept {
  const Found last = std::exchange(found, {});
  if (!last.among)
    return;
  last.among->use(*last.plan);
  if (last.among->size() >
      (last.among == &mappedPlans ? maxMappedPlans : maxPlans))
    last.among->dropOldest();
}

const std::shared_ptr<ReadyPlan> &
PlanCache::find(std::span<const std::int64_t> words, const Call &call,
                const directive &where) {
  forgetFound();
  const auto isWanted = [&](const PlanEntry &entry) {
    return std::ranges::equal(entry.words, words);
  };
  if (const PlanEntry *last = plans.newest(); last && isWanted(*last))
    return last->plan;
  const PlanScope scope = scopeOf(call);
  Plans &known = call.hasMaps()                ? mappedPlans
                 : scope == PlanScope::OneRank ? ownPlans
                                               : plans;
  const std::uint64_t hash = runtime::hashOf(words);
  if (Plans::Node *const node = known.look(hash, isWanted)) {
    found = {&known, node, false};
    return node->value.plan;
  }
  if (!machine.problem.empty())
    throw error("REDIST_PROFILE: " + machine.problem);
  const ValidatedCall checked = check(call, rank, ranks, machine.nodeOfRank);
  const StrategyKind strategy = strategyOf(call);
  const GridSchedule &schedule =
      scheduleFor(checked.parameters.assignment, strategy, where);
  auto made = std::make_shared<ReadyPlan>(checked, schedule, machine,
                                          strategy == StrategyKind::Auto, scope,
                                          communicator, arena);
  if (checked.striped)
    addStripes(*made, *checked.striped, strategy, where);
  Plans::Node &added =
      known.addUnused(hash, {{words.begin(), words.end()}, std::move(made)});
  found = {&known, &added, true};
  return added.value.plan;
}

} // namespace redist::runtime
