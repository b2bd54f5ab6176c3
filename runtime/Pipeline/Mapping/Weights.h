//===- Weights.h - Measured weights of a pipeline --------------*- C++ -*-===//
//
// Room Runtime. Comes in: when stages began and ended on this rank, and how
// many bytes went on. Goes out: work and data of all stages and the bandwidth
// between ranks, the same numbers on all ranks.
//
//   stage 2 on a rank of speed 2 took 9, 4, 3, 5 ms: its work is 8e-3, the
//   median without the first, times the speed
//
//===----------------------------------------------------------------------===//
#ifndef REDIST_RUNTIME_PIPELINE_MAPPING_WEIGHTS_H
#define REDIST_RUNTIME_PIPELINE_MAPPING_WEIGHTS_H

#include "Pipeline/Mapping/ChooseMapping.h"

#include <span>

namespace redist::runtime {

/// How many items run before a mapping is made from what they showed.
constexpr std::int64_t measuredItems = 8;

/// What one rank has seen.
class StageSamples {
public:
  explicit StageSamples(std::size_t stages) : times(stages), sizes(stages) {}
  /// A stage from 0, for one item.
  void addTime(std::size_t stage, double seconds) {
    times[stage].push_back(seconds);
  }
  /// What went on behind it.
  void addBytes(std::size_t stage, std::size_t bytes) {
    sizes[stage].push_back(static_cast<double>(bytes));
  }
  /// Medians; below 0: not seen.
  double seconds(std::size_t stage) const { return median(times[stage]); }
  double bytes(std::size_t stage) const { return median(sizes[stage]); }

private:
  static double median(std::vector<double> values);
  std::vector<std::vector<double>> times, sizes;
};

/// Weights by the samples of all ranks, beside those that are given; pins as in
/// at(). Where links go through `memory` of one node (null: there is none), it
/// is copying that is measured; else messages, inside `nodes` (by rank) and
/// between them. No link is in use. Collective.
PipelineWeights learnWeights(MPI_Comm communicator, const CheckedPipeline &call,
                             const StageSamples &samples, NodeLinks *memory,
                             std::span<const int> nodes);

} // namespace redist::runtime

#endif
