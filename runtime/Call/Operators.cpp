//===- Operators.cpp - Operators of accumulating calls --------------------===//
#include "Call/Operators.h"

#include "Kernels/NumberLoops.h"

#include "redist/Error.h"

namespace redist::runtime {

bool isBuiltin(const detail::element_combiner &given) {
  return numberLoop(given.type, given.op) != nullptr;
}

Combiner combinerOf(const detail::element_combiner &given) {
  if (NumberLoop *const loop = numberLoop(given.type, given.op))
    return {loop, nullptr};
  if (!given.run)
    throw error("no memory for the operator of accumulate() or partial()");
  return {given.run, given.context};
}

} // namespace redist::runtime
