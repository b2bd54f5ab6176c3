//===- ReductionState.cpp - Reductions of a communicator ------------------===//
#include "Reduction/Engine/ReductionState.h"

#include "Communicator/CommunicatorState.h"
#include "Reduction/Engine/ReductionOperation.h"
#include "Reduction/Machine/HelperThread.h"
#include "SharedMemory/NodeNumbers.h"
#include "SharedMemory/SharedSegment.h"
#include "Support/MpiCalls.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>

namespace redist::runtime {

/// Of messages of calls that wait: redistributions' have 0.
static constexpr ReductionTags blockingTags{1, 13};
static constexpr std::size_t maxPlans = 64;

static int ranksOnNode(MPI_Comm communicator) {
  MPI_Comm node = MPI_COMM_NULL;
  checkMpi(MPI_Comm_split_type(communicator, MPI_COMM_TYPE_SHARED, 0,
                               MPI_INFO_NULL, &node),
           "MPI_Comm_split_type");
  const int ranks = sizeOf(node);
  MPI_Comm_free(&node);
  return ranks;
}

ReductionState &ReductionState::of(CommunicatorState &state) {
  if (auto *const known = state.kept().find<ReductionState>())
    return *known;
  return state.kept().keep(make(state.communicator()));
}

/// Launchers do not always hand the environment to every rank: what one rank
/// was asked, all do.
std::unique_ptr<ReductionState> ReductionState::make(MPI_Comm duplicate) {
  std::unique_ptr<ReductionState> made;
  try {
    made = std::make_unique<ReductionState>(duplicate);
  } catch (const std::bad_alloc &) {
  }
  const char *const value = std::getenv("REDIST_COMBINE_THREAD");
  const int own[2] = {value && std::strcmp(value, "0") == 0, !made};
  int any[2] = {};
  checkMpi(MPI_Allreduce(own, any, 2, MPI_INT, MPI_MAX, duplicate),
           "MPI_Allreduce");
  if (any[1])
    throw error("a rank has no memory for what is kept of reductions");
  made->settle(any[0] == 0);
  return made;
}

ReductionState::ReductionState(MPI_Comm duplicate)
    : communicator(duplicate), channel(duplicate, blockingTags, false),
      ownMachine(channel) {}

static std::vector<int> firstRanksOf(std::span<const int> numbers,
                                     const NodeShape &shape) {
  std::vector<int> first;
  const auto nodes = static_cast<std::size_t>(shape.nodes);
  if (nodes == 1 || nodes == numbers.size() || !shape.areInOrder)
    return first;
  for (std::size_t rank = 0; rank < numbers.size(); ++rank)
    if (rank == 0 || numbers[rank] != numbers[rank - 1])
      first.push_back(static_cast<int>(rank));
  first.push_back(static_cast<int>(numbers.size()));
  return first;
}

void ReductionState::settle(bool mayUseThread) {
  hasThread = mayUseThread;
  neighbours = ranksOnNode(communicator);
  const std::vector<int> numbers = nodeNumbers(communicator);
  ownShape = nodeShapeOf(numbers);
  firstRanks = firstRanksOf(numbers, ownShape);
  crowded = outnumberProcessors(2 * std::int64_t{neighbours});
  channel.setCrowded(crowded);
  profile = loadProfile(communicator);
  // Where ranks have a processor each, who wakes up comes before a helper.
  if (!outnumberProcessors(neighbours))
    HelperThread::ofProcess().letOthersFirst();
}

ReductionState::~ReductionState() = default;

void ReductionState::provideBoard() {
  // A profile that cannot be read is an error, which the long way tells.
  if (!isBoardTried && sizeOf(communicator) > 1 && profile.problem.empty())
    ownBoard = NodeBoard::make(communicator);
  isBoardTried = true;
}

void ReductionState::provideStripeExchange() {
  if (std::exchange(isExchangeTried, true))
    return;
  std::vector<int> numbers = nodeNumbers(communicator);
  ownNodeBoard = NodeBoard::makeOnNodes(communicator);
  if (!ownNodeBoard)
    return;
  try {
    ownExchange.emplace(communicator, std::move(numbers),
                        ownNodeBoard->isCrowded());
  } catch (const std::bad_alloc &) {
  }
  const int own = ownExchange && ownNodeBoard->provideStage();
  int all = 0;
  checkMpi(MPI_Allreduce(&own, &all, 1, MPI_INT, MPI_MIN, communicator),
           "MPI_Allreduce");
  if (all)
    return;
  ownExchange.reset();
  ownNodeBoard.reset();
}

/// The newest first; null: there is none.
KeptReduction *ReductionState::findKept(std::span<const std::int64_t> key) {
  const auto found =
      std::find_if(plans.begin(), plans.end(), [&](const auto &kept) {
        return std::equal(kept->key.begin(), kept->key.end(), key.begin(),
                          key.end());
      });
  if (found == plans.end())
    return nullptr;
  plans.splice(plans.begin(), plans, found);
  return plans.front().get();
}

/// What the clauses ask of trees is meant for ranks.
std::span<const int>
ReductionState::nodesFor(const CheckedReduction &call) const {
  const bool isFree = call.strategy == schedule::ReductionStrategy::Auto &&
                      !call.hasCost && call.maxTransfers == 0 &&
                      call.maxReducers == 0 && call.ranks == call.size;
  return isFree ? std::span<const int>(firstRanks) : std::span<const int>();
}

/// Measured costs are in nanoseconds.
void ReductionState::plan(KeptReduction &kept, const CheckedReduction &call,
                          const schedule::ReductionCost &cost, bool isMeasured,
                          const directive &where) {
  double tick = isMeasured ? 1e-9 : 0;
  if (call.hasCost)
    tick = cost.transfer > 0
               ? call.transferSeconds / static_cast<double>(cost.transfer)
               : call.combineSeconds / static_cast<double>(cost.combine);
  kept.plan = std::make_shared<const ReductionPlan>(call, cost, tick, hasThread,
                                                    nodesFor(call), where);
}

std::shared_ptr<KeptReduction>
ReductionState::find(const CheckedReduction &call,
                     const AgreedReduction &agreed, const directive &where) {
  keyWords.clear();
  appendClauses(call, keyWords);
  // Plans do not depend on nowait, which comes first.
  keyWords.front() =
      agreed.isSamePlace ? static_cast<std::int64_t>(agreed.place) : 0;
  keyWords.push_back(call.bytes);
  keyWords.push_back(call.grain);
  if (!findKept(keyWords)) {
    auto made = std::make_shared<KeptReduction>();
    made->key = keyWords;
    plan(*made, call, costsOf(call, &profile), false, where);
    plans.push_front(std::move(made));
    if (plans.size() > maxPlans)
      plans.pop_back();
  }
  KeptReduction &kept = *plans.front();
  const bool mayLearn = call.isExact && !call.hasCost && call.ranks > 1;
  if (kept.executions == 1 && mayLearn)
    if (const auto cost =
            learnCosts(communicator, call, kept.first, nodesFor(call)))
      plan(kept, call, *cost, true, where);
  ++kept.executions;
  return plans.front();
}

CombineRunner &ReductionState::combinerFor(const KeptReduction &kept,
                                           const CheckedReduction &call) {
  constexpr double worthIt = 50e-6; // seconds
  constexpr std::int64_t manyBytes = 64 * 1024;
  if (!hasThread)
    return atOnce;
  bool isLong =
      call.bytes < 0 || call.bytes / kept.plan->segments() >= manyBytes;
  if (kept.combineSeconds >= 0)
    isLong = kept.combineSeconds >= worthIt;
  else if (call.hasCost)
    isLong = call.combineSeconds >= worthIt;
  if (isLong)
    return HelperThread::ofProcess();
  return atOnce;
}

void ReductionState::learn(KeptReduction &kept, const Machine &machine,
                           double seconds) {
  const MachineTimes &times = machine.times();
  if (kept.executions == 1)
    kept.first = {times.combines, times.combineSeconds, times.messages,
                  times.bytes, seconds};
  if (times.combines > 0)
    kept.combineSeconds =
        times.combineSeconds / static_cast<double>(times.combines);
}

std::unique_ptr<ReductionOperation>
ReductionState::takeOperation(CommunicatorState &state) {
  if (idleOperations.empty()) {
    idleOperations.reserve(idleOperations.capacity() + 1);
    const Report *const report = state.report();
    return std::make_unique<ReductionOperation>(
        state, report ? report->makeRecorder() : Recorder(0), communicator,
        crowded);
  }
  auto taken = std::move(idleOperations.back());
  idleOperations.pop_back();
  return taken;
}

void ReductionState::giveOperation(
    std::unique_ptr<ReductionOperation> operation) noexcept {
  idleOperations.push_back(std::move(operation)); // takeOperation(): has room
}

} // namespace redist::runtime
