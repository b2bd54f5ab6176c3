//===- LinkBandwidth.cpp - Measured bandwidths of links -------------------===//
#include "Pipeline/Mapping/LinkBandwidth.h"

#include "Pipeline/Link/LinkShape.h"
#include "Pipeline/Link/NodeLinks.h"
#include "Progress/Progress.h"
#include "Support/MpiCalls.h"
#include "Support/PingPong.h"

#include <algorithm>
#include <cstring>
#include <limits>

namespace redist::runtime {

static constexpr double never = std::numeric_limits<double>::max();

void combine(MPI_Comm communicator, std::vector<double> &values,
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
static std::int64_t sampleBytes(double usualBytes) {
  constexpr double shortest = 64 << 10, longest = 4 << 20;
  return static_cast<std::int64_t>(std::clamp(usualBytes, shortest, longest));
}

LinkPeers linkPeers(std::span<const int> nodes, int rank) {
  const int own = nodes[static_cast<std::size_t>(rank)];
  const auto firstOf = [&](int node) {
    const auto found = std::find(nodes.begin(), nodes.end(), node);
    return found == nodes.end() ? -1 : static_cast<int>(found - nodes.begin());
  };
  std::vector<int> together;
  std::size_t number = 0;
  for (int i = 0; i < std::ssize(nodes); ++i)
    if (nodes[static_cast<std::size_t>(i)] == own) {
      if (i == rank)
        number = together.size();
      together.push_back(i);
    }
  LinkPeers peers;
  if ((number ^ 1) < together.size())
    peers.inside = together[number ^ 1];
  if (number == 0)
    peers.between = firstOf(own ^ 1);
  return peers;
}

std::vector<double> linkBandwidths(double inside, double between,
                                   std::span<const int> nodes,
                                   std::int64_t ranks) {
  constexpr double alike = 1.4;
  const double least = std::min(inside, between),
               most = std::max(inside, between);
  if (most == 0)
    return {1};
  if (least == 0)
    return {most};
  if (most <= alike * least || ranks > maxListedRanks)
    return {least};
  std::vector<double> links;
  for (std::int64_t from = 0; from < ranks; ++from)
    for (std::int64_t to = 0; to < ranks; ++to)
      links.push_back(nodes[static_cast<std::size_t>(from)] ==
                              nodes[static_cast<std::size_t>(to)]
                          ? inside
                          : between);
  return links;
}

std::vector<double> messageBandwidth(MPI_Comm communicator, std::int64_t ranks,
                                     std::span<const int> nodes,
                                     double usualBytes) {
  const std::int64_t bytes = sampleBytes(usualBytes);
  const int rank = rankIn(communicator);
  const auto secondsTo = [&](int peer) {
    constexpr int rounds = 4;
    return peer < 0
               ? never
               : pingPong(communicator, rank, peer, stateTag, bytes, rounds);
  };
  const LinkPeers peers = linkPeers(nodes, rank);
  std::vector<double> seconds{secondsTo(peers.inside)};
  seconds.push_back(secondsTo(peers.between));
  combine(communicator, seconds, MPI_MIN);
  const auto bandwidth = [&](double least) {
    return least == never ? 0
                          : static_cast<double>(bytes) / std::max(least, 1e-9);
  };
  return linkBandwidths(bandwidth(seconds[0]), bandwidth(seconds[1]), nodes,
                        ranks);
}

/// Seconds for a copy into the node's memory, the least of a few; none where
/// that has no room.
static double copySeconds(NodeLinks &memory, std::int64_t bytes) {
  constexpr int rounds = 4;
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

std::optional<double> copyBandwidth(MPI_Comm communicator, std::int64_t ranks,
                                    NodeLinks &memory, double usualBytes) {
  const std::int64_t bytes = sampleBytes(usualBytes);
  const int rank = rankIn(communicator);
  std::vector<double> seconds{rank < ranks ? copySeconds(memory, bytes) : 0};
  combine(communicator, seconds, MPI_MAX);
  if (seconds.front() == never)
    return std::nullopt;
  return static_cast<double>(bytes) / std::max(seconds.front(), 1e-9);
}

} // namespace redist::runtime
