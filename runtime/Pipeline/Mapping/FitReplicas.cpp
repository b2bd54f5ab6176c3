//===- FitReplicas.cpp - Fitting replicas to the ranks --------------------===//
//
// Whoever starts a program chooses the number of ranks where onto() does not: a
// stage has then fewer replicas than its clause says, rather than none at all.
//
//===----------------------------------------------------------------------===//
#include "Pipeline/Mapping/CheckedPipeline.h"

#include <algorithm>

namespace redist::runtime {

/// How many ranks the stages need at least. Neighbours share their ranks where
/// both have as many, and no pins between them differ.
static std::int64_t fewestRanks(const std::vector<pipeline_stage> &stages) {
  std::int64_t ranks = 0, replicas = 0, pin = -1;
  for (const pipeline_stage &stage : stages) {
    const std::int64_t own = std::max<std::int64_t>(1, stage.replica_count);
    const bool isApart =
        stage.is_pinned && pin >= 0 && stage.pinned_rank != pin;
    if (own != replicas || isApart) {
      ranks += own;
      replicas = own;
      pin = -1;
    }
    if (stage.is_pinned)
      pin = stage.pinned_rank;
  }
  return ranks;
}

void fitReplicas(CheckedPipeline &call) {
  for (pipeline_stage &stage : call.stages)
    stage.replica_count = std::min(stage.replica_count, call.ranks);
  while (fewestRanks(call.stages) > call.ranks) {
    const auto most =
        std::max_element(call.stages.begin(), call.stages.end(),
                         [](const pipeline_stage &a, const pipeline_stage &b) {
                           return a.replica_count < b.replica_count;
                         });
    if (most->replica_count <= 1)
      return; // pins are too many
    --most->replica_count;
  }
}

} // namespace redist::runtime
