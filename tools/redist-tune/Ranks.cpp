//===- Ranks.cpp - How fast ranks and the links between them are ----------===//
//
// See Ranks.h.
//
//===----------------------------------------------------------------------===//
#include "Ranks.h"

#include "Support/PingPong.h"

#include <mpi.h>

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <limits>
#include <numeric>
#include <thread>

namespace redisttune {

/// Leaves the processor to ranks that measure, where there are fewer
/// processors than ranks.
static void waitForAll() {
  MPI_Request request = MPI_REQUEST_NULL;
  MPI_Ibarrier(MPI_COMM_WORLD, &request);
  for (int isOver = 0; !isOver;) {
    MPI_Test(&request, &isOver, MPI_STATUS_IGNORE);
    if (!isOver)
      std::this_thread::sleep_for(std::chrono::microseconds(100));
  }
}

//===----------------------------------------------------------------------===//
// Speeds
//===----------------------------------------------------------------------===//

/// Two milliseconds or so of arithmetic on numbers that fit a cache. Returns
/// what a compiler must not leave out.
static double compute(std::vector<double> &numbers) {
  constexpr int passes = 200;
  double sum = 1;
  for (int pass = 0; pass < passes; ++pass)
    for (double &number : numbers) {
      number = number * 0.999 + 1e-3;
      sum += number * sum * 1e-12;
    }
  return sum;
}

std::vector<double> measureSpeeds(int rounds) {
  int rank = 0;
  int size = 1;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  std::vector<double> numbers(4096, 1);
  double least = std::numeric_limits<double>::infinity();
  volatile double kept = 0;
  waitForAll();
  for (int round = 0; round < rounds; ++round) {
    const double begin = MPI_Wtime();
    kept = compute(numbers);
    least = std::min(least, MPI_Wtime() - begin);
  }
  static_cast<void>(kept);
  waitForAll();
  const double speed = 1 / std::max(least, 1e-9);
  std::vector<double> all(rank == 0 ? static_cast<std::size_t>(size) : 0);
  MPI_Gather(&speed, 1, MPI_DOUBLE, all.data(), 1, MPI_DOUBLE, 0,
             MPI_COMM_WORLD);
  return all;
}

//===----------------------------------------------------------------------===//
// Bandwidths
//===----------------------------------------------------------------------===//

/// Whom a rank meets in a round: in `players` - 1 rounds of an even number of
/// players, everybody meets everybody once (the circle method).
static int opponent(int rank, int round, int players) {
  const int circle = players - 1;
  if (rank == circle)
    return round;
  if (rank == round)
    return circle;
  return (2 * round - rank + circle) % circle;
}

/// Both halves from what the lower rank of each pair has measured.
static void mirror(std::vector<double> &matrix, std::size_t size) {
  for (std::size_t i = 0; i < size; ++i)
    for (std::size_t j = i + 1; j < size; ++j)
      matrix[j * size + i] = matrix[i * size + j];
}

std::vector<double> measureBandwidths(int rounds) {
  constexpr std::size_t messageBytes = 1 << 20;
  constexpr int fewRanks = 16; // all pairs in turn take a second or two
  int rank = 0;
  int size = 1;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  const int perPair = std::max(5, rounds / 5);
  const int players = size + size % 2;
  std::vector<double> row(static_cast<std::size_t>(size), 0);
  for (int round = 0; round + 1 < players; ++round) {
    const int peer = opponent(rank, round, players);
    const int pair = std::min(rank, peer);
    // In turn: the pairs of a round by their lower ranks.
    for (int turn = 0; turn < (size <= fewRanks ? size : 1); ++turn) {
      waitForAll();
      if (peer < size && (size > fewRanks || pair == turn))
        row[static_cast<std::size_t>(peer)] =
            messageBytes /
            std::max(redist::runtime::pingPong(MPI_COMM_WORLD, rank, peer, 0,
                                               messageBytes, perPair),
                     1e-9);
    }
  }
  const auto whole = static_cast<std::size_t>(size) * row.size();
  std::vector<double> matrix(rank == 0 ? whole : 0);
  MPI_Gather(row.data(), size, MPI_DOUBLE, matrix.data(), size, MPI_DOUBLE, 0,
             MPI_COMM_WORLD);
  if (rank == 0)
    mirror(matrix, row.size());
  return matrix;
}

//===----------------------------------------------------------------------===//
// Noise
//===----------------------------------------------------------------------===//

std::vector<double> evenOut(const std::vector<double> &values,
                            double tolerance) {
  std::vector<std::size_t> order(values.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(
      order.begin(), order.end(),
      [&](std::size_t a, std::size_t b) { return values[a] > values[b]; });
  std::vector<double> even(values.size());
  for (std::size_t first = 0; first < order.size();) {
    const double least = values[order[first]] * (1 - tolerance);
    std::size_t end = first;
    double sum = 0;
    while (end < order.size() && values[order[end]] >= least)
      sum += values[order[end++]];
    for (std::size_t i = first; i < end; ++i)
      even[order[i]] = sum / static_cast<double>(end - first);
    first = end;
  }
  return even;
}

double median(std::vector<double> values) {
  const auto middle =
      values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

} // namespace redisttune
