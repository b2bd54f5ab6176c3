//===- PipelinePause.cpp - Back-off while waiting -------------------------===//
//
// A simulation of the runtime has its own (test/benchmark).
//
//===----------------------------------------------------------------------===//
#include "Pipeline/Link/LinkSet.h"
#include "Support/Backoff.h"

namespace redist::runtime {

/// The ranks of short stages are back soon; those that wait for long leave
/// their processor to others: the k-th sleep is longer than the first by k / 8
/// of it, so that what has come is seen after a small part of the time that it
/// took to come, and a rank without work needs next to nothing.
static constexpr Backoff backoff{8, 400, std::chrono::microseconds(20),
                                 std::chrono::nanoseconds(2500),
                                 std::chrono::milliseconds(2)};

void pauseInPipeline(int turn) { backoff.pause(turn); }

} // namespace redist::runtime
