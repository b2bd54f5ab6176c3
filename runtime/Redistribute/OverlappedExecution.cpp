//===- OverlappedExecution.cpp - One of several executions ----------------===//
#include "Redistribute/OverlappedExecution.h"

#include "Execution/FlowOptions.h"

namespace redist::runtime {

static constexpr std::int64_t lineBytes = 64;

StripeStorage::StripeStorage(std::int64_t elements,
                             std::span<const std::int64_t> sizes) {
  const auto roomFor = [&](std::int64_t size) {
    return (elements * size + lineBytes - 1) / lineBytes * lineBytes;
  };
  std::int64_t total = 0;
  for (const std::int64_t size : sizes)
    total += roomFor(size);
  memory.reserve(total);
  std::byte *next = memory.data();
  for (const std::int64_t size : sizes) {
    to.push_back(next);
    from.push_back(next);
    next += roomFor(size);
  }
}

OverlappedExecution::OverlappedExecution(const RedistributionPlan &plan,
                                         const schedule::NetworkCosts &costs,
                                         MPI_Comm communicator,
                                         const NodePairs *pairs,
                                         NodeLanes *usedLanes)
    : transport(communicator), storage(plan), lanes(usedLanes),
      executor(plan, transport, arena,
               withNodes(optionsFor(plan, costs), pairs), storage) {
  if (!pairs)
    return;
  nodes.emplace(*pairs, *lanes, communicator, NodeLanes::waiting + 1,
                NodeLanes::count - 1);
  executor.useNodes(*nodes);
}

void OverlappedExecution::start(std::span<const void *const> sources,
                                std::span<void *const> targets,
                                const Combiners &combiners, Recorder *recorder,
                                int tag) {
  transport.useTag(tag);
  if (nodes)
    executor.useLane(lanes->nextOverlapped(), tag);
  if (!next) {
    executor.start(sources.data(), targets.data(), recorder, combiners);
    return;
  }
  isNext = false;
  finalTargets = targets;
  finalCombiners = combiners.target;
  usedRecorder = recorder;
  usedTag = tag;
  executor.start(sources.data(), between->targets().data(), recorder,
                 {{}, combiners.parts});
}

void OverlappedExecution::append(std::unique_ptr<OverlappedExecution> following,
                                 std::unique_ptr<StripeStorage> stripes) {
  next = std::move(following);
  between = std::move(stripes);
}

/// The messages of both are told apart by their order.
bool OverlappedExecution::advance() {
  if (!isNext && !executor.advance())
    return false;
  if (!next)
    return true;
  if (!isNext)
    next->start(between->sources(), finalTargets, {finalCombiners, {}},
                usedRecorder, usedTag);
  isNext = true;
  return next->advance();
}

} // namespace redist::runtime
