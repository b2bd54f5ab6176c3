//===- ReadyPlan.cpp - A plan with all that executions need ---------------===//
#include "Redistribute/ReadyPlan.h"

#include "Agreement/Agreement.h"
#include "Execution/MessageTypes.h"
#include "Support/CacheSize.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace redist::runtime {

using schedule::GridSchedule;
using schedule::TransferMethod;

/// From here on one call is worth the making of rings.
static constexpr std::int64_t minBytesForRings = std::int64_t{1} << 20;

/// Whether no message needs to wait for its step, and each may have a buffer.
static bool fitsEarlyMessages(const RedistributionPlan &plan) {
  return !plan.hasParts() && plan.shape().maxOnRank() <=
                                 EarlyMessages::maxBytes / plan.elementBytes();
}

ReadyPlan::ReadyPlan(const ValidatedCall &call, const GridSchedule &schedule,
                     const MachineCosts &machine, bool isAutomatic,
                     PlanScope scope, MPI_Comm duplicate,
                     BufferArena &usedArena)
    : ownPlan(call.parameters, schedule), ownScope(scope),
      sourceCount(call.sourceElements), targetCount(call.targetElements),
      sourcePart(call.sourceLocal), targetPart(call.targetLocal),
      position(call.targetPosition), covers(call.coversTarget),
      hasGaps(call.leavesGaps), networkCosts(machine.costs),
      isOneNode(machine.isOneNode), chosenMethod(ownPlan.method()),
      cuts(optionsFor(ownPlan, networkCosts)), communicator(duplicate),
      transport(duplicate), arena(usedArena) {
  lastLevelCacheBytes(); // executions ask, when it is too late for an error
  if (isAutomatic && mayUseRings())
    expected = predictTimes(ownPlan, networkCosts, machine.ways);
  // What combines does not learn, nor what the ranks do not count alike.
  if (expected && machine.ways.empty() && !call.parameters.combines &&
      scope == PlanScope::AllRanks) {
    methodTrials.emplace(usualTimes(ownPlan, networkCosts, isOneNode));
    if (!methodTrials->isChoice())
      methodTrials.reset();
  }
  if (!mayUseRings())
    own = std::make_unique<Own>(ownPlan, transport, arena, cuts, nullptr);
  planNodes(machine, isAutomatic);
  // Of a machine that was measured, the fastest method is known.
  const bool mayGoAtOnce =
      expected &&
      (machine.ways.empty() || expected->best() == TransferMethod::Eager);
  const bool goesAtOnce = mayGoAtOnce && machine.mayStartEarly &&
                          scope == PlanScope::AllRanks &&
                          fitsEarlyMessages(ownPlan);
  const bool mayPost =
      isOneNode ? mayUseRings() && scope == PlanScope::AllRanks
                : goesAtOnce && machine.useOfNodes != UseOfNodes::Always;
  if (mayPost)
    posted = PostedMessages::of(ownPlan, machine.nodeOfRank);
  if (goesAtOnce && !nodePairs)
    sendEarly();
}

void ReadyPlan::postTo(AgreementPosts &posts,
                       std::span<const void *const> sources) {
  posted->pack(executor(), sources.data(), posts.payload());
}

void ReadyPlan::runOutOfPosts(const AgreementPosts &posts,
                              const CallBuffers &buffers) {
  executor().runOutOf(posted->find([&](int rank, int to) {
    return posts.messageFrom(rank, to);
  }),
                      buffers.sources().data(), buffers.targets().data(),
                      buffers.combiners());
}

void ReadyPlan::sendEarly() {
  isEarly = true;
  chosenMethod = TransferMethod::Eager;
  methodTrials.reset();
  transport.useTag(EarlyMessages::tag);
}

/// By slot, see Executor::startEarly().
void ReadyPlan::listEarlyMessages() {
  earlyMessages.emplace();
  int slot = 0;
  const auto list = [&](const std::vector<PlannedMessage> &messages,
                        std::vector<EarlyMessages::Message> &into) {
    for (const PlannedMessage &message : messages)
      into.push_back({message.peer, message.elements * ownPlan.elementBytes(),
                      &transport.requestOf(slot++)});
  };
  list(ownPlan.sends(), earlyMessages->sent);
  list(ownPlan.receives(), earlyMessages->awaited);
}

void ReadyPlan::startEarly(const CallBuffers &buffers, Recorder *recorder) {
  executor().startEarly(buffers.sources().data(), buffers.targets().data(),
                        recorder, buffers.combiners());
}

void ReadyPlan::planNodes(const MachineCosts &machine, bool isAutomatic) {
  const bool isAsked = machine.useOfNodes == UseOfNodes::Always;
  // Carriers have no order of parts.
  if (!machine.lanes || !mayUseRings() || ownPlan.hasParts() ||
      !(isAsked || isAutomatic))
    return;
  lanes = machine.lanes;
  nodePairs = isAsked ? NodePairs::of(ownPlan, lanes->map())
                      : pairsWhereFaster(ownPlan, networkCosts, lanes->map());
  if (nodePairs)
    nodes.emplace(*nodePairs, *lanes, communicator, NodeLanes::waiting,
                  NodeLanes::waiting);
}

void ReadyPlan::useNodes(Executor &executor) {
  if (nodes)
    executor.useNodes(*nodes);
}

Executor &ReadyPlan::executor() {
  if (own)
    return own->executor;
  std::unique_ptr<StorageExchange> unbuffered;
  if (chosenMethod == TransferMethod::Alltoallw)
    unbuffered = std::make_unique<TypedExchange>(ownPlan, communicator);
  auto made = std::make_unique<Own>(ownPlan, transport, arena, ownOptions(),
                                    std::move(unbuffered));
  if (mayWriteTiles())
    made->tiles = FusedGather::make(ownPlan, ownPlan.receives());
  if (made->tiles)
    made->executor.useTiles(*made->tiles);
  useNodes(made->executor);
  own = std::move(made);
  if (isEarly)
    listEarlyMessages();
  return own->executor;
}

/// Ranks that share no memory may still be on one node.
ExecutorOptions ReadyPlan::ownOptions() const {
  ExecutorOptions options =
      withNodes(bySteps() ? cuts : defaultOptions(chosenMethod), pairs());
  if (usesRings())
    options.stores = storesFor(ranksInRings);
  else if (isOneNode)
    options.stores = storesFor(ownPlan.parameters().rankCount);
  return options;
}

/// Of messages, longer runs are as well unpacked one message after the other,
/// and what is little is not worth a program.
bool ReadyPlan::mayWriteTiles() const {
  constexpr double longBytes = 1024;
  if (ownPlan.parameters().staysInPlace || ownPlan.hasParts() || nodePairs)
    return false; // rows of the target are not written as a whole
  const double run =
      ownPlan.shape().meanRun() *
      static_cast<double>(std::ranges::max(ownPlan.parameters().elementSizes));
  return usesRings() ||
         (isOneNode && bySteps() && isLarge() && run < longBytes);
}

void ReadyPlan::allowAnyMethod(bool isAllowed) {
  isChoice = isAllowed && expected && !nodePairs;
  const MethodTrials *const learning = trials();
  useMethod(!isChoice  ? ownPlan.method()
            : learning ? learning->method()
                       : expected->best());
}

std::optional<measured_ways> ReadyPlan::learned() const {
  if (!methodTrials ||
      !std::isfinite(
          methodTrials->least()[schedule::indexOf(TransferMethod::Stepwise)]))
    return std::nullopt;
  return measuredWays(ownPlan, methodTrials->least());
}

void ReadyPlan::useMethod(TransferMethod method) {
  if (method != chosenMethod)
    own.reset();
  chosenMethod = method;
}

void ReadyPlan::goByStripes(std::unique_ptr<ReadyPlan> combining,
                            std::unique_ptr<ReadyPlan> spreading,
                            std::int64_t elements) {
  combiningPlan = std::move(combining);
  spreadingPlan = std::move(spreading);
  stripeElements = elements;
  stripes = std::make_unique<StripeStorage>(elements,
                                            ownPlan.parameters().elementSizes);
}

std::unique_ptr<OverlappedExecution> ReadyPlan::takeExecution() {
  if (idle.empty()) {
    if (hasStripes()) {
      // By ranks alone: a second step would take its turn among lanes of
      // overlapping executions in another order on each rank.
      auto made = std::make_unique<OverlappedExecution>(
          combiningPlan->plan(), networkCosts, communicator, nullptr, nullptr);
      made->append(std::make_unique<OverlappedExecution>(
                       spreadingPlan->plan(), networkCosts, communicator,
                       nullptr, nullptr),
                   std::make_unique<StripeStorage>(
                       stripeElements, ownPlan.parameters().elementSizes));
      idle.reserve(idle.capacity() + 1);
      return made;
    }
    auto made = std::make_unique<OverlappedExecution>(
        ownPlan, networkCosts, communicator, pairs(), lanes.get());
    idle.reserve(idle.capacity() + 1); // giveExecution() must not throw
    return made;
  }
  auto taken = std::move(idle.back());
  idle.pop_back();
  return taken;
}

void ReadyPlan::giveExecution(
    std::unique_ptr<OverlappedExecution> execution) noexcept {
  idle.push_back(std::move(execution));
}

bool ReadyPlan::isLarge() const {
  return ownPlan.movedElements() >= minBytesForRings / ownPlan.elementBytes();
}

/// Whether source and target of all ranks of a node are more than its caches
/// hold, were the elements dealt to all ranks alike: the same on all ranks.
bool ReadyPlan::exceedsCaches(std::int64_t ranksOnNode) const {
  const PlanParameters &parameters = ownPlan.parameters();
  const double share = static_cast<double>(ranksOnNode) / parameters.rankCount;
  return 2 * share * static_cast<double>(ownPlan.movedElements()) *
             static_cast<double>(ownPlan.elementBytes()) >
         static_cast<double>(lastLevelCacheBytes());
}

StoreKind ReadyPlan::storesFor(std::int64_t ranksOnNode) const {
  return exceedsCaches(ranksOnNode) ? StoreKind::NonTemporal
                                    : StoreKind::Cached;
}

void ReadyPlan::useRings(RingSet &rings) {
  ranksInRings = static_cast<std::int64_t>(rings.links.size()) + 1;
  cuts = optionsForRings(ownPlan, networkCosts, ranksInRings);
  transport.useRings(&rings);
  own.reset();
  for (const auto &made : copying)
    if (made)
      made->executor.reset();
}

SharedWindow::Access ReadyPlan::accessTo(const SharedWindow &window,
                                         std::span<const void *const> sources,
                                         std::span<void *const> targets) const {
  const auto isSeen = [&](const void *storage) {
    return window.holds(storage);
  };
  const PlanParameters &parameters = ownPlan.parameters();
  return {sourceCount == 0 || (parameters.sourceStrides.empty() &&
                               std::ranges::all_of(sources, isSeen)),
          targetCount == 0 || (parameters.targetStrides.empty() &&
                               std::ranges::all_of(targets, isSeen))};
}

/// Where runs are long, or whole lines, a rank that reads its own source from
/// end to end lets the processor foresee what it needs; of another's source it
/// needs pieces, and the processor also fetches what lies between them. Other
/// short runs are for line programs, which write whole lines. So are small
/// targets, which lie in the caches of their owners.
bool ReadyPlan::prefersWriting(const SharedWindow &window) const {
  constexpr std::int64_t lineBytes = 64;
  constexpr std::int64_t minBytes = 8 * lineBytes;
  constexpr std::int64_t longBytes = 1024;
  const std::int64_t size = std::ranges::min(ownPlan.parameters().elementSizes);
  const std::int64_t run = ownPlan.shape().usualRun() * size;
  const bool areLines = ownPlan.shape().runGrain() * size % lineBytes == 0;
  // What is combined, its own rank combines.
  return !ownPlan.parameters().combines && window.holdsAll() &&
         exceedsCaches(ownPlan.parameters().rankCount) &&
         (run >= longBytes || (areLines && run >= minBytes));
}

void ReadyPlan::makeCopying(const std::vector<bool> &near,
                            SharedAccess access) {
  auto made = std::make_unique<Copying>(Copying{
      MpiTransport(communicator), DirectCopies(ownPlan, near, access), {}, {}});
  for (const PlannedMessage &message :
       access == SharedAccess::Push ? ownPlan.receives() : ownPlan.sends())
    if (near[static_cast<std::size_t>(message.peer)])
      made->copiers.push_back(message.peer);
  copying[indexOf(access)] = std::move(made);
}

ReadyPlan::Copying &ReadyPlan::prepareCopying(const SharedWindow &window,
                                              SharedAccess access) {
  const std::vector<bool> &near = window.neighbours();
  if (!copying[indexOf(access)])
    makeCopying(near, access);
  Copying &used = *copying[indexOf(access)];
  if (!used.executor) {
    // Messages to other nodes are cut as ranks cut them that do not share.
    ExecutorOptions options = withNodes(cuts, pairs());
    options.stores = storesFor(1 + std::ranges::count(near, true));
    options.copying = &near;
    used.executor.emplace(ownPlan, used.transport, arena, options,
                          used.storage);
    useNodes(*used.executor);
  }
  return used;
}

void ReadyPlan::prepare(const SharedWindow *window,
                        const CallBuffers &buffers) {
  SharedWindow::Access access;
  if (window && maySeeStorage())
    access = accessTo(*window, buffers.sources(), buffers.targets());
  if (access.write && prefersWriting(*window))
    prepareCopying(*window, SharedAccess::Push);
  else if (access.read)
    prepareCopying(*window, SharedAccess::Pull);
  else
    executor();
  isPrepared = true;
}

Executor &ReadyPlan::copyingExecutor(const SharedWindow &window,
                                     SharedAccess access) {
  Copying &used = prepareCopying(window, access);
  const std::vector<PlannedMessage> &copies = used.storage.neighbours();
  const std::size_t objects = ownPlan.parameters().elementSizes.size();
  for (std::size_t i = 0; i < copies.size(); ++i)
    for (std::size_t k = 0; k < objects; ++k)
      if (access == SharedAccess::Push)
        used.storage.setTarget(i, k, window.targetOf(copies[i].peer, k));
      else
        used.storage.setSource(i, k, window.sourceOf(copies[i].peer, k));
  return *used.executor;
}

} // namespace redist::runtime
