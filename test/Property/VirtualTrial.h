//===- VirtualTrial.h - A redistribution on virtual ranks -------*- C++ -*-===//
//
// Comes in: a case. Each of its ranks gets a plan, storage and an executor on
// the loopback transport, all in one process; what comes out is held against a
// model that goes element by element.
//
//===----------------------------------------------------------------------===//
#ifndef REDIST_TEST_PROPERTY_VIRTUALTRIAL_H
#define REDIST_TEST_PROPERTY_VIRTUALTRIAL_H

#include "RandomCase.h"

#include <optional>
#include <utility>

namespace redist::runtime::test {

/// How cases were executed.
struct TakenWays {
  std::int64_t tiling = 0; ///< ranks that wrote their targets round by round
  std::int64_t posted = 0; ///< executions out of posts (PostedMessages.h)
};
/// Fails fatally where a byte of any rank is wrong. The ranks run in turn, in
/// this thread, or each in one of its own. Adds to `ways`.
void checkCase(const Case &, bool inThreads, TakenWays &ways);

/// The case by way of stripes: to them, and from them. None where
/// schedule::stripesOf() has none.
std::optional<std::pair<Case, Case>> byStripes(const Case &);

} // namespace redist::runtime::test

#endif
