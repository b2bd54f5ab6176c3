//===- Measure.cpp - How long messages and combines take -------*- C++ -*-===//
//
// See Measure.h.
//
//===----------------------------------------------------------------------===//
#include "Measure.h"

#include "Support/PingPong.h"

#include <mpi.h>

#include <algorithm>
#include <cstddef>
#include <limits>

namespace redisttune {

/// Larger messages are fewer times sent.
static int roundsFor(std::int64_t bytes, int rounds) {
  constexpr std::int64_t many = 64 * 1024;
  return bytes <= many ? rounds : std::max(3, rounds / 5);
}

/// Ranks that rank 0 plays with: a few, spread over all.
static std::vector<int> choosePeers(int size) {
  constexpr int most = 8;
  const int count = std::min(most, size - 1);
  std::vector<int> peers;
  for (int i = 1; i <= count; ++i)
    peers.push_back(static_cast<int>(std::int64_t{i} * (size - 1) / count));
  return peers;
}

std::vector<Sample> measureTransfers(int rounds) {
  int rank = 0;
  int size = 1;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  const std::vector<int> peers = choosePeers(size);
  std::vector<Sample> samples;
  for (std::int64_t bytes = 8; bytes <= 8 << 20; bytes *= 8) {
    double sum = 0;
    for (const int peer : peers) {
      MPI_Barrier(MPI_COMM_WORLD);
      if (rank == 0 || rank == peer)
        sum += redist::runtime::pingPong(MPI_COMM_WORLD, rank,
                                         rank == 0 ? peer : 0, 0, bytes,
                                         roundsFor(bytes, rounds));
    }
    if (rank == 0)
      samples.push_back({bytes, sum / static_cast<double>(peers.size())});
  }
  return samples;
}

std::vector<Sample> measureCombines(int rounds) {
  std::vector<Sample> samples;
  for (std::int64_t bytes = 4 << 10; bytes <= 16 << 20; bytes *= 8) {
    const auto count = static_cast<std::size_t>(bytes) / sizeof(double);
    std::vector<double> into(count, 1);
    const std::vector<double> from(count, 1e-9);
    double least = std::numeric_limits<double>::infinity();
    for (int round = 0; round < roundsFor(bytes, rounds); ++round) {
      const double begin = MPI_Wtime();
      for (std::size_t i = 0; i < count; ++i)
        into[i] += from[i];
      least = std::min(least, MPI_Wtime() - begin);
    }
    samples.push_back({bytes, std::max(least, 1e-9)});
  }
  return samples;
}

/// Minimises the sum of ((alpha + beta m - t) / t)^2.
Line fitLine(const std::vector<Sample> &samples) {
  double weights = 0;
  double sizes = 0;
  double squares = 0;
  double times = 0;
  double products = 0;
  for (const auto &[bytes, seconds] : samples) {
    const auto m = static_cast<double>(bytes);
    const double weight = 1 / (seconds * seconds);
    weights += weight;
    sizes += weight * m;
    squares += weight * m * m;
    times += weight * seconds;
    products += weight * m * seconds;
  }
  const double determinant = weights * squares - sizes * sizes;
  Line line;
  line.beta = (weights * products - sizes * times) / determinant;
  line.alpha = (times - line.beta * sizes) / weights;
  // A line that would leave from below 0 leaves from 0. Where times fall with
  // the sizes, that is noise: the largest one bounds what a byte costs.
  if (line.alpha < 0)
    line = {0, products / squares};
  else if (line.beta <= 0)
    line = {times / weights,
            samples.back().seconds / static_cast<double>(samples.back().bytes)};
  return line;
}

} // namespace redisttune
