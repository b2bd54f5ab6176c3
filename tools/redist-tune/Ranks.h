//===- Ranks.h - How fast ranks and the links between them are -*- C++ -*-===//
//
// Comes in: the ranks of MPI_COMM_WORLD. Goes out: the speed of each, and the
// bandwidth between each two. Numbers that differ by no more than measurements
// do can be made equal: equal processors and equal links are what schedules are
// best for.
//
//===----------------------------------------------------------------------===//
#ifndef REDIST_TUNE_RANKS_H
#define REDIST_TUNE_RANKS_H

#include <vector>

namespace redisttune {

/// All ranks compute the same at once, `rounds` times; the least of its times
/// counts for a rank. Computations per second, on rank 0; elsewhere empty.
/// Collective.
std::vector<double> measureSpeeds(int rounds);

/// Bytes per second of a long message from a rank to another, by rows; 0 on the
/// diagonal. Two ranks at a time, and where there are many, all of them in
/// pairs. On rank 0; elsewhere empty. Collective. Precondition: at least two
/// ranks.
std::vector<double> measureBandwidths(int rounds);

/// The largest value and all that are at least (1 - `tolerance`) of it become
/// their mean; so do those below, in turn. Values of 0 stay.
std::vector<double> evenOut(const std::vector<double> &values,
                            double tolerance);

/// Precondition: there are values.
double median(std::vector<double> values);

} // namespace redisttune

#endif
