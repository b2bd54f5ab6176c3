//===- Operators.h - Operators of accumulating calls -----------*- C++ -*-===//
//
// How the elements that arrive are combined with those of the target
// (accumulate), or parts of elements with one another (partial). Comes in: what
// an object's entry says of it. Goes out: the loop for it, of vectors where the
// runtime knows operator and type.
//
//===----------------------------------------------------------------------===//
#ifndef REDIST_RUNTIME_CALL_OPERATORS_H
#define REDIST_RUNTIME_CALL_OPERATORS_H

#include "Kernels/Combiner.h"

#include "redist/detail/objects/Objects.h"

namespace redist::runtime {

/// Whether the runtime has the loop for operator and type.
bool isBuiltin(const detail::element_combiner &given);

/// Precondition: it is used. Throws redist::error (no position) where the
/// operator could not be kept.
Combiner combinerOf(const detail::element_combiner &given);

} // namespace redist::runtime

#endif
