//===- Measure.h - How long messages and combines take ---------*- C++ -*-===//
//
// Comes in: the ranks of MPI_COMM_WORLD. Goes out: the least of many times for
// messages and combines of several sizes, and the lines through them.
//
//===----------------------------------------------------------------------===//
#ifndef REDIST_TUNE_MEASURE_H
#define REDIST_TUNE_MEASURE_H

#include <cstdint>
#include <vector>

namespace redisttune {

struct Sample {
  std::int64_t bytes = 0;
  double seconds = 0;
};

/// alpha + beta * bytes, both >= 0.
struct Line {
  double alpha = 0, beta = 0;
};

/// One way, between rank 0 and others: the mean of the others, of each the
/// least of `rounds`. On rank 0; elsewhere empty. Collective. Precondition: at
/// least two ranks.
std::vector<Sample> measureTransfers(int rounds);

/// Sums of doubles, in and out of caches. Not collective.
std::vector<Sample> measureCombines(int rounds);

/// Least squares of the relative errors: small messages count as much as large
/// ones. Precondition: two samples at least, all of more than 0 seconds.
Line fitLine(const std::vector<Sample> &samples);

} // namespace redisttune

#endif
