//===- Broadcast.h - Broadcast of a result ---------------------*- C++ -*-===//
//
// Private to lib/Schedule/Reduction. Comes in: how many machines, how many
// transfers at once. Goes out: from whom each machine hears the result of
// machine 0, to whom it sends it on, in order, and how long all that takes.
//
// Each machine that has the result sends it to one that has not, as long as
// the limit K allows: in each turn the next min(known, K) machines hear it.
//
//   6 machines, no limit:  0 -> 1 | 0 -> 2, 1 -> 3 | 0 -> 4, 1 -> 5
//   6 machines, K = 1:     0 -> 1 -> 2 -> 3 -> 4 -> 5
//
// So machine v hears it from v without its highest bit while the number of
// those that know it doubles, and from v - K after that.
//
//===----------------------------------------------------------------------===//
#ifndef REDIST_LIB_SCHEDULE_REDUCTION_PROGRAM_BROADCAST_H
#define REDIST_LIB_SCHEDULE_REDUCTION_PROGRAM_BROADCAST_H

#include "redistSchedule/Reduction/Cost.h"

#include <vector>

namespace redist::schedule {

class Broadcast {
public:
  /// Precondition: machines > 0. limit 0: none (the binomial tree).
  Broadcast(std::int64_t machines, std::int64_t limit);

  /// Precondition: 0 < machine < machines.
  std::int64_t source(std::int64_t machine) const;
  /// In the order of the transfers.
  std::vector<std::int64_t> targets(std::int64_t machine) const;
  /// Until the last machine has the result, in ticks. O(log machines).
  std::int64_t length(const ReductionCost &) const;

private:
  std::int64_t machines;
  std::int64_t limit;
  /// So many know it before the limit is felt: a power of two, or all.
  std::int64_t doubling;
};

} // namespace redist::schedule

#endif
