//===- RedistributionState.cpp - Redistributions of a communicator --------===//
#include "Redistribute/RedistributionState.h"

#include "Redistribute/LearnedWays.h"
#include "SharedMemory/NodeNumbers.h"
#include "SharedMemory/SegmentFile.h"
#include "Support/MpiCalls.h"
#include "Support/SharedProfile.h"
#include "Support/SourceLocation.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>

namespace redist::runtime {

RedistributionState &RedistributionState::of(CommunicatorState &state,
                                             const directive &where) {
  if (auto *const known = state.kept().find<RedistributionState>())
    return *known;
  state.enterCall(redistributionKind, where);
  std::unique_ptr<RedistributionState> made;
  try {
    made = std::make_unique<RedistributionState>(state);
  } catch (const std::bad_alloc &) {
  }
  const Vote own{redistributionKind, made != nullptr, {}, {}};
  if (meet(state.communicator(), own, where).failing >= 0)
    throw error(positionOf(where) +
                "a rank has no memory for what is kept of redistributions");
  made->settle();
  return state.kept().keep(std::move(made));
}

RedistributionState::~RedistributionState() {
  if (planCache)
    keepLearned([&] { return planCache->learned(); });
}

void RedistributionState::settle() {
  const NodeMap nodes(nodeNumbers(owner.communicator()), owner.rank());
  crowded = nodes.nodeCount() > 1 &&
            outnumberProcessors(ranksOnMachine(owner.communicator()));
  MachineCosts machine = machineCosts(nodes);
  if (machine.mayStartEarly)
    owner.usePosts(NodePosts::make(owner.communicator(), nodes, crowded));
  planCache.emplace(owner.communicator(), owner.rank(), owner.size(),
                    std::move(machine));
}

/// REDIST_TWO_LEVELS: what any rank was asked, all are. Nobody chooses what
/// makes ranks wait for their neighbours where they share processors.
static UseOfNodes useOfNodes(MPI_Comm communicator, bool sharesProcessors) {
  const char *const value = std::getenv("REDIST_TWO_LEVELS");
  UseOfNodes asked = UseOfNodes::Chosen;
  if (value && std::strcmp(value, "1") == 0)
    asked = UseOfNodes::Always;
  if (value && std::strcmp(value, "0") == 0)
    asked = UseOfNodes::Never;
  const int own[2] = {static_cast<int>(asked), sharesProcessors};
  int all[2] = {};
  checkMpi(MPI_Allreduce(own, all, 2, MPI_INT, MPI_MAX, communicator),
           "MPI_Allreduce");
  const auto agreed = static_cast<UseOfNodes>(all[0]);
  return agreed == UseOfNodes::Chosen && all[1] != 0 ? UseOfNodes::Never
                                                     : agreed;
}

/// What ranks see of each other's memory.
struct Sharing {
  bool isNone; ///< no two ranks see the same
  bool isFull; ///< all ranks do, as far as is known
};
static Sharing sharingOf(MPI_Comm communicator, const NodeMap &nodes) {
  const int own =
      maySharedMemoryBeUsed() && nodes.nodeCount() < sizeOf(communicator);
  int all = 0;
  checkMpi(MPI_Allreduce(&own, &all, 1, MPI_INT, MPI_MIN, communicator),
           "MPI_Allreduce");
  return {all == 0, all != 0 && nodes.nodeCount() == 1};
}

MachineCosts RedistributionState::machineCosts(const NodeMap &nodes) {
  const Sharing sharing = sharingOf(owner.communicator(), nodes);
  ringsTried = sharing.isNone;
  MachineCosts machine = costsOf(nodes.nodeCount() == 1);
  machine.mayStartEarly = !sharing.isFull && !owner.groups();
  if (nodes.nodeCount() == 1)
    return machine;
  machine.costs.ranksOnPort =
      static_cast<std::int64_t>(nodes.mostRanksOnNode());
  machine.nodeOfRank = nodes.nodeOfRank();
  machine.useOfNodes = useOfNodes(owner.communicator(), crowded);
  if (machine.useOfNodes != UseOfNodes::Never)
    machine.lanes = NodeLanes::make(owner.communicator(), nodes);
  return machine;
}

MachineCosts RedistributionState::costsOf(bool areTogether) const {
  const SharedProfile shared = loadProfile(owner.communicator());
  const schedule::NetworkCosts usual =
      areTogether ? schedule::nodeCosts() : schedule::NetworkCosts();
  MachineCosts machine{.costs = usual, .isOneNode = areTogether};
  machine.problem = shared.problem;
  if (!shared.isGiven || !shared.problem.empty())
    return machine;
  machine.costs = networkCostsOf(shared.profile, usual);
  machine.ways = samplesOf(shared.profile);
  return machine;
}

/// Calls after which a communicator is one that is used again and again.
static constexpr std::int64_t manyCalls = 8;

bool RedistributionState::wantsWindow(const CallBuffers &buffers) const {
  const ProcessHeap *const heap = ProcessHeap::find();
  if (!heap || owner.hasTriedWindow())
    return false;
  const auto isSeen = [&](const void *address) { return heap->holds(address); };
  return std::ranges::any_of(buffers.sources(), isSeen) ||
         std::ranges::any_of(buffers.targets(), isSeen);
}

void RedistributionState::learn(const std::shared_ptr<ReadyPlan> &plan,
                                double seconds) {
  if (plan->trials()->isMeasured())
    measured = {plan, seconds};
  plan->trials()->advance();
}

void RedistributionState::take(const AgreedNews &news) {
  isWindowWanted = isWindowWanted || news.wantsWindow;
  if (news.seconds < 0 || !measured.plan)
    return;
  measured.plan->trials()->add(news.seconds);
  measured.plan.reset();
}

void RedistributionState::provideRings(ReadyPlan &plan,
                                       const directive &where) {
  if (isWindowWanted && !owner.hasTriedWindow()) {
    owner.meetAt(redistributionKind, where);
    owner.provideWindow();
  }
  if (plan.hasStripes()) {
    provideRings(plan.combining(), where);
    return provideRings(plan.spreading(), where);
  }
  if (plan.usesRings() || !plan.mayUseRings())
    return; // among others of what may be sent early
  if (rings && plan.scope() == PlanScope::OneRank)
    return plan.useRings(rings->set()); // others may have theirs long since
  // The same on all ranks, which have agreed on all calls that are counted.
  const bool isUsed = ++callsWithoutRings >= manyCalls;
  const bool areDue = areRingsDue(plan, callsWithoutRings);
  // Ranks that need no agreement have not met yet.
  if (areDue || (isUsed && !owner.hasTriedWindow()))
    owner.meetAt(redistributionKind, where);
  if (areDue) {
    rings = SharedRings::make(owner.communicator());
    ringsTried = true;
  }
  if (rings)
    plan.useRings(rings->set());
  if (isUsed)
    owner.provideWindow();
  plan.allowAnyMethod(ringsTried && !rings && !owner.window());
}

bool RedistributionState::areRingsDue(const ReadyPlan &plan,
                                      std::int64_t calls) const {
  return !ringsTried && plan.mayUseRings() &&
         (calls >= manyCalls || plan.isLarge());
}

void RedistributionState::prepareExecutor(ReadyPlan &plan,
                                          const CallBuffers &buffers) {
  if (plan.hasStripes()) { // which never see storage
    prepareExecutor(plan.combining(), buffers, nullptr);
    return prepareExecutor(plan.spreading(), buffers, nullptr);
  }
  prepareExecutor(plan, buffers, owner.window());
}

void RedistributionState::prepareExecutor(ReadyPlan &plan,
                                          const CallBuffers &buffers,
                                          const SharedWindow *window) {
  if (plan.wasPrepared())
    return;
  const bool getsRings = !plan.usesRings() && plan.mayUseRings() &&
                         (rings || areRingsDue(plan, callsWithoutRings + 1));
  if (!getsRings || window)
    plan.prepare(window, buffers);
}

std::unique_ptr<RedistributionOperation> RedistributionState::takeOperation() {
  if (idleOperations.empty()) {
    idleOperations.reserve(idleOperations.capacity() + 1);
    const Report *const report = owner.report();
    return std::make_unique<RedistributionOperation>(
        owner, report ? report->makeRecorder() : Recorder(0));
  }
  auto taken = std::move(idleOperations.back());
  idleOperations.pop_back();
  return taken;
}

void RedistributionState::giveOperation(
    std::unique_ptr<RedistributionOperation> operation) noexcept {
  operation->recorder.clear(); // of what did not come to its end
  operation->plan.reset();
  operation->operators.reset();
  idleOperations.push_back(std::move(operation)); // takeOperation(): has room
}

} // namespace redist::runtime
