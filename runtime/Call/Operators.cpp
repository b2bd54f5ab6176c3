//===- Operators.cpp - The operators of a call ----------------------------===//
#include "Call/Operators.h"

#include "Kernels/NumberLoops.h"

#include "redist/Error.h"

namespace redist::runtime {

Combiner combinerOf(const detail::element_combiner &given) {
  if (NumberLoop *const loop = numberLoop(given.type, given.op))
    return {loop, nullptr};
  if (!given.run)
    throw error("no memory for the operator of accumulate()");
  return {given.run, given.context};
}

} // namespace redist::runtime
