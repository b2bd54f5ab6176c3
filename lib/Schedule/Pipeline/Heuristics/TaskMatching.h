//===- TaskMatching.h - Assignment of tasks to processors ------*- C++ -*-===//
//
// Private to lib/Schedule. Tasks (single stages, or intervals that are fixed
// beforehand) and processors with equal links -> the least period at which
// every task has a processor of its own, and an assignment that reaches it.
//
//   a task of work w between transfers i and o runs in time T where the ticks
//   of a unit of work are at most (T - i - o) / w: only speed matters, so the
//   tasks fit iff for every speed no more tasks need it than there are such
//   processors (Theorem 1 of Benoit and Robert, by counting)
//
// All times are whole ticks, so that bisection over whole T ends at a cycle
// time exactly. docs/SchedulingMath.md, section 20.
//
//===----------------------------------------------------------------------===//
#ifndef REDIST_LIB_SCHEDULE_PIPELINE_HEURISTICS_TASKMATCHING_H
#define REDIST_LIB_SCHEDULE_PIPELINE_HEURISTICS_TASKMATCHING_H

#include "Pipeline/Mapping/CycleTimes.h"

namespace redist::schedule {

struct Task {
  std::int64_t work = 0; ///< units
  std::int64_t in = 0;   ///< ticks
  std::int64_t out = 0;
  std::int32_t copies = 1; ///< processors that its items are dealt to
  std::int32_t pin = -1;
};

/// Processors of every task, in the order of the tasks.
using TaskPlaces = std::vector<std::vector<std::int32_t>>;

class TaskMatching {
public:
  /// Precondition: pins differ and have one copy each; there are as many
  /// processors as copies; no cycle time times the least common multiple of
  /// the copies reaches 2^62.
  TaskMatching(TransferModel, std::vector<Task>,
               const std::vector<std::int64_t> &ticksOfWork);

  /// Periods here are in parts of a tick, so many to a tick: the least common
  /// multiple of all copies.
  std::int64_t parts() const { return scale; }
  /// No period below this fits.
  std::int64_t lowest() const { return low; }
  /// This period fits.
  std::int64_t highest() const { return high; }
  /// Whether all tasks keep this period. O(n log p).
  bool fits(std::int64_t period) const;
  /// The least period that fits.
  std::int64_t least() const;
  /// Among all assignments within the period the one of least total work time,
  /// where no task has more than one copy. Precondition: it fits. O(n log n).
  TaskPlaces places(std::int64_t period) const;

private:
  TransferModel model;
  std::vector<Task> tasks;
  const std::vector<std::int64_t> &ticksOfWork;
  std::vector<std::int32_t> order; ///< free processors in use, fastest first
  std::vector<std::int64_t> times; ///< theirs
  std::int64_t scale = 1;
  std::int64_t low = 0, high = 0;

  std::int64_t cycle(const Task &, std::int64_t ticks) const;
  std::int64_t slowestFor(const Task &, std::int64_t period) const;
};

} // namespace redist::schedule

#endif
