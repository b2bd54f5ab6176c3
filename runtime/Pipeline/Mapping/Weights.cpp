//===- Weights.cpp - Measured weights of a pipeline -----------------------===//
#include "Pipeline/Mapping/Weights.h"

#include "Pipeline/Link/LinkShape.h"
#include "Pipeline/Link/NodeLinks.h"
#include "Progress/Progress.h"
#include "Support/MpiCalls.h"
#include "Support/PingPong.h"

#include <algorithm>
#include <cstring>
#include <limits>

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

static void allReduce(MPI_Comm communicator, std::vector<double> &values,
                      MPI_Op operation) {
  const std::vector<double> own = values;
  MPI_Request request = MPI_REQUEST_NULL;
  checkMpi(MPI_Iallreduce(own.data(), values.data(),
                          toMpiCount(std::ssize(values)), MPI_DOUBLE, operation,
                          communicator, &request),
           "MPI_Iallreduce");
  Progress::ofProcess().waitFor(request);
}

/// A length like those that were seen, for measuring.
static std::int64_t sampleBytes(double meanBytes) {
  constexpr double shortest = 64 << 10, longest = 4 << 20;
  return static_cast<std::int64_t>(std::clamp(meanBytes, shortest, longest));
}

/// Bytes in a second, of a message as long as those that were seen.
static double measuredBandwidth(MPI_Comm communicator, double meanBytes) {
  const std::int64_t bytes = sampleBytes(meanBytes);
  const int rank = rankIn(communicator);
  const int size = sizeOf(communicator);
  constexpr int rounds = 4;
  const int peer = rank ^ 1; // ranks 2k and 2k + 1 are neighbours
  std::vector<double> seconds{peer == size ? std::numeric_limits<double>::max()
                                           : pingPong(communicator, rank, peer,
                                                      stateTag, bytes, rounds)};
  allReduce(communicator, seconds, MPI_MIN);
  return static_cast<double>(bytes) / std::max(seconds.front(), 1e-9);
}

/// Seconds for a copy into the node's memory, the least of a few; none where
/// that has no room.
static double copySeconds(NodeLinks &memory, std::int64_t bytes) {
  constexpr int rounds = 4;
  constexpr double never = std::numeric_limits<double>::max();
  const auto size = static_cast<std::size_t>(bytes);
  detail::payload *const block = memory.blocks().take(size);
  if (!block)
    return never;
  const std::vector<std::byte> source(size);
  std::byte *const target = block->resize(size);
  double least = never;
  for (int round = 0; round < rounds; ++round) {
    const double begin = MPI_Wtime();
    std::memcpy(target, source.data(), size);
    least = std::min(least, MPI_Wtime() - begin);
  }
  block->give_back();
  return least;
}

/// Bytes in a second that a rank copies; nothing where one has no memory to
/// copy to. Precondition: links between these ranks all go through memory.
static std::optional<double> copyBandwidth(MPI_Comm communicator,
                                           const CheckedPipeline &call,
                                           NodeLinks &memory,
                                           double meanBytes) {
  constexpr double never = std::numeric_limits<double>::max();
  const std::int64_t bytes = sampleBytes(meanBytes);
  const int rank = rankIn(communicator);
  std::vector<double> seconds{rank < call.ranks ? copySeconds(memory, bytes)
                                                : 0};
  allReduce(communicator, seconds, MPI_MAX);
  if (seconds.front() == never)
    return std::nullopt;
  return static_cast<double>(bytes) / std::max(seconds.front(), 1e-9);
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
                             const StageSamples &samples, NodeLinks *memory) {
  const std::size_t stages = call.stages.size();
  const int rank = rankIn(communicator);
  const double speed =
      rank < call.ranks ? call.speeds[static_cast<std::size_t>(rank)] : 1;
  std::vector<double> seen;
  for (std::size_t k = 0; k < stages; ++k)
    seen.push_back(samples.seconds(k) * speed);
  for (std::size_t k = 0; k + 1 < stages; ++k)
    seen.push_back(samples.bytes(k));
  allReduce(communicator, seen, MPI_MAX);
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
  double bytes = 0;
  for (const double data : weights.data)
    bytes += data / static_cast<double>(weights.data.size());
  std::optional<double> copied;
  if (weights.model == schedule::TransferModel::Serial)
    copied = copyBandwidth(communicator, call, *memory, bytes);
  weights.bandwidth = {copied ? *copied
                              : measuredBandwidth(communicator, bytes)};
  return weights;
}

} // namespace redist::runtime
