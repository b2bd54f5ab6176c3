//===- FlowOptions.h - Options of an execution -----------------*- C++ -*-===//
//
// Comes in: a plan, and what messages cost on the machine, from the profile
// where there is one. Goes out: chunks, window and rounds for the executor, by
// the rules of redistSchedule/CostModel/FlowControl.h and TransferCostModel.h.
// The same on all ranks.
//
//===----------------------------------------------------------------------===//
#ifndef REDIST_RUNTIME_EXECUTION_FLOWOPTIONS_H
#define REDIST_RUNTIME_EXECUTION_FLOWOPTIONS_H

#include "Execution/ChunkQueue.h"
#include "Execution/NodePairs.h"

#include "redist/Profile.h"
#include "redistSchedule/CostModel/TransferCostModel.h"

namespace redist::runtime {

/// What the profile tells, and `usual` for what it does not.
schedule::NetworkCosts networkCostsOf(const machine_profile &profile,
                                      const schedule::NetworkCosts &usual = {});

/// What the plan, which goes by steps, has to move.
schedule::MessageTraffic trafficOf(const RedistributionPlan &plan);

/// What redist-tune has measured of redistributions.
std::vector<schedule::MethodSample> samplesOf(const machine_profile &profile);

/// What messages are expected to take in every way that the plan, which goes by
/// steps, may have them go.
schedule::PredictedTimes
predictTimes(const RedistributionPlan &plan,
             const schedule::NetworkCosts &costs,
             std::span<const schedule::MethodSample> measured);

/// Whether two plans one after the other are expected to take less than the one
/// in whose place they are; the same on all ranks.
bool areFasterInTwo(const RedistributionPlan &one,
                    const RedistributionPlan &first,
                    const RedistributionPlan &second,
                    const schedule::NetworkCosts &costs);

/// What takes less, messages of ranks or one message a pair of nodes; the same
/// on all ranks. `costs` are of messages between nodes.
schedule::NodeTimes predictTimes(const NodePairs &pairs,
                                 std::int64_t elementBytes,
                                 const schedule::NetworkCosts &costs,
                                 const NodeMap &map);

/// What goes by nodes, where that is expected to take less; the same on all
/// ranks. Nothing also where messages are too many or too long to ask.
std::optional<NodePairs> pairsWhereFaster(const RedistributionPlan &plan,
                                          const schedule::NetworkCosts &costs,
                                          const NodeMap &map);

/// What messages of ranks are expected to take before anything has been
/// measured, to tell what is worth a try.
schedule::PredictedTimes usualTimes(const RedistributionPlan &plan,
                                    const schedule::NetworkCosts &costs,
                                    bool isOneNode);

/// What has been learned of the plan, as redist-tune would have measured it.
measured_ways measuredWays(const RedistributionPlan &plan,
                           const schedule::MethodTimes &seconds);

/// For messages by MPI. A plan that does not go by steps has it its own way.
ExecutorOptions optionsFor(const RedistributionPlan &plan,
                           const schedule::NetworkCosts &costs);

/// The same, where what goes between nodes goes otherwise; null: nothing does.
ExecutorOptions withNodes(ExecutorOptions options, const NodePairs *pairs);

/// For plans of which a part, or all, goes through rings: there a chunk costs
/// little, and rounds are finer.
ExecutorOptions optionsForRings(const RedistributionPlan &plan,
                                const schedule::NetworkCosts &costs,
                                std::int64_t ranksOnNode);

} // namespace redist::runtime

#endif
