//===- training.cpp - partial: a data-parallel training step --------------===//
//
// A linear model is fitted to samples, of which each rank has its own. Its
// gradient is a part of the whole one. Each step sums the parts into shards, a
// block of the gradient on each rank, updates the shard of the weights that
// belongs to it, and gives all ranks all weights again. The momentum exists
// once, in shards. Compared with a serial run. Runs on 4 ranks.
//
//===----------------------------------------------------------------------===//
#include <redist/redist.h>

#include <mpi.h>

#include <cstdio>
#include <vector>

constexpr long features = 10, samples = 8;
constexpr int ranks = 4, steps = 200;

struct Sample {
  std::vector<double> x;
  double y = 0;
};

/// Those of one rank: y is a known combination of the features.
static std::vector<Sample> samplesOf(int rank) {
  std::vector<Sample> all(samples);
  for (long s = 0; s < samples; ++s) {
    all[s].x.resize(features);
    for (long i = 0; i < features; ++i) {
      all[s].x[i] = ((rank * samples + s) * 7 + i * i * 3) % 11 / 10.0 - 0.5;
      all[s].y += (i - 4.5) * all[s].x[i];
    }
  }
  return all;
}

/// Of half the mean square error, as far as these samples tell.
static std::vector<double> gradientOf(const std::vector<Sample> &all,
                                      const std::vector<double> &weights) {
  std::vector<double> gradient(features, 0.0);
  for (const Sample &one : all) {
    double error = -one.y;
    for (long i = 0; i < features; ++i)
      error += weights[i] * one.x[i];
    for (long i = 0; i < features; ++i)
      gradient[i] += error * one.x[i] / (ranks * samples);
  }
  return gradient;
}

/// One step of gradient descent with momentum.
static void update(std::vector<double> &weights, std::vector<double> &momentum,
                   const std::vector<double> &gradient) {
  for (std::size_t i = 0; i < weights.size(); ++i) {
    momentum[i] = 0.8 * momentum[i] + gradient[i];
    weights[i] -= 0.3 * momentum[i];
  }
}

/// All samples on one rank, summed in the order of the ranks.
static std::vector<double> serialWeights() {
  std::vector<double> weights(features, 0.0), momentum(features, 0.0);
  for (int step = 0; step < steps; ++step) {
    std::vector<double> gradient = gradientOf(samplesOf(0), weights);
    for (int rank = 1; rank < ranks; ++rank) {
      const std::vector<double> part = gradientOf(samplesOf(rank), weights);
      for (long i = 0; i < features; ++i)
        gradient[i] += part[i];
    }
    update(weights, momentum, gradient);
  }
  return weights;
}

// clang-format off
int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  int rank = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  const std::vector<Sample> mine = samplesOf(rank);
  std::vector<double> weights(features, 0.0), shard;
#pragma redistribute weights[features] from(* onto(copies(ranks))) to(block onto(ranks)) into(shard)
  std::vector<double> momentum(shard.size(), 0.0);

  for (int step = 0; step < steps; ++step) {
    std::vector<double> gradient = gradientOf(mine, weights);
#pragma redistribute gradient[features] from(* onto(partial(+, ranks))) to(block onto(ranks))
    update(shard, momentum, gradient);
#pragma redistribute shard[features] from(block onto(ranks)) to(* onto(copies(ranks))) into(weights)
  }

  const bool isSame = weights == serialWeights();
  if (rank == 0)
    std::printf("weights %.3f %.3f ... %.3f: %s\n", weights[0], weights[1],
                weights[features - 1],
                isSame ? "those of the serial run" : "different");
  MPI_Finalize();
}
