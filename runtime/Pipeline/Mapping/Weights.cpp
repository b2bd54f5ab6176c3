//===- Weights.cpp - Measured weights of a pipeline -----------------------===//
#include "Pipeline/Mapping/Weights.h"

#include "Pipeline/Mapping/LinkBandwidth.h"
#include "Support/MpiCalls.h"

#include <algorithm>

namespace redist::runtime {

/// The first one pays for memory and caches.
double StageSamples::median(std::vector<double> values) {
  if (values.empty())
    return -1;
  if (values.size() > 1)
    values.erase(values.begin());
  const auto middle =
      values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

/// Given amounts, in a unit of their own, together weigh what was measured of
/// them together.
template <typename Given>
static void calibrate(std::vector<double> &values, Given given) {
  double measured = 0;
  double written = 0;
  for (std::size_t k = 0; k < values.size(); ++k)
    if (const auto amount = given(k)) {
      measured += values[k];
      written += *amount;
    }
  const double unit = written > 0 ? measured / written : 0;
  for (std::size_t k = 0; k < values.size(); ++k)
    if (const auto amount = given(k))
      values[k] = *amount * unit;
}

PipelineWeights learnWeights(MPI_Comm communicator, const CheckedPipeline &call,
                             const StageSamples &samples, NodeLinks *memory,
                             std::span<const int> nodes) {
  const std::size_t stages = call.stages.size();
  const int rank = rankIn(communicator);
  const double speed =
      rank < call.ranks ? call.speeds[static_cast<std::size_t>(rank)] : 1;
  std::vector<double> seen;
  for (std::size_t k = 0; k < stages; ++k)
    seen.push_back(samples.seconds(k) * speed);
  for (std::size_t k = 0; k + 1 < stages; ++k)
    seen.push_back(samples.bytes(k));
  combine(communicator, seen, MPI_MAX);
  for (double &value : seen)
    value = std::max(value, 0.0); // a stage that no item has reached
  PipelineWeights weights;
  weights.model = modelOfLinks(memory, call.ranks);
  const auto cut = seen.begin() + static_cast<std::ptrdiff_t>(stages);
  weights.work.assign(seen.begin(), cut);
  weights.data.assign(cut, seen.end());
  for (const pipeline_stage &stage : call.stages)
    weights.pins.push_back(stage.is_pinned ? stage.pinned_rank : -1);
  calibrate(weights.work, [&](std::size_t k) {
    const pipeline_stage &stage = call.stages[k];
    return stage.has_work ? std::optional(stage.work_amount) : std::nullopt;
  });
  const auto givenData = [&](std::size_t k) {
    const pipeline_stage &stage = call.stages[k];
    return stage.has_data ? std::optional(stage.data_size) : std::nullopt;
  };
  if (call.clauses.has_bandwidth) {
    weights.bandwidth = call.clauses.bandwidth_list;
    for (std::size_t k = 0; k < weights.data.size(); ++k)
      weights.data[k] = givenData(k).value_or(weights.data[k]);
    return weights;
  }
  calibrate(weights.data, givenData);
  if (!call.machineBandwidth.empty()) {
    weights.bandwidth = call.machineBandwidth;
    return weights;
  }
  // Of the longest messages, which hold up the others.
  double bytes = 0;
  for (const double data : weights.data)
    bytes = std::max(bytes, data);
  std::optional<double> copied;
  if (weights.model == schedule::TransferModel::Serial)
    copied = copyBandwidth(communicator, call.ranks, *memory, bytes);
  weights.bandwidth =
      copied ? std::vector<double>{*copied}
             : messageBandwidth(communicator, call.ranks, nodes, bytes);
  return weights;
}

} // namespace redist::runtime
