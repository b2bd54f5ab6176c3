//===- LengthUnits.h - Products of lengths that fit 63 bits ----*- C++ -*-===//
//
// Private to lib/Schedule. Lengths of axes multiply. Where the product of whole
// axes leaves 63 bits, as it does for superblocks of large blocks, lengths are
// counted in larger units and rounded up; then they are good for comparing
// schedules, no longer for counting elements.
//
//   axes of 2^40 and 2^30 elements: the first is counted in units of 2^8 or so
//
//===----------------------------------------------------------------------===//
#ifndef REDIST_LIB_SCHEDULE_SUPPORT_LENGTHUNITS_H
#define REDIST_LIB_SCHEDULE_SUPPORT_LENGTHUNITS_H

#include "Support/Arithmetic.h"

#include <vector>

namespace redist::schedule {

/// One axis as a whole.
struct AxisTotal {
  Int128 elements;       ///< sum of all lengths
  std::int64_t messages; ///< at least their number
  bool isTrivial;        ///< all on one rank: weighs all messages alike
};

/// Unit of the lengths of each axis: 1 for all where that fits.
std::vector<std::int64_t> lengthUnits(std::vector<AxisTotal> totals);

} // namespace redist::schedule

#endif
