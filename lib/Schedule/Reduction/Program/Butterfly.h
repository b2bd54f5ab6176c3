//===- Butterfly.h - Butterfly on any number of ranks ----------*- C++ -*-===//
//
// Private to lib/Schedule/Reduction. With p the largest power of two <= n, the
// first n - p pairs of neighbours fold into one group each, so that p groups
// of contiguous ranks are left; in turn k the groups g and g xor 2^k exchange
// what they have and both combine it, the lower to the left. All ranks thus
// compute the same expression, operands in rank order.
//
//   n = 3: ranks {0, 1} and {2}; 1 sends to 0; 0 and 2 exchange; 0 tells 1
//
//===----------------------------------------------------------------------===//
#ifndef REDIST_LIB_SCHEDULE_REDUCTION_PROGRAM_BUTTERFLY_H
#define REDIST_LIB_SCHEDULE_REDUCTION_PROGRAM_BUTTERFLY_H

#include "redistSchedule/Reduction/ReductionProgram.h"

namespace redist::schedule {

class Butterfly {
public:
  /// Precondition: ranks > 0.
  explicit Butterfly(std::int64_t ranks);

  /// Precondition: 0 <= rank < ranks.
  std::vector<ReductionStep> programOf(std::int64_t rank) const;
  /// In ticks. In half duplex the two transfers of an exchange follow each
  /// other, and both partners combine after that.
  std::int64_t length(const ReductionCost &, bool fullDuplex) const;

private:
  std::int64_t groups; ///< a power of two
  std::int64_t folded; ///< groups of two ranks, the first ones
};

} // namespace redist::schedule

#endif
