//===- SmallValues.h - Lengths of values that travel at once ---*- C++ -*-===//
//
// Room Runtime. Up to which length a value is reduced in pairs, by messages
// that MPI sends at once (SmallMessages.h).
//
//===----------------------------------------------------------------------===//
#ifndef REDIST_RUNTIME_REDUCTION_CHANNEL_SMALLVALUES_H
#define REDIST_RUNTIME_REDUCTION_CHANNEL_SMALLVALUES_H

#include <cstdint>

namespace redist::runtime {

/// Values up to this length are reduced so where nothing has to be agreed on.
constexpr std::int64_t directBytes = 2048;
/// And with the agreement on the call (docs/design/0022). Algorithms that cut a
/// longer value may save more than the time of the agreement.
constexpr std::int64_t carriedBytes = 8192;

} // namespace redist::runtime

#endif
