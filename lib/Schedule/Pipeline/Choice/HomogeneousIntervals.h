//===- HomogeneousIntervals.h - Intervals on equal processors --*- C++ -*-===//
//
// Private to lib/Schedule. Interval mappings of least period where processors
// and links are equal (Theorem 2 of Benoit and Robert), in O(n) for one period
// and a bisection over whole ticks: exact, a million stages in a second.
//
// Stages i + 1 .. j on one processor cost a_i + b_j, a_i = c_i - P_i and
// b_j = c_j + P_j, with the transfer times c and the work P before each cut.
// The least number of intervals f(j) up to a cut is 1 + min f(i) over the cuts
// i < j with a_i <= T - b_j. A list keeps, for l = 0, 1, ..., the least a of
// all cuts reached with at most l intervals, strictly decreasing.
//
// Lemma: once cut j is entered, the list ends at level f(j) or below it, so
// entering cuts off the end of the list, and nothing in its middle changes.
//
// Suppose an entry i < j with f(i) > f(j) and a_i < a_j. Let k be the cut
// before j: c_k + c_j + P_j - P_k <= T. If k < i, then c_i < c_j - (P_j - P_i)
// and so c_k + c_i + P_i - P_k < T: i is reached from k, f(i) <= f(k) + 1 =
// f(j). If k > i, then i left the list when k was entered, since f(k) < f(i).
//
//===----------------------------------------------------------------------===//
#ifndef REDIST_LIB_SCHEDULE_PIPELINE_CHOICE_HOMOGENEOUSINTERVALS_H
#define REDIST_LIB_SCHEDULE_PIPELINE_CHOICE_HOMOGENEOUSINTERVALS_H

#include "redistSchedule/Pipeline/MakeMapping.h"

namespace redist::schedule {

/// Equal speeds and links, one processor a stage, no pins, no limit on the
/// latency, ends with ports of their own.
bool isHomogeneous(const PipelineInstance &);

/// Least period, and of these mappings the fewest processors: 0, 1, 2, ...
/// Precondition: isHomogeneous.
MadeMapping homogeneousIntervals(const PipelineInstance &);

} // namespace redist::schedule

#endif
